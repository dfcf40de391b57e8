"""The scheduler's world, replayed from the events (semantics.md 2, 12): what each goroutine did when, what
each P held when, who held it, and the stops of the world.  Knows nothing of the program's code.

A goroutine's life is a list of spans that tile it.  States: R running, Q runnable, W waiting, S in a call
with its P, B in a call that has lost it.  A span that is open at the trace's end has ended = None.
"""
from collections import namedtuple

import spans

# on: the P of the event that ended it; by_timers: a goroutine for timers did (v1, up to Go 1.13)
Span = namedtuple("Span", "state start end reason p began ended waker on by_timers")
# how: the event that ended it; call: when the call began in which it lost its P;
# open, cut: at the trace's end, start; seen: when the trace first shows it running, which is where Go's
# readers have it begin: of one that is cut later than the start; its end if it lost its P in its first call
Slice = namedtuple("Slice", "p g start seen end how call open cut label life labelled")
# a P went idle at t; yielded: who had let go of it last since the request, if anybody
Down = namedtuple("Down", "t p yielded")
# call: when the call began in which its P was stopped or taken
Yield = namedtuple("Yield", "g t call")


class Life:
    """A goroutine from its creation to its end; ids of C threads come again, so an id can have several."""

    def __init__(self, g, t, state, began, older, creator=None, reason=None):
        self.g, self.created, self.older, self.creator = g, t, older, creator
        self.state, self.since, self.began, self.reason = state, t, began, reason
        self.p = self.ended = self.first_run = self.call = None
        self.on = self.label = self.labelled = None     # start and label of the slice that is open; since when
        self.seen, self.shown = None, t        # shown: when the trace first shows it
        self.cut = self.marked = False         # marked: it worked for the GC
        self.slices = 0
        self.spans = []

    def go(self, t, state, event, reason=None, p=None, waker=None, on=None, by_timers=False):
        """Ends the span at t and begins the next; waker: the goroutine that ended it."""
        self.spans.append(Span(self.state, self.since, t, self.reason, self.p, self.began, event, waker, on,
                               by_timers))
        self.state, self.since, self.reason, self.p, self.began = state, t, reason, p, event


class Proc:
    """A P: held by a thread since `held` (None: idle), perhaps with a goroutine."""

    def __init__(self, p, t):
        self.p, self.first, self.held, self.life, self.status = p, t, None, None, None
        self.yielded = None                    # who let go of it last, since the stop was asked for
        self.holds = []                        # [from, to) in which a thread held it


class Stop:
    """A stop of the world, asked for by g on p: which Ps ran then, were in a call, went down when."""

    def __init__(self, t, g, p, kind, ran, in_call):
        self.start, self.g, self.p, self.kind, self.ran, self.in_call = t, g, p, kind, ran, in_call
        self.downs = []
        self.marker = self.end = None
        self.alone = False                     # up to 1.9 each P writes its own pair, while the world stands


class Now(dict):
    """The present life of each id.  A damaged trace can lack a creation: such a life begins where it is seen."""

    def __init__(self, world):
        super().__init__()
        self.world = world

    def __missing__(self, g):
        if not self.world.v1 and not self.world.damaged:
            raise KeyError(g)
        if not self.world.damaged:               # a callback of a C thread: in a call since the trace began
            self.world.called_back = True
            return self.world.born(g, 0, "B", None, older=True)
        return self.world.born(g, self.world.t, "?", None)


