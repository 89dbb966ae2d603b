"""Exits with a code of its own after a while: exits_late.py SECONDS CODE. It needs neither TensorFlow nor a server."""
import sys
import time

seconds, code = float(sys.argv[1]), int(sys.argv[2])
print(f"exits with {code} in {seconds:g} s", flush=True)
time.sleep(seconds)
sys.exit(code)
