"""Counters, states, shares and rates over time (reports series and seriesstats), made anew from the events."""
import math
import random

from collections import Counter

from differ import Part, columns
from spans import spread

STATES = {"running": "R", "runnable": "Q", "waiting": "W", "syscall": "SB"}
SHARES = ("gc_share", "assist_share", "sweep_share", "idle_share")


def intervals(t):
    """Series -> intervals that it counts."""
    w, out = t.world(), {}
    # what was there before the trace counts from its start on, as it is first shown
    spans = [s._replace(start=0) if life.older and not i else s for life in w.lives for i, s in enumerate(life.spans)]
    for key, states in STATES.items():
        out[key] = [(s.start, s.end) for s in spans if s.state in states]
    out["goroutines"] = [x for key in STATES for x in out[key]]
    out["busy"] = [(s.start, s.end) for s in w.slices]
    out["threads"] = [x for p in w.procs.values() for x in p.holds]
    runs, on_p = {}, []
    for s in w.slices:
        runs.setdefault(s.g, []).append((s.start, s.end))
    for g, a, b, _ in w.assists:
        on_p += [(max(a, x), min(b, y)) for x, y in runs.get(g, ()) if max(a, x) < min(b, y)]
    out["assist_share"] = on_p
    out["gc_share"] = on_p + [(s.start, s.end) for s in w.slices
                              if s.label in ("GC (dedicated)", "GC (fractional)")]
    out["idle_share"] = [(s.start, s.end) for s in w.slices if s.label == "GC (idle)"]
    out["sweep_share"] = [(a, b) for _, a, b in w.sweeps]
    out["mark_share"] = [(a, t.end if b is None else b) for a, b in w.gcs]
    out["stw_share"] = [(s.start, t.end if s.end is None else s.end) for s in w.stops]
    return out


def moments(t):
    """Series -> [(time, how much)]."""
    w, out = t.world(), {}
    spans = [s for life in w.lives for s in life.spans]
    out["created_per_s"] = [(life.created, 1) for life in w.lives
                            if not life.older and life.spans[0].began in ("GoCreate", "GoCreateBlocked", "GoInSyscall")]
    # threads without a P wake, too: the system monitor; these are in no list
    out["woken_per_s"] = [(s.end, 1) for s in spans if s.state == "W" and s.ended is not None and
                          ((s.on or 0) >= 0 and s.on is not None or s.reason == "network" or s.by_timers)]
    out["preempted_per_s"] = [(s.start, 1) for s in spans if s.state == "Q" and
                              (s.began == "GoPreempt" or s.began == "GoStop" and s.reason == "preempted")]
    out["cycles_per_s"] = [(a, 1) for i, (a, _) in enumerate(w.gcs) if i or a]
    heap = w.counters["heap_alloc"]
    out["alloc_per_s"] = [(time, max(0, v - before)) for (_, before), (time, v) in zip(heap, heap[1:])]
    return out


def held(t):
    """Series -> [(from, to, value)]."""
    c, out = t.world().counters, {}
    goals = [(time, v or 0) for time, v in c["heap_goal"]]
    sizes = c["gomaxprocs"] or [(0, len(t.world().procs))]
    for key, steps in (("heap_alloc", c["heap_alloc"]), ("heap_goal", goals),
                       ("gomaxprocs", [(0, sizes[0][1])] + sizes[1:])):
        ends = [time for time, _ in steps[1:]] + [t.end]
        out[key] = [(time, end, v) for (time, v), end in zip(steps, ends)]
    return out


def largest(spans, a, b):
    """The most at any moment of [a, b)."""
    steps = Counter()
    for x, y in spans:
        if x < y and x < b and y > a:
            steps[max(x, a)] += 1
            steps[min(y, b)] -= 1
    most = now = 0
    for time in sorted(steps):
        now += steps[time]
        most = max(most, now)
    return most


