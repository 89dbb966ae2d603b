"""Prints, as one line of JSON, what ydl handed to this job."""
import json
import os
import sys

print(json.dumps({
    "args": sys.argv[1:],
    "env": {name: value for name, value in os.environ.items() if name.startswith("YDL_")},
    "files": sorted(os.listdir(".")),
    "tf_config": json.loads(os.environ.get("TF_CONFIG") or "null"),
}, sort_keys=True), flush=True)
