"""Every wait of every goroutine, one by one and in groups, of the whole trace and of random parts of it, with
filters.
"""
import random

import chains
import places
import spans
import waits
import window

from differ import Part, columns

STATE = {"Q": "runnable", "W": "waiting", "B": "syscall without P"}
PARTS_OF_RANGE = 60
ROW = "--columns=g,func,state,reason,reason_inferred,start,dur,end,whole,open,waker_g,waker_kind,system,stack"
GROUP = "--columns=group,kind,count,total,share,p50,p90,p99,p999,max,open,open_ns,when,system"
SHARE = 1e-9


def kind_of(lives, life, i):
    """What ended a wait; why a goroutine was runnable."""
    s = life.spans[i]
    if s.state == "Q":
        known = waits.cause(s) and not (s.began == "GoCreate" and life.older)
        return waits.cause(s) if known else "unknown"
    if s.ended is None:
        return None
    if s.state == "B":
        return "syscall"
    after = next((n for n in life.spans[i + 1:] if n.end > n.start or n.state == "Q"), None)
    if after is None or after.state != "Q":
        return "unknown"
    return "goroutine" if lives.waker(life, i) is not None else chains.root(s)


def reason_of(s, stack, func):
    """What a wait is for; func: the start function of a goroutine that waited when it was first seen, else None."""
    return s.reason or places.reason(stack) or places.reason([{"func": func}]) if s.state == "W" else None


def expected(t):
    """All waits: (life, dict)."""
    lives, out = chains.Lives(t.world()), []
    # what the trace does not record is in the stacks, which only the program's rows have
    stood = {(r["g"], r["start_ns"]): r["stack"] for r in t.rows("waits", "--columns=g,start,state,stack")
             if r["state"] == "waiting"}
    for life in t.world().lives:
        first = next((s for s in life.spans if s.end > s.start), None)
        for i, s in enumerate(life.spans):
            if s.state in STATE and s.end > s.start:
                kind = kind_of(lives, life, i)
                out.append((life, {
                    "g": life.g, "state": STATE[s.state], "t0": s.start, "t1": s.end, "open": s.ended is None,
                    "reason": reason_of(s, stood.get((life.g, s.start)), t.func(life) if s is first else None),
                    "inferred": not s.reason,
                    "waker_g": lives.waker(life, i) if s.state == "W" and kind == "goroutine" else None,
                    "kind": kind, "func": t.func(life) or None,
                    "system": waits.is_system(life, t.func(life))}))
    return out


def all_of(t):
    """expected(t), made once."""
    world = t.world()
    if getattr(world, "waits", None) is None:
        world.waits = expected(t)
    return world.waits


def ranges(t):
    rng = random.Random(t.name + " waits")
    cuts = [sorted(rng.randint(0, t.end) for _ in "ab") for _ in range(2)]
    return [(0, t.end, ())] + [(a, b, (f"--from={a}", f"--to={b}")) for a, b in cuts if a < b]


def part_waits(t, d):
    everything = all_of(t)
    # a number that was changed on purpose is in all of them
    for a, b, options in ranges(t)[:1 if t.spoil else None]:
        cut = [{**w, "start": max(w["t0"], a), "dur": window.overlap(w["t0"], w["t1"], a, b)} for _, w in everything]
        cut = [w for w in cut if w["dur"]]
        rows = t.rows("waits", ROW, *options)
        one_by_one(t, d, f"{a} to {b}", rows, cut)
        # whoever ended a wait need not exist yet where the range ends
        ends = {(w["g"], w["start"], w["state"]): w["t1"] for w in cut}
        totals(t, d, f"{a} to {b}", options, [w for w in cut])
        for by in ("reason", "stack", "func", "waker"):
            said = t.rows("waitgroups", f"--group={by}", GROUP, *options)
            groups(t, d, f"{a} to {b} by {by}", rows, by, (a, b), said, ends)
        sched_groups(t, d, a, b, options)
        filtered(t, d, f"{a} to {b}", options, rows)


def one_by_one(t, d, what, rows, want):
    key = lambda g, start, state: (g, start, state)
    got = {key(r["g"], r["start_ns"], r["state"]): r for r in rows}
    want = {key(w["g"], w["start"], w["state"]): w for w in want}
    d.same(what + " waits", sorted(got), sorted(want))
    for k, w in want.items():
        r = got.get(k)
        if r is None:
            continue
        beyond = t.cut_short and w["open"]       # of such a one the end is not known
        last = None if beyond and w["t1"] == w["start"] + w["dur"] else w["start"] + w["dur"]
        d.columns(f"{what}, wait {k}", r, {
            "dur_ns": w["dur"], "end_ns": last,
            "whole_ns": r["whole_ns"] if beyond else w["t1"] - w["t0"], "open": w["open"],
            "reason": w["reason"], "reason_inferred": w["inferred"] if w["reason"] else None, "func": w["func"], "system": w["system"],
            "waker_g": w["waker_g"]})
        kind = r["waker_kind"]
        d.same(f"{what}, wait {k} waker_kind", "goroutine" if kind == "gc" else kind, w["kind"])


def is_program(r):
    return r["system"] is False


