"""What stands out, judged by what it cost (analyses.md 9; gtrace-tui(1), FINDINGS), and the sums of reports
sched and gccost: every number of a finding's evidence again, whether it has to be there, and that the report
which it names repeats it."""
import json
import math
import shlex

from collections import defaultdict

import gccost
import places
import spans
import stalls
import stops
import waits

from differ import Part, columns

# a long wait, a long slice, a pause's part that is told anyway
LONG, SLICE, PAUSE = 1000000, 10000000, 1000000
# what causes.py looks at; locks.py looks at locks, queues.py at these
QUEUES = ("limits", "connection limits", "full queues")
CAUSES = ("late timers", "late network", "frequent GC", "slow calls")
# what shorts.py looks at
SHORTS = ("calls with a P", "too few Ps", "too many Ps", "stalls", "timer storms", "idle marking", "alone", "churn", "spinning",
          "tracing", "missed ticks", "herds", "hot shard", "hand-overs")
SHARE, LEAK, MOST = 0.01, 10, 5
PLACES = "places"                                # in a finding's evidence: what its sentence may begin with
STEPS = {"high": 0.1, "medium": 0.02, "low": 0}  # of the time


class Costs:
    """What several findings need: waits for a P, when no P was idle, when the world was stopped."""

    def __init__(self, t):
        self.t, self.world = t, t.world()
        w, end = self.world, t.end
        self.program = {life: waits.is_program(life, t.func(life)) for life in w.lives}
        self.unnamed = {life: waits.is_system(life, t.func(life)) is None for life in w.lives}
        self.all = waits.for_a_p(w, self.program.get)
        self.ended = [(life, s) for life, s in self.all if s.ended is not None]
        self.blocked = spans.union((s.start, s.marker or s.end or end) for s in w.stops)
        self.sweep(0, end)

    def sweep(self, begin, end):
        """Goes through all moments at which how many Ps there are, are held, or are waited for changes: what
        that comes to from begin to end."""
        w, steps = self.world, []
        sizes = w.counters["gomaxprocs"]
        size = sizes[0][1] if sizes else len(w.procs)
        last = size
        for t, n in sizes[1:]:
            steps.append((t, n - last, 0, 0, 0))
            last = n
        for proc in w.procs.values():
            for a, b in proc.holds:
                steps += [(a, 0, 1, 0, 0), (b, 0, -1, 0, 0)]
        for _, s in self.all:
            steps += [(s.start, 0, 0, 1, 0), (s.end, 0, 0, -1, 0)]
        for a, b in self.blocked + stalls.find(self.t):
            steps += [(a, 0, 0, 0, 1), (b, 0, 0, 0, -1)]
        steps.sort()
        at, held, ready, stopped = begin, 0, 0, 0
        self.procs_ns = self.idle_ns = self.idle_ready_ns = self.idle_wait_ns = 0
        loose = []
        full = []
        for t, ds, dh, dr, db in steps + [(end, 0, 0, 0, 0)]:
            if min(t, end) > at:
                idle, dt = max(0, size - held), min(t, end) - at
                self.procs_ns += size * dt
                if not stopped and idle:
                    self.idle_ns += idle * dt
                    self.idle_ready_ns += min(idle, ready) * dt
                    self.idle_wait_ns += dt if ready else 0
                    loose.append((at, at + dt))
                elif not stopped:
                    full.append((at, t))
                at = t
            size, held, ready, stopped = size + ds, held + dh, ready + dr, stopped + db
        self.full = spans.union(full)
        late = [(max(s.start, begin), min(s.end, end)) for _, s in self.all]
        late = spans.union((a, b) for a, b in late if b - a - stalls.over(self.t, a, b) > LONG)
        self.idle_long_ns = spans.measure(spans.common(late, spans.union(loose)))

    def sched(self):
        """The sums of report sched."""
        lengths = [s.end - s.start for _, s in self.ended]
        long = [(life, s) for life, s in self.ended if s.end - s.start > LONG]
        felt = [(s.start, s.end) for _, s in long if s.end - s.start - stalls.over(self.t, s.start, s.end) > LONG]
        out = {"waits": len(lengths), "sum_ns": sum(lengths), "median_ns": waits.rank(lengths, 0.5),
               "p99_ns": waits.rank(lengths, 0.99), "max_ns": max(lengths, default=None), "long": len(long),
               "long_ns": spans.measure(spans.without(spans.union(felt), stalls.find(self.t), self.t.end)),
               "procs_ns": self.procs_ns, "idle_ns": self.idle_ns, "idle_ready_ns": self.idle_ready_ns,
               "idle_wait_ns": self.idle_wait_ns, "idle_long_ns": self.idle_long_ns}
        unnamed = [s.end - s.start for _, s in waits.for_a_p(self.world, self.unnamed.get)]
        out.update(unnamed_waits=len(unnamed), unnamed_ns=sum(unnamed),
                   unnamed_goroutines=sum(waits.is_unnamed(life, self.t.func(life)) for life in self.unnamed))
        for why in ("created", "unblocked", "preempted", "yielded", "syscall"):
            out["long_" + why] = sum(waits.cause(s) == why for _, s in long)
        return out

    def gc(self):
        """The sums of report gccost."""
        w, by = self.world, defaultdict(int)
        runs = defaultdict(list)
        for s in w.slices:
            by[s.label] += s.end - s.start
            runs[s.g].append((s.start, s.end))
        assists = sum(spans.measure(spans.common([(a, b)], runs[g])) for g, a, b, _ in w.assists)
        return {"cycles": len(w.gcs), "mark_ns": sum((self.t.end if b is None else b) - a for a, b in w.gcs),
                "dedicated_ns": by["GC (dedicated)"], "fractional_ns": by["GC (fractional)"],
                "idle_ns": by["GC (idle)"], "assists": len(w.assists), "assist_ns": assists,
                "assist_wall_ns": sum(b - a for _, a, b, _ in w.assists),
                "busy_ns": sum(s.end - s.start for s in w.slices)}


