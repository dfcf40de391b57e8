"""The four parts of a stop-the-world and who is to blame (analyses.md 1).

Read from Go's runtime/proc.go (1.21, 1.27): stopTheWorldWithSema writes the begin, then asks every P.  It
takes those that are idle or in a system call itself; the others (it counts them in sched.stopwait) stop in
gcstopm (ProcStop), or when they make a system call (entersyscall*gcwait: ProcStop at once).
startTheWorldWithSema calls procresize, which writes GOMAXPROCS and only then gives Ps to threads; the end is
written after that.  So:

to stop     begin to the last P that a thread other than the stopper's held going down, taken ones too
standstill  from there to the GOMAXPROCS that the stopper writes; unknown without it
restart     from there to the end

A P had to be waited for if it was held and not in a call, also if its thread picked it up, or came back from
the call, after the begin.  A v1 trace does not say when a call ends that kept its P; a P that is taken
because of a call which began before the request was in it all along.  The charge goes to the goroutine with
the latest yield, which is the end of its slice (semantics.md 12.2): when it stopped, or when the P was gone
on which it had made a call.  Its thread may put the P down later (thread_late_ns), for which nobody is to
blame.  A P on which no goroutine ran has no yield; one that was put down and picked up again begins again.
"""
from collections import defaultdict


def waited_for(stop):
    """The last down of each P that had to be waited for."""
    last = {d.p: d for d in stop.downs if d.t > stop.start and d.p not in stop.in_call
            and not (d.yielded is not None and d.yielded.call is not None and d.yielded.call < stop.start)}
    return list(last.values())


def parts(stop):
    """Columns of report stw."""
    row = dict.fromkeys(("dur_ns", "stop_ns", "still_ns", "restart_ns", "waited",
                         "last_p", "last_g", "last_yield_ns", "thread_late_ns"))
    row.update(reason=stop.kind, start_ns=stop.start, end_ns=stop.end, g=stop.g, p=stop.p)
    if stop.end is not None:
        row["dur_ns"] = stop.end - stop.start
    still = stop.start
    if stop.alone:
        row["reason"] = "mark termination"
        return row
    if stop.kind != "start trace":               # that one is written when the world stands already
        still = max([stop.start] + [d.t for d in stop.downs])
        waited = waited_for(stop)
        row.update(stop_ns=still - stop.start, waited=len(waited))
        yields = [d for d in waited if d.yielded is not None]
        if yields:
            last = max(yields, key=lambda d: d.yielded.t)
            row.update(last_p=last.p, last_g=last.yielded.g, last_yield_ns=last.yielded.t - stop.start,
                       thread_late_ns=still - last.yielded.t)
    if stop.marker is not None:
        row["still_ns"] = stop.marker - still
        if stop.end is not None:
            row["restart_ns"] = stop.end - stop.marker
    return row


def charges(world, name):
    """name(g) -> [count, delay_ns, max_ns, asked, goroutines]: reports stwfuncs and stwgoroutines.

    A stop for which nobody can be charged is name(None)'s, with its time to stop, if that is known."""
    out, who = defaultdict(lambda: [0, None, None, 0, 0]), defaultdict(set)
    for stop in world.stops:
        row = parts(stop)
        if row["waited"]:
            for g in {d.yielded.g for d in waited_for(stop) if d.yielded is not None}:
                out[name(g)][3] += 1
        g = row["last_g"]
        c, delay = out[name(g)], row["stop_ns"] if g is None else row["last_yield_ns"]
        c[0] += 1
        if delay is not None:
            c[1:3] = (c[1] or 0) + delay, max(c[2] or 0, delay)
        who[name(g)].add(g)
    for k, c in out.items():
        if k == name(None):
            c[3:] = None, None
            continue
        c[4] = len(who[k])
        c[1:3] = c[1] or 0, c[2] or 0
    return out
