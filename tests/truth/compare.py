#!/usr/bin/env python3
"""compare.py GTRACE_TUI OLD[,OLD]... NEW[,NEW]...

Computes again what the report compare says of two sides: what a row is, its numbers before and after, what it differs
by, how sure that is, and the verdict, by the definitions in the manual, with its own statistics.  What happened is
replayed from the events (world.py); stacks, and what the program marked or a server's stacks tell, come from the
reports, of which check.py knows that they are right.  Prints what differs.
"""
import functools
import json
import math
import operator
import os
import subprocess
import sys
import tempfile
from collections import defaultdict, namedtuple

import stops
import waits

from program import Trace

SEGMENTS = 16
FEWEST = 5                   # values on a side, and things in all
MOST = 8192                  # of more lengths the program keeps a part, which is left to chance
ALPHA, TRACES_ALPHA = 0.01, 0.05
ASPECTS = "length", "share", "rate"
# what more of it is: 1 worse, -1 better; what is worth telling: a share of the time, of `top` seconds;
# and how much of its time is a cost.
Kind = namedtuple("Kind", "length share rate worth unit weight", defaults=("ns", 1))
KINDS = {
    "greedy": Kind(1, 0, 0, 2e-3), "tmax_stw": Kind(1, 0, 0, 1e-3, "top", 0.1), "greedygroups": Kind(0, 1, 0, 5e-3),
    "calls": Kind(1, 1, 1, 2e-3), "stw": Kind(1, 1, 1, 1e-4), "stwfuncs": Kind(1, 1, 1, 1e-4),
    "stwmax": Kind(1, 0, 0, 1e-4, "top", 0.1), "gc": Kind(1, 1, 1, 5e-3, weight=0.5),
    "counters": Kind(1, 0, 0, 0, "bytes", 0.1),
    "requests": Kind(1, 0, -1, 2e-3), "tasks": Kind(1, 0, -1, 2e-3), "regions": Kind(1, 0, -1, 2e-3),
    "logs": Kind(0, 0, -1, 0, weight=0.1), "goroutines": Kind(0, 0, 1, 0, weight=0.1),
    "waits": Kind(1, 1, 0, 1e-2, weight=0.03), "sched": Kind(1, 1, 0, 1e-2, weight=0.1),
}
LOCKS = 0.3                  # the weight of waits for these: who waits for anything else may have nothing to do
NOT_NAMED = {"waits": "reason not recorded"}
# what of it is told: t1 None: it goes on; whole: its length is its own
Item = namedtuple("Item", "t0 t1 whole")
Goroutine = namedtuple("Goroutine", "g marked")
status = 0


def say(what):
    global status
    status = 1
    print(what[:300])


# ---- what a trace has of each (kind, name, functions of the stack) ----

def outside(stack):
    """Its functions from the first on that the program, or a library for it, called something with."""
    names = [f["func"] for f in stack or []]
    inner = ("runtime.", "runtime/", "internal/", "sync.", "syscall.")
    first = next((i for i, n in enumerate(names) if n and not n.startswith(inner)), 0)
    return tuple(names[first:])


def of_slices(t, add):
    for s in t.world().slices:
        item, func = Item(s.start, s.end, not (s.open or s.cut)), t.func(s.life)
        add("tmax_stw", "Tmax_stw", (), Item(s.seen, s.end, True))
        if waits.is_system(s.life, func):
            add("gc", func, (), item)
        elif waits.is_program(s.life, func):
            add("greedygroups", func, (), item)
    for r in t.rows("greedy", "--columns=func,start,end,before,open,cut,system,end_stack"):
        if r["system"] is False:
            # It held the processor before the event that shows it, too.
            add("greedy", r["func"], outside(r["end_stack"]),
                Item(r["start_ns"] - (r["before_ns"] or 0), r["end_ns"], not (r["open"] or r["cut"])))


def of_stops(t, add):
    stacks = {r["start_ns"]: r["last_stack"] for r in t.rows("stw", "--columns=start,last_stack")}
    for stop in t.world().stops:
        row = stops.parts(stop)
        if stop.end is None or stop.end > t.end:
            continue
        for word, ns in (("time to stop", row["stop_ns"]), ("standstill", row["still_ns"]),
                         ("restart", row["restart_ns"]), ("all", row["dur_ns"])):
            if ns is not None:
                add("stw", word, (), Item(stop.start, stop.start + ns, True))
        for word, ns in ("pause", row["dur_ns"]), ("time to stop", row["stop_ns"]):
            if ns is not None:
                add("stwmax", word, (), Item(stop.start, stop.start + ns, True))
        if row["last_g"] is not None:
            at = stop.start + row["last_yield_ns"]
            add("stwfuncs", t.func_at(row["last_g"], at), outside(stacks[stop.start]), Item(stop.start, at, True))


