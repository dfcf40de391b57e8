#!/usr/bin/env python3
"""difftree.py GTRACE_TUI KIND OLD NEW [GO]

Computes again what a profile of two traces differs by: the report difftree, as a tree and by function, and --pprof and
--folded with --compare, from the profiles of each trace, of which profiles.py knows that they are right.  With GO, the
command go of a toolchain, also that its pprof -diff_base says the same of the two profiles as pprof of our one.
Prints what differs.
"""
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict

import pprof

exe, kind, *traces = sys.argv[1:5]
go = sys.argv[5] if len(sys.argv) > 5 else None
status = 0


def share(v):
    """As people read it: three digits, two of them after the point."""
    percent = abs(v) * 100
    if 0 < percent < 0.005:
        return "-" * (v < 0) + "<0.01%"
    if 99.95 <= percent < 99.9999999:
        return "-" * (v < 0) + "99.9%"
    digits = 2 if percent < 9.995 else 1 if percent < 99.95 else 0
    text = f"{percent:.{digits}f}"
    return "-" * (v < 0) + (text.rstrip("0").rstrip(".") if digits else text) + "%"


def say(what):
    global status
    status = 1
    print(what[:300])


def run(*args):
    p = subprocess.run([exe, *args], capture_output=True, timeout=300)
    if p.returncode not in (0, 3):
        sys.exit(p.stderr.decode())
    return p.stdout


def same(what, a, b, exact=0):
    if a is None or abs(a - b) > exact:
        say(f"{what}: {a}, not {b}")


packed = [run("--pprof=" + kind, t) for t in traces]
samples = [pprof.parse(p)[1] for p in packed]
seconds = [json.loads(run("--report=summary", "--format=json", t))["rows"][0]["duration_ns"] / 1e9 for t in traces]


def nodes(flat):
    """What each path of functions, outermost first, or each function has on both sides: counts, totals, self."""
    out = defaultdict(lambda: [[0, 0, 0], [0, 0, 0]])
    for side in 0, 1:
        for frames, values in samples[side]:
            names = [f[0] for f in reversed(frames)] or ["no stack recorded"]
            paths = [tuple(names[:i + 1]) for i in range(len(names))]
            last = (names[-1],) if flat else paths[-1]
            for path in [(), *({(n,) for n in names} if flat else paths)]:
                out[path][side][0] += values[0]
                out[path][side][1] += values[-1]
            out[last][side][2] += values[-1]
    return out


def check_tree(flat):
    want = nodes(flat)
    rows = json.loads(run("--report=difftree", "--profile=" + kind, "--compare=" + traces[0], traces[1], "--format=json",
                          *(["--group=func"] if flat else [])))["rows"]
    paths, got, moved = {}, {}, defaultdict(list)
    for i, r in enumerate(rows):
        path = paths[r["parent"]] + (r["func"],) if i else ()
        if r["node"] != i or r["depth"] != len(path) or r["tree"].strip() != r["func"] or path in got:
            say(f"node {i}: {r}")
        paths[i] = path
        got[path] = r
        if i:
            moved[path[:-1]].append(r["moved"])
    if set(got) != set(want) and not (not got and not any(map(any, want[()]))):
        say(f"{set(got) ^ set(want)} are only on one side")
    for path, r in got.items():
        (na, ta, sa), (nb, tb, sb) = want[path]
        rates = [t / s for t, s in zip((ta, tb), seconds)]
        for key, value in (("count_a", na), ("count_b", nb), ("a", ta), ("b", tb), ("diff", tb - ta), ("self_a", sa),
                           ("self_b", sb), ("self_diff", sb - sa)):
            same(f"{path} {key}", r[key], value)
        for key, value in ("rate_a", rates[0]), ("rate_b", rates[1]), ("rate_diff", rates[1] - rates[0]):
            same(f"{path} {key}", r[key], value, 1 + 1e-6 * abs(value))
        change = ("new" if rates[1] else None) if not rates[0] else "gone" if not rates[1] else rates[1] / rates[0] - 1
        if isinstance(change, float):
            factor = f"{change + 1:.3g}" if change < 998.5 else f"{change + 1:.0f}" if change < 9998.5 else f"{change + 1:,.0f}"
            text = f"x{factor}" if change >= 4 else "+" * (change >= 0) + share(change)
        else:
            text = change
        if r["change"] != text:
            say(f"{path} change: {r['change']}, not {text}")
        below = [v for p, v in want.items() if p[:len(path)] == path] if not flat else [want[path]]
        at = 1 if flat else 2
        if path or not flat:
            value = sum(abs(b[at] / seconds[1] - a[at] / seconds[0]) for a, b in below)
            same(f"{path} moved", r["moved"], value, 1 + 1e-6 * value)
    for path, values in moved.items():
        if values != sorted(values, reverse=True):
            say(f"below {path} those that moved most are not the first")


