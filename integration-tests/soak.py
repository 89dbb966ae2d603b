#!/usr/bin/env python3
"""Runs many small jobs on one local cluster and looks for what they leave behind.

    mvn package -DskipTests
    integration-tests/soak.py --jobs 50

Each job is samples/in-graph/plus.py on two workers and a ps. The cluster and its files are in a directory of their own,
removed in the end. Exits with 0 if every job succeeded and no process, port or staging directory is left.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
LISTENING = "0A"  # the state in /proc/net/tcp
PATIENCE = 30  # seconds for a node to sweep up after the last job


def main():
    options = parse_options()
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="ydl-soak-"))
    ydl = Ydl(options.distribution, scratch, options.python)
    try:
        ydl.run("ydl-cluster", "up")
        failures = soak(ydl, options.jobs)
    finally:
        ydl.run("ydl-cluster", "down", "--purge")
        stray = processes(str(scratch))
        shutil.rmtree(scratch)
    if stray:
        failures += 1
        print("left after the cluster:", *stray, sep="\n  ")
    sys.exit(1 if failures else 0)


def soak(ydl, jobs):
    """Runs the jobs; returns how many things went wrong."""
    before = ydl.traces()
    failed = 0
    for number in range(1, jobs + 1):
        began = time.monotonic()
        result = ydl.run("ydl-tf", "-job", ydl.plus, "-numberworkers", "2", "-numberps", "1", check=False)
        lines = result.stdout.splitlines()
        good = result.returncode == 0 and lines[:1] == ["42"] and lines[-1].endswith(" SUCCEEDED")
        print(f"job {number} of {jobs}: {'succeeded' if good else 'FAILED'} after {time.monotonic() - began:.1f} s",
              flush=True)
        if not good:
            failed += 1
            print(result.stdout, result.stderr, sep="\n")
    left = awaited_leftovers(ydl, before)
    print(f"{jobs} jobs, {jobs - failed} succeeded; left behind: "
          + ", ".join(f"{len(found)} {kind}" for kind, found in left.items()))
    for kind, found in left.items():
        if found:
            print(f"{kind}:", *sorted(found), sep="\n  ")
    return failed + sum(map(len, left.values()))


def awaited_leftovers(ydl, before):
    """What is there now and was not before, once it no longer goes away by itself."""
    deadline = time.monotonic() + PATIENCE
    while True:
        now = ydl.traces()
        left = {kind: now[kind] - before[kind] for kind in now}
        if not any(left.values()) or time.monotonic() > deadline:
            return left
        time.sleep(0.2)


class Ydl:
    """The built distribution with a ~/.ydl of its own."""

    def __init__(self, distribution, scratch, python):
        self.bin = distribution / "bin"
        self.plus = str(distribution / "samples" / "in-graph" / "plus.py")
        self.scratch = scratch
        self.environment = {**os.environ, "YDL_DIR": str(scratch)}
        self.environment.pop("HADOOP_CONF_DIR", None)
        python.mkdir(parents=True, exist_ok=True)
        (scratch / "python").symlink_to(python)

    def run(self, program, *words, check=True):
        return subprocess.run([self.bin / program, *words], env=self.environment, check=check, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=None if check else subprocess.PIPE)

    def traces(self):
        found = processes(str(self.scratch))
        return {"processes": set(found), "ports": listening_ports(set(found)), "staging directories": self.staged()}

    def staged(self):
        status = self.run("ydl-cluster", "status").stdout
        web = re.search(r"^namenode .*(http://\S+)", status, re.MULTILINE).group(1)
        user = subprocess.run(["id", "-un"], check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
        url = f"{web}/webhdfs/v1/user/{user}/.ydl/staging?op=LISTSTATUS&user.name={user}"
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                return {entry["pathSuffix"] for entry in json.load(answer)["FileStatuses"]["FileStatus"]}
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return set()
            raise


def processes(text):
    """The ids of the processes whose command line, environment or working directory names a text."""
    found = []
    for proc in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            traces = (proc / "cmdline").read_bytes() + (proc / "environ").read_bytes()
            if text.encode() in traces or text in os.readlink(proc / "cwd"):
                found.append(int(proc.name))
        except OSError:
            pass  # it has ended meanwhile
    return found


def listening_ports(own):
    """The TCP ports in use on this machine, but for those of processes that have nothing to do with the cluster."""
    foreign = set()
    for proc in pathlib.Path("/proc").glob("[0-9]*"):
        if int(proc.name) in own:
            continue
        try:
            for descriptor in os.scandir(proc / "fd"):
                foreign.update(re.findall(r"socket:\[(\d+)]", os.readlink(descriptor.path)))
        except OSError:
            pass  # it has ended meanwhile, or is another user's
    ports = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in pathlib.Path(table).read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == LISTENING and fields[9] not in foreign:
                ports.add(int(fields[1].rsplit(":", 1)[1], 16))
    return ports


def parse_options():
    parser = argparse.ArgumentParser(description="Runs many small jobs on one local cluster.")
    parser.add_argument("--jobs", type=int, default=50, help="how many (%(default)s)")
    parser.add_argument("--distribution", type=pathlib.Path, help="an unpacked distribution (that of dist/target)")
    parser.add_argument("--python", type=pathlib.Path, default=pathlib.Path.home() / ".ydl" / "python",
                        help="where the Python environments are (%(default)s)")
    options = parser.parse_args()
    if not options.distribution:
        built = list(REPOSITORY.glob("dist/target/ydl-*/ydl-*"))
        if not built:
            sys.exit("there is no distribution in dist/target: mvn package -DskipTests makes one")
        options.distribution = built[0]
    return options


if __name__ == "__main__":
    main()
