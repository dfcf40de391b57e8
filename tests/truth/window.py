"""A part of the trace (--from, --to): what was going on there, cut at its bounds."""
import random

from collections import Counter

import findings
import lives
import waits

from differ import Part, columns


def bounds(t):
    """Windows that are the same each time: 5 to 50 % of the trace; if what went on when the trace began is
    told late, also one before that and one around it."""
    rng = random.Random(t.name + " window")
    a = rng.randint(0, max(0, t.end // 2))
    out = [(a, a + rng.randint(t.end // 20, max(t.end // 20, t.end // 2)))]
    late = max((s.seen for s in t.world().slices if s.cut), default=0)
    if late > 2:
        out += [(0, rng.randint(1, late - 1)), (rng.randint(0, late - 1), late + rng.randint(1, late))]
    return out


def overlap(start, end, a, b):
    return max(0, min(end, b) - max(start, a))


def part_window(t, d):
    costs = None if t.world().lone_stops or not t.facts["complete"] else findings.Costs(t)
    for a, b in bounds(t):
        window(t, d, a, min(b, t.end), costs)


def window(t, d, a, b, costs):
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
            d.same(f"{a} to {b}: goroutine {life.g} is not in the window", sum(by.values()) - by[None], 0)
            continue
        d.columns(f"{a} to {b}: goroutine {life.g}", row, {
            "exec_ns": by["R"], "sched_wait_ns": by["Q"], "syscall_ns": by["S"], "syscall_block_ns": by["B"],
            "blocked_ns": by["W"], "block_ns": dict(block), "slices": ran[id(life)]})
        at_end(d, life, row, b)
    d.same("goroutines of the window that are not in the trace", sorted(rows), [])
    per_p(t, d, a, b, t.rows("procs", *span))
    # a slice of before the trace is a row of greedy from where it is seen on
    rows = t.rows("greedy", "--columns=g,p,dur", *span)
    d.same(f"{a} to {b}: slices", Counter((s["g"], s["p"]) for s in rows),
           Counter((s.life.g, s.p) for s in touching if s.seen < b))
    if costs:
        cut_waits(t, d, a, b, span, costs)


def per_p(t, d, a, b, rows):
    busy, slices = Counter(), Counter()
    for s in t.world().slices:
        busy[s.p] += overlap(s.start, s.end, a, b)
        slices[s.p] += s.end > a and s.start < b
    for r in rows:
        d.columns(f"{a} to {b}: P {r['p']}", r, {
            "busy_ns": busy.pop(r["p"], 0), "slices": slices.pop(r["p"], 0), "idle_ns": t.world().idle(r["p"], a, b)})
    d.same("Ps that are missing", {p: ns for p, ns in busy.items() if ns}, {})
    d.same("Ps with slices that are missing", {p: n for p, n in slices.items() if n}, {})


def at_end(d, life, row, b):
    """What the goroutine was doing at b, after the events of that moment."""
    if life.ended is not None and life.ended <= b:
        d.same(f"goroutine {life.g} state", row["state"], "ended")
    for s in life.spans:
        if s.start <= b < s.end and s.state != "?":
            d.same(f"goroutine {life.g} state", lives.STATE.get(row["state"]), s.state)
            d.same(f"goroutine {life.g} end_reason", row["end_reason"], s.reason or None if s.state == "W" else None)


def cut_waits(t, d, a, b, span, costs):
    facts, rows = t.ask("sched", *span)
    cut = [(life.g, max(s.start, a), overlap(s.start, s.end, a, b)) for life, s in costs.ended
           if overlap(s.start, s.end, a, b)]
    d.same("waits for a P", sorted((r["g"], r["start_ns"], r["dur_ns"]) for r in rows), sorted(cut))
    lengths = [c[2] for c in cut]
    costs.sweep(a, b)
    d.columns(f"{a} to {b}: sched", facts, {
        "waits": len(cut), "sum_ns": sum(lengths), "max_ns": max(lengths, default=None),
        "median_ns": waits.rank(lengths, 0.5), "p99_ns": waits.rank(lengths, 0.99),
        "procs_ns": costs.procs_ns, "idle_ns": costs.idle_ns, "idle_wait_ns": costs.idle_wait_ns,
        "idle_ready_ns": costs.idle_ready_ns, "idle_long_ns": costs.idle_long_ns})


PARTS = {"window": Part(part_window, columns(
    "goroutines", "exec_ns sched_wait_ns syscall_ns syscall_block_ns blocked_ns block_ns slices state end_reason")
    + columns("procs", "busy_ns idle_ns slices") + columns("sched", "dur_ns start_ns"))}
