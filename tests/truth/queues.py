"""Waits in queues, who ended them, and how many there were at a time (HACKING, "Queues"), from the events and their
stacks.
"""
import random
import shlex

from collections import defaultdict

import locks
import places
import spans
import waits

from differ import Part, columns

REASONS = {"chan send", "chan receive", "select", "sync.(*Cond).Wait"}
POOLS = {"net/http.(*Transport).getConn": "Transport.MaxConnsPerHost", "database/sql.(*DB).conn": "DB.SetMaxOpenConns"}
DIALERS = ("net/http.(*Transport).dialConnFor", "net/http.(*Transport).startDialConnForLocked.func1")
MOST = 200000                                    # events: more are too slow for this
LONG, SHARE = 1000000, 100                       # ns of a long wait; a finding is a hundredth of the time
QUEUES = ("--columns=where,leaf,reason,kind,waits,wait,p50,p99,max,some,harm,waiters_mean,waiters_max,equals,others,open,"
          "open_ns,system")
WAITS = "--columns=g,func,start,dur,end,where,reason,waker_g,equal,open,system"


def site(stack):
    """(where, leaf): the caller of golang.org/x/sync is where; the leaf is the library function that waits for it."""
    if not stack:
        return None, None
    at = next(i for i, f in enumerate(stack) if f is places.frame_of(stack))
    own = ("runtime.", "internal/runtime/", "sync.")
    first = next((i for i, f in enumerate(stack) if not (f["func"] or "").startswith(own)), len(stack))
    leaf = stack[first]["func"] if first < at else None
    out = next((i for i in range(at, len(stack)) if not (stack[i]["func"] or "").startswith("golang.org/x/sync/")), at)
    f = stack[out]
    return f"{f['func']}:{f['line']}" if f["func"] else hex(f["pc"]), leaf if out == at else None


class Wait:
    def __init__(self, life, order, span, reason, stack, woken):
        self.life, self.order, self.begin, self.end = life, order, span.start, span.end
        self.ended, self.waker = span.ended is not None, span.waker if span.ended is not None else None
        self.reason, self.where, self.woken, self.equal = reason, site(stack), woken, None
        self.by = None                           # the order of the life of who ended it


def sends(w):
    """What the waiter did to the channel: in a select the other thing than its waker."""
    if w.reason != "select":
        return w.reason == "chan send"
    for f in w.woken or ():
        if (f["func"] or "").startswith(("runtime.chanrecv", "runtime.selectnbrecv")):
            return True
        if not (f["func"] or "").startswith(("runtime.", "internal/runtime/", "sync.")):
            break
    return False


def gathered(t):
    stood, woke = locks.stacks(t)
    older = {(r["g"], r["start_ns"]): r["stack"] for r in
             t.rows("waits", "--columns=g,start,state,reason,reason_inferred,stack")
             if r["state"] == "waiting" and (not r["reason"] or r["reason_inferred"])}
    out, lives = [], defaultdict(list)
    for order, life in enumerate(t.world().lives):
        lives[life.g].append((life.created, order))
        for s in life.spans:
            if s.state != "W" or s.end <= s.start:
                continue
            stack = stood.get((life.g, s.start)) if s.reason else older.get((life.g, s.start))
            reason = s.reason or places.reason(stack)
            if reason in REASONS:
                out.append(Wait(life, order, s, reason, stack, woke.get((life.g, s.end))))
    for w in out:
        if w.waker is not None:
            w.by = max(order for created, order in lives[w.waker] if created <= w.end)
    return sorted(out, key=lambda w: (w.end, w.order)), lives


def equals(t, own, lives):
    """Sets who waits where it wakes, or was created by one that had passed, to send."""
    all_lives, passed = t.world().lives, {}
    for w in own:
        passed.setdefault(w.order, w)
    for w in own:
        if w.by is None:
            continue
        maker = all_lives[w.by]
        w.equal = w.by in passed
        if not w.equal and sends(w) and not maker.older and maker.creator is not None:
            made_by = max((o for c, o in lives[maker.creator] if c <= maker.created), default=None)
            first = passed.get(made_by)
            w.equal = first is not None and first.ended and maker.created >= first.end


