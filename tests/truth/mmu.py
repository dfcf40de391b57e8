"""Mutator utilisation (semantics.md 8): the function of what the GC takes from the Ps, made anew from the
events, and the least mean of windows, by trying every begin at which a window's mean can be least.
"""
import bisect
import math
import random

from fractions import Fraction

import spans

from differ import Part, columns

CHOICES = (None, "all", "perp", "stw,sweep,perp")
MOST = 4000                                      # points: more are too slow for this


def taken(t, parts, per_p):
    """P -> when it works for the GC; and when all of them stand."""
    w, by, runs = t.world(), {}, {}
    for s in w.slices:
        runs.setdefault(s.g, []).append(s)
        label = s.label or ""
        if ("background" in parts and label.startswith("GC ") and label != "GC (idle)"
                and not (per_p and label == "GC (dedicated)")):
            by.setdefault(s.p, []).append((s.labelled, s.end))
    if "assist" in parts:
        for g, a, b, _ in w.assists:
            for s in runs.get(g, ()):
                by.setdefault(s.p, []).append((max(a, s.start), min(b, s.end)))
    if "sweep" in parts:
        for p, a, b in w.sweeps:
            by.setdefault(p, []).append((a, b))
    stops = [(s.start, t.end if s.end is None else s.end) for s in w.stops
             if "stw" in parts and (w.v1 or "GC" in (s.kind or ""))]
    return by, stops


