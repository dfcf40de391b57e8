#!/usr/bin/env python3
"""compare.py GTRACE_TUI OLD NEW

Computes again what the report compare says of slices: from the rows of the report greedy, of which check.py knows
that they are right, by the definitions in the manual, with its own rank test.  Prints what differs.
"""
import json
import math
import subprocess
import sys
from collections import defaultdict

exe, old, new = sys.argv[1:]
SEGMENTS = 16
status = 0


def say(what):
    global status
    status = 1
    print(what[:300])


def ask(*args):
    p = subprocess.run([exe, *args, "--format=json"], capture_output=True, timeout=300)
    if p.returncode not in (0, 3):
        sys.exit(p.stderr.decode())
    return json.loads(p.stdout)


def slices(trace):
    """Slices of the program's goroutines by start function and by the time of their begin, and the trace's length."""
    doc = ask("--report=greedy", trace)
    by = defaultdict(list)
    for r in sorted(doc["rows"], key=lambda r: (r["start_ns"], r["dur_ns"])):
        if r["func"] and r["system"] is False and not r["func"].startswith("runtime/trace."):
            # It held the processor before the event that shows it, too.
            r["start_ns"] -= r["before_ns"] or 0
            by[r["func"]].append(r)
    return by, doc["trace"]["duration_ns"]


def whole(rows):
    return [r["dur_ns"] for r in rows if not r["open"] and not r["cut"]]


def rank(values, q):
    """Nearest rank."""
    return sorted(values)[max(0, math.ceil(q * len(values)) - 1)] if values else None


def shares(rows, duration):
    step = duration // SEGMENTS
    edges = [i * step for i in range(SEGMENTS)] + [duration]
    return [sum(max(0, min(r["end_ns"], b) - max(r["start_ns"], a)) for r in rows) * SEGMENTS / duration
            for a, b in zip(edges, edges[1:])]


def rank_test(a, b):
    """Exact and two-sided: of all choices of len(b) of the ranks, those whose sum is as far from the mean."""
    v = sorted(a + b)
    doubled = [2 * v.index(x) + v.count(x) + 1 for x in v]
    of = dict(zip(v, doubled))
    ways = [defaultdict(int) for _ in range(len(b) + 1)]
    ways[0][0] = 1
    for r in doubled:
        for k in range(len(b), 0, -1):
            for s, n in list(ways[k - 1].items()):
                ways[k][s + r] += n
    mean = len(b) * (len(v) + 1)
    off = abs(sum(of[x] for x in b) - mean)
    last = ways[len(b)]
    return sum(n for s, n in last.items() if abs(s - mean) >= off) / sum(last.values())


def same(what, a, b, exact=1e-6):
    if a is None or b is None or isinstance(a, bool):
        if a is not b:
            say(f"{what}: {a}, not {b}")
    elif abs(a - b) > exact * max(1, abs(b)):
        say(f"{what}: {a}, not {b}")


sides = [slices(old), slices(new)]
doc = ask("--compare=" + old, new)
rows = {r["key"]: r for r in doc["rows"] if r["kind"] == "greedygroups"}
if set(rows) != set(sides[0][0]) | set(sides[1][0]):
    say(f"functions: {sorted(rows)}, not {sorted(set(sides[0][0]) | set(sides[1][0]))}")
for func, row in rows.items():
    values = []
    for (by, duration), side in zip(sides, "ab"):
        of, lengths = by.get(func, []), whole(by.get(func, []))
        values.append(shares(of, duration))
        same(f"{func} count_{side}", row["count_" + side], len(of))
        same(f"{func} rate_{side}", row["rate_" + side], len(of) * 1e9 / duration)
        same(f"{func} share_{side}", row["share_" + side], sum(values[-1]) / SEGMENTS)
        for key, q in ("p50", 0.5), ("p99", 0.99), ("max", 1):
            same(f"{func} {key}_{side}", row[f"{key}_{side}"], rank(lengths, q))
    same(f"{func} shift", row["shift"], (sum(values[1]) - sum(values[0])) / SEGMENTS)
    if row["p"] is not None and row["p"] < 1:
        p = rank_test(*values)
        if not p * (1 - 1e-6) <= row["p"] <= p * doc["trace"]["tests"] * (1 + 1e-6):
            say(f"{func} p: {row['p']}, alone {p}")
    if row["verdict"] in ("worse", "better") and (row["p"] > 0.01 or (row["shift"] > 0) != (row["verdict"] == "worse")):
        say(f"{func}: {row['verdict']}, p {row['p']}, shift {row['shift']}")
for verdict in "worse", "better", "unsure", "same":
    same(verdict, doc["trace"][verdict], sum(r["verdict"] == verdict for r in doc["rows"]))
sys.exit(status)