def most(intervals):
    steps = sorted([(a, 1) for a, b in intervals] + [(b, -1) for a, b in intervals])
    now = top = 0
    for _, step in steps:
        now += step
        top = max(top, now)
    return top


def idle(t):
    """When a P had nothing to run."""
    w = t.world()
    sizes = w.counters["gomaxprocs"] or [(0, len(w.procs))]
    steps = [(s.start, 1) for life in w.lives for s in life.spans if s.state == "R"]
    steps += [(s.end, -1) for life in w.lives for s in life.spans if s.state == "R"]
    steps += [(time, -(n - before)) for (time, n), (_, before) in zip(sizes[1:], sizes)]
    out, at, free = [], 0, sizes[0][1]
    for time, step in sorted(steps):
        if free > 0 and time > at:
            out.append((at, time))
        at, free = max(at, time), free - step
    return spans.union(out + ([(at, t.end)] if free > 0 and t.end > at else []))


def sums(own, clip, free):
    length = lambda w: clip(w.end) - clip(w.begin)
    ended = [w for w in own if w.ended]
    parts = [(clip(w.begin), clip(w.end)) for w in ended]
    some = spans.measure(spans.union(parts))
    return {"waits": len(ended), "wait_ns": sum(map(length, ended)), "max_ns": max(map(length, ended), default=None),
            "p50_ns": waits.rank(map(length, ended), 0.5), "p99_ns": waits.rank(map(length, ended), 0.99),
            "some_ns": some, "waiters_max": most(parts), "equals": sum(w.equal is True for w in own),
            "others": sum(w.equal is False for w in own), "open": len(own) - len(ended),
            "open_ns": sum(length(w) for w in own if not w.ended)}


def harm(own, clip, free, longer=0):
    heavy = [(clip(w.begin), clip(w.end)) for w in own if w.by is not None and clip(w.end) - clip(w.begin) > longer]
    return spans.measure(spans.common(spans.union(heavy), free))


def dialed(t, w):
    """Whether a connection was opened for it: who waits made a goroutine for that just before."""
    made = [x.created for x in t.world().lives if x.creator == w.life.g and not x.older and t.func(x) in DIALERS]
    since = max((s.start for s in t.world().slices if s.life is w.life and s.end <= w.begin), default=w.begin)
    return any(since <= c <= w.begin for c in made)


def pools(t, d, by_key, rows, what):
    """Waits for net/http's connections are a limit's if most of them were not for one that was just opened."""
    for (where, reason, system), own in by_key.items():
        ended = [w for w in own if w.by is not None]
        if where[1] == "net/http.(*Transport).getConn" and ended:
            few = sum(dialed(t, w) for w in ended) * 2 < len(ended)
            kind = rows.get((where, reason, system), {}).get("kind")
            d.same(f"{what} {where} is a limit", kind in ("limit", "unknown") if few else kind != "limit", True)
        if where[1] == "database/sql.(*DB).conn" and ended:
            d.same(f"{what} {where} is a limit", rows.get((where, reason, system), {}).get("kind"), "limit")


