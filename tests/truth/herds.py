"""Goroutines woken all at once, nearly all of them for nothing (gtrace-tui(1), FINDINGS).  Times are those of the events
as world.py replays them; where a wait is, and what woke it, only the program's rows have."""
import bisect

from collections import Counter, defaultdict

import causes
import spans
import waits

from ticks import frame

CLOSE, NOTHING, MEAN, SLICES, HERDS, ASKED, SITES = 10000, 50000, 2000, 8, 10, 16, 4
QUICK, QUICK_NS = 5, 2000                        # who ran longer than the others, though not for long
REASONS = ("sync.(*Cond).Wait", "chan receive", "select")


class Trace:
    """What is looked up again and again."""

    def __init__(self, t):
        self.t, w = t, t.world()
        rows = t.rows("waits", "--filter=state=waiting", "--columns=g,start,stack")
        self.sites = {(r["g"], r["start_ns"]): tuple(map(frame, r["stack"])) for r in rows if r["stack"]}
        self.sent = {(r["args"].get("g"), r["ns"]) for r in t.rows("events", "--filter=name='GoUnblock'",
                                                                   "--columns=ns,name,args,stack")
                     if any(f["func"].startswith(("runtime.chansend", "runtime.chanrecv")) for f in r["stack"] or [])}
        self.slices, self.of_life, self.wakes = defaultdict(list), defaultdict(list), defaultdict(list)
        for s in w.slices:
            self.slices[s.p].append(s)
            self.of_life[id(s.life)].append(s)
        for v in [*self.slices.values(), *self.of_life.values()]:
            v.sort(key=lambda s: (s.start, s.end))
        for life in w.lives:
            for i, s in enumerate(life.spans):
                if s.state == "Q" and i and waits.cause(s) == "unblocked":
                    before = life.spans[i - 1]
                    if before.waker is not None and before.reason != "network":
                        self.wakes[before.on].append((s.start, life, i))
        for v in self.wakes.values():
            v.sort(key=lambda x: x[0])


def found_nothing(x, life, i):
    """(runnable, running, until) of one that waits again where it had waited, the i-th span being its wait for a P."""
    before, ready, ran = life.spans[i - 1], 0, 0
    site, v = x.sites.get((life.g, before.start)), x.of_life[id(life)]
    after = {s.start: (k, s) for k, s in enumerate(life.spans) if s.start >= before.end and s.end > s.start or s.state == "W"}
    first = bisect.bisect_left([s.start for s in v], life.spans[i].end)
    for s in v[first:first + SLICES]:
        wait = next((q for q in life.spans[i:] if q.state == "Q" and q.end == s.start), None)
        ready += wait.end - wait.start if wait else 0
        ran += s.end - s.start
        if ran > NOTHING:
            return None
        then = after.get(s.end, (None, None))[1]
        if then is None:
            return None
        if then.state == "W" and then.reason == before.reason and x.sites.get((life.g, then.start)) == site:
            return ready, ran, s.end
        if not (then.state == "W" and then.reason == "sync" or then.state == "Q" and waits.cause(then) == "preempted"):
            return None
    return None


def bursts(x, a, b, procs):
    """(slice, what it woke) where so many were woken close to each other."""
    for p in sorted(x.wakes):
        v = [w for w in x.wakes[p] if a <= w[0] < b]
        ends, own = [s.end for s in x.slices[p]], x.slices[p]
        i = procs
        while i < len(v):
            t, k = v[i][0], bisect.bisect_left(ends, v[i][0])
            if t - v[i - procs][0] > procs * CLOSE or k == len(own) or own[k].start > t:
                i += 1
                continue
            found = [w for w in v if own[k].start <= w[0] <= own[k].end]
            if len(found) > procs:
                yield own[k], found
            after = max(j for j, w in enumerate(v) if w in found) + 1 if found else i
            i = after + procs if after > i else i + 1


def quick_ones(herds):
    """Those of all herds who ran much longer than half of their herd did: in most herds, a few, and not mostly the same."""
    out, at = [], 0
    for again in herds:
        least = max(QUICK_NS, QUICK * sorted(p[3][1] for p in again)[len(again) // 2]) if again else 0
        quick = [p for p in again if p[3][1] >= least]
        if quick and len(quick) * 5 <= len(again):
            out, at = out + quick, at + 1
    same = max(Counter(id(p[1]) for p in out).values(), default=0)
    return out if at * 2 >= len(herds) and same * 2 <= len(out) else []


def herds(t, a, b):
    """waker's start function -> (cost, evidence)"""
    x, at, total = Trace(t), defaultdict(list), Counter()
    procs = t.facts["gomaxprocs"]
    for by, woken in bursts(x, a, b, procs):
        if not waits.is_program(by.life, t.func(by.life)):
            continue
        parts = {}
        for _, life, i in woken:
            before = life.spans[i - 1]
            site = x.sites.get((life.g, before.start))
            if (not waits.is_program(life, t.func(life)) or before.reason not in REASONS or before.waker != by.g
                    or not site or len(parts) == SITES and site not in parts):
                continue
            equal = t.func(life) == t.func(by.life)
            turn = found_nothing(x, life, i)
            parts.setdefault(site, []).append((equal, life, before.end, turn if turn and turn[2] <= b else None))
        for site, v in parts.items():
            if len(v) > procs:
                total[site] += 1
                again = [p for p in v if p[3]]
                if len(again) * 2 >= len(v):
                    at[site].append((by, v, again))
    out = {}
    for site, v in at.items():
        woken, equal = sum(len(p) for _, p, _ in v), all(p[0] for _, w, _ in v for p in w)
        quick = [] if equal else quick_ones([again for _, _, again in v])
        found = [p for _, _, again in v for p in again if not any(p is q for q in quick)]
        if len(v) < HERDS or len(v) * 2 < total[site] or len(found) * 5 < woken * 4:
            continue
        ran = sum(p[3][1] for p in found)
        if not equal and (woken - len(found)) * 2 < len(v) or ran > len(found) * MEAN:
            continue
        ones = [max(p, key=lambda p: p[3][2] - p[2]) for _, _, p in v]
        if sum((p[1].g, p[2]) in x.sent for p in ones) * 2 > len(ones):
            continue
        cost = spans.measure(spans.union((min(p[2] for p in w), max(p[3][2] for p in again)) for _, w, again in v))
        if causes.matters(cost, a, b):
            largest = max(v, key=lambda w: len(w[1]))
            out[t.func(largest[0].life)] = cost, {
                "herds": len(v), "woken": woken, "again": len(found), "most": len(largest[1]), "herd_ns": cost,
                "ready_ns": sum(p[3][0] for p in found), "ran_ns": ran}
    return out