def of_gc(t, add):
    for word, all_ in (("mark phase", [(a, b, b is not None) for a, b in t.world().gcs]),
                       ("mark assist", [a[1:] for a in t.world().assists])):
        for a, b, ended in all_:
            add("gc", word, (), Item(a, b if ended else None, ended and a > 0))


def of_goroutines(t, add):
    for life in t.world().lives:
        if not life.older and waits.is_program(life, t.func(life)):
            add("goroutines", t.func(life), (), Item(life.created, life.created, False))


def of_program(t, add):
    for r in t.rows("tasks"):
        if r["start_ns"] is not None:
            add("tasks", r["name"], (), Item(r["start_ns"], r["end_ns"], r["end_ns"] is not None))
    for r in t.rows("regions", "--columns=name,start,end,stack"):
        if r["start_ns"] is not None:
            add("regions", r["name"], outside(r["stack"]), Item(r["start_ns"], r["end_ns"], r["end_ns"] is not None))
    for r in t.rows("logs", "--columns=ns,category"):
        add("logs", r["category"], (), Item(r["ns"], r["ns"], True))
    for r in t.rows("requests"):
        for name in {r["server"], r["handler"] or r["server"]} if r["inferred"] else ():
            add("requests", name, (), Item(r["start_ns"], r["end_ns"], not (r["cut_start"] or r["open"])))


def of_waits(t, add):
    for r in t.rows("calls", "--columns=g,func,start,end,call,stack"):
        if waits.is_program(Goroutine(r["g"], False), r["func"] or ""):
            add("calls", r["call"], outside(r["stack"]), Item(r["start_ns"], r["end_ns"], True))
    for r in t.rows("waits", "--columns=func,state,reason,start,end,open,began,system,stack"):
        ours = r["system"] is False
        if ours and r["state"] == "waiting":
            add("waits", r["reason"], outside(r["stack"]),
                Item(r["start_ns"], r["end_ns"], not r["open"] and r["began"] is not None))
    for life, s in waits.for_a_p(t.world(), lambda life: waits.is_program(life, t.func(life))):
        add("sched", waits.cause(s), (), Item(s.start, s.end, s.ended is not None))


SOURCES = of_slices, of_stops, of_gc, of_goroutines, of_program, of_waits


