#!/usr/bin/env bash
# Builds Plus.java into one jar that runs by itself: build.sh [OUTPUT.jar]. It needs a JDK, and takes JNA from ydl's
# own libraries: $JNA, or the one of this distribution or checkout.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
output=$(realpath "${1:-plus.jar}")
found=("$here"/../../lib/jna-*.jar "$here"/../../dist/target/ydl-*/ydl-*/lib/jna-*.jar)
for candidate in "${found[@]}"; do
  [ -z "${JNA:-}" ] && [ -f "$candidate" ] && JNA=$candidate
done
[ -f "${JNA:-}" ] || { echo "build.sh: there is no JNA here: set JNA to a jna-5.jar" >&2; exit 1; }
JNA=$(realpath "$JNA")

classes=$(mktemp -d)
trap 'rm -rf "$classes"' EXIT
"${JAVA_HOME:+$JAVA_HOME/bin/}javac" -cp "$JNA" -d "$classes" "$here/Plus.java"
# JNA goes into the same jar, with its native part for Linux only: then nothing else needs to be sent along.
(cd "$classes" && "${JAVA_HOME:+$JAVA_HOME/bin/}jar" xf "$JNA" com/sun/jna)
find "$classes/com/sun/jna" -mindepth 1 -maxdepth 1 -type d -name '*-*' ! -name 'linux-*' -exec rm -r {} +
"${JAVA_HOME:+$JAVA_HOME/bin/}jar" --create --file "$output" --main-class Plus -C "$classes" .
echo "built $output"
