"""Takes more memory than its container may have, a gigabyte, and keeps it until somebody ends it, or for a minute."""
import time

MEGABYTE = 1 << 20

taken = [b"x" * MEGABYTE for _ in range(1024)]
print(f"took {len(taken)} MB", flush=True)
time.sleep(60)
print("nobody minded", flush=True)
