"""Times in which the machine stood still (analyses.md 16; gtrace-tui(1), FINDINGS): of all times without any event,
those in which there was work that nobody did.  From the events alone, and their stacks."""
import bisect

from collections import defaultdict

import chains
import spans
import waits

LEAST, SURE, ALONE, COUNT = 30000000, 50000000, 100000000, 3
AFTER, PROFILE, OTHERS, BACK = 1000000, 1000000000, 16, 256


class Ends:
    """Where slices ended, and what was sampled when: what only events have."""

    def __init__(self, t):
        self.stack, self.samples = {}, []
        for e in t.rows("events", "--columns=ns,name,g,stack,transition_stack,args"):
            if e["name"] in ("CPUSample", "CpuSample"):
                self.samples.append(e["ns"])
            elif e["g"] is not None and (e["stack"] or e["transition_stack"]):
                self.stack[e["g"], e["ns"]] = e["transition_stack"] or e["stack"]
        self.samples.sort()

    def of(self, s):
        frames = self.stack.get((s.g, s.end), [])
        return tuple((f["func"], f["file"], f["line"], f["pc"]) for f in frames)

    def preempted(self, s):
        names = [f[0] for f in self.of(s)[:6]]
        return "runtime.asyncPreempt" in names and len(self.of(s)) > names.index("runtime.asyncPreempt") + 1

    def sampled(self, a, b):
        i = bisect.bisect_left(self.samples, a)
        return i < len(self.samples) and self.samples[i] < b


class Gap:
    def __init__(self, t, ends, a, b):
        self.t, self.w, self.ends, self.a, self.b = t, t.world(), ends, a, b
        self.ran = [s for s in self.w.slices if s.start <= a and s.end >= b and self.runs(s.life)]

    def state(self, life):
        """The span of a life in which the gap lies."""
        return next((s for s in life.spans if s.start <= self.a and s.end >= self.b), None)

    def runs(self, life):
        s = self.state(life)
        return s is not None and s.state == "R"

    def rare(self, values):
        """Of at least OTHERS at most an eighth is longer than half of the gap."""
        long = sum(v > (self.b - self.a) // 2 for v in values)
        return len(values) >= OTHERS and long <= len(values) // 8

    def slices(self, life, until):
        own = sorted((s for s in self.w.slices if s.life is life and s.end <= until), key=lambda s: s.start)
        return own

    def unusual(self, s):
        place = self.ends.of(s)
        own = self.slices(s.life, s.start)[-BACK:]
        return bool(place) and self.rare([x.end - x.start for x in own if self.ends.of(x) == place])

    def out_of_rhythm(self):
        ended = any(s.end <= self.b + AFTER for s in self.ran)
        return ended and all(self.ends.preempted(s) or self.unusual(s) for s in self.ran)

    def idle(self):
        sizes = self.w.counters["gomaxprocs"]
        n = ([v for x, v in sizes if x <= self.a] or [sizes[0][1] if sizes else len(self.w.procs)])[-1]
        return sum(s.start <= self.a < s.end for s in self.w.slices) < n

    def late_sleep(self, life):
        slept = [(s, i) for i, s in enumerate(life.spans) if s.state == "W" and s.ended is not None]
        mine = [(s, i) for s, i in slept if s.start <= self.a and self.b <= s.end < self.b + AFTER]
        if not mine or chains.Lives(self.w).waker(life, mine[0][1]) is not None or chains.root(mine[0][0]) != "timer":
            return False
        before = self.slices(life, mine[0][0].start)
        by_end = {s.end: self.ends.of(s) for s in before[-BACK - 1:]}
        place = by_end.get(mine[0][0].start)
        return bool(place) and self.rare([s.end - s.start for s, _ in slept
                                          if s.end <= before[-1].start and by_end.get(s.start) == place])

    def frozen(self):
        if any(s.end <= self.b + AFTER and self.ends.preempted(s) for s in self.ran):
            return True
        if self.ran and self.b - self.a >= SURE and self.ends.sampled(self.a - PROFILE, self.a) and \
                self.ends.sampled(self.b, self.b + PROFILE):
            return True
        if self.ran and self.out_of_rhythm():
            return True
        return bool(self.ran) and self.idle() and any(self.late_sleep(life) for life in self.w.lives)

    def neglected(self):
        """Somebody was ready and a P idle, or a call kept a P that the monitor would have taken."""
        if self.b - self.a < SURE or any(s.start <= self.a < (s.end or self.t.end) for s in self.w.stops):
            return False
        for life in self.w.lives:
            s, func = self.state(life), self.t.func(life)
            if s is not None and s.state == "Q" and waits.is_program(life, func) and self.idle():
                return True
            ours = waits.is_program(life, func) or waits.is_system(life, func) is None
            if s is not None and s.state == "S" and not self.t.v1 and ours:
                return True
        return self.t.v1 and any(s.call is not None and max(s.call, s.start) <= self.a and s.end >= self.b
                                 for s in self.w.slices)


def find(t):
    """[(from, to)] of the whole trace, kept."""
    if not hasattr(t, "stalls"):
        found, sure, long = [], False, 0
        gaps = [g for g in t.world().gaps if g[1] - g[0] >= LEAST]
        ends = Ends(t) if gaps else None
        for a, b in gaps:
            gap = Gap(t, ends, a, b)
            neglected = gap.neglected()
            if neglected or gap.frozen():
                found.append((a, b))
                long += b - a >= SURE
                sure |= neglected or b - a >= ALONE or long >= COUNT
        t.stalls = found if sure else []
    return t.stalls


def within(t, a, b):
    return spans.common(find(t), [(a, b)])


def over(t, a, b):
    """How much of a time they are."""
    return spans.measure(within(t, a, b))
