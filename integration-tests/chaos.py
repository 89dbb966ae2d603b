#!/usr/bin/env python3
"""Runs training jobs on one local cluster while it kills their processes and the cluster's daemons at random.

    mvn package -DskipTests
    integration-tests/chaos.py --minutes 30

Every job must end, and as if nothing had happened: a training (samples/checkpoint/train.py) succeeds with all of its steps
taken, a script that exits with 3 fails its job with that code. A daemon that was killed is started again after a while,
sometimes so late that its node counts as lost. The same --seed gives the same choices, though not the same moments: the
machine has a part in those. The cluster and its files are in a directory of their own, removed in the end. Exits with 0 if
no job hung or ended otherwise, and no process, port, container or staging directory is left.
"""

import collections
import os
import pathlib
import random
import re
import signal
import sys
import tempfile
import time

import testbed

NODE_EXPIRY = 12  # seconds after which the cluster gives a silent node up
MASTER_EXPIRY = 20
MASTER_LOST = 120  # seconds that a runner waits for the next application master
HANG = 300  # seconds without a fault in which a job does not end
STEPS = 150
LATE = pathlib.Path(__file__).resolve().parent / "src/test/resources/jobs/exits_late.py"
DAEMONS = ["resourcemanager", "nodemanager-1", "nodemanager-2"]


