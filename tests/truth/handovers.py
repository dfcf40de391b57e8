"""Goroutines that wake each other all the time for single items (gtrace-tui(1), FINDINGS).  Times are those of the events
as world.py replays them; where a wait is, and what woke it, only the program's rows have."""
from collections import Counter, defaultdict

import causes
import places as where
import waits

SHORT, SECOND, FEW = 5000, 10000, 1000
REASONS = ("chan receive", "chan send", "select", "sync.(*Cond).Wait")


class Pair:
    """Turns of goroutines of two functions."""

    def __init__(self):
        self.n, self.brief, self.ran, self.sched, self.ready, self.asked = 0, 0, 0, 0, 0, []


def turns(t, a, b):
    """(functions -> Pair, function -> lengths of its slices that end in a wait for a channel)"""
    w, pairs, lengths, last = t.world(), defaultdict(Pair), defaultdict(list), {}
    life_of = {life.g: life for life in w.lives}
    ready, ended = {}, {}
    for life in w.lives:
        for i, s in enumerate(life.spans):
            if s.state == "Q" and i and waits.cause(s) == "unblocked":
                ready[id(life), s.end] = s, life.spans[i - 1]
            elif s.state == "W" and s.reason in REASONS:
                ended[id(life), s.start] = s
    for s in sorted(w.slices, key=lambda s: (s.start, s.end)):
        if s.end <= a or s.start >= b:
            continue
        before, last[s.p] = last.get(s.p), s.end
        if (id(s.life), s.end) not in ended or not waits.is_program(s.life, t.func(s.life)):
            continue
        func = t.func(s.life)
        lengths[func].append(s.end - s.start)
        runnable, wait = ready.get((id(s.life), s.start), (None, None))
        waker = life_of.get(wait.waker) if wait and wait.reason != "network" else None
        if waker is None or not waits.is_program(waker, t.func(waker)):
            continue
        p = pairs[tuple(sorted((func, t.func(waker))))]
        p.n += 1
        p.asked.append((s.life, wait, t.func(waker)))
        if s.end - s.start < SHORT:
            p.brief += 1
            p.ran += s.end - s.start
            p.ready += s.start - runnable.start
            p.sched += s.start - max(before if before is not None else runnable.start, runnable.start)
    return pairs, lengths


def is_brief(v):
    return sum(x < SHORT for x in v) * 2 > len(v)


def ends(t, p):
    """The function of those that send, and the places where that is and where it is received, of most turns."""
    stacks = {(r["g"], r["start_ns"]): r["stack"] for r in t.rows("waits", "--filter=state=waiting", "--columns=g,start,stack")}
    woken = {(r["args"].get("g"), r["ns"]): r["stack"] or [] for r in
             t.rows("events", "--filter=name='GoUnblock'", "--columns=ns,name,args,stack")}
    found = Counter()
    for life, wait, waker in p.asked:
        own, other = stacks.get((life.g, wait.start)), woken.get((life.g, wait.end), [])
        if not own or wait.reason not in REASONS:
            continue
        sends = wait.reason == "chan send" or any(f["func"].startswith("runtime.chanrecv") for f in other)
        v = [where.where(x) if x else None for x in (own, other)]
        found[(t.func(life) if sends else waker, *(v if sends else v[::-1]))] += 1
    return found.most_common(1)[0][0] if found else (None, None, None)


def found(t, a, b):
    pairs, lengths = turns(t, a, b)
    for funcs, p in pairs.items():
        if (p.n >= FEW and p.n * 1e9 >= SECOND * (b - a) and p.brief * 2 > p.n and
                all(is_brief(lengths[func]) for func in funcs)):
            yield p


def handovers(t, a, b, procs):
    """function of those that send -> (cost, evidence)"""
    out = {}
    for p in found(t, a, b):
        cost = (p.ran + p.sched) * (b - a) // procs if procs else 0
        if causes.matters(cost, a, b):
            out[ends(t, p)[0]] = cost, {"turns": p.n, "brief": p.brief, "ran_ns": p.ran, "sched_ns": p.sched,
                                        "ready_ns": p.ready, "took_ns": p.ran + p.sched}
    return out


def places(t, d, what, row, rows):
    """Both places are in the sentence, and the report has the waits at one of them."""
    p = max(found(t, 0, t.end), key=lambda p: (ends(t, p)[0] == row["func"], p.n))
    _, sends, receives = ends(t, p)
    d.same(f"{what}: {sends} and {receives} are in {row['finding']}",
           [x is None or x in row["finding"] for x in (sends, receives)], [True, True])
    d.same(f"{what}: {receives} is in {row['report']}", {r["where"] for r in rows} <= {receives, sends} and bool(rows), True)
