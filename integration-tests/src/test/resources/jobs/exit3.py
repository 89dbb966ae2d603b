"""Fails the way a user's job does: says why on stderr and exits with 3."""
import sys

print("reading the data", flush=True)
print("warning: 2 rows have no label", file=sys.stderr)
print("exit3: the column 'label' is missing", file=sys.stderr)
print("giving up", file=sys.stderr, flush=True)
sys.exit(3)
