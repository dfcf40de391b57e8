"""The tests of a build: which there are, how one ends, and which lines of src/ each of them runs."""

import glob
import json
import os
import resource
import selectors
import shutil
import signal
import subprocess
import time

# They read the sources or need no program.
NOT_ASKED = ("tests/lint/", "tests/tap/")
# More memory or file than this no test needs; a program that loops with malloc would have all.
MEMORY, FILE_SIZE = 6 << 30, 1 << 30
# How the check ends that stands for a C test whose processor time is used up.
CPU_LIMIT = signal.strsignal(signal.SIGXCPU).encode()


class Test:
    """One test, or one script of tests/ui/scripts.sh: a name, what to build for it, how to run it."""

    def __init__(self, name, needs, argv):
        # Its seconds are measured once; until then there is time enough for any.
        self.name, self.needs, self.argv, self.seconds = name, needs, argv, 60.0


class Suite:
    def __init__(self, tree, build, scratch):
        self.tree, self.build, self.scratch = tree, build, scratch
        self.tests = []
        for name in self.value("TESTS"):
            if name.startswith(NOT_ASKED):
                continue
            script = os.path.join(tree, name)
            if name == "tests/ui/scripts.sh":
                for keys in sorted(glob.glob(os.path.join(tree, "tests/ui/*.keys"))):
                    key = os.path.basename(keys)[:-len(".keys")]
                    self.tests.append(Test(f"{name} {key}", "gtrace-tui", ["bash", script, key]))
            elif name.endswith(".sh"):
                self.tests.append(Test(name, "gtrace-tui tests/unit/ui/ui-demo", ["bash", script]))
            elif name.endswith(".c"):
                run = os.path.join(tree, "tests/unit/run.sh")
                self.tests.append(Test(name, self.needs_of(name), ["sh", run, name]))
            else:
                self.tests.append(Test(name, name, ["./" + name]))

    @staticmethod
    def needs_of(name):
        """The program that has this file of C tests, and what that runs."""
        folder = os.path.dirname(name)
        program = f"{folder}/test-{os.path.basename(folder)}"
        return program + " gtrace-tui" if "/faults/" in name else program

    def make(self, *args):
        return subprocess.run(["make", *args], cwd=self.build, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def value(self, name):
        """The words of a variable in the Makefile."""
        return self.make("-s", "--eval", f"value: ; @echo $({name})", "value").stdout.split()

    def builds(self, what):
        return self.make("-s", "-j2", *what.split()).returncode == 0

    def forget(self):
        """No index that another program wrote is used, and no scratch file stays."""
        for d in (os.path.join(self.build, "tests/cache"), self.scratch):
            shutil.rmtree(d, ignore_errors=True)
        os.makedirs(self.scratch)

    def run(self, test):
        """What the test says: "ok", "fails" (at its first "not ok") or "time" (it has 10 times its own)."""
        cpu = int(15 + 3 * test.seconds)

        def limits():
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        self.forget()
        p = subprocess.Popen(test.argv, cwd=self.build, env=self.environment(), stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             start_new_session=True, preexec_fn=limits)
        try:
            return listen(p, 60 + 10 * test.seconds)
        finally:
            end_group(p)

    def environment(self):
        env = dict(os.environ, GT_SRCDIR=self.tree, GT_BUILDDIR=self.build, LC_ALL="C.UTF-8",
                   GT_EXE=os.path.join(self.build, "gtrace-tui"), TMPDIR=self.scratch,
                   XDG_CACHE_HOME=os.path.join(self.build, "tests/cache"),
                   XDG_CONFIG_HOME=os.path.join(self.build, "tests/config"))
        for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "GT_ORACLE", "GT_TRUTH", "GT_FAULTS", "GT_EXTREMES",
                     "GENERATE"):
            env.pop(name, None)
        return env

    def lines_run(self):
        """Of each file of src/ the lines with code and the tests, by number, that ran them."""
        ran = {}
        for i, test in enumerate(self.tests):
            for f in self.gcda():
                os.unlink(f)
            begun = time.monotonic()
            said = self.run(test)
            test.seconds = time.monotonic() - begun
            print(f"{test.name}: {test.seconds:.1f} s{'' if said == 'ok' else ' (' + said + ')'}", flush=True)
            for path, number, count in self.gcov():
                by = ran.setdefault(path, {}).setdefault(number, [])
                if count and (not by or by[-1] != i):
                    by.append(i)
        return ran

    def gcda(self):
        return glob.glob(os.path.join(self.build, "**/*.gcda"), recursive=True)

    def gcov(self):
        files = self.gcda()
        for some in (files[i:i + 100] for i in range(0, len(files), 100)):
            out = subprocess.run(["gcov", "--json-format", "--stdout", *some], cwd=self.build,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
            for text in out.splitlines():
                for f in json.loads(text)["files"] if text.startswith("{") else ():
                    path = os.path.relpath(os.path.join(self.build, f["file"]), self.tree)
                    if path.startswith("src/"):
                        for line in f["lines"]:
                            yield path, line["line_number"], line["count"]


def listen(p, seconds):
    """Reads the TAP that a process writes."""
    deadline, rest, plan, told = time.monotonic() + seconds, b"", None, 0
    with selectors.DefaultSelector() as ready:
        ready.register(p.stdout, selectors.EVENT_READ)
        while True:
            if not ready.select(max(0, deadline - time.monotonic())):
                return "time"
            some = os.read(p.stdout.fileno(), 65536)
            *lines, rest = (rest + some).split(b"\n")
            for line in lines:
                if line.startswith((b"not ok", b"Bail out!")) and b"# TODO" not in line:
                    return "time" if line.endswith(CPU_LIMIT) else "fails"
                told += line.startswith(b"ok")
                if line.startswith(b"1.."):
                    plan = int(line[3:].split()[0])
            if not some:
                break
    try:
        status = p.wait(max(1, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return "time"
    if status in (-signal.SIGXCPU, 128 + signal.SIGXCPU):
        return "time"
    return "ok" if status in (0, 77) and plan == told else "fails"


def end_group(p):
    """Ends what the test started, gently first: shells remove their files and end a tmux server."""
    for sig in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(p.pid, sig)
        except ProcessLookupError:
            break
        try:
            p.wait(2)
        except subprocess.TimeoutExpired:
            pass
    p.wait()
    p.stdout.close()
