#!/usr/bin/env python3
"""Changes one operator of src/ at random, N times, and says which test notices.

	tests/mutation/run.py WORK [N [SEED]]	or: make mutation N=100 SEED=1

WORK gets a copy of the sources, a build of it that counts which lines each test runs, and the build
that is changed.  A change that does not compile, or compiles to the same code, is no mutant.  A mutant is
given only to tests that run its line (all tests that run its file where the line has no code of its own), the
short ones first; the first that fails kills it.  One that no test notices is alive: it means the
same, or costs time only, or a test is missing; somebody has to look.

WORK/mutants-SEED.log has a line for each; the same command goes on where it stopped.  Remove WORK to
begin with other sources.
"""

import glob
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time

from sites import sites
from suite import Suite

# As where CI runs the tests with a sanitizer: a place behind an array or a sum without meaning ends the program.
TRAPS = "-fsanitize=bounds,object-size,null,shift,signed-integer-overflow -fsanitize-undefined-trap-on-error"

TOP = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))


def sh(*argv, cwd=None, **env):
    done = subprocess.run(argv, cwd=cwd, env=dict(os.environ, **env), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(argv)}: status {done.returncode}\n{done.stdout[-2000:]}")
    return done.stdout


def copy(tree):
    """The files that git knows, as they are now, and what lies beside the checkout."""
    for name in sh("git", "ls-files", "-z", cwd=TOP).split("\0"):
        if name and os.path.isfile(os.path.join(TOP, name)):
            os.makedirs(os.path.dirname(os.path.join(tree, name)), exist_ok=True)
            shutil.copy2(os.path.join(TOP, name), os.path.join(tree, name))
    shared, beside = os.path.join(TOP, "../shared"), os.path.join(tree, "../shared")
    if os.path.exists(shared) and not os.path.exists(beside):
        os.symlink(os.path.realpath(shared), beside)
    sh("autoreconf", "-fi", cwd=tree)


def configured(work, name, flags, cpp=""):
    """A build directory with everything that tests need."""
    build = os.path.join(work, name)
    os.makedirs(build, exist_ok=True)
    if not os.path.exists(os.path.join(build, "Makefile")):
        cc = "ccache gcc" if shutil.which("ccache") else "gcc"
        sh(os.path.join(work, "tree", "configure"), "--quiet", f"CC={cc}", f"CFLAGS={flags}",
           f"CPPFLAGS={cpp}", cwd=build)
    suite = Suite(os.path.join(work, "tree"), build, os.path.join(work, "tmp"))
    done = suite.make("-s", "-j2", "check-programs")
    if done.returncode:
        sys.exit(done.stdout[-2000:])
    return suite


def lines_run(work):
    """What Suite.lines_run found, once for a WORK: lines of files, and each test's seconds."""
    name = os.path.join(work, "lines.json")
    if not os.path.exists(name):
        # The sandbox would keep the counters from being written.
        suite = configured(work, "lines", "-O0 --coverage -w", "-DGT_NO_SANDBOX")
        ran = suite.lines_run()
        with open(name + "~", "w") as f:
            json.dump({"ran": ran, "seconds": {t.name: t.seconds for t in suite.tests}}, f)
        os.rename(name + "~", name)
        shutil.rmtree(suite.build)
    with open(name) as f:
        return json.load(f)


