#!/usr/bin/env python3
"""everyformat.py GTRACE_TUI TRACE [OPTION]...

Asks for every report as text, JSON, NDJSON, CSV and Parquet and compares: NDJSON and Parquet have the rows of JSON, CSV
the same number with the same numbers, words and truth values, and text a line for each and its heading.  Prints what
differs.
"""
import csv
import io
import json
import os
import subprocess
import sys

import parquet

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tap"))
from batch import Batch        # noqa: E402

exe, trace, *options = sys.argv[1:]
batch = Batch(exe, trace)
status = 0


def say(report, what):
    global status
    status = 1
    print(f"{report}: {what}"[:300])


def run(report, *more):
    code, out = batch.ask(["--report=" + report, *more, *options])
    if code not in (0, 3):
        say(report, f"{more}: exit status {code}: {batch.errors()}")
    return out


def text(report, *more):
    return run(report, *more).decode("utf-8", "strict")


def scalar(v):
    """As CSV writes it; None: it is a list, or a text that CSV escapes."""
    if isinstance(v, str) and not (v.isascii() and v.isprintable() and "\\" not in v):
        return None
    if v is None:
        return ""
    if isinstance(v, bool):
        return "true" if v else "false"
    return None if isinstance(v, (list, dict)) else str(v)


def as_json(cell, like):
    """A cell of Parquet as JSON has it; text that is no text for a terminal is escaped there."""
    if isinstance(like, (list, dict)) and cell is not None:
        return json.loads(cell)
    return cell


def compare_parquet(report, doc):
    notes, _, rows = parquet.rows(run(report, "--format=parquet"))
    if notes["report"] != report or notes.get("duration_ns", "None") != str(doc["trace"].get("duration_ns")):
        say(report, f"Parquet says of itself {notes}")
    if len(rows) != len(doc["rows"]):
        say(report, f"Parquet has {len(rows)} rows, JSON {len(doc['rows'])}")
    for row, want in zip(rows, doc["rows"]):
        got = {k: as_json(row[k], v) for k, v in want.items()}
        near = [k for k, v in got.items() if isinstance(v, float) and abs(v - (want[k] or 0)) <= 1e-8 * abs(v)]
        if list(row) != list(want) or {**got, **{k: want[k] for k in near}} != want:
            say(report, f"Parquet has {row}, JSON {want}")
            break


def compare(report):
    doc = json.loads(text(report, "--format=json"))
    rows = doc["rows"]
    if doc["report"] != report:
        say(report, "JSON names another report")
    lines = [json.loads(line) for line in text(report, "--format=ndjson").splitlines()]
    if any(line.pop("file", None) != doc["trace"].get("file") for line in lines) or lines != rows:
        say(report, "NDJSON differs from JSON")
    table = list(csv.reader(io.StringIO(text(report, "--format=csv", "--csv=raw"), newline="")))
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
    compare_parquet(report, doc)
    lines = text(report, "--format=text").splitlines()
    if rows and len(lines) < len(rows) and report != "summary":
        say(report, f"text has {len(lines)} lines for {len(rows)} rows")


for name in subprocess.run([exe, "--report=list"], capture_output=True, check=True).stdout.decode().splitlines():
    # These are about the whole trace.
    if not options or not name.startswith(("summary ", "traces ")):
        compare(name.split()[0])
if batch.close():
    say("--batch", batch.p.returncode)
sys.exit(status)
