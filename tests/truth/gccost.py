"""What the garbage collector cost (analyses.md 7), and who paid: reports gccost and gc, and the columns of
goroutines and groups, in whole traces and in parts of them.
"""
import math
import random

from collections import Counter, defaultdict

import places
import spans

from differ import Part, columns

NAMES = "names"                                  # of those who allocate most
KEYS = ("assist_ns", "assist_wall_ns", "sweep_ns", "sweeps", "reclaimed")
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
        pace(t, d, span, a, min(b, t.end))
    cycles(t, d)
    return None


def sums(t, d, span, a, b):
    w, facts = t.world(), t.ask("gccost", *span)[0]
    want = {k: sum(overlap(s.start, s.end, a, b) for s in w.slices if s.label == v) for k, v in MODES.items()}
    want["sweep_ns"] = sum(overlap(x, y, a, b) for _, x, y in w.sweeps)
    want["busy_ns"] = sum(overlap(s.start, s.end, a, b) for s in w.slices)
    want["procs_ns"] = whole_procs(t, a, b)
    want["cycles"] = sum(overlap(x, t.end if y is None else y, a, b) > 0 for x, y in w.gcs)
    helped = [(max(x, a), min(y, b)) for _, x, y, _ in w.assists if overlap(x, y, a, b)]
    want["assist_max_ns"] = max((y - x for x, y in helped), default=None)
    want["assist_some_ns"] = spans.measure(spans.union(helped))
    d.columns(f"gccost {' '.join(span)}", facts, want)
    parts(t, d, span, a, b, want, facts)
    took = want["dedicated_ns"] + want["fractional_ns"] + facts["assist_ns"]
    d.same("gccost took_ns", facts["took_ns"], took * (b - a) // want["procs_ns"] if want["procs_ns"] else 0)
    for key, part, whole in (("busy_share", took, want["busy_ns"]), ("procs_share", took, want["procs_ns"]),
                             ("idle_share", want["idle_ns"], want["procs_ns"]),
                             ("cycles_per_s", want["cycles"] * 10**9, b - a)):
        near(d, f"gccost {key}", facts[key], part, whole)


def parts(t, d, span, a, b, want, facts):
    w = t.world()
    touch = lambda rows: sorted((-overlap(x, y, a, b), x) for x, y in rows if overlap(x, y, a, b))
    rows = {k.replace("_ns", " workers"): touch((s.start, s.end) for s in w.slices if s.label == v)
            for k, v in MODES.items()}
    rows["sweeps"] = touch((x, y) for _, x, y in w.sweeps)
    rows["assists"] = touch((x, y) for _, x, y, _ in w.assists)
    rows["pauses"] = touch((s.start, t.end if s.end is None else s.end) for s in w.stops if "GC" in str(s.kind))
    on_p = {"assists": facts["assist_ns"], "pauses": None}
    for r in t.rows("gcparts", *span):
        v = rows[r["part"]]
        d.columns(f"{r['part']} {' '.join(span)}", r, {
            "count": len(v), "wall_ns": -sum(n for n, _ in v), "max_ns": -v[0][0] if v else None,
            "max_start_ns": v[0][1] if v else None, "on_p_ns": on_p.get(r["part"], -sum(n for n, _ in v))})
        for key, whole in (("busy_share", want["busy_ns"]), ("procs_share", want["procs_ns"])):
            near(d, f"{r['part']} {key}", r[key], r["on_p_ns"], whole if r["on_p_ns"] is not None else 0)


def payers(t, d, span, a, b):
    """Of each goroutine, the same in three reports."""
    runs, on_p, wall = defaultdict(list), Counter(), Counter()
    for s in t.world().slices:
        runs[s.g].append((s.start, s.end))
    for g, x, y, _ in t.world().assists:
        if overlap(x, y, a, b):
            on_p[g] += spans.measure(spans.common([(max(x, a), min(y, b))], spans.union(runs[g])))
            wall[g] += overlap(x, y, a, b)
    swept, sweeps, reclaimed = Counter(), Counter(), Counter()
    told = all(isinstance(x[4], int) for x in t.world().sweepers)
    for g, x, y, ended, freed in t.world().sweepers:
        if overlap(x, y, a, b):
            swept[g] += overlap(x, y, a, b)
            sweeps[g] += 1
            reclaimed[g] += freed if told and ended and y <= b else 0
    rows = t.rows("gccost", *span)
    paid = [on_p, wall, swept, sweeps] + [reclaimed] * told
    keys = KEYS[:len(paid)]
    got = {key: Counter() for key in keys}           # an id can have several lives
    for r in rows:
        for key in keys:
            got[key][r["g"]] += r[key]
    d.same(f"payers {' '.join(span)}", sorted((g, *(got[key][g] for key in keys)) for g in got["assist_ns"]),
           sorted((g, *(x[g] for x in paid)) for g in set(wall) | set(swept)))
    rows = t.rows("goroutines", *span)
    for key, x in zip(keys, paid):
        d.same(f"{key} of goroutines", {r["g"]: r[key] for r in rows if r[key]}, {g: n for g, n in x.items() if n})
    if len({r["g"] for r in rows}) < len(rows):
        return                                       # groups count the last life of an id
    for key, x in zip(keys, paid):
        groups = Counter()
        for r in rows:
            groups[r["func"]] += x[r["g"]]
        got = {r["func"]: r[key] for r in t.rows("groups", *span)}
        d.same(f"{key} of groups", got, {func: groups[func] for func in got})
    functions = {r["g"]: r["func"] for r in rows}
    paygroups(t, d, span, (a, b), "func", told, lambda g, name, at: functions[g])
    places = allocators(t)
    paygroups(t, d, span, (a, b), "alloc", told, lambda g, name, at: places.get((g, name, at)))


def allocators(t):
    """(goroutine, what, when) -> where an assist or a sweep began: the program's frame, else the outermost."""
    def name(stack):
        func = places.frame_of(stack)["func"]
        return (stack[-1]["func"] if (func or "").startswith("runtime.") else func) or None
    begins = "|".join(f"name='GC{what}{begin}'" for what in ("MarkAssist", "Sweep") for begin in ("Begin", "Start"))
    rows = t.rows("events", f"--filter={begins.replace('|', ' || ')}", "--columns=ns,name,g,stack")
    return {(r["g"], "assist" if "Assist" in r["name"] else "sweep", r["ns"]): name(r["stack"])
            for r in rows if r["stack"]}


def allocator(t, a, b):
    """Evidence of who allocates or pays most in [a, b), as a dict: {} if nobody knows."""
    paid, swept, where = Counter(), Counter(), allocators(t)
    wall = freed = 0
    mine = lambda name: name is not None and not places.library(name)
    for g, x, y, _ in t.world().assists:
        wall += overlap(x, y, a, b)
        name = where.get((g, "assist", x))
        if mine(name):
            paid[name] += overlap(x, y, a, b)
    for g, x, y, ended, n in t.world().sweepers:
        if ended and isinstance(n, int) and overlap(x, y, a, b) and y <= b:
            freed += n
            if mine(where.get((g, "sweep", x))):
                swept[where[g, "sweep", x]] += n
    names = lambda by, most: [name for name, n in by.items() if n == most]
    most = max(swept.values(), default=0)
    if most >= 256 << 10 and most // 3 >= freed // 4:
        return {"allocator_bytes": most, "swept_bytes": freed, NAMES: names(swept, most)}
    most = max(paid.values(), default=0)
    return {"allocator_ns": most, NAMES: names(paid, most)} if most >= 1000000 and most >= wall // 2 else {}


def paygroups(t, d, span, within, by, told, group):
    a, b = within
    w, runs, sums = t.world(), defaultdict(list), defaultdict(Counter)
    members = defaultdict(set)
    for s in w.slices:
        runs[s.g].append((s.start, s.end))
    for g, x, y, _ in w.assists:
        if overlap(x, y, a, b):
            of = sums[group(g, "assist", x)]
            members[group(g, "assist", x)].add(g)
            of["count"] += 1
            of["assist_wall_ns"] += overlap(x, y, a, b)
            of["assist_ns"] += spans.measure(spans.common([(max(x, a), min(y, b))], spans.union(runs[g])))
    for g, x, y, ended, freed in w.sweepers:
        if overlap(x, y, a, b):
            of = sums[group(g, "sweep", x)]
            members[group(g, "sweep", x)].add(g)
            of["sweeps"] += 1
            of["sweep_ns"] += overlap(x, y, a, b)
            of["reclaimed"] += freed if told and ended and y <= b else 0
    rows = {r["func"]: r for r in t.rows("gccost", f"--group={by}", *span)}
    d.same(f"payers by {by} {' '.join(span)}", set(rows), set(sums))
    for func, of in sums.items():
        want = {key: of[key] for key in ("count", *KEYS[:4 + told])}
        d.columns(f"payers by {by} {' '.join(span)} {func}", rows[func], {**want, "goroutines": len(members[func])})
        own = sum(overlap(x, y, a, b) for g in members[func] for x, y in runs[g])
        near(d, f"share by {by} of {func}", rows[func]["share"], of["assist_ns"] if own else 0, own or 1)


def near(d, what, got, part, whole):
    value = part / whole if whole else None
    close = None not in (got, value) and math.isclose(got, value, rel_tol=1e-6, abs_tol=1e-9)
    d.same(what, value if close else got, value)


def last(steps, time):
    """The value that holds at a time."""
    found = [v for at, v in steps if time is not None and at <= time]
    return found[-1] if found else None


def whole_procs(t, a, b):
    sizes = t.world().counters["gomaxprocs"] or [(0, len(t.world().procs))]
    times = [0] + [time for time, _ in sizes[1:]] + [t.end]
    return sum(n * overlap(x, y, a, b) for x, y, (_, n) in zip(times, times[1:], sizes))


def cycles(t, d):
    w, rows = t.world(), t.rows("gc")
    d.same("cycles", [r["start_ns"] for r in rows], [x for x, _ in w.gcs])
    runs, goals = defaultdict(list), w.counters["heap_goal"]
    for s in w.slices:
        runs[s.g].append((s.start, s.end))
    helped = [(x, spans.measure(spans.common([(x, y)], spans.union(runs[g])))) for g, x, y, _ in w.assists]
    starts = [x for x, _ in w.gcs[1:]] + [None]
    for r, (x, y), following in zip(rows, w.gcs, starts):
        end = t.end + 1 if following is None else following
        want = {k: sum(s.end - s.start for s in w.slices if s.label == v and x <= s.start < end)
                for k, v in MODES.items()}
        want["assist_ns"] = sum(n for at, n in helped if x <= at < end)
        want["sweeps"] = sum(x <= a < end for _, a, _ in w.sweeps)
        want["sweep_ns"] = sum(b - a for _, a, b in w.sweeps if x <= a < end)
        if all(isinstance(n, int) for _, _, n in w.reclaimed):   # listings do not tell
            want["reclaimed"] = sum(n for a, _, n in w.reclaimed if x <= a < end)
        want["heap_start"], want["heap_goal"] = last(w.counters["heap_alloc"], x), last(goals, x)
        want["heap_end"] = last(w.counters["heap_alloc"], y)
        want["interval_ns"] = None if following is None else following - x
        d.columns(f"cycle at {x}", r, want)
        near(d, f"cycle at {x} mark_share", r["mark_share"], 0 if y is None else y - x,
             want["interval_ns"] if y is not None else None)
        near(d, f"cycle at {x} procs_share", r["procs_share"],
             want["dedicated_ns"] + want["fractional_ns"] + want["assist_ns"], whole_procs(t, x, min(end, t.end)))


def median(v):
    return sorted(v)[(len(v) + 1) // 2 - 1] if v else None


def pace(t, d, span, a, b):
    """How often, against the heap."""
    w, facts, cost = t.world(), t.ask("gc", *span)[0], t.ask("gccost", *span)[0]
    marks = [(x, y) for i, (x, y) in enumerate(w.gcs) if a <= x < b and (i or x)]     # at 0: it went on already
    heap = w.counters["heap_alloc"]
    goals = [last(w.counters["heap_goal"], x) for x, _ in marks]
    known = lambda v: [x for x in v if x is not None]
    want = {"begun": len(marks), "interval_p50_ns": median([y[0] - x[0] for x, y in zip(marks, marks[1:])]),
            "heap_p50": median(known(last(heap, x) for x, _ in marks)), "goal_p50": median(known(goals)),
            "live_p50": median(known(last(heap, y) for _, y in marks)),
            "least_goals": sum(g <= 4 << 20 for g in known(goals)),
            "mark_ns": sum(overlap(x, t.end if y is None else y, a, b) for x, y in w.gcs),
            "taken_ns": cost["dedicated_ns"] + cost["fractional_ns"] + cost["assist_ns"], "procs_ns": cost["procs_ns"],
            "idle_ns": cost["idle_ns"]}
    d.columns(f"gc {' '.join(span)}", facts, want)
    for key, part, whole in (("begun_per_s", len(marks) * 10**9, b - a), ("mark_share", want["mark_ns"], b - a),
                             ("taken_share", want["taken_ns"], want["procs_ns"])):
        near(d, f"gc {' '.join(span)} {key}", facts[key], part if whole > 0 else 0, whole if whole > 0 else 1)


PARTS = {"gccost": Part(part_gccost, [
    *columns("gccost", "assist_ns assist_wall_ns sweep_ns sweeps count share"),
    *columns("gcparts", "count on_p_ns wall_ns max_ns max_start_ns busy_share"),
    *columns("goroutines", " ".join(KEYS[:4])), *columns("groups", " ".join(KEYS[:4])),
    *columns("gc", "assist_ns sweep_ns sweeps dedicated_ns fractional_ns idle_ns"),
    *columns("gc", "heap_start heap_goal heap_end interval_ns procs_share")])}