class Series:
    def __init__(self, t):
        self.intervals, self.moments, self.held = intervals(t), moments(t), held(t)

    def values(self, edges):
        """Series -> (numerators, denominators) of the parts between the edges."""
        out, parts = {}, list(zip(edges, edges[1:]))
        size = [b - a for a, b in parts]
        cut = lambda x, y, a, b: max(0, min(y, b) - max(x, a))
        for key, steps in self.held.items():
            out[key] = ([sum(v * cut(x, y, a, b) for x, y, v in steps) for a, b in parts],
                        [sum(cut(x, y, a, b) for x, y, _ in steps) for a, b in parts])
        out["gomaxprocs"] = out["gomaxprocs"][0], size
        for key, spans in self.intervals.items():
            out[key] = spread(spans, edges), out["gomaxprocs"][0] if key in SHARES else size
        for key, times in self.moments.items():
            out[key] = [10**9 * sum(n for time, n in times if a <= time < b) for a, b in parts], size
        return out


def near(d, what, got, part, whole, size):
    want = part / whole if whole else None
    if None in (got, want) or not math.isclose(got, want, rel_tol=1e-8, abs_tol=1e-9 if not size else 1):
        d.same(what, got, want)
    else:
        d.compared += 1


def part_series(t, d):
    rng = random.Random(t.name + " series")
    a = rng.randint(0, t.end // 2)
    s = t.__dict__.setdefault("series_kept", None) or Series(t)
    t.series_kept = s
    n = 3 if len(s.intervals["goroutines"]) > 50000 else 12
    for span in ((0, t.end), (a, min(t.end, a + rng.randint(t.end // 10, t.end // 2)))):
        if span[0] >= span[1]:
            continue
        parts = min(n, span[1] - span[0])
        edges = [span[0] + (span[1] - span[0]) * i // parts for i in range(parts + 1)]
        option = [f"--buckets={n}"] + ([] if span == (0, t.end) else [f"--from={span[0]}", f"--to={span[1]}"])
        compare(t, d, s, edges, option)
    return None


def compare(t, d, s, edges, option):
    rows, stats = t.rows("series", *option), {r["name"]: r for r in t.rows("seriesstats", *option)}
    n, values = len(edges) - 1, s.values(edges)
    d.same("rows", [(r["stat"], r["start_ns"], r["end_ns"]) for r in rows],
           [("bucket", *x) for x in zip(edges, edges[1:])] + [(k, edges[0], edges[-1]) for k in ("min", "mean", "max")])
    d.same("series", sorted(stats), sorted(values))
    for key, (parts, wholes) in values.items():
        size = key in ("heap_alloc", "heap_goal", "alloc_per_s")
        what = f"{key} {' '.join(option)}"
        for i, row in enumerate(rows[:n]):
            near(d, f"{what} part {i}", row[key], parts[i], wholes[i], size)
        known = [(p / w, i) for i, (p, w) in enumerate(zip(parts, wholes)) if w]
        least, most = min(known, default=(None, 0)), max(known, key=lambda x: (x[0], -x[1]), default=(None, 0))
        for got in (rows[n], {key: stats[key]["min"]}):
            near(d, what + " min", got[key], least[0] or 0, least[0] is not None, size)
        for got in (rows[n + 1], {key: stats[key]["mean"]}):
            near(d, what + " mean", got[key], sum(parts), sum(wholes), size)
        for got in (rows[n + 2], {key: stats[key]["max"]}):
            near(d, what + " max", got[key], most[0] or 0, most[0] is not None, size)
        d.same(what + " over", stats[key]["over"], [r[key] for r in rows[:n]])
        if most[0] is not None and sum(math.isclose(v, most[0], rel_tol=1e-9) for v, _ in known) == 1:
            d.same(what + " largest at", stats[key]["max_start_ns"], edges[most[1]])
        if key in STATES or key == "threads":
            d.same(what + " peak", stats[key]["peak"], largest(s.intervals[key], edges[0], edges[-1]))
        elif key in s.held:
            values_in = [v for x, y, v in s.held[key] if x < edges[-1] and y > edges[0] and x < y]
            d.same(what + " peak", stats[key]["peak"], max(values_in, default=None))


PARTS = {"series": Part(part_series, columns(
    "series", "start_ns busy running runnable waiting syscall goroutines threads gomaxprocs gc_share mark_share")
    + columns("series", "heap_alloc heap_goal alloc_per_s", by=1 << 20)
    + columns("seriesstats", "min mean max peak", by=1 << 20))}
