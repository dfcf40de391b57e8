"""Wake-up chains (analyses.md 5; gtrace-tui(1), report path): what led up to a moment of a goroutine,
backwards.

While it ran, the time is its own; while it was runnable, or in a call without a P, too; a wait that another
goroutine ended belongs to that one, back to where the wait began, and so on within it; then the one that
waited goes on, before its wait.  What somebody did before anybody waited for it is left out: every hop ends
where the hop above begins.  The chain ends at the trace's start, at a wait that no goroutine ended, at a
goroutine nobody is known to have created, or with what the main goroutine did before it created the one that
was followed.

startTheWorldWithSema polls the network while its goroutine still runs, so that whoever is woken there
carries the stopper as its waker: a wait for the network that ended within the waker's own stop was ended by
the network.
"""
import bisect
import random

from collections import namedtuple

MOST = 1000
CALL = ("GoSyscallBegin", "GoSyscallEnd")        # a call that keeps the P does not end a hop
Hop = namedtuple("Hop", "start end state g p")


class Lives:
    """The lives of a world by id, and where in a life a moment is."""

    def __init__(self, world):
        self.world, self.by, self.starts = world, {}, {}
        for life in world.lives:
            self.by.setdefault(life.g, []).append(life)

    def at(self, g, t):
        """The life that the id g had up to t."""
        known = [life for life in self.by.get(g, ()) if life.created < t]
        return known[-1] if known else None

    def span(self, life, t):
        """The index of the span in which the moment before t is."""
        if life not in self.starts:
            self.starts[life] = [s.start for s in life.spans]
        i = bisect.bisect_left(self.starts[life], t) - 1
        while i >= 0 and life.spans[i].start == life.spans[i].end:
            i -= 1
        return i

    def waker(self, life, i):
        """Who ended the wait that is span i of a life; None: no goroutine."""
        s = life.spans[i]
        if s.waker is None:
            return None
        if s.reason == "network":
            if self.world.lone_stops:            # up to 1.9 a trace does not show who stops the world when
                return None
            for stop in self.world.stops:
                if stop.g == s.waker and stop.start <= s.end and (stop.end is None or s.end <= stop.end):
                    return None
        return s.waker


def chain(lives, g, t):
    """(hops, how it ends): 'start', 'unknown', 'main', 'network', 'timer', 'runtime', 'most'."""
    hops, stack = [], []                         # stack: (life, from where it goes on)
    life = lives.at(g, t)
    if life is None:
        return [], "unknown"
    if life.ended is not None:
        t = min(t, life.ended)
    low, last = 0, False

    def add(start, state, p):
        start = max(start, low)
        if start < t:
            hops.append(Hop(start, t, state, life.g, p))
        return start

    while len(hops) < MOST:
        while stack and t <= low:
            life, t, low = stack.pop()
        i = lives.span(life, t)
        s = life.spans[max(i, 0)]
        if i < 0:                                # created with a wait, which is what was popped
            i = 0
        elif s.state in "RS":
            while i > 0 and life.spans[i - 1].state in "RS" and life.spans[i].began in CALL:
                i -= 1
            t = add(life.spans[i].start, "R", s.p)
        elif s.state == "W":                     # goes on at the moment asked about
            t = add(s.start, "W", None)
        else:
            t = add(s.start, s.state, None)
        if t <= low and stack:
            continue
        if last:
            return hops, "main"
        if t <= 0 or i == 0 and life.older:
            return hops, "start"
        if i == 0:                               # its creation
            if life.creator is None:
                return hops, "unknown"
            life = lives.at(life.creator, t)
            last = life.g == 1
            continue
        before = life.spans[i - 1]
        if before.state == "W" and s.state == "Q":
            waker = lives.waker(life, i - 1)
            if waker is None:
                add(before.start, "W", None)
                return hops, root(before)
            if before.start < t:
                stack.append((life, before.start, low))
                low = max(low, before.start)
            life = lives.at(waker, t)
    return hops, "most"


def root(span):
    """What ended a wait that no goroutine did.

A timer's function ends sleeps and what waits in channels and locks, on the P of whoever looks after timers (up
to Go 1.13 on the timers' own goroutine).  Without a P it is the system monitor, which also ends the sleep of
the heap's scavenger (runtime/mgcscavenge.go, wake)."""
    if span.reason == "network":
        return "network"
    timed = span.reason in ("sleep", "select", "sync") or (span.reason or "").startswith("chan ")
    on_a_p = span.on is not None and span.on >= 0          # v1 writes -1 for what happens outside of all Ps
    return "timer" if span.by_timers or timed and on_a_p else "runtime"


def moments(world, n, seed):
    """n seeded choices of a goroutine and a time in its life."""
    rng = random.Random(seed)
    lives = [life for life in world.lives if len(life.spans) > 1]
    out = []
    for _ in range(n if lives else 0):
        life = rng.choice(lives)
        end = life.ended if life.ended is not None else world.end
        t = rng.randint(life.created + 1, max(end, life.created + 1))
        if all(s.start != t for s in life.spans):    # between two states either would do
            out.append((life.g, t))
    return out
