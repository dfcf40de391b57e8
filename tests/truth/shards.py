"""Like goroutines of which one gets most of the work, and others wait for it (gtrace-tui(1), FINDINGS).  Times are those
of the events as world.py replays them; where a wait is, and what woke it, only the program's rows have."""
import bisect

from collections import Counter, defaultdict

import causes
import spans
import waits

from ticks import frame

FEW, MOST, MOMENTS, HOT, COLD, SECOND, FELT = 4, 64, 32, 0.8, 3, 2, 0.1
ASKS = ("chan receive", "select")
WORK = ASKS + ("sync.(*Cond).Wait",)


def over(s, a, b, end):
    return max(0, min(end if s.ended is None else s.end, b) - max(s.start, a))


class Shards:
    """Goroutines of one start function, in the time of all of them."""

    def __init__(self, t, x, lives, a, b):
        self.t, self.x, self.lives = t, x, lives
        self.a = max([a] + [life.created for life in lives if not life.older])
        self.b = min([b] + [life.ended for life in lives if life.ended is not None])
        self.starts = {id(life): [s.start for s in life.spans] for life in lives}
        self.long = self.b - self.a >= (b - a) // 2
        if not self.long:
            return
        times = [self.a + (self.b - self.a) // MOMENTS * m for m in range(MOMENTS)]
        found = Counter(self.idle_at(life, m) for life in lives for m in times)
        del found[None]
        self.site = found.most_common(1)[0][0] if found else None
        busy = [sum(self.idle_at(life, m) != self.site for m in times) for life in lives]
        self.looks = max(busy) * 10 >= MOMENTS * 6 and (sum(busy) - max(busy)) * 2 <= max(busy) * (len(lives) - 1)

    def idle_at(self, life, m):
        s = life.spans[max(0, bisect.bisect_right(self.starts[id(life)], m) - 1)]
        return self.x.sites.get((life.g, s.start)) if s.state == "W" and s.reason in WORK else None

    def busy(self, life):
        return self.b - self.a - sum(over(s, self.a, self.b, self.t.end) for s in life.spans
                                     if s.state == "W" and self.x.sites.get((life.g, s.start)) == self.site)

    def is_hot(self):
        if not self.long or not self.site or not self.looks:
            return False
        v = sorted(((self.busy(life), life.g, life) for life in self.lives), key=lambda i: -i[0])
        self.hot, self.life, self.others = v[0][0], v[0][2], sum(ns for ns, _, _ in v[1:])
        return (self.hot >= HOT * (self.b - self.a) and self.hot >= SECOND * v[1][0]
                and self.hot * (len(v) - 1) >= COLD * self.others)

    def waits(self, func):
        """For the hot one: what is sent, or until all is done; of those that receive only if several do."""
        ran = spans.union((s.start, s.end) for s in self.life.spans if s.state in "RS")
        all_of = [(s, life) for life in self.t.world().lives if self.t.func(life) != func
                  and waits.is_program(life, self.t.func(life))
                  for s in life.spans if s.state == "W" and s.waker == self.life.g and s.end >= self.a
                  and (life.g, s.start) in self.x.sites]
        selects = [(life.g, s.end) in self.x.received for s, life in all_of if s.reason == "select"]
        asks = ASKS[:1] if sum(selects) * 2 > len(selects) else ASKS
        asking = [(s.start, s.end) for s, _ in all_of if s.reason in asks]
        several = bool(ran) and sum(y - x for x, y in asking) // 2 >= spans.measure(spans.union(asking))
        return [s for s, _ in all_of if (several or s.reason not in asks) and s.start >= self.a and s.end <= self.b]


class Stacks:
    def __init__(self, t):
        rows = t.rows("waits", "--filter=state=waiting", "--columns=g,start,stack")
        self.sites = {(r["g"], r["start_ns"]): tuple(map(frame, r["stack"])) for r in rows if r["stack"]}
        self.received = {(r["args"].get("g"), r["ns"]) for r in t.rows("events", "--filter=name='GoUnblock'",
                                                                       "--columns=ns,name,args,stack")
                         if any(f["func"].startswith("runtime.chanrecv") for f in r["stack"] or [])}


def shards(t, a, b):
    """start function -> (cost, evidence)"""
    by, middle, out = defaultdict(list), a + (b - a) // 2, {}
    for life in t.world().lives:
        if (life.created <= middle and (life.ended is None or life.ended >= middle) and life.slices
                and waits.is_program(life, t.func(life))):
            by[t.func(life)].append(life)
    x = None
    for func, lives in by.items():
        if not FEW <= len(lives) <= MOST:
            continue
        x = x or Stacks(t)
        v = Shards(t, x, lives, a, b)
        if not v.is_hot():
            continue
        waited = v.waits(func)
        cost = spans.measure(spans.union((s.start, s.end) for s in waited))
        if cost >= FELT * (v.b - v.a) and causes.matters(cost, a, b):
            out[func] = cost, {"goroutines": len(lives), "lived_ns": v.b - v.a, "hot_ns": v.hot, "others_ns": v.others,
                               "waits": len(waited), "wait_ns": sum(s.end - s.start for s in waited),
                               "max_ns": max(s.end - s.start for s in waited)}
    return out