def main():
    parser = testbed.option_parser("Runs training jobs under random kills.")
    parser.add_argument("--minutes", type=float, default=30, help="how long jobs are started (%(default)s)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 31), help="of the choices (random)")
    options = testbed.parse(parser)
    print(f"seed {options.seed}", flush=True)
    with testbed.cluster("chaos", options, "--nodes", "2", "--memory", "4096",
                         "--set", f"yarn.nm.liveness-monitor.expiry-interval-ms={NODE_EXPIRY * 1000}",
                         "--set", f"yarn.am.liveness-monitor.expiry-interval-ms={MASTER_EXPIRY * 1000}") as ydl:
        wrong = Chaos(ydl, random.Random(options.seed)).run(options.minutes)
    sys.exit(1 if wrong else 0)


class Chaos:
    """One run: its jobs one after the other, its faults, and what went wrong."""

    def __init__(self, ydl, choices):
        self.ydl, self.choices = ydl, choices
        self.began = time.monotonic()
        self.faults = collections.Counter()
        self.jobs = self.hangs = self.wrong = 0
        self.repairs = Repairs(ydl)

    def run(self, minutes):
        """Returns how many things went wrong."""
        before = self.ydl.traces()
        while time.monotonic() < self.began + 60 * minutes:
            self.jobs += 1
            self.follow(Late(self.ydl, self.jobs) if self.choices.random() < 0.2 else Training(self.ydl, self.jobs))
            self.repairs.finish()
        left = self.ydl.awaited_leftovers(before, patience=MASTER_LOST + testbed.PATIENCE)
        kinds = ", ".join(f"{count} of a {kind}" for kind, count in sorted(self.faults.items()))
        print(f"{minutes:g} minutes: {self.jobs} jobs, {sum(self.faults.values())} faults ({kinds}), "
              f"{self.hangs} hangs, {self.wrong} wrong statuses; {testbed.counted(left)}", flush=True)
        return self.hangs + self.wrong + testbed.told(left)

    def follow(self, job):
        """Stays with a job until its end, killing this and that."""
        app = job.application()
        planned = self.choices.randint(1, 5) if app else 0
        next_fault = last_fault = time.monotonic()
        while not job.ended():
            now = time.monotonic()
            if planned and now >= next_fault and self.inject(job.number, app):
                planned -= 1
                last_fault = now
            if now >= next_fault:
                next_fault = now + self.choices.uniform(1, 8)
            if now > last_fault + HANG:
                self.hangs += 1
                self.say(f"job {job.number}: HANGS\n{self.ydl.run('ydl-tf', 'status', app, check=False).stdout}")
                job.keep_logs()
                job.kill()
                return
            self.repairs.go_on()
            time.sleep(0.1)
        problem = job.problem()
        self.say(f"job {job.number}: {'WRONG: ' + problem if problem else job.expected}")
        if problem:
            self.wrong += 1
            job.keep_logs()
            job.kill()  # its client may have left it running

    def inject(self, number, app):
        """Kills something, if there is something of the chosen kind; returns whether it did."""
        kind = self.choices.choice(["script", "runner", "master", "daemon"])
        if kind == "daemon":
            name = self.choices.choice(DAEMONS)
            # A node that is away for longer than this is given up, and comes back as another one.
            delay = self.choices.uniform(0, NODE_EXPIRY * 1.5)
            if not self.repairs.kill(name, delay):
                return False
            kind = name.split("-")[0]
            self.say(f"job {number}: killed the {name}, for {delay:.0f} s")
        else:
            victims = [process for process in members(app) if process.kind == kind]
            if not victims:
                return False
            victim = self.choices.choice(sorted(victims))
            victim.kill()
            self.say(f"job {number}: killed the {kind}{' of ' + victim.task if victim.task else ''}, {victim.pid}")
        self.faults[kind] += 1
        return True

    def say(self, line):
        print(f"{time.monotonic() - self.began:7.1f} s  {line}", flush=True)


class Repairs:
    """Kills daemons and starts them again later."""

    def __init__(self, ydl):
        self.ydl = ydl
        self.pids = {name: pid for name, (pid, _) in ydl.daemons().items()}
        self.due = {}  # by the name of a daemon that is down
        self.starting = None

    def kill(self, name, delay):
        """Returns whether it ran."""
        if self.due or self.starting:
            return False  # one at a time: to start one starts them all
        os.kill(self.pids[name], signal.SIGKILL)
        self.due[name] = time.monotonic() + delay
        return True

    def go_on(self):
        if self.starting and self.starting.poll() is not None:
            if self.starting.returncode:
                sys.exit(f"ydl-cluster up failed with {self.starting.returncode}")
            self.starting = None
            self.pids = {name: pid for name, (pid, _) in self.ydl.daemons().items()}
        if self.due and min(self.due.values()) < time.monotonic():
            self.due.clear()
            self.starting = self.ydl.start("ydl-cluster", "up", output=self.ydl.scratch / "repairs.log")

    def finish(self):
        """Returns when all daemons work."""
        while self.due or self.starting:
            self.go_on()
            time.sleep(0.1)


class Job:
    """A client of the cluster that runs one job."""

    def __init__(self, ydl, number, expected, *words):
        self.ydl, self.number, self.expected = ydl, number, expected
        self.output = ydl.scratch / f"job-{number}.log"
        # More than the faults that one job gets: what is tested is that each of them is survived.
        self.process = ydl.start("ydl-tf", "--max-restarts", "20", "--am-max-attempts", "20",
                                 "--master-lost-timeout", f"{MASTER_LOST}s", "--logs", "all", *words,
                                 output=self.output)

    def application(self):
        """Its id, once it is submitted; nothing if it never is."""
        while True:
            ended = self.ended()
            found = re.search(r"submitted (application_\d+_\d+)", self.text())
            if found or ended:
                return found and found.group(1)
            time.sleep(0.1)

    def ended(self):
        return self.process.poll() is not None

    def text(self):
        return self.output.read_text(encoding="utf-8")

    def problem(self):
        """What is not as it should be after its end; nothing if all is well."""
        if not re.search(rf"^application_\w+ {self.expected}$", self.text(), re.MULTILINE):
            return f"exit code {self.process.returncode}, not {self.expected}"
        return self.other_problem()

    def keep_logs(self):
        app = self.application()
        path = pathlib.Path(tempfile.gettempdir()) / f"ydl-chaos-{app or os.getpid()}.log"
        logs = self.ydl.run("ydl-tf", "logs", app, check=False).stdout if app else ""
        path.write_text(self.text() + "\n" + logs, encoding="utf-8")
        print(f"  what it and its tasks have written is in {path}", flush=True)

    def kill(self):
        app = self.application()
        if app:
            self.ydl.run("ydl-tf", "kill", app, check=False)
        self.process.kill()
        self.process.wait()


class Training(Job):
    def __init__(self, ydl, number):
        self.checkpoints = ydl.scratch / f"checkpoints-{number}"
        super().__init__(ydl, number, "SUCCEEDED", "-job", ydl.sample("checkpoint/train.py"), "-w", "2", "-s", "1",
                         "--", "--checkpoint_dir", str(self.checkpoints), "--steps", str(STEPS),
                         "--save_every", "10", "--pause", "0.1")

    def other_problem(self):
        index = self.checkpoints / "checkpoint"
        saved = re.match(r'model_checkpoint_path: ".*-(\d+)"', index.read_text() if index.exists() else "")
        reached = int(saved.group(1)) if saved else 0
        return f"only {reached} of {STEPS} steps were taken" if reached < STEPS else None


class Late(Job):
    def __init__(self, ydl, number):
        super().__init__(ydl, number, "FAILED", "-job", str(LATE), "-w", "2", "--server", "script", "--", "10", "3")

    def other_problem(self):
        return None if "failed with exit code 3" in self.text() else "exit code 3 is not named"


class Member(collections.namedtuple("Member", "kind task pid")):
    """A process of a job."""

    def kill(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # it has ended meanwhile


def members(app):
    """The application master, the runners and the scripts of a job."""
    container = re.compile(r"container_(e\d+_)?" + app.removeprefix("application_") + "_")
    found = []
    for proc in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (proc / "cmdline").read_bytes().decode(errors="replace").split("\0")
            variables = dict(pair.split("=", 1) for pair in
                             (proc / "environ").read_bytes().decode(errors="replace").split("\0") if "=" in pair)
        except OSError:
            continue  # it has ended meanwhile
        if container.match(variables.get("CONTAINER_ID", "")):
            kind = kind_of(command, variables)
            if kind:
                found.append(Member(kind, variables.get("YDL_TASK", ""), int(proc.name)))
    return found


def kind_of(command, variables):
    if "YDL_USER_COOKIE" in variables:
        return "script"
    if command[0].endswith("java"):
        return "master" if "org.ydl.am.YarnAppMaster" in command else "runner"
    return None


if __name__ == "__main__":
    main()
