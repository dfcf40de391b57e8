"""The findings that name a cause (gtrace-tui(1), FINDINGS): late timers and network, frequent GC, slow calls; of the
whole trace and of parts of it; and report calls."""
import json
import random
import re
import shlex

from collections import defaultdict

import chains
import gccost
import places
import profiles
import spans
import stalls
import waits

from differ import Part, columns
from findings import CAUSES
from window import overlap

LONG, SHARE = 1000000, 0.01
LATE, CYCLES, GCS, CALLS, MOST = 5, 5, 10, 5, 5
WAITING = re.compile(r"os\.\(\*Process\)\.|os/signal\.|runtime\.|(.*/)?(syscall|unix|windows)\.(?i:wait[46]|waitid|p?select|"
                     r"pselect6|p?poll|epollwait|kevent|pause|waitfor(singleobject|multipleobjects)|"
                     r"getqueuedcompletionstatus)$")


def cut(start, end, a, b):
    return max(start, a), min(end, b)


def woken_by(lives, life, s):
    """What made a goroutine runnable that was unblocked; its wait is the span before."""
    i = next(k for k, x in enumerate(life.spans) if x is s) - 1
    if waits.cause(s) != "unblocked" or i < 0:
        return None
    return "goroutine" if lives.waker(life, i) is not None else chains.root(life.spans[i])


def late(t, a, b):
    """kind -> (cost, evidence)"""
    lives, by = chains.Lives(t.world()), defaultdict(list)
    ours = lambda life: waits.is_program(life, t.func(life))
    for life, s in waits.for_a_p(t.world(), ours):
        x, y = cut(s.start, s.end, a, b)
        if s.ended is not None and y - x > LONG:
            by[woken_by(lives, life, s)].append((x, y))
    for kind, who in (("late timers", "timer"), ("late network", "network")):
        v = by[who]
        if len(v) >= LATE:
            felt = spans.union((x, y) for x, y in v if y - x - stalls.over(t, x, y) > LONG)
            some = spans.measure(spans.without(felt, stalls.find(t), t.end))
            yield kind, some, {"late": len(v), "sum_ns": sum(y - x for x, y in v),
                               "max_ns": max(y - x for x, y in v), "late_ns": some}


def frequent(t, a, b, took, procs):
    """The GC's, if it ran often: took of all Ps' ns."""
    w, values, touched = t.world(), [], []
    for x, y in w.gcs:
        if x < b and (y is None or y > a):
            last = [max((c for c in enumerate(w.counters[k]) if c[1][0] <= x), default=None) for k in
                    ("heap_alloc", "heap_goal")]
            values.append([None if c is None else c[1][1] for c in last])
            touched.append(x)
    known = [v for v in values if None not in v]
    filled = sum(heap >= 0.6 * goal for heap, goal in known)
    called = {r["start_ns"]: any(f["func"].startswith(("runtime.GC", "runtime/debug.")) for f in r["stack"] or [])
              or not r["stack"] for r in t.rows("ranges", "--filter=scope=global && name~mark")}
    limited = sum(goal is None and not called[x] for x, (_, goal) in zip(touched, values))
    cost = took * (b - a) // procs if procs else 0
    allocator = {k: v for k, v in gccost.allocator(t, a, b).items() if k != gccost.NAMES}
    if len(values) < CYCLES or len(values) * 1e9 < GCS * (b - a) or filled + limited < CYCLES or (
            filled + limited) * 5 < len(values) * 4:
        return
    if cost // 2 < LONG or cost // 2 < SHARE * (b - a):
        return
    yield "frequent GC", cost, {
        "cycles": len(values), "filled": filled, **({"without_goal": limited} if limited else {}),
        **({"heap_goal_min": min(g for _, g in known), "heap_goal_max": max(g for _, g in known)} if filled else {}),
        "mark_ns": sum(overlap(x, t.end if y is None else y, a, b) for x, y in w.gcs), **room(t, touched),
        **at_limit(t, touched), **allocator}