class Function:
    """Steps: from times[i] on rates[i] is lost, of `scale`; sums[i] is lost before."""

    def __init__(self, busy, stops, sizes, a, b):
        """busy: P -> intervals; sizes: [(time, Ps)] from a on."""
        marks = {a, b}
        for x in [i for v in busy.values() for i in v] + stops + [(time, time) for time, _ in sizes]:
            marks.update(m for m in x if a < m < b)
        self.times, self.sums, self.rates = sorted(marks), [], []
        self.scale = math.lcm(*(n for _, n in sizes))
        stops, busy = spans.union(stops), {p: spans.union(v) for p, v in busy.items()}
        lost = 0
        inside = lambda v, x: (i := bisect.bisect(v, (x, 1 << 62))) and v[i - 1][1] > x
        for x, nxt in zip(self.times, self.times[1:] + [b]):
            n = [n for time, n in sizes if time <= x][-1]
            ps = n if inside(stops, x) else sum(bool(inside(v, x)) for p, v in busy.items() if p < n)
            self.sums.append(lost)
            self.rates.append(ps * (self.scale // n))
            lost += self.rates[-1] * (nxt - x)
        self.a, self.b = a, b

    def lost(self, x):
        i = bisect.bisect(self.times, x) - 1
        return self.sums[i] + self.rates[i] * (x - self.times[i])

    def mean(self, lost, w):
        return 1 - Fraction(lost, self.scale * w)

    def windows(self, w):
        """(lost, begin) of every window that can be the worst."""
        begins = {x for m in self.times for x in (m, m - w) if self.a <= x <= self.b - w}
        return [(self.lost(x + w) - self.lost(x), x) for x in sorted(begins)]

    def worst(self, w):
        """(mean, begin); a longer window is the whole."""
        w = min(w, self.b - self.a)
        lost, x = max(self.windows(w), key=lambda v: (v[0], -v[1]))
        return self.mean(lost, w), x


def once(t, key, make):
    """What make() gives; asked for again with each value that a self-test changes."""
    kept = t.__dict__.setdefault("mmu_kept", {})
    if key not in kept:
        kept[key] = make()
    return kept[key]


def functions(t, parts, per_p, a, b):
    """(P or None, Function) of the part of the trace from a to b."""
    return once(t, ("functions", *parts, per_p, a, b), lambda: make_functions(t, parts, per_p, a, b))


def make_functions(t, parts, per_p, a, b):
    w, sizes = t.world(), t.world().counters["gomaxprocs"]
    if not sizes:
        return []
    a = max(a, sizes[0][0])
    if a >= b:
        return []
    busy, stops = taken(t, parts, per_p)
    if not per_p:
        return [(None, Function(busy, stops, sizes, a, b))]
    out, ends = [], [time for time, _ in sizes[1:]] + [t.end]
    for p in range(max(n for _, n in sizes)):
        for c, d in spans.union((c, d) for (c, n), d in zip(sizes, ends) if n > p):
            if max(a, c) < min(b, d):
                out.append((p, Function({0: busy.get(p, [])}, stops, [(c, 1)], max(a, c), min(b, d))))
    return out


def quantiles(fns, w, shares):
    """The utilisations that these shares of all windows have at least, to 1e-7."""
    pieces = []
    for f in fns:
        means = [(float(f.mean(lost, w)), x) for lost, x in f.windows(w)]
        pieces += [(min(m, k), max(m, k), y - x) for (m, x), (k, y) in zip(means, means[1:])]
    out = []
    for q in shares:
        want, lo, hi, rest, below = (1 - q) * sum(n for _, _, n in pieces), 0.0, 1.0, pieces, 0.0
        for _ in range(24):
            mid = (lo + hi) / 2
            part = sum(n if y <= mid else n * (mid - x) / (y - x) for x, y, n in rest if x < mid or y <= mid)
            if below + part >= want:
                hi = mid
                rest = [p for p in rest if p[0] < mid or p[1] <= mid]
            else:
                lo = mid
                below += sum(n for _, y, n in rest if y <= mid)
                rest = [p for p in rest if p[1] > mid]
        out.append(hi)
    return out


def near(d, what, got, want, slack=1e-9):
    if got is None or abs(got - float(want)) > slack:
        d.same(what, got, float(want))
    else:
        d.compared += 1


def bounds(t):
    rng = random.Random(t.name + " mmu")
    a = rng.randint(0, t.end // 2)
    return [(), (a, a + rng.randint(t.end // 10, t.end // 2))]


def part_mmu(t, d):
    if sum(s.label is not None for s in t.world().slices) + len(t.world().sweeps) > MOST:
        return "too many steps"
    for choice in CHOICES:
        words = (choice or "").split(",")
        parts = [w for w in words if w not in ("", "perp")] or ["stw", "background", "assist"]
        parts = ["stw", "background", "assist", "sweep"] if "all" in parts else parts
        for bound in bounds(t):
            span = [f"--from={bound[0]}", f"--to={bound[1]}"] if bound else []
            a, b = bound or (0, t.end)
            compare(t, d, parts, "perp" in words, choice, span, a, min(b, t.end))
    return None


def compare(t, d, parts, per_p, choice, span, a, b):
    fns = functions(t, parts, per_p, a, b)
    option = [f"--mmu={choice}"] if choice else []
    what = f"{choice} {' '.join(span)}"
    rows = {r["window_ns"]: r for r in t.rows("mmu", *option, *span)}
    d.same(what + " has rows", bool(rows), bool(fns))
    for w, row in rows.items():
        mean, at, p = once(t, (what, w), lambda: min((*f.worst(w), -1 if p is None else p) for p, f in fns))
        near(d, f"{what} mmu of {w}", row["mmu"], mean)
        if len({f.scale for _, f in fns}) == 1 and len({n for _, n in t.world().counters["gomaxprocs"]}) == 1:
            # the program's numbers are whole ones, too, so that it knows the first of equal ones
            d.columns(f"{what} worst window of {w}", row, {"start_ns": at, "p": None if p < 0 else p})
        else:
            here = [f.mean(f.lost(x + min(w, f.b - f.a)) - f.lost(x), min(w, f.b - f.a)) for p, f in fns
                    for x in [row["start_ns"]] if p == row["p"] and f.a <= x <= f.b - min(w, f.b - f.a)]
            near(d, f"{what} mean of the worst window of {w}", row["mmu"], min(here, default=-1))
        longer = [f for _, f in fns if f.b - f.a > w]
        shares = once(t, (what, w, "shares"), lambda: quantiles(longer, w, (0.99, 0.999)) if longer else [mean] * 2)
        for key, want in zip(("p99", "p999"), shares):
            near(d, f"{what} {key} of {w}", row[key], want, 2e-6)
    if fns:
        worst(t, d, fns, option, span, what)


def worst(t, d, fns, option, span, what):
    """The worst windows: each is as bad as it says, they do not overlap, and the first is the least."""
    w = 1_000_000
    rows = t.rows("mmuworst", f"--mmu={','.join([o[6:] for o in option] + ['1ms'])}", *span)
    least = once(t, (what, "least"), lambda: min(f.worst(w)[0] for _, f in fns))
    near(d, what + " first of the worst", rows[0]["mean"] if rows else 1, least)
    d.same(what + " worst first", [r["mean"] for r in rows], sorted(r["mean"] for r in rows))
    for r in rows:
        here = [f for p, f in fns if p == r["p"] and f.a <= r["start_ns"] < r["end_ns"] <= f.b]
        lost = [f.mean(f.lost(r["end_ns"]) - f.lost(r["start_ns"]), r["end_ns"] - r["start_ns"]) for f in here]
        near(d, f"{what} mean at {r['start_ns']}", r["mean"], lost[0] if lost else -1)
    ends = sorted((r["start_ns"], r["end_ns"]) for r in rows)
    d.same(what + " overlapping", [x for x, y in zip(ends, ends[1:]) if x[1] > y[0]], [])


PARTS = {"mmu": Part(part_mmu, columns("mmu", "mmu p99 p999") + columns("mmuworst", "mean")
                    + columns("mmu", "start_ns", by=1 << 50) + columns("mmuworst", "start_ns", by=1 << 50))}