def expected(c):
    """(kind, function, reason) -> (cost, evidence) of all findings that should be there."""
    t, w, end = c.t, c.world, c.t.end
    out = {}

    def tell(kind, cost, evidence, func=None, reason=None, anyway=False):
        if anyway or cost >= LONG and cost >= SHARE * end:
            out[kind, func, reason] = cost, evidence

    rows = [(s, stops.parts(s)) for s in w.stops]
    charged = defaultdict(list)
    for s, r in rows:
        if r["last_g"] is not None:
            charged[t.func_at(r["last_g"], s.start + r["last_yield_ns"])].append(r["last_yield_ns"])
    for func, delays in most(charged, sum):
        tell("stop-the-world", sum(delays),
             {"count": len(delays), "delay_ns": sum(delays), "max_ns": max(delays)}, func,
             anyway=max(delays) >= PAUSE)
    for kind, column in (("standstills", "still_ns"), ("restarts", "restart_ns")):
        values = [r[column] for _, r in rows if r[column]]
        if values:
            part = column[:-3]
            tell(kind, sum(values),
                 {part + "_count": len(values), column: sum(values), part + "_max_ns": max(values)},
                 anyway=max(values) >= PAUSE)
    for func, cost, evidence in long_slices(c, rows):
        tell("long slices", cost, evidence, func, anyway=True)
    sched = c.sched()
    unnamed = {k: sched.pop(k) for k in list(sched) if k.startswith("unnamed")}
    idle = {k: v for k, v in sched.items() if "idle" in k or k == "procs_ns"}
    tell("scheduling", sched["long_ns"], {k: v for k, v in sched.items() if k not in idle})
    tell("idle processors", c.idle_wait_ns, idle)
    gc = c.gc()
    took = gc["dedicated_ns"] + gc["fractional_ns"] + gc["assist_ns"]
    cost = took * end // c.procs_ns if c.procs_ns else 0
    allocator = gccost.allocator(t, 0, end)
    import causes
    called, where = causes.called_for(t, 0, end)
    who = {"called": called, gccost.NAMES: {where}} if called else allocator
    tell("garbage collection", cost, {k: v for k, v in gc.items() if k not in ("assists", "assist_wall_ns")} | who)
    if w.assists:
        tell("mark assists", spans.measure(spans.union((a, b) for _, a, b, _ in w.assists)),
             {"assists": gc["assists"], "assist_ns": gc["assist_ns"], "assist_wall_ns": gc["assist_wall_ns"],
              "max_ns": max(b - a for _, a, b, _ in w.assists), **allocator})
    for func, evidence in leaks(c):
        tell("leaks", 0, evidence, func, anyway=True)
    stuck = defaultdict(int)
    for life in w.lives:
        if c.program[life] and life.ended is None and life.g != 1 and life.spans[-1].reason == "forever":
            stuck[t.func(life)] += 1
    for func, n in stuck.items():
        tell("stuck", 0, {"goroutines": n}, func, "forever", anyway=True)
    unnamed["unnamed_slices"] = sum(c.unnamed[s.life] and s.end - s.start >= SLICE for s in w.slices)
    # they could have changed another finding
    tell("not judged", unnamed["unnamed_ns"], unnamed, anyway=unnamed["unnamed_slices"] > 0)
    return out


