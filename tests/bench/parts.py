"""What is measured of a trace, part by part.

A part is a function of a Bench that yields (name, value, goal): the name says the unit, the goal is a text for
people, or "".  Every value is a number, so that two runs can be compared.
"""
import json
import os
import re
import subprocess

import measure
import terminal

RUNS_OF_ANSWERS = 3
# Sorting and grouping all slices.
SORTS = (
    ("sort_by_duration", ("--report=greedy", "--sort=-held")),
    ("sort_by_end_stack", ("--report=greedy", "--sort=end_top")),
    ("sort_by_function", ("--report=greedy", "--sort=func")),
    ("group_by_func", ("--report=greedygroups", "--group=func")),
    ("group_by_stack", ("--report=greedygroups", "--group=stack")),
    ("group_by_g", ("--report=greedygroups", "--group=g")),
)
FRAMES_GOAL = {"p99_ms": "< 8", "whole_ms": "< 100"}
COMMANDS_GOAL = "<= 500"
# What is kept beside an index in the cache.
KEPT = ("findings", "groups", "greedygroups", "waits", "waitgroups", "sched", "schedgroups")


class Bench:
    """A trace, the program, and where its index is kept meanwhile."""

    def __init__(self, build, top, trace, godir, runs, tmp, env):
        self.build, self.top, self.trace, self.godir, self.runs, self.env = build, top, trace, godir, runs, env
        self.exe = os.path.join(build, "gtrace-tui")
        self.index = os.path.join(tmp, "index")

    def command(self, *options):
        return [self.exe, "--index=" + self.index, *options, self.trace.path]

    def answer(self, *options):
        return self.command("--format=ndjson", *options)

    def build_index(self, *options):
        return self.command("--reindex", "--report=summary", "--format=json", *options)


def indexing(b):
    go = b.trace.reader(b.godir)
    commands = [b.build_index()] + ([[go, b.trace.path]] if go else [])
    ours, *others = measure.best_in_turn(b.runs, commands, b.env)
    mb = b.trace.bytes / 1e6
    yield "index_s", ours[0], ""
    yield "index_cpu_s", ours[1], ""
    yield "index_mb_per_s", mb / ours[0], ""
    for theirs in others:
        yield "go_reader_s", theirs[0], ""
        yield "index_times_go", theirs[0] / ours[0], ">= 30" if b.trace.v1 else ">= 5"
        yield "index_times_go_in_cpu", theirs[1] / ours[1], ""


def jobs(b):
    """--jobs=N, where the program takes it."""
    text = subprocess.run([b.exe, "--help=all"], capture_output=True, text=True, check=False).stdout
    if "--jobs" not in text:
        return
    counts = sorted({1, 2, min(4, os.cpu_count() or 1), os.cpu_count() or 1})
    got = measure.best_in_turn(b.runs, [b.build_index("--jobs=%d" % n) for n in counts], b.env)
    for n, (wall, _) in zip(counts, got):
        yield "index_jobs_%d_s" % n, wall, ""


def memory(b):
    private, whole = measure.peak(b.build_index(), b.env)
    yield "private_mib", private, "<= 64 on 1 GB"
    yield "resident_mib", whole, ""


def size(b):
    yield "index_per_trace", os.path.getsize(b.index) / b.trace.bytes, "<= 1.2" if b.trace.v1 else "<= 1.0"


def reopen(b):
    wall, _, _ = measure.best(b.runs, b.answer("--report=summary"), b.env)
    yield "reopen_ms", wall * 1e3, "<= 20"


def first_screen(b):
    """Without an index: the program draws while it indexes."""
    shown, left = [], []
    for _ in range(b.runs):
        t = terminal.Terminal([b.exe, "--index=none", "--no-config", "--no-session", b.trace.path], b.env)
        shown.append(t.first_screen(2000))
        left.append(t.leave())
    yield "first_screen_ms", min(shown) * 1e3, "<= 100"
    yield "leave_while_indexing_ms", min(left) * 1e3, "<= 40"


