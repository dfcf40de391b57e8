"""Who ran instead (analyses.md 4): what every P did while goroutines of the program waited for one.

At each moment a P whose number is below GOMAXPROCS is one of these, the first that holds:

still      from the last stop of a P to the restart of the world
held       by a goroutine: in a system call, marking for the GC in its mode, of the program by its start
           function, without a name, of the runtime or the tracer
stopped    nobody's, while a stop of the world goes on
scheduler  a thread's
idle       nobody's, also if the trace never mentions it
"""
import bisect
import random

from collections import Counter, defaultdict

import queues
import spans
import stops
import waits

from differ import Part, columns

MODES = {"GC (dedicated)": "gc dedicated", "GC (fractional)": "gc fractional", "GC (idle)": "gc idle"}
MOST = 60000                                     # slices: more are too slow for this


class Steps:
    """A sum over time of a number that changes at times."""

    def __init__(self, intervals):
        delta = Counter()
        for a, b in intervals:
            delta[a] += 1
            delta[b] -= 1
        self.times, self.sums, self.values = [-1 << 62], [0], [0]
        for time in sorted(delta):
            self.sums.append(self.sums[-1] + self.values[-1] * (time - self.times[-1]))
            self.times.append(time)
            self.values.append(self.values[-1] + delta[time])

    def until(self, time):
        i = bisect.bisect(self.times, time) - 1
        return self.sums[i] + self.values[i] * (time - self.times[i])

    def over(self, a, b):
        return self.until(b) - self.until(a)


class Instead:
    def __init__(self, t):
        self.t, self.world = t, t.world()
        w, end = self.world, t.end
        whole = [(0, end)]
        self.still = spans.union((s.marker - still, s.marker) for s in w.stops
                                 for still in [stops.parts(s)["still_ns"]] if still)
        stopped = spans.union((s.start, s.marker or s.end or end) for s in w.stops)
        self.by = defaultdict(list)              # (kind, function) -> intervals of Ps
        sizes = w.counters["gomaxprocs"]
        most = max([n for _, n in sizes] + [p + 1 for p in w.procs] + [0])
        slices = defaultdict(list)
        for s in w.slices:
            slices[s.p].append(s)
        calls = self.calls()
        for p in range(most):
            exists = w.exists(p) if sizes else whole if p in w.procs else []
            exists = spans.common(exists, spans.without(whole, self.still, end))
            free = spans.without(exists, spans.union((s.start, s.end) for s in slices[p]), end)
            of_key = defaultdict(list)
            for s in slices[p]:
                of_key[self.key(s)].append((s.start, s.end))
            for key, own in of_key.items():
                own = spans.common(exists, spans.union(own))
                self.by["syscall", None] += spans.common(own, calls[p])
                self.by[key] += spans.without(own, calls[p], end)
            loose = spans.without(free, stopped, end)
            held = spans.union(w.procs[p].holds) if p in w.procs else []
            self.by["stopped", None] += spans.common(free, stopped)
            self.by["scheduler", None] += spans.common(loose, held)
            self.by["idle", None] += spans.without(loose, held, end)
        n = [(a, b) for p in range(most) for a, b in (w.exists(p) if sizes else whole if p in w.procs else [])]
        self.by["still", None] = [i for a, b in self.still for i in spans_in(n, a, b)]
        self.procs = Steps(n)
        self.steps = {key: Steps(v) for key, v in self.by.items() if v}
        self.free = Steps(spans.union(self.by["idle", None]))

    def calls(self):
        """P -> when a goroutine that held it was in a call."""
        out = defaultdict(list)
        if self.world.v1:
            for s in self.world.slices:
                if s.call is not None:
                    out[s.p].append((max(s.call, s.start), s.end))
        else:
            for life in self.world.lives:
                for s in life.spans:
                    if s.state == "S":
                        out[s.p].append((s.start, s.end))
        return defaultdict(list, {p: spans.union(v) for p, v in out.items()})

    def key(self, s):
        func = self.t.func(s.life)
        if s.label in MODES:
            return MODES[s.label], None
        if waits.is_system(s.life, func) is None:
            return "unnamed", func or None
        return ("program", func or None) if waits.is_program(s.life, func) else ("runtime", None)

    def split(self, a, b):
        return {key: ns for key, s in self.steps.items() for ns in [s.over(a, b)] if ns}

    def waits(self, a, b, ours=lambda life, func: True):
        """(life, span, begin, end) of those of the program that ended, cut."""
        program = lambda life: waits.is_program(life, self.t.func(life)) and ours(life, self.t.func(life))
        for life, s in waits.for_a_p(self.world, program):
            if s.ended is not None and max(a, s.start) < min(b, s.end):
                yield life, s, max(a, s.start), min(b, s.end)


