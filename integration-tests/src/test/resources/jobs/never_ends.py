"""Leaves a background process behind and waits for ever.

The background process is hard to find: forked twice, so that it is no child of
this one, and in a session of its own, so that no signal to the process group
reaches it. It keeps stdout and stderr open. Prints both process ids.

"For ever" is an hour, so that nothing is left for good if a test forgets it.
"""
import os
import time

FOR_EVER = 3600

read_end, write_end = os.pipe()
child = os.fork()
if child == 0:
    os.setsid()
    if os.fork() == 0:
        os.write(write_end, str(os.getpid()).encode())
        os.close(write_end)
        time.sleep(FOR_EVER)
    os._exit(0)

os.close(write_end)
os.waitpid(child, 0)
background = int(os.read(read_end, 20))
print(f"background {background}", flush=True)
print(f"waiting {os.getpid()}", flush=True)
time.sleep(FOR_EVER)