def keys(b):
    """From a key to its screen, while the program indexes and while it sorts."""
    seconds, _, _ = measure.run(b.build_index(), b.env)
    busy = [("indexing", (max(seconds * 0.7, 0.3), terminal.VIEWS, ()), [b.exe, "--index=none"]),
            ("sorting", (3, terminal.HELP, (b"3:sort end_top asc\r", b":sort end_top desc\r")),
             [b.exe, "--index=" + b.index])]
    for name, how, command in busy:
        taken = terminal.keys_while(command + ["--no-config", "--no-session", b.trace.path], b.env, *how)
        yield "key_while_%s_p50_ms" % name, taken[len(taken) // 2] * 1e3, ""
        yield "key_while_%s_p99_ms" % name, taken[len(taken) * 99 // 100] * 1e3, "<= 40"
        yield "key_while_%s_most_ms" % name, taken[-1] * 1e3, "<= 100"


def answers(b):
    with open(os.path.join(b.top, "src", "analysis", "table", "reports.def"), encoding="utf-8") as f:
        reports = re.findall(r"^REPORT\((\w+)\)", f.read(), re.MULTILINE)
    commands = [(r, b.answer("--report=" + r, "--limit=5")) for r in reports]
    commands.append(("goroutines_of_1_percent",
                     b.answer("--report=goroutines", "--limit=5", "--from=50%", "--to=51%")))
    commands.append(("diagreedy", b.command("--diagreedy=5")))
    for name, command in commands:
        wall, _, _ = measure.best(RUNS_OF_ANSWERS, command, b.env)
        yield "answer_%s_ms" % name, wall * 1e3, "<= 100"
    # The index in the cache is made by the first one, what a report found is kept by its first run.
    for report in KEPT:
        command = [b.exe, "--format=ndjson", "--limit=5", "--report=" + report, b.trace.path]
        measure.run(command, b.env)
        wall, _, _ = measure.best(RUNS_OF_ANSWERS, command, b.env)
        yield "answer_%s_again_ms" % report, wall * 1e3, "<= 100"


def sorting(b):
    for name, options in SORTS:
        wall, _, _ = measure.best(RUNS_OF_ANSWERS, b.answer("--limit=5", *options), b.env)
        yield name + "_ms", wall * 1e3, "<= 500"


def listings(b):
    for report in ("events", "greedy"):
        for form in ("ndjson", "csv", "text"):
            command = b.command("--report=" + report, "--format=" + form)
            wall, cpu, n = measure.run(command, b.env, read=True)
            yield "list_%s_%s_mb_per_s" % (report, form), n / 1e6 / wall, ">= 200"
            yield "list_%s_%s_mb_per_cpu_s" % (report, form), n / 1e6 / cpu, ""


def frames(b):
    """Keys of *.frames on a screen in memory: tests/bench/frames.c."""
    made = subprocess.run(["make", "-s", "-C", b.build, "tests/bench/frames"], capture_output=True, check=False)
    if made.returncode:
        raise measure.Failure("tests/bench/frames cannot be built")
    here = os.path.join(b.top, "tests", "bench")
    for script in sorted(f for f in os.listdir(here) if f.endswith(".frames")):
        p = subprocess.run([os.path.join(b.build, "tests", "bench", "frames"), b.index, b.trace.path,
                            os.path.join(here, script)], capture_output=True, text=True, env=b.env, check=False)
        if p.returncode:
            raise measure.Failure("%s: %s" % (script, p.stderr.strip()))
        got = json.loads(p.stdout.strip().split("\n")[-1])
        for key, value in got.items():
            if not isinstance(value, str):
                goal = COMMANDS_GOAL if key.startswith(("sort_", "group_")) else ""
                yield "frames_%s_%s" % (script[:-len(".frames")], key), value, FRAMES_GOAL.get(key, goal)


def moves(b):
    """Bytes to the terminal per press of a key, once and while it is held."""
    # In the cache is kept what the Overview looks for: else its list grows while the cursor moves.
    measure.run([b.exe, "--report=findings", b.trace.path], b.env)
    command = [b.exe, "--no-config", "--no-session", b.trace.path]
    for name, (mean, largest, held) in terminal.bytes_per_move(command, b.env).items():
        yield "bytes_%s" % name, mean, "< 1000"
        yield "bytes_%s_most" % name, largest, ""
        yield "bytes_%s_held" % name, held, "< 1000"


# In this order: those behind the first need its index.
PARTS = {
    "indexing": indexing, "jobs": jobs, "memory": memory, "size": size, "reopen": reopen,
    "first_screen": first_screen, "keys": keys, "answers": answers, "sorting": sorting, "listings": listings,
    "frames": frames, "moves": moves,
}