def by_stack(rows, sign=1, into=None):
    out = into if into is not None else defaultdict(lambda: [0, 0])
    for frames, values in rows:
        out[frames] = [x + sign * y for x, y in zip(out[frames], (values * 2)[:2])]
    return out


def signed(v):
    return v - (1 << 64) if v >> 63 else v


check_tree(False)
check_tree(True)
both = run("--pprof=" + kind, "--compare=" + traces[0], traces[1])
want = by_stack(samples[0], -1, by_stack(samples[1]))
got = by_stack([(f, [signed(v) for v in values]) for f, values in pprof.parse(both)[1]])
if {k: v for k, v in got.items() if any(v)} != {k: v for k, v in want.items() if any(v)}:
    say("--pprof: other differences")

want = defaultdict(lambda: [0, 0])
for side in 0, 1:
    for stack, value in pprof.folded(run("--folded=" + kind, traces[side])):
        want[stack][side] += value
got = {}
for line in run("--folded=" + kind, "--compare=" + traces[0], traces[1]).decode().splitlines():
    stack, a, b = line.rsplit(" ", 2)
    if tuple(stack.split(";")) in got:
        say(f"--folded: {stack} twice")
    got[tuple(stack.split(";"))] = [int(a), int(b)]
if got != {k: v for k, v in want.items() if any(v)}:
    say("--folded: other differences")


def ask_go(tmp, *args):
    p = subprocess.run([go, "tool", "pprof", *args], capture_output=True, timeout=600, cwd=tmp,
                       env={**os.environ, "PPROF_TMPDIR": tmp})
    if p.returncode:
        sys.exit(p.stderr.decode())
    return p.stdout.decode()


if go:
    with tempfile.TemporaryDirectory() as tmp:
        for name, data in ("old", packed[0]), ("new", packed[1]), ("both", both):
            with open(f"{tmp}/{name}", "wb") as f:
                f.write(data)
        for form in (["-top"], ["-top", "-lines"], ["-tree", "-functions"], ["-top", "-sample_index=0"]):
            every = [*form, "-nodecount=1000000", "-nodefraction=0", "-edgefraction=0", "-unit=ns"]
            a, b = ask_go(tmp, *every, "-diff_base", "old", "new"), ask_go(tmp, *every, "both")
            if a != b:
                say(f"pprof {form}: {a}, not {b}")
            if form == ["-top"] and "flat%" in a:
                # flat flat% sum% cum cum% function
                lines = [line.split(None, 5) for line in a.split("flat%", 1)[1].splitlines()[1:]]
                theirs = {x[5].removesuffix(" (inline)"): (x[0].removesuffix("ns"), x[3].removesuffix("ns")) for x in lines}
                ours = nodes(True)
                ours = {f[0]: (str(ours[f][1][2] - ours[f][0][2]), str(ours[f][1][1] - ours[f][0][1]))
                        for f in ours if f and f != ("no stack recorded",)}
                for f in theirs:
                    if ours.get(f) != theirs[f]:
                        say(f"pprof -diff_base: {f} is {theirs[f]}, not {ours.get(f)}")
sys.exit(status)
