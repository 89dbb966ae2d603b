"""Prints, as one line of JSON, all that a task finds around it: arguments, variables, files, and its Python.

    --import NAME    imports the module NAME first, and tells its version and where it is
    --read FILE      tells the content of a text file
"""
import argparse
import importlib
import json
import os
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--import", dest="modules", action="append", default=[])
parser.add_argument("--read", dest="texts", action="append", default=[])
known, _ = parser.parse_known_args()

place = {
    "args": sys.argv[1:],
    "script": sys.argv[0],
    "cwd": os.getcwd(),
    "files": sorted(os.listdir(".")),
    "env": dict(os.environ),
    "tf_config": json.loads(os.environ.get("TF_CONFIG") or "null"),
    "executable": sys.executable,
    "prefix": sys.prefix,
    "modules": {},
    "texts": {},
}
for name in known.modules:
    module = importlib.import_module(name)
    place["modules"][name] = [getattr(module, "__version__", None), module.__file__]
for name in known.texts:
    with open(name, encoding="utf-8") as text:
        place["texts"][name] = text.read()
print(json.dumps(place, sort_keys=True), flush=True)