class Side:
    """What one trace says of each key."""

    def __init__(self, t):
        self.t, self.items, self.levels = t, defaultdict(list), {}
        for source in SOURCES:
            source(t, lambda kind, name, stack, item: self.items[kind, name or None, stack].append(item))
        for items in self.items.values():
            items.sort(key=lambda i: (i.t0, i.t1 if i.t1 is not None else math.inf))
        self.step = t.end // SEGMENTS
        self.edges = [i * self.step for i in range(SEGMENTS)] + [t.end]
        for metric, word in ("heap_alloc", "heap in use"), ("heap_goal", "heap goal"):
            if any(v is not None for _, v in t.world().counters[metric]):
                self.levels["counters", word, ()] = self.means(t.world().counters[metric])

    def means(self, changes):
        """Of each part of the time in which the level is known."""
        out = []
        for a, b in zip(self.edges, self.edges[1:]):
            ends = [t for t, _ in changes[1:]] + [self.t.end]
            spans = [(max(0, min(e, b) - max(t, a)), v) for (t, v), e in zip(changes, ends) if v is not None]
            if sum(ns for ns, _ in spans):
                out.append(int(sum(ns * v for ns, v in spans) / sum(ns for ns, _ in spans)))
        return out, max(v for _, v in changes if v is not None)

    def keys(self):
        return set(self.items) | set(self.levels)

    def of(self, key):
        return [i for i in self.items.get(key, []) if i.t0 < self.t.end]

    def end(self, item):
        return self.t.end if item.t1 is None else min(item.t1, self.t.end)

    def longest(self, key, window):
        """Of those that begin where a part of the time begins, as long as in the shortest trace."""
        parts = [[self.end(i) - i.t0 for i in self.of(key) if a <= i.t0 < min(b, a + window)]
                 for a, b in zip(self.edges, self.edges[1:])]
        return [max(p) for p in parts if p], max((self.end(i) - i.t0 for i in self.of(key)), default=None)

    def lengths(self, key, window):
        """All of them, and the longest."""
        kind = KINDS[key[0]]
        if kind.unit != "ns":
            return self.levels.get(key, ([], None)) if kind.unit == "bytes" else self.longest(key, window)
        all_ = [i.t1 - i.t0 for i in self.of(key) if i.whole and i.t1 <= self.t.end]
        return all_, max(all_, default=None)

    def counts(self, key):
        return [sum(a <= i.t0 < b for i in self.of(key)) for a, b in zip(self.edges, self.edges[1:])]

    def shares(self, key):
        return [sum(max(0, min(self.end(i), b) - max(i.t0, a)) for i in self.of(key))
                for a, b in zip(self.edges, self.edges[1:])]

    def values(self, key, aspect, window):
        segment = self.t.end / SEGMENTS
        if aspect == "share":
            return [ns / segment for ns in self.shares(key)]
        if aspect == "rate":
            return [n * 1e9 / segment for n in self.counts(key)]
        v, n = self.lengths(key, window)[0], SEGMENTS
        blocks = [v[i * len(v) // n:(i + 1) * len(v) // n] for i in range(n)] if len(v) >= n else [[x] for x in v]
        return [median(b) for b in blocks]


# ---- statistics ----

def median(v):
    v = sorted(v)
    return (v[(len(v) - 1) // 2] + v[len(v) // 2]) / 2 if v else 0


def rank(values, q):
    """Nearest rank."""
    return sorted(values)[max(0, math.ceil(q * len(values)) - 1)] if values else None


@functools.lru_cache(maxsize=None)
def exact(doubled, n, off):
    """Of all choices of n of the ranks (twice their values) the share whose sum is as far from the mean."""
    ways = [defaultdict(int) for _ in range(n + 1)]
    ways[0][0] = 1
    for r in doubled:
        for k in range(n, 0, -1):
            for s, many in list(ways[k - 1].items()):
                ways[k][s + r] += many
    mean = n * (len(doubled) + 1)
    return sum(m for s, m in ways[n].items() if abs(s - mean) >= off) / sum(ways[n].values())


def rank_test(a, b):
    """Two-sided: exact for up to 40 values, then the normal distribution with both corrections."""
    v = sorted(a + b)
    of = {x: 2 * v.index(x) + v.count(x) + 1 for x in set(v)}
    off = abs(sum(of[x] for x in b) - len(b) * (len(v) + 1))
    if len(v) <= 40:
        return exact(tuple(of[x] for x in v), len(b), off)
    n, ties = len(v), sum(v.count(x) ** 3 - v.count(x) for x in set(v))
    variance = len(a) * len(b) / 12 * (n + 1 - ties / (n * (n - 1)))
    z = (off / 2 - 0.5) / math.sqrt(variance) if variance > 0 else 0
    return math.erfc(z / math.sqrt(2)) if z > 0 else 1


def holm(p, tests):
    out, least = dict.fromkeys(p), 0
    for i, (key, v) in enumerate(sorted(p.items(), key=lambda kv: kv[1])):
        least = max(least, v * (tests - i))
        out[key] = min(1, least)
    return out


# ---- the judgement ----

Tested = namedtuple("Tested", "a b shift worth counts p differ")


def middle(v, aspect):
    # One after the other: from Python 3.12 on sum() corrects what rounding loses, and a share that is just at a bound
    # is on its other side then.
    return median(v) if aspect == "length" else functools.reduce(operator.add, v, 0) / len(v) if v else 0


def own_range(v, aspect):
    """By how much the quarters of a trace differ, of few values its halves."""
    n = 4 if len(v) >= SEGMENTS // 2 else 2
    if len(v) < n:
        return 0
    parts = [middle(v[i * len(v) // n:(i + 1) * len(v) // n], aspect) for i in range(n)]
    return max(parts) - min(parts)


def traces_differ(a, b):
    if len(a) >= 4 and len(b) >= 4:
        return rank_test(a, b) <= TRACES_ALPHA
    return max(a) < min(b) or min(a) > max(b)


def judge(key, aspect, sides, window, sums):
    kind = KINDS[key[0]]
    each = [[v for v in (t.values(key, aspect, window) for t in side) if v] for side in sides]
    a, b = ([x for v in side for x in v] for side in each)
    counts = len(a) >= FEWEST and len(b) >= FEWEST and sums[0]["count"] + sums[1]["count"] >= FEWEST
    if not a or not b:
        return Tested(0, 0, 0, False, counts, None, False)
    ma, mb = middle(a, aspect), middle(b, aspect)
    shift = median([y - x for x in a for y in b]) if aspect == "length" else mb - ma
    if aspect == "length":
        often = 1 if kind.unit == "top" else min(s["rate"] for s in sums)
        worth = abs(shift) > (0.1 if kind.unit == "bytes" else 0.05) * min(ma, mb) and \
            abs(shift) * often >= kind.worth * 1e9
    else:
        worth = abs(shift) > 0.1 * min(ma, mb) and (aspect == "rate" or abs(shift) >= kind.worth)
    if not worth or not counts:
        return Tested(ma, mb, shift, worth, counts, None, False)
    differ = abs(shift) > max(own_range(v, aspect) for side in each for v in side) and \
        traces_differ(*([middle(v, aspect) for v in side] for side in each))
    apart = max(a) < min(b) or max(b) < min(a)
    return Tested(ma, mb, shift, worth, counts, rank_test(a, b), differ or apart)


def summed(key, side, window):
    """The numbers of a side."""
    time, lengths, largest = sum(t.t.end for t in side), [], []
    n = ns = 0
    for t in side:
        v, most = t.lengths(key, window)
        lengths += v
        largest += [] if most is None else [most]
        n += len(v) if KINDS[key[0]].unit != "ns" else sum(t.counts(key))
        ns += 0 if KINDS[key[0]].unit != "ns" else sum(t.shares(key))
    out = {"count": n, "rate": n * 1e9 / time, "share": ns / time, "max": max(largest, default=None)}
    if all(len(t.lengths(key, window)[0]) <= MOST for t in side):
        out.update(p50=rank(lengths, 0.5), p99=rank(lengths, 0.99))
    return out


def factor(t):
    low, high = min(t.a, t.b), max(t.a, t.b)
    return 1 if high <= 0 else min(1000, high / low) if low > 0 else 1000


def decided(key, tested, p, work):
    """The aspect that differs most, of those that are sure, or else worth telling, if one is; the verdict."""
    kind, sure = KINDS[key[0]], lambda a: tested[a].worth and tested[a].differ and p.get((key, a), 2) <= ALPHA
    aspects = [a for a in ASPECTS if getattr(kind, a)]
    follows = "rate" in aspects and sure("rate") and kind.rate > 0 and work.explains(tested["rate"])
    aspect = max(aspects, key=lambda a: (sure(a) and not (a == "rate" and follows), sure(a), tested[a].worth,
                                         factor(tested[a])))
    t = tested[aspect]
    if sure(aspect) and aspect == "rate" and follows:
        return aspect, "changed"
    if sure(aspect):
        return aspect, "worse" if (t.shift > 0) == (getattr(kind, aspect) > 0) else "better"
    return aspect, "unsure" if t.worth else "same"


class Work:
    """What was finished per second: requests as their servers count them, else tasks, else goroutines."""

    def __init__(self, sides):
        self.what, self.rates = None, None
        for what in "requests", "tasks", "goroutines":
            done = [sum(self.finished(t, what) for t in side) for side in sides]
            if self.what is None and min(done) >= FEWEST:
                self.what = what
                self.rates = [n * 1e9 / sum(t.t.end for t in side) for n, side in zip(done, sides)]

    @staticmethod
    def finished(side, what):
        if what == "goroutines":
            return sum(life.ended is not None and life.ended < side.t.end and waits.is_program(life, side.t.func(life))
                       for life in side.t.world().lives)
        if what == "requests":
            return sum(r["inferred"] and not (r["cut_start"] or r["open"]) for r in side.t.rows("requests"))
        return sum(i.whole and i.t1 <= side.t.end for key in side.items if key[0] == what for i in side.of(key))

    def explains(self, t):
        """Of a rate: per unit of work it did not change by a tenth the same way as the work did."""
        if self.what is None:
            return False
        old, new = self.rates
        if t.b > t.a:
            return new > 1.1 * old and t.b / new <= 1.1 * t.a / old
        return old > 1.1 * new and t.b / new * 1.1 >= t.a / old


# ---- against the program ----

def same(what, a, b, near=1e-6):
    if a is None or b is None or isinstance(a, (bool, str)):
        if a != b:
            say(f"{what}: {a}, not {b}")
    elif abs(a - b) > near * max(1, abs(b)):
        say(f"{what}: {a}, not {b}")


def key_of(row, wanted):
    """The key of what was computed that a row is: its text is the name, or that and a place in the program."""
    stack = tuple(f or "" for f in row["stack"] or ())
    for kind, name, functions in wanted:
        text = name or NOT_NAMED.get(kind, "no name recorded")
        if kind == row["kind"] and functions == stack and (row["key"] == text or row["key"].startswith(text + " in ")):
            return kind, name, functions
    return None


def cost(row):
    """The time per time that a difference makes up, as it weighs in the order of the rows."""
    kind = KINDS[row["kind"]]
    length = 0
    if row["aspect"] == "length" and kind.unit == "ns":
        length = abs(row["shift"]) / 1e9 * min(row["rate_a"], row["rate_b"])
    share = abs((row["share_b"] or 0) - (row["share_a"] or 0))
    lock = row["kind"] == "waits" and (row["key"] == "sync" or row["key"].startswith("sync in "))
    return max(share, length) * (LOCKS if lock else kind.weight)


def check_order(rows):
    # What only one side has comes first, and waits for a processor, which others brought about, last.
    late = lambda r: r["kind"] == "sched" and r["verdict"] not in ("unsure", "same")
    alone = lambda r: r["verdict"] not in ("unsure", "same") and not (r["count_a"] and r["count_b"])
    places = [((("worse", "better", "changed", "unsure", "same").index(r["verdict"]), late(r), not alone(r)), -cost(r))
              for r in rows]
    for a, b, row in zip(places, places[1:], rows[1:]):
        if a[0] > b[0] or a[0] == b[0] and a[1] > b[1] + 1e-6 * abs(b[1]):
            say(f"{row['verdict']} {row['kind']} {row['key']}: costs {-b[1]}, more than the row before, {-a[1]}")


def check(doc, sides):
    window = min(t.step for side in sides for t in side if t.step)
    wanted = set().union(*(t.keys() for side in sides for t in side))
    minors = [int(t.t.facts["version"].split(".")[1]) for side in sides for t in side]
    if min(minors) < 22 <= max(minors):                # up to 1.21 only calls that lost their P are recorded
        wanted = {k for k in wanted if k[0] != "calls"}
    if min(minors) < 21 <= max(minors):                # up to 1.20 only pauses of the collector
        wanted = {k for k in wanted if k[0] not in ("stw", "stwfuncs", "stwmax")}
    rows = {}
    for r in doc["rows"]:
        key = key_of(r, wanted)
        if key is None or key in rows:
            say(f"{r['kind']} {r['key']} {r['stack']}: is only in the report")
        rows[key] = r
    for key in wanted - set(rows):
        say(f"{key}: is only computed")
    sums = {k: [summed(k, side, window) for side in sides] for k in wanted}
    tested = {k: {a: judge(k, a, sides, window, sums[k]) for a in ASPECTS if getattr(KINDS[k[0]], a)} for k in wanted}
    p = {(k, a): t.p for k, of in tested.items() for a, t in of.items() if t.p is not None}
    tests = sum(t.counts for of in tested.values() for t in of.values())
    p = holm(p, tests)
    same("tests", doc["trace"]["tests"], tests)
    work = Work(sides)
    same("work", doc["trace"]["work"], work.what)
    for column, value in zip(("work_a", "work_b"), work.rates or (None, None)):
        same(column, doc["trace"][column], value)
    for key in wanted & set(rows):
        check_row(key, rows[key], sums[key], tested[key], p, work)
    for verdict in "worse", "better", "changed", "unsure", "same":
        same(verdict, doc["trace"][verdict], sum(r["verdict"] == verdict for r in doc["rows"]))
    check_order(doc["rows"])
    return len(wanted)


def check_row(key, row, sums, tested, p, work):
    kind = KINDS[key[0]]
    for side, s in zip("ab", sums):
        for column, value in s.items():
            lengths = kind.length or kind.share
            if column == "rate" and kind.unit != "ns" or column == "share" and (kind.unit != "ns" or not lengths):
                value = None
            same(f"{key} {column}_{side}", row[f"{column}_{side}"], value)
    aspect, verdict = decided(key, tested, p, work)
    same(f"{key} aspect", row["aspect"], aspect)
    same(f"{key} verdict", row["verdict"], verdict)
    t = tested[aspect]
    for column, value in ("a", t.a), ("b", t.b), ("shift", t.shift):
        same(f"{key} {column}", row[column], value)
    of = p.get((key, aspect))
    if (row["p"] is None) != (of is None) or of is not None and abs(row["p"] - of) > 1e-6 * of:
        say(f"{key} p: {row['p']}, not {of}")


exe, *names = sys.argv[1:]
with tempfile.TemporaryDirectory(prefix="gt-truth.") as work:
    paths = [side.split(",") for side in names]
    sides = [[Side(Trace(exe, path, path, os.path.join(work, f"{i}{j}"))) for j, path in enumerate(side)]
             for i, side in enumerate(paths)]
    done = subprocess.run([exe, *("--compare=" + path for path in paths[0]), *paths[1], "--format=json"],
                          capture_output=True, timeout=300)
    if done.returncode not in (0, 3):
        sys.exit(done.stderr.decode())
    check(json.loads(done.stdout), sides)
sys.exit(status)
