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

# A checkout is built once, and again when one of its sources is newer than the build.
build_checkout() {
  local home=$1 target=$1/dist/target built=$1/dist/target/built
  [ -f "$built" ] && [ -z "$(find "$home" -name target -prune -o \
      \( -name '*.java' -o -name '*.proto' -o -name 'pom.xml' -o -path '*/src/main/*' -type f \) -newer "$built" -print -quit)" ] && return
  command -v mvn >/dev/null || fail "this is a source checkout and needs Maven once, to build: install mvn"
  mkdir -p "$target"
  (
    flock 9 # two commands at once build once
    [ -f "$built" ] && [ "$built" -nt "$target/build.log" ] && [ "$target/build.log" -nt "$home/pom.xml" ] &&
      [ "$(find "$built" -newermt '10 seconds ago')" ] && exit 0
    echo "ydl: building from source (some minutes the first time; log in dist/target/build.log)" >&2
    (cd "$home" && mvn -B -ntp -DskipTests -pl dist -am package) >"$target/build.log" 2>&1 9>&- &
    local pid=$!
    tail -n +1 -f --pid=$pid "$target/build.log" 2>/dev/null |
      sed -un 's/^\[INFO\] Building \(ydl[^ ]* [^ ]*\) .*\[\(.*\)\]$/ydl: building \1 (\2)/p' >&2
    if ! wait $pid; then
      grep -m 20 ERROR "$target/build.log" >&2
      echo "ydl: the build failed; all of its output is in $target/build.log" >&2
      exit 8
    fi
    touch "$built"
  ) 9>"$target/build.lock" || exit
}

home=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
find_java
if [ -f "$home/pom.xml" ]; then
  build_checkout "$home"
  YDL_LIB=$(echo "$home"/dist/target/ydl-*/ydl-*/lib)
else
  YDL_LIB=$home/lib
fi
[ -d "$YDL_LIB" ] || fail "there are no jars in $YDL_LIB: this is neither a distribution nor a whole checkout"
