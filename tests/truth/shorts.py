"""Why the program was short of processors (gtrace-tui(1), FINDINGS): who held them meanwhile, silences, and timers that
wake goroutines for nothing; of the whole trace and of a part."""
import json
import random
import shlex

from collections import defaultdict

import causes
import chains
import findings
import handovers
import herds
import instead
import places
import shards
import spans
import stalls
import ticks
import waits

from differ import Part

LONG, KEPT, SURE = 1000000, 100000, 10000000
CALLS, PIECES, SHORT, WAKES, RATE, BRIEF, YIELDS, SPIN = 5, 5, 50000, 200, 1000, 100000, 1000, 10000
OVERHEAD = 1000
GAP, ALONE, PARTS_OF, PHASE, MOST = 1000000, 1000000, 1000000, 100000000, 5          # of who runs alone
# start functions of goroutines that serve
SERVERS = ("net/http.(*conn).serve", "net/http.(*http2serverConn)", "golang.org/x/net/http2.", "google.golang.org/grpc",
           "github.com/valyala/fasthttp", "net/rpc.")


def program_or_unnamed(t, life):
    func = t.func(life)
    return waits.is_program(life, func) or waits.is_system(life, func) is None


def long_calls(t):
    """(life, from, to): how long each long one of the program kept its P."""
    w, out = t.world(), []
    if w.v1:
        found = [(s.life, max(s.call, s.start), s.end) for s in w.slices if s.call is not None]
    else:
        found = [(life, s.start, s.end) for life in w.lives for s in life.spans if s.state == "S"]
    for life, start, end in found:
        if end - start >= KEPT and program_or_unnamed(t, life):
            out.append((life, start, end))
    return out


def crowds(t, a, b):
    """When one goroutine of the program, or without a name, ran in [a, b): (from, to, life); and when several did."""
    edges = defaultdict(list)
    for s in t.world().slices:
        x, y = max(a, s.start), min(b, s.end)
        if x < y and program_or_unnamed(t, s.life):
            edges[x].append((1, s.life))
            edges[y].append((-1, s.life))
    one, several, running, times = [], [], [], sorted(edges)
    for x, y in zip(times, times[1:]):
        for step, life in sorted(edges[x], key=lambda e: e[0]):
            running.append(life) if step > 0 else running.remove(life)
        if len(running) == 1:
            one.append((x, y, running[0]))
        elif running:
            several.append((x, y))
    return one, several


def at_least_two(v):
    """When two or more of these (from, to, ...) go on."""
    out, n, before = [], 0, 0
    for x, step in sorted([(x, 1) for x, y, *_ in v] + [(y, -1) for x, y, *_ in v]):
        if n > 1 and before < x:
            out.append((before, x))
        n, before = n + step, x
    return out


def stretches(one, free, least):
    """(from, to, life, ns) of those that ran alone while there was a free P, gaps of up to a millisecond not counted."""
    out = []
    for life, v in [(life, spans.common([(x, y)], free)) for x, y, life in one]:
        for x, y in v:
            if out and out[-1][2] is life and x - out[-1][1] <= GAP:
                out[-1] = out[-1][0], y, life, out[-1][3] + y - x
            else:
                out.append((x, y, life, y - x))
    return [s for s in out if s[3] >= least]


