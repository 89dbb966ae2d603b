"""A local cluster of its own for a long run of jobs, and a look at what they leave behind. Used by soak.py and chaos.py."""

import argparse
import contextlib
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


@contextlib.contextmanager
def cluster(name, options, *words):
    """A cluster that is up, its files in a directory of its own, removed in the end. Exits with 1 if a process is left.

    words: for ydl-cluster up
    """
    scratch = pathlib.Path(tempfile.mkdtemp(prefix=f"ydl-{name}-"))
    ydl = Ydl(options.distribution, scratch, options.python)
    try:
        ydl.run("ydl-cluster", "up", *words)
        yield ydl
    finally:
        ydl.run("ydl-cluster", "down", "--purge")
        stray = processes(str(scratch))
        shutil.rmtree(scratch)
        if stray:
            print("left after the cluster:", *stray, sep="\n  ")
            sys.exit(1)


class Ydl:
    """The built distribution with a ~/.ydl of its own."""

    def __init__(self, distribution, scratch, python):
        self.distribution = distribution
        self.scratch = scratch
        self.environment = {**os.environ, "YDL_DIR": str(scratch)}
        self.environment.pop("HADOOP_CONF_DIR", None)
        python.mkdir(parents=True, exist_ok=True)
        (scratch / "python").symlink_to(python)

    def sample(self, path):
        return str(self.distribution / "samples" / path)

    def run(self, program, *words, check=True):
        return subprocess.run(self._words(program, words), env=self.environment, check=check, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=None if check else subprocess.PIPE)

    def start(self, program, *words, output):
        """Starts a command; both of its outputs go to a file."""
        with open(output, "w", encoding="utf-8") as file:
            return subprocess.Popen(self._words(program, words), env=self.environment, stdin=subprocess.DEVNULL,
                                    stdout=file, stderr=subprocess.STDOUT)

    def _words(self, program, words):
        return [self.distribution / "bin" / program, *words]

    def daemons(self):
        """The process ids of the daemons that run, by name, and their web addresses, too."""
        found = re.findall(r"^(\S+) +(\d+) +\w.* (http://\S+)$",
                           self.run("ydl-cluster", "status", check=False).stdout, re.MULTILINE)
        return {name: (int(pid), web) for name, pid, web in found}

    def traces(self):
        """What the jobs leave: daemons may be others than before, but their ports stay the same."""
        found = set(processes(str(self.scratch)))
        daemons = {pid for pid, _ in self.daemons().values()}
        return {"processes": found - daemons, "ports": listening_ports(found), "containers": self.containers(),
                "staging directories": self.staged()}

    def awaited_leftovers(self, before, patience=PATIENCE):
        """What is there now and was not before, once it no longer goes away by itself."""
        deadline = time.monotonic() + patience
        while True:
            now = self.traces()
            left = {kind: now[kind] - before[kind] for kind in now}
            if not any(left.values()) or time.monotonic() > deadline:
                return left
            time.sleep(0.2)

    def containers(self):
        """In the books of the nodes."""
        found = set()
        for name, (_, web) in self.daemons().items():
            if name.startswith("nodemanager"):
                found.update(re.findall(r"container_\w+", read(f"{web}/ws/v1/node/containers")))
        return found

    def staged(self):
        user = subprocess.run(["id", "-un"], check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
        _, web = self.daemons()["namenode"]
        try:
            answer = read(f"{web}/webhdfs/v1/user/{user}/.ydl/staging?op=LISTSTATUS&user.name={user}")
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return set()
            raise
        return {entry["pathSuffix"] for entry in json.loads(answer)["FileStatuses"]["FileStatus"]}


def read(url):
    request = urllib.request.Request(url, headers={"Accept": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.read().decode()


def told(left):
    """Prints what was left behind; returns how many things."""
    for kind, found in left.items():
        if found:
            print(f"{kind}:", *sorted(found), sep="\n  ")
    return sum(map(len, left.values()))


def counted(left):
    return "left behind: " + ", ".join(f"{len(found)} {kind}" for kind, found in left.items())


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


def option_parser(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--distribution", type=pathlib.Path, help="an unpacked distribution (that of dist/target)")
    parser.add_argument("--python", type=pathlib.Path, default=pathlib.Path.home() / ".ydl" / "python",
                        help="where the Python environments are (%(default)s)")
    return parser


def parse(parser):
    options = parser.parse_args()
    if not options.distribution:
        built = list(REPOSITORY.glob("dist/target/ydl-*/ydl-*"))
        if not built:
            sys.exit("there is no distribution in dist/target: mvn package -DskipTests makes one")
        options.distribution = built[0]
    return options