class Mutants:
    def __init__(self, work, seed):
        self.work, self.tree = work, os.path.join(work, "tree")
        if not os.path.exists(os.path.join(self.tree, "configure")):
            copy(self.tree)
        known = lines_run(work)
        self.ran = known["ran"]
        self.suite = configured(work, "build", "-O1 -w " + TRAPS)
        for t in self.suite.tests:
            t.seconds = known["seconds"][t.name]
        self.faulty = self.fails_anyway()
        self.code = {f: digest(f) for f in self.objects()}
        self.texts, self.sites = {}, []
        for path in sorted(glob.glob("src/**/*.[ch]", root_dir=self.tree, recursive=True)):
            with open(os.path.join(self.tree, path), newline="") as f:
                self.texts[path] = f.read()
            self.sites += sites(path, self.texts[path])
        self.random = random.Random(seed)

    def fails_anyway(self):
        """Tests that fail without a change, which would kill every mutant; asked once for a WORK."""
        name = os.path.join(self.work, "faulty.json")
        if not os.path.exists(name):
            names = [t.name for t in self.suite.tests if self.suite.run(t) != "ok" and self.suite.run(t) != "ok"]
            for n in names:
                print(f"{n}: fails without a change, not asked", flush=True)
            with open(name, "w") as f:
                json.dump(names, f)
        with open(name) as f:
            return set(json.load(f))

    def objects(self):
        return glob.glob(os.path.join(self.suite.build, "src/**/*.o"), recursive=True)

    def draw(self):
        """A site and what is to stand there."""
        site = self.random.choice(self.sites)
        return site, self.random.choice(site.others)

    def tests_of(self, site):
        """The tests that run the site's line; of a line between two with code, those of both."""
        lines = {int(n): by for n, by in self.ran.get(site.path, {}).items()}
        before = max((n for n in lines if n <= site.line), default=None)
        after = min((n for n in lines if n >= site.line), default=None)
        if site.line in lines:
            numbers = {*lines[site.line]}
        elif before is None or after is None or not self.in_function(site):
            numbers = {i for by in lines.values() for i in by} or set(range(len(self.suite.tests)))
        else:
            numbers = {*lines[before], *lines[after]}
        tests = (self.suite.tests[i] for i in numbers if self.suite.tests[i].name not in self.faulty)
        return sorted(tests, key=lambda t: t.seconds)

    def in_function(self, site):
        """Whether the last line before it that begins at the margin opens a function's body."""
        above = self.texts[site.path][:site.start].split("\n")
        margin = [t for t in above if t and not t[0].isspace() and t[0] not in "#/"]
        return bool(margin) and (margin[-1] == "{" or margin[-1].endswith(") {"))

    def write(self, path, text):
        with open(os.path.join(self.tree, path), "w", newline="") as f:
            f.write(text)

    def verdict(self, site, other):
        """Why a change is no mutant, or what became of it; the tree is as before afterwards."""
        text = self.texts[site.path]
        self.write(site.path, text[:site.start] + other + text[site.end:])
        try:
            if not self.suite.builds("gtrace-tui"):
                return "does not compile"
            if all(digest(f) == self.code.get(f) for f in self.objects()):
                return "the same code"
            tests = self.tests_of(site)
            for t in tests:
                if not self.suite.builds(t.needs):
                    return "does not link"
                said = self.suite.run(t)
                # A terminal on a busy machine may be late.
                if said != "ok" and t.name.startswith("tests/tty/"):
                    said = self.suite.run(t)
                if said != "ok":
                    return f"killed by {t.name}{' (time)' if said == 'time' else ''}"
            return f"ALIVE after {len(tests)} tests"
        finally:
            self.write(site.path, text)


def digest(path):
    with open(path, "rb") as f:
        return hashlib.sha256(f.read()).digest()


def one_line(text):
    return re.sub(r"\s+", " ", text).strip() or "nothing"


def main():
    work = os.path.abspath(sys.argv[1])
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    seed = sys.argv[3] if len(sys.argv) > 3 else "1"
    os.makedirs(work, exist_ok=True)
    mutants = Mutants(work, seed)
    log = os.path.join(work, f"mutants-{seed}.log")
    done = open(log).read().splitlines() if os.path.exists(log) else []
    for _ in done:
        mutants.draw()
    while sum(line[0] != "-" for line in done) < wanted:
        site, other = mutants.draw()
        begun = time.monotonic()
        said = mutants.verdict(site, other)
        number = sum(line[0] != "-" for line in done) + 1
        is_one = said.startswith(("killed", "ALIVE"))
        was = one_line(mutants.texts[site.path][site.start:site.end])
        line = mutants.texts[site.path].split("\n")[site.line - 1].strip()
        done.append(f"{number if is_one else '-'} {site.path}:{site.line}: '{was}' -> '{one_line(other)}': "
                    f"{said} ({time.monotonic() - begun:.0f} s)   {line}")
        print(done[-1], flush=True)
        with open(log, "a") as f:
            f.write(done[-1] + "\n")
    killed = sum(": killed by " in line for line in done)
    print(f"killed {killed} of {sum(line[0] != '-' for line in done)}")


if __name__ == "__main__":
    main()
