"""A part of the trace (--from, --to): what was going on there, cut at its bounds."""
import random

from collections import Counter

import findings
import lives
import waits

from differ import Part, columns


def bounds(t):
    """A window that is the same each time, 5 to 50 % of the trace."""
    rng = random.Random(t.name + " window")
    a = rng.randint(0, max(0, t.end // 2))
    return a, a + rng.randint(t.end // 20, max(t.end // 20, t.end // 2))


def overlap(start, end, a, b):
    return max(0, min(end, b) - max(start, a))


def part_window(t, d):
    a, b = bounds(t)
    span = (f"--from={a}", f"--to={b}")
    rows = {(r["g"], r["create_ns"]): r for r in t.rows("goroutines", *span)}
    touching = [s for s in t.world().slices if s.start < b and s.end > a]
    ran = Counter(id(s.life) for s in touching)
    for life in t.world().lives:
        by, block = Counter(), Counter()
        for s in life.spans:
            ns = overlap(s.start, s.end, a, b)
            by[s.state] += ns
            if s.state == "W" and ns:
                block[s.reason] += ns
        row = rows.pop((life.g, life.created), None)
        if row is None:
            d.same(f"goroutine {life.g} is not in the window", sum(by.values()) - by[None], 0)
            continue
        d.columns(f"goroutine {life.g}", row, {
            "exec_ns": by["R"], "sched_wait_ns": by["Q"], "syscall_ns": by["S"], "syscall_block_ns": by["B"],
            "blocked_ns": by["W"], "block_ns": dict(block), "slices": ran[id(life)]})
        at_end(d, life, row, b)
    d.same("goroutines of the window that are not in the trace", sorted(rows), [])
    busy, on = Counter(), Counter(s.p for s in touching)
    for s in t.world().slices:
        busy[s.p] += overlap(s.start, s.end, a, b)
    for r in t.rows("procs", *span):
        d.columns(f"P {r['p']}", r, {"busy_ns": busy.pop(r["p"], 0), "slices": on.pop(r["p"], 0)})
    d.same("Ps that are missing", {p: ns for p, ns in busy.items() if ns}, {})
    d.same("Ps with slices that are missing", dict(on), {})
    d.same("slices", Counter((s["g"], s["p"]) for s in t.rows("greedy", "--columns=g,p,dur", *span)),
           Counter((s.life.g, s.p) for s in touching))
    if not t.world().lone_stops:
        cut_waits(t, d, a, b, span)


def at_end(d, life, row, b):
    """What the goroutine was doing at b, after the events of that moment."""
    if life.ended is not None and life.ended <= b:
        d.same(f"goroutine {life.g} state", row["state"], "ended")
    for s in life.spans:
        if s.start <= b < s.end:
            d.same(f"goroutine {life.g} state", lives.STATE.get(row["state"]), s.state)
            d.same(f"goroutine {life.g} end_reason", row["end_reason"], s.reason or None if s.state == "W" else None)


def cut_waits(t, d, a, b, span):
    facts, rows = t.ask("sched", *span)
    cut = [(life.g, max(s.start, a), overlap(s.start, s.end, a, b)) for life, s in findings.Costs(t).ended
           if overlap(s.start, s.end, a, b)]
    d.same("waits for a P", sorted((r["g"], r["start_ns"], r["dur_ns"]) for r in rows), sorted(cut))
    lengths = [c[2] for c in cut]
    d.columns("sched", facts, {"waits": len(cut), "sum_ns": sum(lengths),
                               "max_ns": max(lengths, default=None),
                               "median_ns": waits.rank(lengths, 0.5), "p99_ns": waits.rank(lengths, 0.99)})


PARTS = {"window": Part(part_window, columns(
    "goroutines", "exec_ns sched_wait_ns syscall_ns syscall_block_ns blocked_ns block_ns slices state end_reason")
    + columns("procs", "busy_ns slices") + columns("sched", "dur_ns start_ns"))}