def totals(t, d, what, options, cut):
    """The sums of the program's, from the events."""
    facts, _ = t.ask("waits", ROW, *options)
    ours = [w for w in cut if is_program(w)]
    durs, unnamed = [w["dur"] for w in ours if not w["open"]], [w["dur"] for w in cut if w["system"] is None]
    d.columns(what + " totals", facts, {
        "waits": len(durs), "sum_ns": sum(durs), "max_ns": max(durs, default=None),
        "median_ns": waits.rank(durs, 0.5), "p90_ns": waits.rank(durs, 0.9), "p99_ns": waits.rank(durs, 0.99),
        "p999_ns": waits.rank(durs, 0.999), "open_waits": sum(w["open"] for w in ours),
        "open_ns": sum(w["dur"] for w in ours if w["open"]), "unnamed_waits": len(unnamed), "unnamed_ns": sum(unnamed)})


def numbers(members, a, b):
    """What a row of waitgroups says of (start, dur, open) of its waits."""
    durs = [dur for _, dur, is_open in members if not is_open]
    out = {"count": len(durs), "total_ns": sum(durs), "max_ns": max(durs, default=None),
           "open": len(members) - len(durs), "open_ns": sum(dur for _, dur, is_open in members if is_open),
           "when": spans.spread([(s, s + dur) for s, dur, _ in members], spans.parts_of(a, b, PARTS_OF_RANGE))}
    for q, name in ((0.5, "p50_ns"), (0.9, "p90_ns"), (0.99, "p99_ns"), (0.999, "p999_ns")):
        out[name] = waits.rank(durs, q)
    return out


def groups(t, d, what, rows, by, span, said, ends):
    """Rows that were compared with the events, put together here."""
    members = {}
    for r in rows:
        stack = tuple((f["func"] or f["pc"], f["file"], f["line"]) for f in r["stack"] or ())
        if not any(any(frame) for frame in stack):
            stack = ()                        # frames that say nothing are no stack
        waker = r["waker_kind"]
        if waker in ("goroutine", "gc"):
            waker = (waker, t.func_at(r["waker_g"], ends.get((r["g"], r["start_ns"], r["state"]), r["end_ns"])))
        key = {"reason": (r["state"], r["reason"]), "func": r["func"], "waker": waker,
               "stack": stack or r["state"]}[by]
        members.setdefault((r["system"], key), []).append((r["start_ns"], r["dur_ns"], r["open"]))
    order = lambda n: sorted((str(sorted((k, str(v)) for k, v in one.items())) for one in n))
    keys = ("count", "total_ns", "p50_ns", "p90_ns", "p99_ns", "p999_ns", "max_ns", "open", "open_ns", "when")
    d.same(what, order({**{k: r[k] for k in keys}, "system": r["system"]} for r in said),
           order({**numbers(m, *span), "system": k[0]} for k, m in members.items()))
    everything = sum(r["total_ns"] for r in said)
    for r in said:
        near = r["share"] is None if not everything else abs(r["share"] - r["total_ns"] / everything) < SHARE
        d.same(f"{what} {r['group']} share", near, True)
    for r in said if by in ("reason", "func") else ():
        key = (r["system"], r["group"] if by == "func" else (r["kind"], r["group"] if r["kind"] == "waiting" else None))
        d.columns(f"{what} {r['group']}", r, numbers(members.get(key, []), *span))


def sched_groups(t, d, a, b, options):
    """Waits for a P of the program, from the events."""
    all_waits = waits.for_a_p(t.world(), lambda life: waits.is_program(life, t.func(life)))
    for by in ("cause", "func"):
        members = {}
        for life, s in all_waits:
            dur = window.overlap(s.start, s.end, a, b)
            if dur:
                key = waits.cause(s) if by == "cause" else t.func(life) or None
                members.setdefault(key, []).append((max(s.start, a), dur, s.ended is None))
        said = {r["group"]: r for r in t.rows("schedgroups", f"--group={by}", GROUP, *options)}
        d.same(f"{a} to {b}: waits for a P by {by}", sorted(map(str, said)), sorted(map(str, members)))
        for key, m in members.items():
            d.columns(f"{a} to {b}: waits for a P of {key}", said.get(key, {}), numbers(m, a, b))


def filtered(t, d, what, options, rows):
    """A filter leaves what it says."""
    durs = sorted(r["dur_ns"] for r in rows)
    if not durs:
        return
    middle, state = durs[len(durs) // 2], rows[len(rows) // 2]["state"]
    got = t.rows("waits", ROW, f"--filter=dur>={middle} && state=\"{state}\" && !open", *options)
    d.same(what + " filtered", sum(r["dur_ns"] for r in got),
           sum(r["dur_ns"] for r in rows if r["dur_ns"] >= middle and r["state"] == state and not r["open"]))
    d.same(what + " number filtered", len(got),
           sum(r["dur_ns"] >= middle and r["state"] == state and not r["open"] for r in rows))


PARTS = {"waits": Part(part_waits, columns(
    "waits", "start_ns dur_ns whole_ns state reason reason_inferred open waker_g waker_kind system")
    + columns("waitgroups", "count total_ns p99_ns open_ns when share")
    + columns("schedgroups", "count total_ns p999_ns"))}
