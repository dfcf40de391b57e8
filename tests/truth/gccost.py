"""What the garbage collector cost (analyses.md 7), and who paid: reports gccost and gc, and the columns of
goroutines and groups, in whole traces and in parts of them.
"""
import math
import random

from collections import Counter, defaultdict

import spans

from differ import Part, columns

MODES = {"dedicated_ns": "GC (dedicated)", "fractional_ns": "GC (fractional)", "idle_ns": "GC (idle)"}


def overlap(start, end, a, b):
    return max(0, min(end, b) - max(start, a))


def bounds(t):
    rng = random.Random(t.name + " gccost")
    a = rng.randint(0, t.end // 2)
    return [(), (a, a + rng.randint(t.end // 10, t.end // 2))]


def part_gccost(t, d):
    for bound in bounds(t):
        a, b = bound or (0, t.end)
        span = [f"--from={a}", f"--to={b}"] if bound else []
        sums(t, d, span, a, min(b, t.end))
        payers(t, d, span, a, min(b, t.end))
    cycles(t, d)
    return None


def sums(t, d, span, a, b):
    w, facts = t.world(), t.ask("gccost", *span)[0]
    want = {k: sum(overlap(s.start, s.end, a, b) for s in w.slices if s.label == v) for k, v in MODES.items()}
    want["sweep_ns"] = sum(overlap(x, y, a, b) for _, x, y in w.sweeps)
    want["busy_ns"] = sum(overlap(s.start, s.end, a, b) for s in w.slices)
    sizes = w.counters["gomaxprocs"] or [(0, len(w.procs))]
    times = [0] + [time for time, _ in sizes[1:]] + [t.end]
    want["procs_ns"] = sum(n * overlap(x, y, a, b) for x, y, (_, n) in zip(times, times[1:], sizes))
    want["cycles"] = sum(overlap(x, t.end if y is None else y, a, b) > 0 for x, y in w.gcs)
    d.columns(f"gccost {' '.join(span)}", facts, want)
    parts(t, d, span, a, b, want, facts)
    took = want["dedicated_ns"] + want["fractional_ns"] + facts["assist_ns"]
    for key, part, whole in (("busy_share", took, want["busy_ns"]), ("procs_share", took, want["procs_ns"]),
                             ("idle_share", want["idle_ns"], want["procs_ns"]),
                             ("cycles_per_s", want["cycles"] * 10**9, b - a)):
        value = part / whole if whole else None
        near = None not in (facts[key], value) and math.isclose(facts[key], value, rel_tol=1e-6, abs_tol=1e-9)
        d.same(f"gccost {key}", value if near else facts[key], value)


def parts(t, d, span, a, b, want, facts):
    w = t.world()
    touch = lambda rows: sorted((-overlap(x, y, a, b), x) for x, y in rows if overlap(x, y, a, b))
    rows = {k.replace("_ns", " workers"): touch((s.start, s.end) for s in w.slices if s.label == v)
            for k, v in MODES.items()}
    rows["sweeps"] = touch((x, y) for _, x, y in w.sweeps)
    rows["assists"] = touch((x, y) for _, x, y, _ in w.assists)
    rows["pauses"] = touch((s.start, t.end if s.end is None else s.end) for s in w.stops if "GC" in (s.kind or ""))
    on_p = {"assists": facts["assist_ns"], "pauses": None}
    for r in t.rows("gcparts", *span):
        v = rows[r["part"]]
        d.columns(f"{r['part']} {' '.join(span)}", r, {
            "count": len(v), "wall_ns": -sum(n for n, _ in v), "max_ns": -v[0][0] if v else None,
            "max_start_ns": v[0][1] if v else None, "on_p_ns": on_p.get(r["part"], -sum(n for n, _ in v))})
        for key, whole in (("busy_share", want["busy_ns"]), ("procs_share", want["procs_ns"])):
            value = r["on_p_ns"] / whole if whole and r["on_p_ns"] is not None else None
            near = None not in (r[key], value) and math.isclose(r[key], value, rel_tol=1e-6, abs_tol=1e-9)
            d.same(f"{r['part']} {key}", value if near else r[key], value)


def payers(t, d, span, a, b):
    """Of each goroutine, the same in three reports."""
    runs, on_p, wall = defaultdict(list), Counter(), Counter()
    for s in t.world().slices:
        runs[s.g].append((s.start, s.end))
    for g, x, y, _ in t.world().assists:
        if overlap(x, y, a, b):
            on_p[g] += spans.measure(spans.common([(max(x, a), min(y, b))], spans.union(runs[g])))
            wall[g] += overlap(x, y, a, b)
    swept = Counter()
    for g, x, y in t.world().sweepers:
        if overlap(x, y, a, b):
            swept[g] += overlap(x, y, a, b)
    rows = t.rows("gccost", *span)
    got = Counter(), Counter(), Counter()            # an id can have several lives
    for r in rows:
        for sums, key in zip(got, ("assist_ns", "assist_wall_ns", "sweep_ns")):
            sums[r["g"]] += r[key]
    d.same(f"payers {' '.join(span)}", sorted((g, got[0][g], got[1][g], got[2][g]) for g in got[0]),
           sorted((g, on_p[g], wall[g], swept[g]) for g in set(wall) | set(swept)))
    rows = t.rows("goroutines", *span)
    got = {r["g"]: (r["assist_ns"], r["assist_wall_ns"]) for r in rows if r["assist_wall_ns"] or r["assist_ns"]}
    d.same("assists of goroutines", got, {g: (on_p[g], wall[g]) for g in wall})
    groups = Counter(), Counter()
    for r in rows:
        groups[0][r["func"]] += on_p.get(r["g"], 0)
        groups[1][r["func"]] += wall.get(r["g"], 0)
    got = t.rows("groups", *span)
    if len({r["g"] for r in rows}) == len(rows):             # groups count the last life of an id
        d.same("assists of groups", {r["func"]: (r["assist_ns"], r["assist_wall_ns"]) for r in got},
               {r["func"]: (groups[0][r["func"]], groups[1][r["func"]]) for r in got})


def cycles(t, d):
    w, rows = t.world(), t.rows("gc")
    starts = [x for x, _ in w.gcs] + [1 << 62]
    for r, (x, y), following in zip(rows, w.gcs, starts[1:]):
        want = {k: sum(s.end - s.start for s in w.slices if s.label == v and x <= s.start < following)
                for k, v in MODES.items()}
        heap = [v for time, v in w.counters["heap_alloc"] if y is not None and time <= y]
        want["heap_end"] = heap[-1] if heap else None
        d.columns(f"cycle at {x}", r, want)


PARTS = {"gccost": Part(part_gccost, columns(
    "gccost", "assist_ns assist_wall_ns sweep_ns") + columns(
    "gcparts", "count on_p_ns wall_ns max_ns max_start_ns busy_share") + columns("goroutines", "assist_ns assist_wall_ns")
    + columns("groups", "assist_ns assist_wall_ns") + columns("gc", "dedicated_ns fractional_ns idle_ns heap_end"))}
