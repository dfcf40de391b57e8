#!/usr/bin/env python3
"""fleet.py GTRACE_TUI TRACE...

Computes again every column of the report traces from the reports about each trace alone, and from their rows, and
which trace stands apart, with its own statistics.  Prints what differs.
"""
import json
import math
import os
import statistics
import subprocess
import sys
from datetime import datetime, timezone

METRICS = {                  # the smallest scale, and whether less is as unusual as more
    "sched_p99": (100e3, False), "stw_max": (100e3, False), "stw_share": (0.001, False), "pressure": (0.01, False),
    "gc_share": (0.01, False), "share": (0.02, False), "events_per_s": (100, True), "goroutines_max": (10, False),
}
exe, paths = sys.argv[1], sys.argv[2:]


def report(name, files, *options):
    out = subprocess.run([exe, "--report=" + name, "--format=json", *options, *files], stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, check=False)
    return json.loads(out.stdout)


def moment(ns):
    """As the report writes it, down to the millisecond."""
    whole = datetime.fromtimestamp(ns // 10**9, timezone.utc)
    return whole.strftime("%Y-%m-%dT%H:%M:%S") + ".%03dZ" % (ns % 10**9 // 10**6)


def wall_ns(text):
    day, nanos = text.rstrip("Z").split(".")
    return int(datetime.fromisoformat(day + "+00:00").timestamp()) * 10**9 + int(nanos)


def nearest_rank(values, q):
    return sorted(values)[max(math.ceil(q * len(values)), 1) - 1]


def expected(path):
    """The row of a trace, but for what comes from the others."""
    doc = report("summary", [path])
    trace, s = doc["trace"], doc["rows"][0]
    first = report("findings", [path])["rows"][0]
    sched = report("sched", [path])
    horizon = s["horizon_ns"]
    row = {key: s[key] for key in ("duration_ns", "version", "events", "gomaxprocs", "goroutines_max")}
    row.update({key: first[key] for key in ("severity", "kind", "cost_ns", "share", "func", "finding")})
    row.update(path=path, name=os.path.basename(path), bytes=trace["bytes"])
    row["modified"] = moment(os.stat(path).st_mtime_ns)
    clock = s["clock"] or {}
    row["start"] = None
    if clock.get("wall"):
        row["start"] = moment(wall_ns(clock["wall"]) - (clock["trace"] - trace["first_ts"]))
    row["when"] = (row["start"] or row["modified"]).split(".")[0] + "Z"
    row["events_per_s"] = s["events"] * 1e9 / s["duration_ns"] if s["duration_ns"] >= 10**6 else None

    lengths = [r["dur_ns"] for r in sched["rows"]]
    row["sched_p99_ns"] = nearest_rank(lengths, 0.99) if lengths else None
    if row["sched_p99_ns"] != sched["trace"]["p99_ns"]:
        print(path, "the rows of sched have another percentile than the report says")
    stops = [r for r in report("ranges", [path])["rows"] if r["name"].startswith("stop-the-world")]
    damaged = horizon < s["duration_ns"]
    stops = [r for r in stops if not damaged or (r["end_ns"] is not None and r["end_ns"] <= horizon)]
    lasted = [r["end_ns"] - r["start_ns"] for r in stops if r["end_ns"] is not None]
    row["stw_count"], row["stw_total_ns"] = len(stops), sum(lasted)
    row["stw_max_ns"] = max(lasted, default=None)
    row["stw_share"] = sum(lasted) / horizon if horizon else None
    row["pressure"] = report("pressure", [path])["trace"]["some"]
    row["gc_share"] = report("gccost", [path])["trace"]["procs_share"]
    row["damage"] = trace["damage"]["message"] if trace["damage"] else None
    return row


def equal(got, want):
    if isinstance(want, float) and isinstance(got, (int, float)):
        return math.isclose(got, want, rel_tol=1e-6, abs_tol=1e-9)
    return got == want


def values_of(rows, metric):
    """By row: what it has of the metric; no finding is none of the time."""
    key = next(k for k in (metric, metric + "_ns") if k in rows[0])
    values = [r[key] for r in rows]
    if metric == "share":
        values = [0 if r["severity"] == "none" and r["events"] else v for r, v in zip(rows, values)]
    return values


def z_of(values, i, metric):
    least, both = METRICS[metric]
    others = [v for k, v in enumerate(values) if k != i and v is not None]
    if values[i] is None or len(others) < 3:
        return None
    median = statistics.median(others)
    scale = max(1.4826 * statistics.median(abs(v - median) for v in others), abs(median) / 20, least)
    z = (values[i] - median) / scale
    return abs(z) if both else z


def judge(rows):
    by_metric = {m: values_of(rows, m) for m in METRICS}
    for i, row in enumerate(rows):
        best = None, None
        for m, values in by_metric.items():
            z = z_of(values, i, m)
            if z is not None and (best[1] is None or z > best[1]):
                best = m, z
        row["outlier"], row["z"] = best


def explain(rows):
    """What the report compare says of the worst one against the three most usual ones."""
    worst = max(range(len(rows)), key=lambda i: rows[i]["z"] if rows[i]["z"] is not None else -math.inf)
    for row in rows:
        row["difference"] = None
    if rows[worst]["z"] is None or rows[worst]["z"] < 3.5:
        return
    usual = [(abs(r["z"]) + (3.5 if r["version"] != rows[worst]["version"] else 0), i) for i, r in enumerate(rows)
             if i != worst and r["damage"] is None and r["z"] is not None and r["duration_ns"]]
    olds = ["--compare=" + rows[i]["path"] for _, i in sorted(usual)[:3]]
    differences = report("compare", [rows[worst]["path"]], *olds)["rows"]
    for verdict in "worse", "changed", "better", "unsure":
        for d in differences:
            if d["verdict"] == verdict:
                rows[worst]["difference"] = d
                return


def tells(text, d):
    """The words of the difference are those of the row of compare."""
    return text is not None and text.startswith(d["verdict"] + ": ") and ": " + d["key"] + ": " in text and \
        ": " + d["aspect"] + " " in text and text.endswith(", " + d["change"])


def main():
    doc = report("traces", paths, "--host=traces/*/")
    rows, want = doc["rows"], [expected(p) for p in paths]
    if [r["path"] for r in rows] != paths:
        print("other traces, or in another order")
        return
    judge(want)
    explain(want)
    for got, row in zip(rows, want):
        part = row["path"].split("traces/")[1:]
        row["host"] = part[0].split("/")[0] if part and "/" in part[0] else None
        for key in got:
            if key == "difference" and row[key]:
                if not tells(got[key], row[key]):
                    print(row["path"], "difference:", got[key], "and not", row[key])
            elif key not in row:
                print("a column that is not computed again:", key)
            elif not equal(got[key], row[key]):
                print(row["path"], key, "is", got[key], "and not", row[key])
    totals = doc["trace"]
    sums = {"traces": len(want), "all_bytes": sum(r["bytes"] for r in want),
            "damaged": sum(r["damage"] is not None for r in want),
            "outliers": sum(r["z"] is not None and r["z"] >= 3.5 for r in want)}
    if totals != sums:
        print("of all:", totals, "and not", sums)


main()