def lower(severity):
    return {"high": "medium"}.get(severity, "low")


def severity(kind, cost, evidence, end, explained=0):
    """gtrace-tui(1), FINDINGS; explained: of idle processors, by another finding."""
    if kind == "not judged":
        return "none"
    longest = evidence.get("still_max_ns", evidence.get("restart_max_ns", evidence.get("max_ns", 0)))
    if kind not in ("stop-the-world", "standstills", "restarts", "stalls"):
        longest = 0
    if kind == "tracing":
        return "low"
    if kind == "idle processors":
        # waits of 1 ms and less are no more than the time in which a thread wakes; and the program cannot help it
        felt = max(0, evidence["idle_long_ns"] - explained)
        return lower([s for s in ("high", "medium", "low") if felt >= STEPS[s] * end][0])
    if kind == "timer storms":
        return lower(severity(None, cost, {}, end))
    if kind == "restarts":
        return lower(severity("standstills", cost, {"still_max_ns": evidence["restart_max_ns"]}, end))
    if cost >= STEPS["high"] * end or longest >= 10 * PAUSE:
        return "high"
    return "medium" if cost >= STEPS["medium"] * end or longest >= PAUSE or kind == "leaks" else "low"


def most(by, key):
    return sorted(by.items(), key=lambda kv: -key(kv[1]))[:MOST]


def long_slices(c, rows):
    """(function, cost, evidence) of those whose slices made others wait."""
    delay = {}                                   # (g, P, request) -> request to yield
    for s, r in rows:
        if r["last_g"] is not None:
            delay[r["last_g"], r["last_p"], s.start] = r["last_yield_ns"]
    still = lambda s: stalls.over(c.t, s.start, s.end)
    long = [(s.start, s.end) for _, s in c.all if s.end - s.start - still(s) > LONG]
    in_long = spans.union(long)
    by, spots = defaultdict(list), preempted(c.t)
    for s in c.world.slices:
        if s.end - s.start - still(s) >= SLICE and c.program[s.life]:
            own = [(s.start, s.end)]
            full = spans.common(own, c.full)
            queue = max((spans.measure(spans.common([wait], full)) for wait in long
                         if wait[0] < s.end and wait[1] > s.start), default=0)
            delays = [d for (g, p, at), d in delay.items()
                      if (g, p) == (s.g, s.p) and s.start < at + d <= s.end]
            cost = spans.common(full, in_long)
            by[c.t.func(s.life)].append((s.end - s.start - still(s), queue, delays, cost, spots.get((s.g, s.end))))
    out = []
    for func, slices in by.items():
        harmful = [x for x in slices if x[1] > LONG or any(d > LONG for d in x[2])]
        if harmful:
            delay_ns = sum(sum(x[2]) for x in harmful)
            cost = spans.measure(spans.union(i for x in harmful for i in x[3])) + delay_ns
            out.append((func, cost, {"slices": len(slices), "harmful": len(harmful), "delay_ns": delay_ns,
                                     "max_ns": max(x[0] for x in slices),
                                     "queued_ns": max(x[1] for x in slices), **place_of(harmful)}))
    return sorted(out, key=lambda x: -x[1])[:MOST]


def preempted(t):
    """(goroutine, time) -> (function, line) of the program where it was preempted."""
    out = {}
    for r in t.rows("events", "--filter=name='GoPreempt' || name='GoStop'", "--columns=ns,name,g,args,stack"):
        f = places.frame_of(r["stack"])
        if f and f["func"] and (r["name"] == "GoPreempt" or r["args"].get("reason_string") == "preempted"):
            out[r["g"], r["ns"]] = f["func"], f["line"]
    return out


