#!/usr/bin/env python3
"""tables.py GTRACE_TUI DIR TRACE NAME

Compares the base tables of a trace, which are in DIR/TABLE/trace=NAME, with the JSON reports that their rows come from:
the same rows with the same values, whatever their order; stacks by way of the tables of stacks, frames and functions;
wall-clock times by the clock of the report summary.  Prints what differs, and a line of what was compared.
"""
import calendar
import json
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import parquet

REPORTS = {"slices": "greedy", "traces": "summary"}
TABLES = ("slices waits calls goroutines events ranges stw gc tasks regions logs samples counters procs requests queues"
          " locks findings traces").split()
# A time of each table stands beside its row on the wall clock.
WALLS = {"goroutines": "create_ns", "events": "ns", "logs": "ns", "counters": "ns", "procs": "first_ns"}
# Of reports alone: lengths within a range, the same number as a share, what only another option shows.
LEFT_OUT = {"whole_ns", "percent"}

exe, folder, trace, name = sys.argv[1:]
status = 0
compared = 0


def say(table, what):
    global status
    status = 1
    print(f"{table}: {what}"[:400])


def run(*options):
    p = subprocess.run([exe, *options, trace], stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    if p.returncode not in (0, 3):
        sys.exit(f"{options}: exit status {p.returncode}: {p.stderr[:200]}")
    return p.stdout.decode("utf-8", "strict")


def columns(report):
    """Its columns, in their order, with what they hold."""
    lines = run("--report=" + report, "--columns=list", "--format=ndjson").splitlines()
    return {c["name"]: c["kind"] for c in map(json.loads, lines)}


def report(which, kinds):
    return json.loads(run("--report=" + which, "--format=json", "--columns=" + ",".join(kinds)))


def read(table):
    with open(f"{folder}/{table}/trace={name}/part.parquet", "rb") as f:
        notes, names, rows = parquet.rows(f.read())
    if notes["schema"] != "1" or notes["table"] != table:
        say(table, f"it says of itself {notes}")
    return names, rows


def unsigned(v):
    return None if v is None else v % (1 << 64)


def read_stacks():
    """The frames of each stack, as JSON has them."""
    functions = {f["function"]: f["name"] for f in read("functions")[1]}
    frames = {f["frame"]: {"func": functions.get(f["function"], ""), "file": f["file"] or "", "line": f["line"],
                           "pc": unsigned(f["pc"])} for f in read("frames")[1]}
    stacks = {}
    for row in read("stacks")[1]:
        stack = stacks.setdefault(row["stack"], [])
        if row["n"] != len(stack):
            say("stacks", f"{row} is not the next one of its stack")
        stack.append(frames[row["frame"]])
    return stacks


def check_functions():
    """The package is what stands before the function's name, behind the last slash that is not of a type."""
    for f in read("functions")[1]:
        if not f["name"] or not (f["package"] or "").isascii() or not f["name"].isascii():
            continue
        plain = f["name"].split("[")[0]
        at = plain.find(".", plain.rfind("/", 0, (plain + "(").index("(")) + 1)
        if (f["package"] or "") != (plain[:at] if at > 0 else "") and "%" not in plain:
            say("functions", f"{f}: not {plain[:at]}")
        if f["standard"] and f["package"].split("/")[0] not in STANDARD and "." in f["package"].split("/")[0]:
            say("functions", f"{f}: of the standard library")


STANDARD = set("runtime net os sync internal syscall time reflect fmt io".split())


def start_of(info, summary):
    """ns since 1970 at the trace's start; None: it has no wall clock."""
    clock = summary["clock"]
    if not clock or not clock.get("wall"):
        return None
    text, ns = re.fullmatch(r"(.*)\.(\d{9})Z", clock["wall"]).groups()
    seconds = calendar.timegm(time.strptime(text, "%Y-%m-%dT%H:%M:%S"))
    return seconds * 10**9 + int(ns) - (clock["trace"] - info["first_ts"])


def normal(v, kind):
    """As both sides can be compared: a text that JSON lets no terminal see is the same text."""
    if kind in ("list", "map") and isinstance(v, str):
        v = json.loads(v)
    if kind == "stack":
        v = v or None
    if kind in ("id", "count", "bytes") and v is not None and v != -1:
        v = unsigned(v)
    # JSON has nine digits.
    if kind in ("real", "share") and v is not None:
        v = f"{v:.9g}"
    return json.dumps(v, sort_keys=True)


def compare(table, stacks, start):
    global compared
    which = REPORTS.get(table, table)
    kinds = columns(which)
    doc = report(which, kinds)
    names, rows = read(table)
    shown = [k for k in kinds if k in names]
    left = set(kinds) - set(names) - LEFT_OUT - ({"system"} if table == "requests" else set())
    if left:
        say(table, f"no columns {left}")
    if len(rows) != len(doc["rows"]):
        say(table, f"{len(rows)} rows, and {len(doc['rows'])} in the report")
    for row in rows:
        for k in shown:
            if kinds[k] == "stack":
                row[k] = stacks[row[k]] if row[k] is not None else None
    got = sorted([normal(r[k], kinds[k]) for k in shown] + [str(r.get("beyond", False))] for r in rows)
    want = sorted([normal(r[k], kinds[k]) for k in shown] + [str(r.get("beyond", False))] for r in doc["rows"])
    for a, b in zip(got, want):
        if a != b:
            say(table, [(k, x, y) for k, x, y in zip(shown + ["beyond"], a, b) if x != y])
            break
    for k in shown:
        if kinds[k] in ("count", "id", "bytes", "duration", "time", "real", "share"):
            sums = [sum(r[k] if r[k] == -1 or kinds[k] in ("duration", "time", "real", "share") else unsigned(r[k])
                        for r in side if r[k] is not None) for side in (rows, doc["rows"])]
            compared += 1
            if abs(sums[0] - sums[1]) > 1e-7 * abs(sums[1]):
                say(table, f"the sum of {k} is {sums[0]}, in the report {sums[1]}")
    check_own(table, names, rows, start)
    return doc


def check_own(table, names, rows, start):
    """Columns that no report has."""
    if table == "findings" and [r["n"] for r in rows] != list(range(1, len(rows) + 1)):
        say(table, "n does not count the rows")
    if "wall" not in names or table == "traces":
        return
    for r in rows:
        ns = r[WALLS.get(table, "start_ns")]
        if r["wall"] != (None if start is None or ns is None else start + ns):
            say(table, f"{r['wall']} is not {ns} after {start}")
            return


def check_trace(doc, start):
    row, info = read("traces")[1][0], doc["trace"]
    want = {"schema": 1, "file": info["file"], "bytes": info["bytes"], "complete": info["complete"], "wall": start}
    got = {k: row[k] for k in want}
    if got != want or (row["damage"] is None) != info["complete"]:
        say("traces", f"{got} is not {want}, damage {row['damage']}")


def main():
    summary = report("summary", columns("summary"))
    start = start_of(summary["trace"], summary["rows"][0])
    stacks = read_stacks()
    check_functions()
    rows = 0
    for table in TABLES:
        rows += len(compare(table, stacks, start)["rows"])
    check_trace(summary, start)
    if not status:
        print(f"the same: {rows} rows, {compared} sums, wall clock: {'yes' if start is not None else 'no'}")
    return status


if __name__ == "__main__":
    sys.exit(main())
