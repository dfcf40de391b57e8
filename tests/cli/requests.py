#!/usr/bin/env python3
"""requests.py GTRACE_TUI TRACE CALLS: the requests of a trace are the calls of handlers that the program wrote down.

CALLS has a line for each: handler, begin, end in ns since the trace was started, by the program's own clock; "-": it
went on.  A request lasts longer than its handler: it begins when its first bytes wake the goroutine of the connection,
which has to wait for a P, read them and find the handler, and ends when the answer is written.  So each must have its
call, and last as long to 1 % and its waits for a P, for calls of more than 5 ms.
"""
import json
import subprocess
import sys

CLOCKS = 3 * 10**6      # the trace's zero and the program's may differ so much


def calls_of(path):
    calls = []
    with open(path, encoding="utf-8") as f:
        last = int(f.readline().split()[-1])
        for line in f:
            what, begin, end = line.split()
            calls.append((what, int(begin), None if end == "-" else int(end)))
    return [c for c in calls if c[2] is None or c[2] > 0], last


def main():
    exe, trace, path = sys.argv[1:]
    out = subprocess.run([exe, "--index=none", "--report=requests", "--format=ndjson", trace], check=True,
                         stdout=subprocess.PIPE).stdout
    requests = [json.loads(line) for line in out.splitlines()]
    calls, last = calls_of(path)
    if len(calls) != len(requests):
        print(f"{len(calls)} calls of handlers, {len(requests)} requests")
    for what, begin, end in calls:
        ends = last if end is None else end
        distance = lambda r: (abs(max(begin, 0) - r["start_ns"]) + abs(ends - (r["end_ns"] or last)))
        fits = [r for r in requests if r["start_ns"] < max(begin, 0) + CLOCKS and
                (r["end_ns"] or last) + CLOCKS > ends and (r["end_ns"] is None) == (end is None) and
                r["cut_start"] == (begin < 0)]
        if not fits:
            print(f"no request for the call of {what} at {begin}")
            continue
        r = min(fits, key=distance)
        requests.remove(r)
        h2 = what == "sleep" and r["server"] == "http/2"
        if r["inferred"] is not True or (r["handler"] and ".logged." not in r["handler"] and not h2):
            print(f"{what} at {begin}: {r['handler']}, inferred {r['inferred']}")
        if end is None or begin < 0 or end - begin < 5 * 10**6:
            continue
        over = r["dur_ns"] - (end - begin)
        if not -0.01 * (end - begin) <= over <= 0.01 * (end - begin) + r["sched_wait_ns"]:
            print(f"{what} at {begin} took {end - begin}, its request {r['dur_ns']}")
    for r in requests:
        print(f"no call for the request of G{r['g']} at {r['start_ns']}")


main()
