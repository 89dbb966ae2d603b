"""Waits for a file and exits with the code that it holds, saying all the while that it does: waits_for.py FILE

It needs neither TensorFlow nor a server. It gives up after an hour, so that nothing
is left for good if a test forgets it.
"""
import os
import sys
import time

HOUR = 3600
PAUSE = 0.2

task = f"{os.environ['YDL_ROLE']}:{os.environ['YDL_TASK_INDEX']}"
deadline = time.monotonic() + HOUR
while not os.path.exists(sys.argv[1]) and time.monotonic() < deadline:
    print(f"{task} waits for {os.path.basename(sys.argv[1])}", flush=True)
    time.sleep(PAUSE)
with open(sys.argv[1], encoding="ascii") as text:
    code = int(text.read())
print(f"{task} exits with {code}", flush=True)
sys.exit(code)