class Short:
    """Sums of [a, b), as report pressure has them, and what findings need."""

    def __init__(self, t, a, b):
        x, w = instead.kept(t), t.world()
        span, by = [(a, b)], {}
        for (kind, _), v in x.by.items():
            by.setdefault(kind, []).extend(v)
        by = {kind: spans.union(v) for kind, v in by.items()}
        idle = by.get("idle", [])
        rest = lambda *but: spans.union(i for kind, v in by.items() if kind not in but for i in v)
        ready = [(s.start, s.end) for life in w.lives if waits.is_program(life, t.func(life))
                 for s in life.spans if s.state == "Q" and s.start < b and s.end > a]
        self.silent = stalls.within(t, a, b)
        blocked = spans.union([(s.start, s.marker or s.end or t.end) for s in w.stops] + self.silent)
        able = lambda v: spans.without(spans.common(spans.union(v), span), blocked, t.end)
        full = spans.without(able(ready), idle, t.end)
        self.calls = long_calls(t)
        keeping = spans.union((x, y) for _, x, y in self.calls)
        self.program = spans.common(spans.without(able(ready), rest("program", "unnamed"), t.end), rest())
        self.mark = spans.common(full, by.get("gc idle", []))
        self.call = spans.common(full, keeping)
        waiting = able((x, y) for x, y in ready if min(y, b) - max(x, a) > LONG)
        self.late = spans.common(spans.common(waiting, idle), rest("idle"))
        self.held = sum(s.over(x, y) for (kind, _), s in x.steps.items() if kind != "idle" for x, y in self.late)
        free = spans.union(idle + by.get("scheduler", []) + by.get("runtime", []) + by.get("gc idle", []))
        free = spans.without(spans.without(spans.common(free, span), blocked, t.end), spans.union(ready), t.end)
        one, several = crowds(t, a, b)
        wanted = spans.union(several + at_least_two(one + [(x, y, None) for x, y in ready]))
        self.several = spans.measure(spans.without(spans.common(wanted, span), blocked, t.end))
        self.alone = stretches(one, free, max(ALONE, (b - a) // PARTS_OF))

    def facts(self):
        out = {k + "_ns": spans.measure(v) for k, v in
               {"all_program": self.program, "idle_mark": self.mark, "call": self.call, "late": self.late,
                "silent": self.silent}.items()}
        longest = lambda v: max((d - c for c, d in v), default=None)
        kept = [n for _, _, n in self.kept()]
        return {**out, "late_held_ns": self.held, "alone_ns": sum(ns for _, _, _, ns in self.alone),
                "stretches": len(self.alone), "several_ns": self.several, "idle_mark_max_ns": longest(self.mark), "silences": len(self.silent),
                "silent_max_ns": longest(self.silent), "calls": len(kept), "kept_ns": sum(kept)}

    def kept(self):
        """The calls that kept Ps: goroutine, begin, and for how long they did."""
        return [(life, c, n) for life, c, d in self.calls for n in [spans.measure(spans.common(self.call, [(c, d)]))] if n]


def storms(t, a, b):
    """function -> [wakes, short ones, their ns]"""
    w, lives, out = t.world(), chains.Lives(t.world()), defaultdict(lambda: [0, 0, 0])
    own = {(id(s.life), s.start): s for s in w.slices}
    for life in w.lives:
        if not waits.is_program(life, t.func(life)):
            continue
        for s in life.spans:
            after = own.get((id(life), s.end))
            if s.state != "Q" or not a < s.start < b or s.ended is None or s.end >= b or after is None:
                continue
            if causes.woken_by(lives, life, s) == "timer":
                it, ns = out[t.func(life)], after.end - after.start
                it[0] += 1
                if ns <= SHORT and after.end <= b:
                    it[1] += 1
                    it[2] += ns
    return out


def phases(t, alone):
    """(function, ns) of those stretches of who woke or created a goroutine of the program that ran at the end of it, or
    next, or within GAP; those of a goroutine between which no other one ran are one."""
    out, lives = [], chains.Lives(t.world())
    slices = [s for s in t.world().slices if waits.is_program(s.life, t.func(s.life))]
    for _, end, life, ns in alone:
        after = [s for s in slices if s.life is not life and s.end > end - GAP]
        first = min((s.start for s in after), default=None)
        if first is None or not any(s.start <= max(first, end) + GAP and waker(lives, s) == life.g for s in after):
            continue
        if out and out[-1][:2] == (life, first):
            out[-1] = life, first, out[-1][2] + ns
        else:
            out.append((life, first, ns))
    return [(t.func(life), ns) for life, _, ns in out]


def waker(lives, s):
    """Who made the goroutine of a slice runnable before it."""
    i = next((k for k, x in enumerate(s.life.spans) if x.state == "Q" and x.end == s.start), None)
    before = s.life.spans[i - 1] if i else None
    if i is None:
        return None
    return s.life.creator if before is None else before.waker if before.state == "W" else None


def together(t, func):
    """Whether two goroutines of the program that it starts lived at the same time."""
    return bool(at_least_two([(life.created, t.end + 1 if life.ended is None else life.ended) for life in t.world().lives
                              if t.func(life) == func and waits.is_program(life, func)]))


def loners(t, a, b, x):
    """function -> phases in which a goroutine of it ran alone and others waited for it; none of servers."""
    funcs = {t.func(life) or "" for life in t.world().lives if waits.is_program(life, t.func(life))}
    if x.several * 20 < b - a or any(func.startswith(SERVERS) for func in funcs):
        return {}
    by = defaultdict(list)
    for func, ns in phases(t, x.alone):
        by[func].append(ns)
    out = {func: [ns for ns in v if ns >= PHASE or (sum(v) >= (b - a) // 10 and not together(t, func))] for func, v in by.items()}
    most = sorted(out.items(), key=lambda kv: -sum(kv[1]))[:MOST]
    return {func: v for func, v in most if sum(v) >= SURE and causes.matters(sum(v), a, b)}


def churns(t, a, b):
    """function -> [goroutines created in [a, b), those of them that ended and did next to nothing, their ns on Ps, since
    their creators had made the one before, and before they began to run on a P that was free]"""
    out, made, begins, last = defaultdict(lambda: [0] * 5), {}, {}, {}
    for s in sorted(t.world().slices, key=lambda s: (s.start, s.end)):
        begins.setdefault(id(s.life), s.start - max(s.life.created, last.get(s.p, s.life.created)))
        last[s.p] = s.end
    for life in t.world().lives:
        if life.older or not a <= life.created < b or not waits.is_program(life, t.func(life)):
            continue
        it, sums, ended = out[t.func(life)], waits.sums(life, t.end), life.ended is not None and life.ended < b
        it[0] += 1
        if ended:
            making = life.created - made.get((t.func(life), life.creator), life.created)
            made[t.func(life), life.creator] = life.created
        if ended and sums["exec_ns"] < BRIEF and sums["blocked_ns"] < BRIEF:
            it[1] += 1
            it[2] += sums["exec_ns"]
            it[3] += min(making, OVERHEAD)
            it[4] += min(begins.get(id(life), 0), OVERHEAD)
    return out


def yields_at(t, func):
    """The function of the program in which its longest short slice that a yield ended was; None if it is in runtime.GC, which
    yields until the cycle is over."""
    longest = t.rows("greedy", "--columns=held,end_stack", "--sort=-held", "--limit=1",
                     f'--filter=func="{func}" && end_reason="runtime.Gosched" && held<50us')
    if any(f["func"] == "runtime.GC" or f["func"].startswith("runtime/debug.") for r in longest for f in r["end_stack"] or []):
        return None
    return places.where_func(longest[0]["end_stack"]) if longest else ""


def preempted_at(t, func, place, a, b):
    """How long its goroutines held Ps in slices that touch [a, b) and were preempted in that function."""
    rows = t.rows("greedy", "--columns=held,start,end_stack", f'--filter=func="{func}" && end_reason="preempted"')
    return sum(r["held_ns"] for r in rows if r["start_ns"] < b and r["start_ns"] + r["held_ns"] > a and r["end_stack"] and
               place and places.where_func(r["end_stack"]) == place)


def spins(t, a, b):
    """function -> [slices that touch [a, b), those of them that were brief and ended by a yield, their ns, and the ns from
    there to the next slice of the P where that is not long]"""
    out, after, last = defaultdict(lambda: [0, 0, 0, 0]), {}, {}
    for life in t.world().lives:
        for s in life.spans:
            if s.state == "Q" and (s.began == "GoSched" or s.began == "GoStop" and s.reason == "runtime.Gosched"):
                after[id(life), s.start] = True
    for s in sorted(t.world().slices, key=lambda s: (s.start, s.end)):
        if s.end <= a or s.start >= b:
            continue
        func, end = last.pop(s.p, (None, 0))
        if func is not None and s.start - end < SHORT:
            out[func][3] += s.start - end
        if waits.is_program(s.life, t.func(s.life)):
            it = out[t.func(s.life)]
            it[0] += 1
            if s.end - s.start < SHORT and (id(s.life), s.end) in after:
                it[1] += 1
                it[2] += s.end - s.start
                last[s.p] = t.func(s.life), s.end
    return out


def tracers(t, a, b):
    """function of the tracer -> how long its goroutines ran in [a, b)"""
    out = defaultdict(int)
    for life in t.world().lives:
        func = t.func(life) or ""
        if func.startswith(("runtime/trace.", "runtime.(*traceAdvancerState).")):
            out[func] += sum(max(0, min(b, s.end) - max(a, s.start)) for s in life.spans if s.state == "R")
    return out


def expected(t, a, b):
    """(kind, function) -> (cost, evidence)"""
    x, out = Short(t, a, b), {}
    ns = {k: v for k, v in x.facts().items()}
    longest = lambda v: max((d - c for c, d in v), default=0)
    if causes.matters(ns["idle_mark_ns"], a, b):
        out["idle marking", None] = ns["idle_mark_ns"], {"idle_mark_ns": ns["idle_mark_ns"], "max_ns": longest(x.mark)}
    if causes.matters(ns["call_ns"], a, b) and ns["calls"] >= CALLS:
        out["calls with a P", None] = ns["call_ns"], {k: ns[k] for k in ("call_ns", "calls", "kept_ns")}
    if ns["all_program_ns"] >= SURE and ns["all_program_ns"] >= 0.8 * (b - a):
        out["too few Ps", None] = ns["all_program_ns"], {"all_program_ns": ns["all_program_ns"]}
    late = ns["late_ns"]
    if late >= SURE and late >= 0.1 * (b - a) and x.held >= 1.5 * late and len(x.late) >= PIECES:
        out["too many Ps", None] = late, {"late_ns": late, "late_held_ns": x.held}
    if x.silent:
        out["stalls", None] = ns["silent_ns"], {"silences": len(x.silent), "silent_ns": ns["silent_ns"],
                                                "max_ns": longest(x.silent)}
    for func, v in loners(t, a, b, x).items():
        out["alone", func] = sum(v), {"stretches": len(v), "alone_ns": sum(v), "max_ns": max(v), "several_ns": x.several}
    procs = causes.taken(t, a, b)[1]
    for func, (created, brief, ns, making, starting) in churns(t, a, b).items():
        took = ns + making + starting
        cost = took * (b - a) // procs if procs else 0
        if created >= WAKES and created * 1e9 >= RATE * (b - a) and brief * 2 > created and causes.matters(cost, a, b):
            out["churn", func] = cost, {"created": created, "brief": brief, "brief_ns": ns, "making_ns": making,
                                        "starting_ns": starting, "took_ns": took}
    busy = sum(max(0, min(b, s.end) - max(a, s.start)) for s in t.world().slices)
    for func, ns in tracers(t, a, b).items():
        cost = ns * (b - a) // procs if procs else 0
        if ns >= busy // 20 and causes.matters(cost, a, b):
            out["tracing", func] = cost, {"tracer_ns": ns, "busy_ns": busy}
    for func, (cost, evidence) in ticks.loops(t, a, b).items():
        out["missed ticks", func] = cost, evidence
    for func, (cost, evidence) in herds.herds(t, a, b).items():
        out["herds", func] = cost, evidence
    for func, (cost, evidence) in handovers.handovers(t, a, b, procs).items():
        out["hand-overs", func] = cost, evidence
    for func, (cost, evidence) in shards.shards(t, a, b).items():
        out["hot shard", func] = cost, evidence
    for func, (slices, n, ns, between) in spins(t, a, b).items():
        if n < YIELDS or n * 1e9 < SPIN * (b - a) or n * 5 < slices * 4 or (place := yields_at(t, func)) is None:
            continue
        preempted = preempted_at(t, func, place, a, b)
        took = ns + between + preempted
        cost = took * (b - a) // procs if procs else 0
        if causes.matters(cost, a, b):
            out["spinning", func] = cost, {"slices": slices, "yields": n, "yields_ns": ns, "between_ns": between,
                                           "preempted_ns": preempted, "took_ns": took}
    for func, (wakes, n, sum_ns) in storms(t, a, b).items():
        cost = sum_ns * (b - a) // procs if procs else 0
        if n >= WAKES and n * 1e9 >= RATE * (b - a) and n * 5 >= wakes * 4 and causes.matters(cost, a, b):
            out["timer storms", func] = cost, {"wakes": wakes, "short": n, "short_ns": sum_ns}
    return out


def part_shorts(t, d):
    if instead.too_large(t):
        return instead.too_large(t)
    if t.world().lone_stops or not t.facts["complete"]:
        return "what is beyond the horizon, and traces up to 1.9, are not judged here"
    rng = random.Random(t.name + " shorts")
    a, b = sorted((rng.randint(0, t.end // 2), rng.randint(t.end // 2, t.end)))
    ranges = [(0, t.end, ())] + ([(a, b, (f"--from={a}", f"--to={b}"))] if b - a > 2 else [])
    for a, b, options in ranges:
        facts, _ = t.ask("pressure", *options)
        d.columns(f"pressure {a} to {b}", facts, Short(t, a, b).facts())
        of_range(t, d, a, b, t.rows("findings", *options))
    return None


def of_range(t, d, a, b, rows):
    """The findings among the rows of that range; those that have to be there."""
    want = expected(t, a, b)
    got = {(r["kind"], r["func"] if r["kind"] in ("timer storms", "alone", "churn", "spinning", "tracing", "missed ticks",
                                                  "herds", "hot shard", "hand-overs") else None): r
           for r in rows if r["kind"] in findings.SHORTS}
    d.same(f"{a} to {b} findings of shortage", sorted(map(str, got)), sorted(map(str, want)))
    for key in got:
        if key in want:
            one(t, d, f"{a} to {b} {key}", rows, got[key], *want[key], a, b)
    return want


def one(t, d, what, rows, row, cost, evidence, a, b):
    import because
    length = b - a
    d.same(f"{what} cost", [row["cost_ns"], round(row["percent"], 3)], [cost, round(100 * cost / length, 3)])
    severe = findings.severity(row["kind"], cost, evidence, length)
    d.same(f"{what} severity", row["severity"], because.severe(t, a, b, rows, row, severe))
    d.columns(what, row["evidence"], evidence)
    doc = json.loads(t.run(*shlex.split(row["report"]), "--format=json"))
    said = {k: doc["trace"][k] for k in evidence if k in doc["trace"]}
    if row["kind"] == "calls with a P":
        ev, most = row["evidence"], {k: v for k, v in doc["trace"].items() if k.startswith("most_")}
        d.columns(f"{what}: the function in {row['report']}", most, {
            "most_func": row["func"], "most_call": row["reason"], "most_calls": row["count"],
            "most_ns": ev["most_ns"], "most_max_ns": row["max_ns"]})
        made = [r for r in t.rows("calls", "--columns=g,start,end,stack")
                if r["g"] == row["g"] and r["start_ns"] <= row["start_ns"] <= r["end_ns"]]
        at = {places.where(r["stack"]) for r in made if r["stack"]}
        d.same(f"{what}: by one of {sorted(at)}", not at or any(f" by {x} " in row["finding"] for x in at), True)
    if row["kind"] == "tracing":
        said = {"tracer_ns": sum(r["exec_ns"] for r in doc["rows"])}
    if row["kind"] == "churn":
        said = {"brief": len(doc["rows"]), "brief_ns": sum(r["exec_ns"] for r in doc["rows"])}
    if row["kind"] == "spinning" and (a, b) == (0, t.end):      # a slice that touches the range need not begin in it
        said = {"yields": len(doc["rows"]), "yields_ns": sum(r["held_ns"] for r in doc["rows"])}
    elif row["kind"] == "spinning":
        return
    if row["kind"] == "missed ticks":
        said = {"ticks": len(doc["rows"])}
    if row["kind"] == "herds":                   # others may have waited there, too
        d.same(f"{what}: no more than in {row['report']}", len(doc["rows"]) >= evidence["woken"], True)
        return
    if row["kind"] == "hand-overs":
        handovers.places(t, d, what, row, doc["rows"])
        return
    if row["kind"] == "hot shard":               # some wait for something to do
        d.same(f"{what}: no more than in {row['report']}", len(doc["rows"]) >= evidence["waits"], True)
        return
    if row["kind"] == "timer storms":
        said = {"wakes": len(doc["rows"])}
    if row["kind"] == "alone":                   # there may be others, and such as nobody waited for
        d.same(f"{what}: no longer than in {row['report']}", [said.pop(k) >= evidence[k] for k in ("stretches", "alone_ns")],
               [True, True])
    d.columns(f"{what} in {row['report']}", said, {k: evidence[k] for k in said})
    if not said:
        d.differ(f"{what}: {row['report']} does not repeat any number")


PARTS = {"shorts": Part(part_shorts, [])}
