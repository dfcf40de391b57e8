#!/usr/bin/env python3
"""everyformat.py GTRACE_TUI TRACE [OPTION]...

Asks for every report as text, JSON, NDJSON and CSV and compares: NDJSON has the rows of JSON, CSV the same number
with the same numbers, words and truth values, and text a line for each and its heading.  Prints what differs.
"""
import csv
import io
import json
import subprocess
import sys

exe, trace, *options = sys.argv[1:]
status = 0


def say(report, what):
    global status
    status = 1
    print(f"{report}: {what}"[:300])


def run(report, *more):
    p = subprocess.run([exe, "--report=" + report, *more, *options, trace], stdin=subprocess.DEVNULL,
                       capture_output=True, timeout=300)
    if p.returncode not in (0, 3):
        say(report, f"{more}: exit status {p.returncode}: {p.stderr[:200]}")
    return p.stdout.decode("utf-8", "strict")


def scalar(v):
    """As CSV writes it; None: it is a list, or a text that CSV escapes."""
    if isinstance(v, str) and not (v.isascii() and v.isprintable() and "\\" not in v):
        return None
    if v is None:
        return ""
    if isinstance(v, bool):
        return "true" if v else "false"
    return None if isinstance(v, (list, dict)) else str(v)


def compare(report):
    doc = json.loads(run(report, "--format=json"))
    rows = doc["rows"]
    if doc["report"] != report:
        say(report, "JSON names another report")
    lines = [json.loads(line) for line in run(report, "--format=ndjson").splitlines()]
    if any(line.pop("file") != doc["trace"]["file"] for line in lines) or lines != rows:
        say(report, "NDJSON differs from JSON")
    table = list(csv.reader(io.StringIO(run(report, "--format=csv", "--csv=raw"), newline="")))
    if len(table) != len(rows) + 1:
        say(report, f"CSV has {len(table) - 1} rows, JSON {len(rows)}")
    for row, cells in zip(rows, table[1:]):
        # JSON alone tells of a row that it lies beyond the horizon of a damaged trace.
        if [k for k in row if k != "beyond" or k in table[0]] != table[0]:
            say(report, f"columns: CSV {table[0]}, JSON {list(row)}")
            break
        for (key, v), cell in zip(((k, row[k]) for k in table[0]), cells):
            if isinstance(v, float):
                if abs(float(cell) - v) > 1e-6 * max(1, abs(v)):
                    say(report, f"{key}: CSV {cell}, JSON {v}")
            elif scalar(v) not in (None, cell):
                say(report, f"{key}: CSV {cell!r}, JSON {v!r}")
    lines = run(report, "--format=text").splitlines()
    if rows and len(lines) < len(rows) and report != "summary":
        say(report, f"text has {len(lines)} lines for {len(rows)} rows")


for name in subprocess.run([exe, "--report=list"], capture_output=True, check=True).stdout.decode().splitlines():
    # The summary is about the whole trace.
    if not options or not name.startswith("summary "):
        compare(name.split()[0])
sys.exit(status)