def called_for(t, a, b):
    """How many of the cycles the program called for, where there are five and that is most; and where first."""
    touched = {x for x, y in t.world().gcs if x < b and (y is None or y > a)}
    mine = [r for r in sorted(t.rows("ranges", "--filter=scope=global && name~mark"), key=lambda r: r["start_ns"])
            if r["start_ns"] in touched and any(
                f["func"] == "runtime.GC" or f["func"].startswith("runtime/debug.") for f in r["stack"] or [])]
    if len(touched) < CYCLES or len(mine) * 2 <= len(touched):
        return None, None
    return len(mine), places.where(mine[0]["stack"])


def at_limit(t, touched):
    """Where it is four fifths of the cycles: the goal is at most a twentieth above what the one before left."""
    at = lambda key, x: max((c for c in enumerate(t.world().counters[key]) if c[1][0] <= x), default=(0, (0, None)))[1][1]
    gcs, n = sorted(t.world().gcs), 0
    for (_, end), (start, _) in zip(gcs, gcs[1:]):
        left, goal = at("heap_alloc", end), at("heap_goal", start)
        n += start in touched and None not in (left, goal) and goal <= left + left // 20
    return {"at_limit": n} if n * 5 >= len(touched) * 4 else {}


def room(t, touched):
    """Where it is four fifths of the cycles: since the one before at most a quarter of what that left was allocated."""
    at = lambda x: max((c for c in enumerate(t.world().counters["heap_alloc"]) if c[1][0] <= x), default=(0, (0, None)))[1][1]
    left, gcs = [], sorted(t.world().gcs)
    for (_, end), (start, _) in zip(gcs, gcs[1:]):
        before, now = at(end), at(start)
        if start in touched and None not in (before, now) and 0 <= now - before <= before // 4:
            left.append(before)
    return {"tight": len(left), "in_use_max": max(left)} if left and len(left) * 5 >= len(touched) * 4 else {}


def calls(t):
    """(life, start, end, with its P) of each call that began and ended in the trace."""
    w, out, own = t.world(), [], defaultdict(list)
    for s in w.slices:
        own[id(s.life)].append(s)
    for life in w.lives:
        for start, end, is_open in profiles.calls(life, t.v1, own[id(life)]):
            parts = [s for s in life.spans if s.state in "SB" and s.start >= start and s.end <= end]
            began = t.v1 or any(s.began == "GoSyscallBegin" and s.start == start for s in parts)
            if is_open or not began or any(s.ended == "GoDestroySyscall" for s in parts):
                continue
            out.append((life, start, end))
    return out


def slow(t, rows):
    """What was called, and by what of the program, is in stacks, which only the program's rows have."""
    by = defaultdict(list)
    for r in rows:
        func = r["func"] or "runtime.?"
        if not func.startswith("runtime/trace.") and (not func.startswith("runtime.") or func == "runtime.main"):
            caller = (places.frame_of(r["stack"]) or {"func": None})["func"]
            by[caller, r["call"]].append((r["start_ns"], r["start_ns"] + r["dur_ns"]))
    found = []
    for (func, call), v in by.items():
        v = [(x, y) for x, y in v if y - x > LONG]
        if func is None or call is None or WAITING.match(call) or len(v) < CALLS:
            continue
        some = spans.measure(spans.union(v))
        found.append(((func, call), some, {"calls": len(v), "sum_ns": sum(y - x for x, y in v),
                                           "max_ns": max(y - x for x, y in v), "calls_ns": some}))
    return found


def matters(cost, a, b):
    return cost >= LONG and cost >= SHARE * (b - a)


