#!/usr/bin/env bash
# Builds plus.c: build.sh [OUTPUT]. It needs a C compiler, and takes TensorFlow's headers and libraries from a
# Python that has it: $PYTHON, or the one that ydl makes under ~/.ydl.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
output=${1:-plus}
made_by_ydl=("${YDL_DIR:-$HOME/.ydl}"/python/*/bin/python)
python=${PYTHON:-${made_by_ydl[0]}}

# Where it is, without the seconds that importing it takes.
tensorflow=$("$python" -c 'import importlib.util as u; print(u.find_spec("tensorflow").submodule_search_locations[0])') ||
  { echo "build.sh: $python has no TensorFlow: set PYTHON to one that has" >&2; exit 1; }
${CC:-cc} -O2 -Wall -Wextra -o "$output" "$here/plus.c" -I "$tensorflow/include" \
  -L "$tensorflow" -l:libtensorflow_cc.so.2 -l:libtensorflow_framework.so.2
echo "built $output"
