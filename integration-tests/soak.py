#!/usr/bin/env python3
"""Runs many small jobs on one local cluster and looks for what they leave behind.

    mvn package -DskipTests
    integration-tests/soak.py --jobs 50

Each job is samples/in-graph/plus.py on two workers and a ps. The cluster and its files are in a directory of their own,
removed in the end. Exits with 0 if every job succeeded and no process, port, container or staging directory is left.
"""

import sys
import time

import testbed


def main():
    parser = testbed.option_parser("Runs many small jobs on one local cluster.")
    parser.add_argument("--jobs", type=int, default=50, help="how many (%(default)s)")
    options = testbed.parse(parser)
    with testbed.cluster("soak", options) as ydl:
        failures = soak(ydl, options.jobs)
    sys.exit(1 if failures else 0)


def soak(ydl, jobs):
    """Runs the jobs; returns how many things went wrong."""
    before = ydl.traces()
    plus = ydl.sample("in-graph/plus.py")
    failed = 0
    for number in range(1, jobs + 1):
        began = time.monotonic()
        result = ydl.run("ydl-tf", "-job", plus, "-numberworkers", "2", "-numberps", "1", check=False)
        lines = result.stdout.splitlines()
        good = result.returncode == 0 and lines[:1] == ["42"] and lines[-1].endswith(" SUCCEEDED")
        print(f"job {number} of {jobs}: {'succeeded' if good else 'FAILED'} after {time.monotonic() - began:.1f} s",
              flush=True)
        if not good:
            failed += 1
            print(result.stdout, result.stderr, sep="\n")
    left = ydl.awaited_leftovers(before)
    print(f"{jobs} jobs, {jobs - failed} succeeded; {testbed.counted(left)}")
    return failed + testbed.told(left)


if __name__ == "__main__":
    main()