def taken(t, a, b):
    """ns of Ps that the GC took, and all of them."""
    w = t.world()
    took = sum(overlap(s.start, s.end, a, b) for s in w.slices if s.label in ("GC (dedicated)", "GC (fractional)"))
    runs = defaultdict(list)
    for s in w.slices:
        runs[s.g].append((s.start, s.end))
    for g, x, y, _ in w.assists:
        x, y = cut(x, y, a, b)
        if y > x:
            took += spans.measure(spans.common([(x, y)], spans.union(runs[g])))
    sizes = w.counters["gomaxprocs"] or [(0, len(w.procs))]
    times = [0] + [x for x, _ in sizes[1:]] + [t.end]
    return took, sum(n * overlap(x, y, a, b) for x, y, (_, n) in zip(times, times[1:], sizes))


def expected(t, a, b, rows):
    """(kind, None or (function, call)) -> (cost, evidence); rows: of report calls."""
    want = {(kind, None): (cost, e) for kind, cost, e in late(t, a, b) if matters(cost, a, b)}
    want.update({(kind, None): (cost, e) for kind, cost, e in frequent(t, a, b, *taken(t, a, b))})
    for kind, cost, e in slow(t, rows):
        if matters(cost, a, b):
            want["slow calls", kind] = cost, e
    return want


def part_causes(t, d):
    if t.world().lone_stops or not t.facts["complete"]:
        return "what is beyond the horizon, and traces up to 1.9, are not judged here"
    rng = random.Random(t.name + " causes")
    ranges = [(0, t.end, ())]
    for _ in range(2):
        a, b = sorted((rng.randint(0, t.end), rng.randint(0, t.end)))
        if b - a > 2:
            ranges.append((a, b, (f"--from={a}", f"--to={b}")))
    whole = calls(t)
    for a, b, options in ranges[:1 if t.spoil else None]:
        where = f"{a} to {b}"
        rows = t.rows("calls", "--columns=g,func,start,dur,kept,call,stack", *options)
        want = [(life.g, *cut(x, y, a, b)) for life, x, y in whole]
        d.same(where + " calls", sorted((r["g"], r["start_ns"], r["start_ns"] + r["dur_ns"]) for r in rows),
               sorted(w for w in want if w[2] > w[1]))
        want = expected(t, a, b, rows)
        got = {(r["kind"], (r["func"], r["reason"]) if r["kind"] == "slow calls" else None): r
               for r in t.rows("findings", *options) if r["kind"] in CAUSES}
        if sum(k[0] == "slow calls" for k in want) > MOST:
            want = {k: v for k, v in want.items() if k in got or k[0] != "slow calls"}
        d.same(where + " findings of causes", sorted(map(str, got)), sorted(map(str, want)))
        for key in got:
            if key in want:
                d.same(f"{where} {key} cost", got[key]["cost_ns"], want[key][0])
                d.same(f"{where} {key} evidence", got[key]["evidence"], want[key][1])
                repeated(t, d, key, got[key])
                if key[0] == "slow calls":
                    called_from(d, f"{where} {key}", rows, got[key])
    return None


def called_from(d, what, rows, row):
    """The sentence begins with the place of the longest of the calls: where is the frame of the program."""
    mine = [r for r in rows if r["call"] == row["reason"] and (places.frame_of(r["stack"]) or {"func": None})["func"] == row["func"]]
    longest = {places.where(r["stack"]) for r in mine if r["dur_ns"] == row["max_ns"]}
    d.same(what + " is said of one of " + str(sorted(longest)), row["finding"].split(" was in ")[0] in longest, True)


def repeated(t, d, key, row):
    """The report that a finding names has its numbers."""
    rows = json.loads(t.run(*shlex.split(row["report"]), "--format=json"))["rows"]
    e = row["evidence"]
    if key[0] == "frequent GC":
        d.same(f"{key} in {row['report']}", [len(rows), max((r["heap_goal"] or 0 for r in rows), default=0)],
               [e["cycles"], e.get("heap_goal_max", 0)])
        return
    v = [r["dur_ns"] for r in rows]
    d.same(f"{key} in {row['report']}", [len(v), sum(v), max(v, default=0)],
           [e["calls" if key[0] == "slow calls" else "late"], e["sum_ns"], e["max_ns"]])


PARTS = {"causes": Part(part_causes, columns("calls", "dur_ns start_ns"))}
