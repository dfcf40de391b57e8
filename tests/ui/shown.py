"""shown.py GTRACE_TUI TRACE SCRIPT: each number in a list on these screens is in the same row of the report.

The script dumps each screen after `show MODE`.  The last but one line of a screen says how many rows the list has, which
ends at the line before or beside the detail pane.
"""
import collections
import re
import subprocess
import sys

REPORT = {
    "waits": ["waits"], "by-reason": ["waits", "--group=reason"], "by-where": ["waits", "--group=stack"],
    "functions": ["waits", "--group=func"], "by-waker": ["waits", "--group=waker"], "scheduling": ["sched"],
    "locks": ["locks"], "lockwaits": ["lockwaits"], "scheduling-by-cause": ["sched", "--group=cause"],
    "scheduling-by-function": ["sched", "--group=func"], "tasktypes": ["tasktypes"],
    "tasks": ["tasks", "--sort=-dur_ns,start_ns,id"], "regiontypes": ["regiontypes"], "region-names": ["regiontypes", "--group=name"],
    "regions": ["regions", "--sort=-dur_ns"], "logs": ["logs"], "task": ["taskevents"],
    "pauses": ["stw", "--sort=-dur_ns"], "cycles": ["gc", "--sort=-dur_ns"],
    "by-function": ["stwfuncs"], "by-goroutine": ["stwgoroutines"],
    "mmu": ["mmu"], "mmu-by-processor": ["mmu", "--mmu=perp"], "worst-windows": ["mmuworst"], "cost": ["gcparts"],
    "payers": ["gccost"], "payers-by-function": ["gccost", "--group=func"],
    "payers-by-allocation": ["gccost", "--group=alloc"], "series": ["seriesstats"],
}
VIEWS = {"waits", "gc", "requests"}
PROFILE = {"sync": "sync", "offcpu": "offcpu", "critpath": "critpath"}
RULE = re.compile("^─+$|^[─…].*\\[[a-z -]+\\].*[─…]$")
HEAD = re.compile("[▲▼]| What|Began at|Category|^Reason |Mark phase|^ *Window |^Part |^Series ")
NUMBER = re.compile(r"-?[0-9][0-9.]*(ns|us|ms|s|B|KB|MB|GB)?$")


def run(exe, trace, *options):
    return subprocess.run([exe, *options, trace], capture_output=True, check=True).stdout.decode(errors="replace")


def report(exe, trace, name, *options):
    """Rows of all columns that text shows in one line, as words."""
    kind = {"waits": "waitgroups", "sched": "schedgroups", "gccost": "gccostgroups"}.get(name, name) if options else name
    keys = [line.split()[0] for line in run(exe, trace, f"--report={kind}", "--columns=list").splitlines()]
    if "system" in keys:
        options += ("--filter=!system",)      # as the screen hides the runtime's until somebody presses .
    keys = [k for k in keys if "stack" not in k and k not in ("when", "chain", "block_ns")]
    text = run(exe, trace, f"--report={name}", "--columns=" + ",".join(keys), *options)
    head, _, rows = text.partition("\n\n")         # what it says of all stands above the columns' titles
    return [line.split() for line in (rows or head).splitlines()[1:]]


def left_of_rule(lines):
    """What is left of the detail pane: the rule is in every line, here or there as wide characters push it."""
    bars = [[i for i, c in enumerate(line) if c == "│"] for line in lines]
    at = collections.Counter(i for places in bars for i in places).most_common(1)[0][0]
    return [line[:min(places, key=lambda i: abs(i - at))] for line, places in zip(lines, bars)]


def screens(exe, trace, script):
    """(mode, last but one line, list) of each."""
    modes, mode, view = [], None, None
    with open(script, encoding="utf-8") as f:
        for words in map(str.split, f):
            view = words[0] if words and words[0] in VIEWS else view
            mode = words[1] if words[:1] == ["show"] else mode
            mode = "functions" if mode == "by-function" and view == "waits" else mode
            modes += [mode] if words == ["dump-screen"] else []
    lines = run(exe, trace, "--script=" + script).splitlines()
    starts = [i for i, line in enumerate(lines) if line.startswith("gtrace-tui  ")] + [len(lines)]
    assert len(modes) == len(starts) - 1
    for mode, a, b in zip(modes, starts, starts[1:]):
        rules = [i for i in range(a, b) if RULE.match(lines[i])]
        body = lines[rules[0] + 1:rules[1]] if len(rules) > 1 else left_of_rule(lines[rules[0] + 1:b - 2])
        yield mode, lines[b - 2].split(), body


def numbers(words):
    return [w for w in words if NUMBER.match(w)]


def main(exe, trace, script):
    known, compared, bad = {}, 0, 0
    for mode, status, body in screens(exe, trace, script):
        task = None
        if mode in PROFILE:
            total = run(exe, trace, "--folded=" + PROFILE[mode]).splitlines()
            total = sum(int(line.rsplit(" ", 1)[1]) for line in total)
            shown = next(w for line in body for w in line.split() if NUMBER.match(w))
            unit = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[re.sub("[0-9.]", "", shown)]
            digits = len(shown.split(".")[-1].rstrip("nums")) if "." in shown else 0
            compared += 1
            if abs(float(shown.rstrip("nums")) * unit - total) > unit / 10 ** digits:
                print(f"{mode}: the screen says {shown} in all, --folded={PROFILE[mode]} {total} ns")
                bad += 1
            continue
        options = REPORT[mode]
        if mode == "task":
            task = re.match(r"task ([0-9]+)", body[0]).group(1)
            options = options + [f"--task-id={task}"]
        if (mode, task) not in known:
            known[mode, task] = report(exe, trace, *options)
        rows = known[mode, task]
        many = int(status[-1].split("/")[1])
        if many != len(rows):
            print(f"{mode}: {many} rows, in the report {len(rows)}")
            bad += 1
        head = next(i for i, line in enumerate(body) if HEAD.search(line))
        for k, line in enumerate(line for line in body[head + 1:] if line.strip()):
            words = numbers(line.split())
            more = collections.Counter(words) - collections.Counter(numbers(rows[k]))
            compared += len(words)
            if more:
                print(f"{mode}, row {k + 1}: {' '.join(more)} on the screen, not in {' '.join(rows[k])}")
                bad += 1
    print(f"{compared} numbers compared")
    return 1 if bad else 0


sys.exit(main(*sys.argv[1:]))