def compare(t, d, everything, lives, free, a, b, options, what):
    clip = lambda x: min(max(x, a), b)
    ws = [w for w in everything if max(a, w.begin) < min(b, w.end)]
    by_key = defaultdict(list)
    for w in ws:
        w.equal = None
        by_key[w.where, w.reason, waits.is_system(w.life, t.func(w.life))].append(w)
    for own in by_key.values():
        equals(t, own, lives)
    rows = {(r["g"], r["start_ns"]): r for r in t.rows("queuewaits", WAITS, *options)}
    d.same(f"{what} waits in queues", sorted(rows), sorted((w.life.g, clip(w.begin)) for w in ws))
    for (where, reason, system), own in by_key.items():
        for w in own:
            d.columns(f"{what} wait of {w.life.g} at {w.begin}", rows.get((w.life.g, clip(w.begin)), {}), {
                "func": t.func(w.life) or None, "dur_ns": clip(w.end) - clip(w.begin),
                "end_ns": None if t.cut_short and not w.ended else clip(w.end), "where": where[0], "reason": reason,
                "waker_g": w.waker, "equal": w.equal, "open": not w.ended, "system": system})
    facts, rows = t.ask("queues", QUEUES, *options)
    rows = {((r["where"], r["leaf"]), r["reason"], r["system"]): r for r in rows}
    d.same(what + " queues", sorted(rows, key=str), sorted(by_key, key=str))
    pools(t, d, by_key, rows, what)
    want = {k: sums(own, clip, free) for k, own in by_key.items()}
    for k, w in want.items():
        r = rows.get(k, {})
        d.columns(f"{what} queue {k}", r, w)
        mean = w["wait_ns"] / w["some_ns"] if w["some_ns"] else None
        d.same(f"{what} waiters of {k}", r.get("waiters_mean"),
               r.get("waiters_mean") if mean and abs(r["waiters_mean"] - mean) < 1e-5 * mean else mean)
        if free is not None and r.get("harm_ns"):
            d.same(f"{what} harm of {k}", r["harm_ns"], harm(by_key[k], clip, free))
        if r.get("kind") in ("work", "unknown"):
            d.same(f"{what} harm of {k}", r["harm_ns"], 0)
    d.same(what + " sums", [facts.get(k) for k in ("waits", "wait_ns", "open_waits", "open_ns")],
           [sum(w[k] for w in want.values()) for k in ("waits", "wait_ns", "open", "open_ns")])
    if free is not None:
        found(t, d, by_key, want, rows, clip, free, b - a, options, what)


def found(t, d, by_key, want, rows, clip, free, length, options, what):
    """The findings are of those queues that cost enough, by the long waits alone; each repeats its queue's numbers."""
    costs = {k: harm(by_key[k], clip, free, LONG) for k, r in rows.items() if r.get("harm_ns") and k[2] is False}
    enough = sorted((c for c in costs.values() if c >= LONG and c * SHARE >= length), reverse=True)[:5]
    got = [r for r in t.rows("findings", *options) if r["kind"] in ("limits", "connection limits", "full queues")]
    d.same(what + " costs of findings", sorted((r["cost_ns"] for r in got), reverse=True), enough)
    for r in got:
        if r["kind"] == "connection limits":
            names = [(k[0][0], k[0][1]) for k in by_key if k[0][1] in POOLS]
            d.same(f"{what}: who waits, in {r['finding']}", any(f" of {a} " in r["finding"] and POOLS[b] in r["finding"]
                                                                 for a, b in names), True)
        args = [o for o in shlex.split(r["report"]) if not o.startswith("--limit=")]
        again = t.rows(args[0].split("=")[1], *args[1:], *options)
        d.same(f"{what} rows of {r['report']}", r["evidence"]["waits"] in [x["waits"] for x in again], True)
        d.same(f"{what} {r['report']}", [r["evidence"][k] for k in ("wait_ns", "some_ns", "waiters_max")] in
               [[x[k] for k in ("wait_ns", "some_ns", "waiters_max")] for x in again], True)


def part_queues(t, d):
    world = t.world()
    if world.count > MOST:
        return f"more than {MOST} events"
    everything, lives = gathered(t)
    free = None if t.v1 or not t.facts["complete"] else idle(t)
    rng = random.Random(t.name + " queues")
    cuts = [sorted(rng.randint(0, t.end) for _ in "ab") for _ in range(2)]
    compare(t, d, everything, lives, free, 0, t.end, (), "all")
    for a, b in () if t.spoil else cuts:
        if a < b:
            compare(t, d, everything, lives, free, a, b, (f"--from={a}", f"--to={b}"), f"{a} to {b}")
    return None if everything else "nobody waited for a channel"


PARTS = {"queues": Part(part_queues,
                        columns("queues", "where waits wait_ns p50_ns p99_ns max_ns some_ns waiters_max equals others open "
                                "open_ns system")
                        + columns("queuewaits", "func dur_ns end_ns where waker_g equal open system"))}
