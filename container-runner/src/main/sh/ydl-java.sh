#!/bin/bash
# Becomes Java with the arguments it is given, on a Java that ydl can run on; else says what is missing, with exit code 86.
#
#     /bin/bash ydl-java.sh -Xmx128m -cp 'ydl/*' org.ydl.runner.Runner
#
# The Java is the job's own archive, $YDL_JAVA, else that of $JAVA_HOME, else the one in PATH. Its version is read from a
# file where there is one: a JVM start in every container would be felt.

OLDEST=17
REFUSED=86

# The client finds what stands between the first and the last line in the words of YARN about a failed application.
refuse() {
  printf '%s\n' >&2 \
    "ydl message:" \
    "${NM_HOST:-$HOSTNAME} has no Java that ydl can run on." \
    "  expected  Java $OLDEST or later" \
    "  found     $1" \
    "  try       --java-home PATH, the home of a Java $OLDEST on the nodes" \
    "            or --java-archive ARCHIVE, to send one along with the job" \
    "ydl outcome: NOT_PREPARED"
  exit $REFUSED
}

# Sets home and java; where says in the user's words where they come from.
find_java() {
  local candidate
  if [ -n "$YDL_JAVA" ]; then
    where="the archive $YDL_JAVA"
    # With or without a directory around everything.
    for candidate in "$YDL_JAVA" "$YDL_JAVA"/*; do
      if [ -x "$candidate/bin/java" ]; then
        home=$(cd "$candidate" && pwd)
        java=$home/bin/java
        return
      fi
    done
    refuse "no bin/java in $where, nor in a directory right inside it"
  elif [ -n "$JAVA_HOME" ]; then
    where="JAVA_HOME, $JAVA_HOME"
    home=$JAVA_HOME
    java=$home/bin/java
    [ -x "$java" ] || refuse "no bin/java in $where"
  else
    java=$(type -P java) || refuse "no JAVA_HOME, and no java in PATH, $PATH"
    where="PATH, $java"
    home=$(readlink -f "$java")
    home=${home%/bin/java}
    # It may be a wrapper somewhere: only a Java home has this file.
    [ -r "$home/release" ] || home=
  fi
}

# Sets version, such as 17.0.15 or 1.8.0_392.
find_version() {
  local line answer
  if [ -n "$home" ] && [ -r "$home/release" ]; then
    while read -r line; do
      if [[ $line == JAVA_VERSION=* ]]; then
        version=${line#JAVA_VERSION=}
        version=${version//[\"$'\r']/}
        return
      fi
    done <"$home/release"
  fi
  answer=$("$java" -version 2>&1)
  [[ $answer =~ version\ \"([^\"]+)\" ]] || refuse "$where, which does not tell its version but: ${answer:0:500}"
  version=${BASH_REMATCH[1]}
}

home='' java='' where='' version=''
find_java
find_version
major=${version#1.}
major=${major%%[!0-9]*}
[ "${major:-0}" -ge "$OLDEST" ] || refuse "Java $version from $where"

[ -z "$home" ] || export JAVA_HOME=$home

# Java takes the encoding of file names from the locale and from nothing else, and newer ones that of arguments, too; in a
# locale without one, as containers often have, it turns what is not ASCII into question marks. The runner gives the
# user's process its own LC_ALL back. Bash complains of a locale that the node does not have; Java then takes what there is.
case ${LC_ALL:-${LC_CTYPE:-$LANG}} in
  *.[Uu][Tt][Ff]-8 | *.[Uu][Tt][Ff]8) ;;
  *) { export YDL_LC_ALL=$LC_ALL LC_ALL=C.UTF-8; } 2>/dev/null ;;
esac

exec "$java" "$@"
