# Sourced by the commands beside it: finds Java and ydl's jars, building them first in a source checkout.
# Sets YDL_LIB and JAVA.

fail() {
  echo "ydl: $1" >&2
  exit "${2:-8}"
}

find_java() {
  JAVA=${JAVA_HOME:+$JAVA_HOME/bin/}java
  local version
  version=$("$JAVA" -version 2>&1) || fail "no Java found ($JAVA): install Java 17, or set JAVA_HOME to one"
  [[ $version =~ version\ \"([0-9]+) ]] || fail "$JAVA does not tell its version: $version"
  [ "${BASH_REMATCH[1]}" -ge 17 ] || fail "$JAVA is Java ${BASH_REMATCH[1]}, and ydl needs 17 or newer: set JAVA_HOME to one"
}

# Whether the build in $1/dist/target is newer than all it was made from.
is_built() {
  [ -f "$1/dist/target/built" ] &&
    [ -z "$(find "$1" -name target -prune -o \( -path '*/src/main/*' -type f -o -name pom.xml \) \
      -newer "$1/dist/target/built" -print -quit)" ]
}

build_checkout() {
  local home=$1 target=$1/dist/target log=$1/dist/target/build.log
  is_built "$home" && return
  command -v mvn >/dev/null || fail "this is a source checkout and needs Maven once, to build: install mvn"
  mkdir -p "$target"
  (
    flock 9
    is_built "$home" && exit # another command has, while this one waited
    echo "ydl: building from source (some minutes the first time; log in $log)" >&2
    touch "$target/building" # what is changed during the build is newer than it
    (cd "$home" && mvn -B -DskipTests -Dmaven.test.skip -pl dist -am package) >"$log" 2>&1 9>&- &
    local maven=$!
    trap 'kill $maven; wait $maven; exit 130' INT TERM # a job in the background does not get Ctrl-C
    tail -n +1 -f --pid=$maven "$log" | sed -un 's/^\[INFO\] Building \(ydl[^ ]* [^ ]*\) .*\[\(.*\)\]$/ydl: building \1 (\2)/p' >&2
    if ! wait $maven; then
      grep -m 20 ERROR "$log" >&2
      fail "the build failed; all of its output is in $log"
    fi
    mv "$target/building" "$target/built"
  ) 9>"$target/build.lock" || exit
}

home=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
find_java
if [ -f "$home/pom.xml" ]; then
  build_checkout "$home"
  YDL_LIB=$(ls -dt "$home"/dist/target/ydl-*/ydl-*/lib | head -n 1)
else
  YDL_LIB=$home/lib
fi
[ -d "$YDL_LIB" ] || fail "there are no jars in $YDL_LIB: this is neither a distribution nor a whole checkout"