def spans_in(intervals, a, b):
    return [(max(a, x), min(b, y)) for x, y in intervals if max(a, x) < min(b, y)]


def kept(t):
    if not hasattr(t, "instead"):
        t.instead = Instead(t)
    return t.instead


def too_large(t):
    if len(t.world().slices) > MOST:
        return "too many slices"
    return None


def bounds(t):
    rng = random.Random(t.name + " instead")
    out = [()]
    for _ in range(3):
        a = rng.randint(0, t.end * 3 // 4)
        out.append((a, a + rng.randint(t.end // 50, t.end // 2)))
    return out


def part_instead(t, d):
    if too_large(t):
        return too_large(t)
    for bound in bounds(t):
        a, b = bound or (0, t.end)
        span = [f"--from={a}", f"--to={b}"] if bound else []
        one(t, d, span, a, min(b, t.end))
    rng = random.Random(t.name + " whose")
    all_waits = list(kept(t).waits(0, t.end))
    if all_waits:
        life = rng.choice(all_waits)[0]
        if sum(x.g == life.g for x in t.world().lives) == 1:
            one(t, d, [f"--goroutine={life.g}"], 0, t.end, lambda x, _: x is life)
        func = t.func(life)
        if func:
            one(t, d, [f"--func={func}"], 0, t.end, lambda _, f: f == func)
    return None


def one(t, d, options, a, b, ours=lambda life, func: True):
    x, sums, n, free, wall, procs = kept(t), Counter(), 0, 0, 0, 0
    for _, _, begin, end in x.waits(a, b, ours):
        n += 1
        wall += end - begin
        split = x.split(begin, end)
        if sum(split.values()) != x.procs.over(begin, end):
            d.differ(f"recomputed parts of a wait at {begin} are not all of it")
        procs += x.procs.over(begin, end)
        free += x.free.over(begin, end)
        sums.update(split)
    facts, rows = t.ask("instead", *options)
    what = "instead " + " ".join(options)
    d.columns(what, facts, {"waits": n, "sum_ns": wall, "procs_ns": procs, "free_ns": free,
                            "idle_ns": sums["idle", None], "still_ns": sums["still", None]})
    got = Counter()
    for r in rows:
        got[r["kind"], r["func"]] += r["ns"]
    d.same(what, sorted(got.items(), key=str), sorted(sums.items(), key=str))
    d.same(what + " in all", sum(r["ns"] for r in rows), facts["procs_ns"])


def part_sched(t, d):
    """Who ran instead of single waits."""
    if too_large(t):
        return too_large(t)
    a, b = bounds(t)[1]
    for options, a, b in (((), 0, t.end), ((f"--from={a}", f"--to={b}"), a, min(b, t.end))):
        want = {}
        for life, _, begin, end in kept(t).waits(a, b):
            split, by = kept(t).split(begin, end), Counter()
            for (kind, func), ns in split.items():
                by[func or kind] += ns
            want[life.g, begin] = (split.get(("idle", None), 0), split.get(("still", None), 0),
                                   kept(t).free.over(begin, end), by)
        got = {(r["g"], r["start_ns"]): tuple(r[k] for k in ("idle_ns", "still_ns", "free_ns", "by"))
               for r in t.rows("sched", *options)}
        d.same(f"sched {' '.join(options)}", sorted(got), sorted(want))
        for key, row in got.items():
            d.same(f"parts of {key} {' '.join(options)}", row, want.get(key))
    return None


def part_sums(t, d):
    """Of every wait of a trace of any size: the parts are its length times the number of Ps."""
    w = t.world()
    most = max([n for _, n in w.counters["gomaxprocs"]] + [p + 1 for p in w.procs] + [0])
    procs = Steps((a, b) for p in range(most) for a, b in
                  (w.exists(p) if w.counters["gomaxprocs"] else [(0, t.end)] if p in w.procs else []))
    rows = t.rows("sched", "--columns=g,start,end,by")
    ours = {(life.g, s.start): s.end for life, s in waits.for_a_p(w, lambda x: waits.is_program(x, t.func(x)))
            if s.ended is not None}
    d.same("waits", {(r["g"], r["start_ns"]): r["end_ns"] for r in rows}, ours)
    for r in rows:
        d.same(f"parts of {r['g']} at {r['start_ns']}", sum((r["by"] or {}).values()),
               procs.over(r["start_ns"], r["end_ns"]))


def part_pressure(t, d):
    """When at least one of the program's goroutines was ready, and when none ran meanwhile."""
    w = t.world()
    ours = {life: waits.is_program(life, t.func(life)) for life in w.lives}
    ready = spans.union((s.start, s.end) for life in w.lives if ours[life] for s in life.spans if s.state == "Q")
    runs = spans.union((s.start, s.end) for s in w.slices
                       if ours[s.life] or waits.is_system(s.life, t.func(s.life)) is None)
    full = spans.without(ready, runs, t.end)
    for bound in bounds(t):
        a, b = bound or (0, t.end)
        b = min(b, t.end)
        facts, rows = t.ask("pressure", *([f"--from={a}", f"--to={b}"] if bound else []))
        within = lambda v, x, y: spans.measure(spans.common(v, [(x, y)]))
        d.columns(f"pressure {bound}", facts, {"from_ns": a, "to_ns": b, "some_ns": within(ready, a, b),
                                               "full_ns": within(full, a, b)})
        n = min(100, b - a)
        for i, r in enumerate(rows):
            x, y = a + (b - a) * i // n, a + (b - a) * (i + 1) // n
            d.columns(f"pressure {bound} {i}", r, {"start_ns": x, "end_ns": y, "some_ns": within(ready, x, y),
                                                   "full_ns": within(full, x, y)})
            for key in ("some", "full"):
                if abs(r[key] - r[key + "_ns"] / (y - x)) > 1e-6:
                    d.differ(f"pressure {bound} {i}: {key} is {r[key]} of {r[key + '_ns']} ns")
        for key in ("some", "full"):
            if b > a and abs(facts[key] - facts[key + "_ns"] / (b - a)) > 1e-6:
                d.differ(f"pressure {bound}: {key} is {facts[key]}")
    return None


def part_groups(t, d):
    """By what made goroutines ready, and by function: kinds only."""
    if too_large(t):
        return too_large(t)
    want = {"cause": Counter(), "func": Counter()}
    free = {"cause": Counter(), "func": Counter()}
    for life, s, begin, end in kept(t).waits(0, t.end):
        free["cause"][waits.cause(s)] += kept(t).free.over(begin, end)
        free["func"][t.func(life) or None] += kept(t).free.over(begin, end)
        for (kind, _), ns in kept(t).split(begin, end).items():
            want["cause"][waits.cause(s), kind] += ns
            want["func"][t.func(life) or None, kind] += ns
    for by, sums in want.items():
        rows = t.rows("instead", f"--group={by}")
        d.same(f"instead by {by}", sorted(((r["group"], r["kind"]), r["ns"]) for r in rows),
               sorted(sums.items()))
        d.same(f"instead by {by} has no functions", [r["func"] for r in rows if r["func"]], [])
        kinds = defaultdict(Counter)
        for (group, kind), ns in sums.items():
            kinds[group][kind] += ns
        got = {r["group"]: r for r in t.rows("schedgroups", f"--group={by}", "--columns=group,by,idle,still,free")
               if r["by"]}
        d.same(f"instead in schedgroups by {by}", {g: r["by"] for g, r in got.items()}, dict(kinds))
        for g, r in got.items():
            d.same(f"... {by} {g}", [r["idle_ns"], r["still_ns"], r["free_ns"]],
                   [kinds[g]["idle"], kinds[g]["still"], free[by][g]])
    return None


def part_paths(t, d):
    """Who ran instead of critical paths that waited for a P: of each segment, and summed."""
    if too_large(t):
        return too_large(t)
    rng = random.Random(t.name + " instead of paths")
    funcs = sorted({t.func(life) for life in t.world().lives} - {""})
    for options in [(f"--func={f}",) for f in rng.sample(funcs, min(3, len(funcs)))]:
        if t.ask("critpath", "--group=kind", *options)[0]["segments"] > MOST // 4:
            continue
        sums = {"kind": defaultdict(Counter), "func": defaultdict(Counter), "g": defaultdict(Counter)}
        for r in t.rows("critpath", *options, "--columns=start,end,kind,g,func,by"):
            by = Counter()
            for (kind, func), ns in kept(t).split(r["start_ns"], r["end_ns"]).items():
                by[func or kind] += ns
            if r["kind"] != "runnable":
                d.same(f"nobody ran instead of {r['kind']}", r["by"], None)
                continue
            d.same(f"instead of G{r['g']} at {r['start_ns']}", r["by"], by)
            for group, name in (("kind", "runnable"), ("func", r["func"]), ("g", r["g"])):
                sums[group][name] += by
        for group, want in sums.items():
            got = {int(r["group"].split()[0][1:]) if group == "g" else r["group"]: r["by"]
                   for r in t.rows("critpath", f"--group={group}", *options, "--columns=group,kind,by")
                   if r["kind"] == "runnable"}
            d.same(f"instead of paths of {options[0]} by {group}", got, dict(want))
        got = Counter()
        for r in t.rows("critpath", "--group=stack", *options, "--columns=kind,by"):
            got.update(r["by"] or {})
        d.same(f"instead of paths of {options[0]} by stack", got, sum(sums["kind"].values(), Counter()))
    return None


def part_queues(t, d):
    """By the queue from which a goroutine was woken."""
    if t.world().count > queues.MOST or too_large(t):
        return "too large"
    names = {(w.life.g, w.end): w.where[0] for w in queues.gathered(t)[0] if w.ended}
    a, b = bounds(t)[1]
    found = False
    for options, a, b in (((), 0, t.end), ((f"--from={a}", f"--to={b}"), a, min(b, t.end))):
        want, got = Counter(), Counter()
        for life, s, begin, end in kept(t).waits(a, b):
            for (kind, _), ns in kept(t).split(begin, end).items():
                want[names.get((life.g, s.start)), kind] += ns
        for r in t.rows("instead", "--group=queue", *options):
            got[r["group"], r["kind"]] += r["ns"]
        d.same(f"instead by queue {' '.join(options)}", sorted(got.items(), key=str), sorted(want.items(), key=str))
        found = found or any(k[0] for k in want)
    return None if found else "nobody was woken from a queue"


PARTS = {"insteadgroups": Part(part_groups, columns("instead", "group ns kind") + columns("schedgroups", "idle_ns still_ns free_ns by")),
         "insteadqueues": Part(part_queues, columns("instead", "group ns kind")),
         "ranby": Part(part_paths, columns("critpath", "by")),
         "pressure": Part(part_pressure, columns("pressure", "start_ns end_ns some full some_ns full_ns")),
         "heldsums": Part(part_sums, columns("sched", "start_ns end_ns by")),
         "held": Part(part_sched, columns("sched", "idle_ns still_ns free_ns by")),
         "instead": Part(part_instead, columns("instead", "ns kind func"))}