def place_of(harmful):
    """Evidence of the function in which most of the time of these was preempted: the sum, and the longest."""
    ns, lines = defaultdict(list), defaultdict(int)
    for x in harmful:
        if x[4] is not None:
            ns[x[4][0]].append(x[0])
            lines[x[4]] += x[0]
    if not ns:
        return {}
    most_ns = max(map(sum, ns.values()))
    names = [name for name, v in ns.items() if sum(v) == most_ns]
    top = [max(n for (func, _), n in lines.items() if func == name) for name in names]
    return {"place_ns": most_ns, "place_max_ns": max(ns[names[0]]),
            PLACES: [f"{func}:{line}" for name, n in zip(names, top) for (func, line), m in lines.items()
                     if func == name and m == n]}


def leaks(c):
    created, left = defaultdict(int), defaultdict(lambda: [0, 0, 0, 0])
    alive = defaultdict(lambda: [0, 0, 0, 0, 0])
    for life in c.world.lives:
        func = c.t.func(life)
        for i in range(5 if c.program[life] else 0):
            at = c.t.end * i // 4
            alive[func][i] += (life.older or life.created <= at) and (life.ended is None or life.ended > at)
        if c.program[life] and not life.older:
            created[func] += 1
            if life.ended is None and life.spans[-1].state == "W":
                left[func][min(3, life.created * 4 // c.t.end)] += 1
    for func, quarters in left.items():
        n = alive[func]
        if sum(quarters) >= LEAK and min(quarters) >= 2 and all(y >= x + 2 for x, y in zip(n, n[1:])):
            yield func, {"left": sum(quarters), "created": created[func], "alive_begin": n[0], "alive_end": n[4],
                         **{f"left_{i + 1}": n for i, n in enumerate(quarters)}}


def part_sched(t, d):
    """Waits for a P of the program's goroutines, and the sums over them."""
    if t.world().lone_stops:
        return "a trace up to 1.9 does not show stops"
    c = Costs(t)
    facts, rows = t.ask("sched")
    d.columns("sched", facts, c.sched())
    got = sorted((r["g"], r["start_ns"], r["dur_ns"], r["end_ns"], r["func"], r["cause"]) for r in rows)
    want = sorted((life.g, s.start, s.end - s.start, s.end, t.func(life) or None, waits.cause(s))
                  for life, s in c.ended)
    d.same("waits for a P", got, want)
    facts, _ = t.ask("gccost")
    d.columns("gccost", facts, c.gc())
    return None


def part_of_causes(t, d, order, rows):
    """Their numbers; which there have to be is for causes.py.  order: all findings."""
    import because
    import causes
    want = causes.expected(t, 0, t.end, t.rows("calls", "--columns=g,func,start,dur,kept,call,stack"))
    for r in rows:
        kind = r["kind"]
        key = (kind, (r["func"], r["reason"]) if kind == "slow calls" else None)
        cost, evidence = want.get(key, (None, None))
        if cost is None:
            d.differ(f"{key} is no finding")
            continue
        worse = {"high": "medium", "medium": "low"} if kind == "slow calls" else {}
        severe = severity(kind, cost, {}, t.end)
        severe = because.severe(t, 0, t.end, order, r, worse.get(severe, severe))
        d.same(f"{key} severity", r["severity"], severe)
        named(d, key, r, gccost.allocator(t, 0, t.end).get(gccost.NAMES) if kind == "frequent GC" else None)
        d.same(f"{key} cost_ns", r["cost_ns"], cost)
        for k, v in (("share", cost / t.end), ("percent", 100 * cost / t.end)):
            d.same(f"{key} {k}", v if math.isclose(r[k], v, rel_tol=1e-6, abs_tol=1e-9) else r[k], v)
        d.same(f"{key} evidence", r["evidence"], evidence)


def too_many(t, d, rows):
    """The cost of 'too many Ps', 0 if there are not; judges the findings of shorts.py on the way."""
    import instead
    import shorts
    if not instead.too_large(t):
        return shorts.of_range(t, d, 0, t.end, rows).get(("too many Ps", None), (0,))[0]
    return sum(r["cost_ns"] for r in rows if r["kind"] == "too many Ps")


def part_findings(t, d):
    import because
    if t.world().lone_stops:
        return "a trace up to 1.9 does not show stops"
    want, rows = expected(Costs(t)), t.rows("findings")
    order = list(rows)
    part_of_causes(t, d, order, [r for r in rows if r["kind"] in CAUSES])
    many = too_many(t, d, rows)
    # that there are too many Ps says why they are idle
    if many > want.get(IDLE, (0,))[0] // 2:
        want.pop(IDLE, None)
    rows = [r for r in rows if r["kind"] not in CAUSES + SHORTS + QUEUES + ("locks", "in a row", "connections")]
    if not want:
        if order == rows or rows:
            d.same("nothing", [(r["kind"], r["severity"]) for r in rows], [("nothing", "none")])
        return None
    got = {(r["kind"], r["func"] if r["kind"] in BY_FUNC else None,
            r["reason"] if r["kind"] == "stuck" else None): r for r in rows}
    d.same("findings", sorted(map(str, got)), sorted(map(str, want)))
    def own(r):
        """What of its cost no other finding explains."""
        explained = many if r["kind"] in ("scheduling", IDLE[0]) else 0
        if r["because"] is None and r["long_wait_ns"]:
            explained = max(explained, r["cost_ns"] * r["explained_ns"] // r["long_wait_ns"])
        return (r["cost_ns"] or 0) - explained

    ranks = ("none", "low", "medium", "high")
    of = lambda i, r: [x for x in order if x["because"] == i + 1]
    heads = [(ranks.index(r["severity"]), r["kind"] not in SYMPTOMS, max(map(own, [r] + of(i, r))))
             for i, r in enumerate(order) if r["because"] is None]
    d.same("worst cause first", heads, sorted(heads, reverse=True))
    for i, r in enumerate(order):
        parts = [(ranks.index(x["severity"]), own(x)) for x in of(i, r)]
        d.same(f"{r['kind']}: worst consequence first", parts, sorted(parts, reverse=True))
    for key, row in got.items():
        if key not in want:
            continue
        cost, evidence = want[key]
        severe = severity(key[0], cost, evidence, t.end, many)
        d.same(f"{key} severity", row["severity"], because.severe(t, 0, t.end, order, row, severe))
        if key[0] == "not judged":
            d.same(f"{key} cost", [row[k] for k in ("cost_ns", "share", "percent")], [None] * 3)
        else:
            d.same(f"{key} cost_ns", row["cost_ns"], cost)
            for k, v in (("share", cost / t.end), ("percent", 100 * cost / t.end)):
                d.same(f"{key} {k}", v if math.isclose(row[k], v, rel_tol=1e-6, abs_tol=1e-9) else row[k], v)
        for k, v in row["evidence"].items():
            d.same(f"{key} {k}", v, evidence.get(k, "not known"))
        named(d, key, row, evidence.get(PLACES) or evidence.get(gccost.NAMES))
        repeated(t, d, key, row)
    return None


IDLE = "idle processors", None, None
SYMPTOMS = "scheduling", "late timers", "late network", "idle processors"
BY_FUNC = ("stop-the-world", "long slices", "leaks", "stuck")


def named(d, key, row, names):
    """The sentence of a cause begins with one of the names, if there are any: long ones may be cut."""
    if names and row["because"] is None and all(len(name) < 60 for name in names):
        d.same(f"{key} begins with one of {names}", row["finding"].startswith(tuple(n.replace("runtime.main", "main.main") for n in names)), True)


def repeated(t, d, key, row):
    """The report that a finding names has its numbers."""
    options = [o for o in shlex.split(row["report"]) if not o.startswith(("--format=", "--limit="))]
    doc = json.loads(t.run(*options, "--format=json"))
    facts, rows, e = doc["trace"], doc["rows"], row["evidence"]
    kind = key[0]
    if kind == "stop-the-world":
        said = {k: rows[0][k] for k in e} if len(rows) == 1 else {}
    elif kind == "long slices" and stalls.find(t):
        return                                   # greedy has lengths with stalls
    elif kind == "long slices":
        said = {"slices": len(rows), "max_ns": max(r["held_ns"] for r in rows),
                "queued_ns": max(r["queued_ns"] or 0 for r in rows),
                "harmful": sum((r["queued_ns"] or 0) > LONG or (r["stw_delay_ns"] or 0) > LONG for r in rows)}
    elif kind in ("leaks", "stuck"):
        said = {"left" if kind == "leaks" else "goroutines": len(rows)}
    else:
        said = {k: facts[k] for k in e if k in facts}
    for k, v in said.items():
        if k in e:
            d.same(f"{key} {k} in {row['report']}", v, e[k])
    if not said:
        d.differ(f"{key}: {row['report']} does not repeat any number")


PARTS = {
    "sched": Part(part_sched, columns("sched", "g func start_ns dur_ns end_ns cause")),
    "findings": Part(part_findings, columns("findings", "severity kind cost_ns share percent evidence")),
}
