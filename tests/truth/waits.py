"""Sums over goroutines' lives: time by state and reason, waits for a P (semantics.md 4 to 6)."""
from collections import Counter

CAUSE = {"GoCreate": "created", "GoUnblock": "unblocked", "GoSwitch": "unblocked",
         "GoSwitchDestroy": "unblocked", "GoSyscallEndBlocked": "syscall", "GoSysExit": "syscall",
         "GoSched": "yielded", "GoPreempt": "preempted"}


# the runtime itself, the tracer, what writes profiles, the goroutine that waits for signals
RUNTIMES = ("runtime.", "runtime/trace.", "runtime/pprof.profileWriter", "os/signal.loop")


def is_system(life, func):
    """Whether a goroutine is the runtime's: the name tells, the main goroutine's is not.  Without a name goroutine 1
is the main goroutine, and only the runtime's mark for the GC; of the others nobody knows: None."""
    if func:
        return func.startswith(RUNTIMES) and func != "runtime.main"
    return False if life.g == 1 else True if life.marked else None


def is_program(life, func):
    """Known not to be the runtime's."""
    return is_system(life, func) is False


def is_unnamed(life, func):
    """Nobody knows whose it is, and it did something: it ran, or was ready to run."""
    return is_system(life, func) is None and (life.slices > 0 or life.spans[-1].state == "Q")


def sums(life, end):
    """Columns of report goroutines for this life.

'forever' is a wait like others: the goroutine is there.  What a v1 trace lists at its start began when it
was listed, a few microseconds after the trace's start; in v2 what a status tells began at the trace's
start."""
    by, block = Counter(), Counter()
    for s in life.spans:
        by[s.state] += s.end - s.start
        if s.state == "W":
            block[s.reason] += s.end - s.start
    return {"create_ns": life.created, "start_ns": life.first_run, "end_ns": life.ended,
            "total_ns": (end if life.ended is None else life.ended) - life.created,
            "exec_ns": by["R"], "sched_wait_ns": by["Q"], "syscall_ns": by["S"], "syscall_block_ns": by["B"],
            "blocked_ns": by["W"], "block_ns": {k: v for k, v in block.items() if v},
            "slices": life.slices, "older": life.older, "creator": life.creator}


def cause(span):
    """What began a wait for a P; None: the trace's start."""
    if span.began == "GoStop":
        return "preempted" if span.reason == "preempted" else "yielded"
    return CAUSE.get(span.began)


def for_a_p(world, ours):
    """Waits for a P of goroutines ours(life) that an event of the trace began: (life, span), by start."""
    return [(life, s) for life in world.lives if ours(life) for s in life.spans
            if s.state == "Q" and cause(s) is not None and s.end > s.start
            and not (s.began == "GoCreate" and life.older)]


def rank(values, q):
    """Percentile by nearest rank: the smallest value with at least q of all values at or below it."""
    values = sorted(values)
    return values[max(0, -(-int(q * 1000) * len(values) // 1000) - 1)] if values else None


def merged(spans):
    """(state, start, end), neighbours of one state joined: v1 has no ends of calls that kept their P."""
    out = []
    for state, start, end in spans:
        if out and out[-1][0] == state and out[-1][2] == start:
            out[-1] = (state, out[-1][1], end)
        else:
            out.append((state, start, end))
    return [s for s in out if s[1] < s[2]]
