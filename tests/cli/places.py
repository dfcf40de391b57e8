#!/usr/bin/env python3
"""places.py GTRACE_TUI OLD TRACE...

Compares --format=quickfix and --format=github of reports of each TRACE, and of the comparison with OLD, with the rows
of JSON: one line for each that has a line in a source file, with that file, that line, and its cells.  Prints what
differs, then how many lines there were.
"""
import json
import re
import subprocess
import sys

exe, old, *traces = sys.argv[1:]
lines_seen = 0


def run(*args):
    p = subprocess.run([exe, "--index=none", *args], stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    if p.returncode not in (0, 3):
        print(args, p.returncode, p.stderr[:200])
    return p.stdout.decode()


def rows_of(*args):
    return json.loads(run("--format=json", *args))["rows"]


def unescape(s):
    return re.sub("%([0-9A-F]{2})", lambda m: chr(int(m[1], 16)), s)


def notes(args):
    """The lines of quickfix as (file, line, text), after those of GitHub were found to say the same."""
    global lines_seen
    out = []
    for line in run("--format=quickfix", *args).splitlines():
        m = re.fullmatch(r"(.*?):(\d+): (.*)", line)
        out.append((m[1], int(m[2]), m[3]))
    github = []
    for line in run("--format=github", *args).splitlines():
        m = re.fullmatch(r"::warning file=([^,:]*),line=(\d+)::(.*)", line)
        github.append((unescape(m[1]), int(m[2]), unescape(m[3])) if m else line)
    if github != out:
        print(args, "GitHub has other notes")
    lines_seen += len(out)
    return out


def is_main(frame):
    return frame["func"].startswith("main.")


def place(stack):
    """Of a stack with a frame of package main: that, if nothing of a module was called from it."""
    frames = stack["frames"] if isinstance(stack, dict) else stack
    return next(((f["file"].removeprefix("./"), f["line"]) for f in frames if is_main(f)), None)


def check(what, got, want):
    """want: (place or None, text or None: any) for each row that must have a note"""
    if len(got) != len(want):
        print(what, f"{len(got)} notes, {len(want)} rows with a place")
    for (file, line, text), (where, said) in zip(got, want):
        if where and where != (file, line):
            print(what, f"{file}:{line}, not {where}")
        if said and text != said:
            print(what, f"'{text}', not '{said}'")


for trace in traces:
    rows = rows_of("--report=findings", "--columns=severity,kind,finding,stack", trace)
    check(trace, notes(["--report=findings", trace]),
          [(place(r["stack"]), f"{r['severity']}: {r['kind']}: {r['finding']}") for r in rows if r["stack"]])
    for report, stacks in (("greedy", ["end_stack", "start_stack"]), ("stw", ["last_stack", "stack"])):
        rows = rows_of("--report=" + report, "--columns=" + ",".join(stacks), "--limit=300", trace)
        first = [next((r[s] for s in stacks if r[s]), None) for r in rows]
        got = notes(["--report=" + report, "--columns=" + stacks[0].replace("stack", "where"), "--limit=300", trace])
        if all(f is None or place(f) for f in first):
            check(f"{trace} {report}", got, [(place(f), None) for f in first if f])
        elif len(got) > len([f for f in first if f]):
            print(trace, report, "more notes than stacks")
    if old == trace:
        continue
    compared = ["--report=compare", "--compare=" + old, trace]
    told = {"worse", "better", "changed"}
    rows = [r for r in rows_of("--columns=verdict,change,key,stack,aspect", *compared) if r["verdict"] in told and r["stack"]]
    got = notes(compared)
    frames = {}
    for t in (old, trace):
        for r in rows_of("--report=events", "--columns=stack", t):
            for f in r["stack"] or []:
                frames.setdefault(f["func"], set()).add((f["file"].removeprefix("./"), f["line"]))
    if len(rows) != len(got):
        print(trace, f"compare: {len(got)} notes of {len(rows)} rows")
    for r, (file, line, text) in zip(rows, got):
        if (file, line) not in frames.get(r["stack"][0], ()):
            print(trace, f"compare: {file}:{line} is not in {r['stack'][0]}")
        if not text.startswith(f"{r['verdict']} {r['change']}: ") or r["key"] not in text or r["aspect"] not in text:
            print(trace, f"compare: '{text}' is not about {r}")
print(lines_seen > 60, "lines")