class World:
    def __init__(self, v1, lone_stops=False, damaged=False):
        self.v1, self.lone_stops, self.damaged = v1, lone_stops, damaged
        self.lives, self.now, self.t = [], Now(self), 0    # all lives; id -> the present one; time
        self.called_back = False               # v1, whole: a C thread called back, whose first call has no begin
        self.torn = None                       # v1, damaged: since when somebody is woken who did not wait
        self.procs, self.slices = {}, []
        self.stops, self.stop, self.alone = [], None, {}
        self.counters = {"gomaxprocs": [], "heap_alloc": [], "heap_goal": []}   # name -> [(t, value)]
        self.gcs, self.assists, self.assisting = [], [], {}
        self.sweeps, self.sweeping = [], {}     # (P, from, to)
        # (goroutine, from, to, ended, reclaimed): who began one and ended it, or has not; (from, to, reclaimed) of all
        # that ended.  A listing does not tell how many bytes: it has a text there.
        self.sweepers, self.swept_by, self.reclaimed = [], {}, []
        self.count = self.end = 0
        self.gaps = []                         # between two events: those of 30 ms and more
        self.booting = v1                      # up to the first Gomaxprocs a v1 trace lists what there is

    def run(self, events, end):
        """Takes in all events; end: the trace's length."""
        step = self.step_v1 if self.v1 else self.step_v2
        for e in events:
            self.count += 1
            if self.count > 1 and e[0] - self.t >= 30000000:
                self.gaps.append((self.t, e[0]))
            self.t = e[0]
            step(*e)
        self.end = end
        for life in self.lives:
            if life.ended is None:
                self.close(life, end, None, True)
                life.go(end, None, None)
        for proc in self.procs.values():
            self.put_down(proc, end)
        for g, t in self.assisting.items():
            self.assists.append((g, t, end, False))
        self.sweepers += [(self.swept_by[p], t, end, False, 0) for p, t in self.sweeping.items()
                          if self.swept_by[p] is not None]
        for p, t in self.sweeping.items():
            self.sweeps.append((p, t, end))
        return self

    def put_down(self, proc, t):
        if proc.held is not None:
            proc.holds.append((proc.held, t))
            proc.held = None

    # goroutines

    def born(self, g, t, state, name, creator=None, reason=None, older=False):
        life = self.now[g] = Life(g, t, state, name, older, creator, reason)
        self.lives.append(life)
        return life

    def over(self, life, t, name):
        self.close(life, t, name)
        life.go(t, "E", name)
        life.ended = t

    def start(self, life, p, t, name):
        """The goroutine gets the P; if it still has one, the end of that is lost (v1, cut)."""
        self.close(life, t, None)
        life.go(t, "R", name, p=p)
        life.on, life.seen, life.cut, life.label, life.labelled = t, t, False, None, t
        life.slices += 1
        if life.first_run is None:
            life.first_run = t
        self.proc(p, t).life = life

    def close(self, life, t, how, is_open=False, call=None):
        """The goroutine's slice, if it has one, ends; call: begin of the call in which it lost its P."""
        if life.on is None:
            return
        seen = t if life.seen is None else life.seen
        self.slices.append(Slice(life.p, life.g, life.on, seen, t, how, call, is_open, life.cut, life.label,
                                 life, life.labelled))
        life.marked |= (life.label or "").startswith("GC (")
        life.on = None
        proc = self.procs.get(life.p)
        if proc is not None and proc.life is life:
            proc.life = None
            proc.yielded = Yield(life.g, t, call)

    # Ps and stops

    def exists(self, p):
        """When GOMAXPROCS was larger than the P's number; what is written first held before, too."""
        sizes = self.counters["gomaxprocs"] or [(0, p + 1)]
        times = [0] + [t for t, _ in sizes[1:]] + [self.end]
        return spans.union((a, b) for a, b, (_, n) in zip(times, times[1:], sizes) if n > p)

    def idle(self, p, a, b):
        """For how long no goroutine had the P in [a, b) though it existed."""
        busy = spans.union((s.start, s.end) for s in self.slices if s.p == p)
        return spans.measure(spans.common(spans.without(self.exists(p), busy, self.end), [(a, b)]))

    def proc(self, p, t):
        if p not in self.procs:
            self.procs[p] = Proc(p, t)
        return self.procs[p]

    def up(self, p, t):
        proc = self.proc(p, t)
        if proc.held is not None:                # damaged: how the one before let go of it is lost
            proc.holds.append((proc.held, t))
        proc.held, proc.life, proc.yielded = t, None, None

    def down(self, p, t, name):
        """A P is put down or taken away; a goroutine in a call loses it."""
        proc = self.proc(p, t)
        life = proc.life
        if life is not None and life.state == "S":
            self.close(life, t, name, call=life.since)
            life.go(t, "B", name)
        proc.life = None
        if proc.held is not None:
            self.put_down(proc, t)
            if self.stop is not None and self.stop.marker is None and p != self.stop.p:
                self.stop.downs.append(Down(t, p, proc.yielded))

    def ask(self, t, g, p, kind):
        ran, in_call = set(), set()
        for proc in self.procs.values():
            proc.yielded = None
            if proc.held is not None and proc.p != p:
                (in_call if proc.life is not None and proc.life.state == "S" else ran).add(proc.p)
        self.stop = Stop(t, g, p, kind, ran, in_call)
        self.stops.append(self.stop)

    def done(self, t):
        if self.stop is not None:
            self.stop.end, self.stop = t, None

    def resized(self, t, n, g):
        """procresize wrote the number of Ps: if the stopper did, the world starts again."""
        self.counters["gomaxprocs"].append((t, n))
        if self.stop is not None and self.stop.marker is None and g == self.stop.g:
            self.stop.marker = t

    def other(self, t, name, p, g, x, y):
        if name == "HeapAlloc" or name == "HeapGoal":
            # no goal: GOGC=off, or a memory limit alone (golang/go#63864)
            none = name == "HeapGoal" and not 0 < y <= 1 << 48
            self.counters["heap_alloc" if name == "HeapAlloc" else "heap_goal"].append((t, None if none else y))
        elif name in ("GCBegin", "GCStart") or name == "GCActive" and not self.gcs:
            self.gcs.append([0 if name == "GCActive" else t, None])
        elif name in ("GCEnd", "GCDone"):
            if self.gcs:                         # v1 begins when none goes on: of a lone end the begin is lost
                self.gcs[-1][1] = t
        elif name in ("GCMarkAssistBegin", "GCMarkAssistStart"):
            self.assisting[g] = t
        elif name == "GCMarkAssistActive":
            self.assisting.setdefault(x, 0)
        elif name in ("GCMarkAssistEnd", "GCMarkAssistDone"):
            if g in self.assisting:              # v1 does not say that one was going on at the start
                self.assists.append((g, self.assisting.pop(g), t, True))
        elif name in ("GCSweepBegin", "GCSweepStart"):
            self.sweeping[p] = t
            self.swept_by[p] = g
        elif name == "GCSweepActive":
            self.sweeping.setdefault(p, 0)
            self.swept_by.setdefault(p, g)
        elif name in ("GCSweepEnd", "GCSweepDone"):
            if p in self.sweeping:
                if g is not None and self.swept_by.pop(p) == g:
                    self.sweepers.append((g, self.sweeping[p], t, True, y))
                self.reclaimed.append((self.sweeping[p], t, y))
                self.sweeps.append((p, self.sweeping.pop(p), t))
        elif name == "GoLabel":
            self.now[g].label, self.now[g].labelled = y, t

    # v2 (1.22 and later)

    def step_v2(self, t, name, p, g, x, y):
        if name == "GoStart":
            self.start(self.now[x], p, t, name)
        elif name in ("GoBlock", "GoStop"):
            life = self.now[x]
            self.close(life, t, name)
            life.go(t, "W" if name == "GoBlock" else "Q", name, reason=y)
        elif name in ("GoUnblock", "GoSwitch", "GoSwitchDestroy"):
            self.now[x].go(t, "Q", name, waker=g, on=p)
        elif name == "GoSyscallBegin":
            self.now[x].go(t, "S", name, p=self.now[x].p)
        elif name == "GoSyscallEnd":
            self.returned(self.now[x], p, t, name)
        elif name == "GoSyscallEndBlocked":
            self.close(self.now[x], t, name)
            self.now[x].go(t, "Q", name)
        elif name == "ProcStart":
            self.up(x, t)
        elif name in ("ProcStop", "ProcSteal"):
            self.down(x, t, name)
        elif name.startswith("GoCreate"):
            state = {"GoCreate": "Q", "GoCreateBlocked": "W", "GoCreateSyscall": "B"}[name]
            self.born(x, t, state, name, g, "" if state == "W" else None)
        elif name in ("GoDestroy", "GoDestroySyscall"):
            self.over(self.now[x], t, name)
        elif name == "ProcStatus":
            self.proc_status(t, x, y)
        elif name in ("GoStatus", "GoStatusStack"):
            self.go_status(t, name, p, x, y)
        elif name == "STWBegin":
            self.ask(t, g, p, y)
        elif name == "STWEnd":
            self.done(t)
        elif name == "ProcsChange":
            self.resized(t, y, g)
        else:
            self.other(t, name, p, g, x, y)

    def returned(self, life, p, t, name):
        if life.on is None:
            self.start(life, p, t, name)
            return
        life.go(t, "R", name, p=life.p)
        if life.seen is None:
            life.seen = t
        if life.first_run is None:
            life.first_run = t
        if self.stop is not None and life.p in self.stop.in_call:
            self.stop.in_call.discard(life.p)   # back before it was taken: it has to stop like any other
            self.stop.ran.add(life.p)

    def proc_status(self, t, p, status):
        """What a P is, since the trace's start; later generations repeat what is known."""
        if p in self.procs:
            return
        proc = self.proc(p, t)
        proc.status = status
        if status.startswith("running") or status == "syscall":
            proc.held = 0

    def go_status(self, t, name, p, g, status):
        """What a goroutine has been doing since the trace's start; later generations repeat what is known."""
        if g in self.now and self.now[g].ended is None:
            return
        state = {"runnable": "Q", "running": "R", "waiting": "W", "syscall": "B"}[status]
        if state == "B" and p is not None and self.procs[p].status != "running":
            state = "S"
        life = self.born(g, 0, state, name, None, "" if state == "W" else None, older=True)
        life.shown = t
        if state in "RS":                      # it has the P since its thread has
            proc = self.proc(p, t)
            life.p, proc.life = p, life
            life.on, life.cut, life.slices = t if proc.held is None else proc.held, True, 1
        if state == "R":                       # for Go the slice begins here
            life.seen = life.first_run = t

    # v1 (up to 1.21)

    def step_v1(self, t, name, p, g, x, y):
        if name in ("GoStart", "GoStartLabel"):
            self.start(self.now[x], p, t, name)
            self.now[x].label = y
        elif name in ("GoSched", "GoPreempt"):
            self.close(self.now[x], t, name)
            self.now[x].go(t, "Q", name)
        elif name in ("GoSleep", "GoStop") or name.startswith("GoBlock"):
            self.close(self.now[x], t, name)
            self.now[x].go(t, "W", name, reason=y)
        elif name == "GoUnblock":
            life = self.now[x]
            if life.state not in "W?RS" and self.torn is None:
                self.torn = life.since
            self.close(life, t, None)            # it blocked, but that is lost
            # what goroutines for timers do is on a P that Go's reader invents
            timers = p is None and g is not None and life.reason != "network"
            life.go(t, "Q", name, waker=None if timers else g, on=p, by_timers=timers)
        elif name == "GoSysCall":
            self.now[x].call = t
        elif name == "GoSysBlock":
            life = self.now[x]
            self.close(life, t, name, call=life.call)
            life.go(t, "B", name)
        elif name == "GoSysExit":
            self.close(self.now[x], t, None)     # it lost its P, but that is lost
            self.now[x].go(t, "Q", name)
        elif name == "GoEnd":
            self.over(self.now[x], t, name)
        elif name == "GoCreate":
            self.born(x, t, "Q", name, None if self.booting else g, older=self.booting)
        elif name in ("GoWaiting", "GoInSyscall"):
            life = self.now[x]
            life.state, life.began = ("W", name) if name == "GoWaiting" else ("B", name)
            life.reason = "" if life.state == "W" else None
        elif name == "ProcStart":
            self.up(x, t)
        elif name == "ProcStop":
            self.down(x, t, name)
        elif name == "STWStart":
            life = self.proc(p, t).life
            self.ask(t, None if life is None else life.g, p, y)
            if self.lone_stops:
                self.alone[p], self.stop = self.stop, None
                self.alone[p].alone = True
        elif name == "STWDone":
            if p in self.alone:
                self.alone.pop(p).end = t
            self.done(t)
        elif name == "Gomaxprocs":
            self.booting = False
            self.resized(t, y, g)
        else:
            self.other(t, name, p, g, x, y)
