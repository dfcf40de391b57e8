"""Profiles: waits that ended, counted and summed, of the whole trace, of a part, of a goroutine, of a group, of a
region's name, of a task's."""
import random

from collections import Counter

import notes
import pprof
import spans

from differ import Part, columns

KINDS = ("net", "sync", "syscall", "schedlat", "offcpu")
TOTALS = ("total_count", "total_delay_ns", "unfinished_count", "unfinished_delay_ns")


def calls(life, v1, slices):
    """System calls of a life as (start, end, open): with the P and after it was lost."""
    out = []
    if v1:
        lost = {s.end: s.call for s in slices if s.life is life and s.call is not None}
        return [(lost[s.start], s.end, s.ended is None) for s in life.spans
                if s.state == "B" and s.began == "GoSysBlock" and s.start in lost]
    for s in life.spans:
        if s.state == "S" or s.state == "B" and not (out and out[-1][3] == s.start):
            out.append((max(s.start, shown(life, s)), s.end, s.ended is None, s.end))
        elif s.state == "B":
            out[-1] = (out[-1][0], s.end, s.ended is None, s.end)
    return [c[:3] for c in out]


def shown(life, span):
    """Go's readers know of what went on when the trace began since they are first told."""
    return life.shown if life.older and span is life.spans[0] else 0


def waits_of(kind, life, v1, slices):
    """(start, end, open) of each wait that a profile has of a life."""
    if kind == "syscall":
        return calls(life, v1, slices)
    if kind == "schedlat":
        return [(max(s.start, shown(life, s)), s.end, s.ended is None) for s in life.spans if s.state == "Q"]
    if kind == "offcpu":
        return [(s.start, s.end, s.ended is None) for s in life.spans if s.state in ("Q", "W", "B")]
    words = ("network",) if kind == "net" else ("chan", "sync", "select")
    return [(s.start, s.end, s.ended is None) for s in life.spans if s.state == "W" and s.reason
            and (s.reason == "network" if kind == "net" else any(w in s.reason for w in words))]


def expect(t, kind, inside):
    """What the totals should be: inside(life) is the time of a life that counts."""
    world, out = t.world(), dict.fromkeys(TOTALS, 0)
    by_life = {}
    if kind == "syscall" and t.v1:
        for s in world.slices:
            by_life.setdefault(id(s.life), []).append(s)
    for life in world.lives:
        parts = inside(life)
        covered = spans.covering(parts)
        for start, end, is_open in waits_of(kind, life, t.v1, by_life.get(id(life), ())) if parts else ():
            ns = covered(start, end)
            if ns:
                what = "unfinished" if is_open else "total"
                out[what + "_count"] += 1
                out[what + "_delay_ns"] += ns
    return out


def regions(t, wanted):
    """(g, time) -> stretches: of regions, by the goroutine's id.  wanted(row): the region counts."""
    out = {}
    for r in t.rows("regions", "--columns=name,task,g,start,end,stack,inherited"):
        if wanted(r):
            out.setdefault(r["g"], []).append((r["start_ns"] or 0, t.end if r["end_ns"] is None else r["end_ns"]))
    return out


def scopes(t):
    """(options, inside) of parts of the program, chosen at random but the same each time."""
    rng = random.Random(t.name + " profiles")
    lives, whole = t.world().lives, [(0, t.end)]
    yield (), lambda life: whole
    for _ in range(2):
        a = rng.randint(0, max(0, t.end - 1))
        b = min(t.end, a + rng.randint(1, max(1, t.end // 3)))
        yield (f"--from={a}", f"--to={b}"), lambda life, a=a, b=b: [(a, b)]
    ids = sorted({life.g for life in lives})
    for g in rng.sample(ids, min(2, len(ids))):
        a = rng.randint(0, max(0, t.end // 2))
        yield (f"--goroutine={g}",), lambda life, g=g: whole if life.g == g else []
        yield (f"--goroutine={g}", f"--from={a}"), lambda life, g=g, a=a: [(a, t.end)] if life.g == g else []
    funcs = sorted({t.func(life) for life in lives} - {""})
    for func in rng.sample(funcs, min(2, len(funcs))):
        yield (f"--func={func}",), lambda life, func=func: whole if t.func(life) == func else []
    yield from annotated(t)


def named(rows):
    """Names that an option can have: JSON shows bytes that are no text as U+FFFD, and no argument has a NUL."""
    return sorted({r["name"] for r in rows if r["name"] and not set(r["name"]) & {"\ufffd", "\0"}})


def annotated(t):
    names = named(t.rows("regions", "--columns=name,task,g,start,end"))
    # an id that has several lives is told apart by time: a region lies in one of them
    for name in names[:3]:
        held = regions(t, lambda r, name=name: r["name"] == name)
        yield (f"--region={name}",), lambda life, held=held: spans.union(held.get(life.g, []))
    yield from by_place(t)
    tasks = t.rows("tasks", "--columns=id,name,start,end,g,end_g")
    for name in named(tasks)[:2]:
        yield (f"--task={name}",), in_tasks(t, tasks, {r["id"] for r in tasks if r["name"] == name})
    for number in random.Random(t.name + " tasks").sample(sorted({r["id"] for r in tasks}), min(3, len(tasks))):
        yield (f"--task-id={number}",), in_tasks(t, tasks, {number})


def in_tasks(t, tasks, ids):
    held = regions(t, lambda r: r["task"] in ids)
    for r in tasks:
        if r["id"] in ids and r["g"] is not None and r["g"] == r["end_g"] and r["end_ns"] is not None:
            held.setdefault(r["g"], []).append((r["start_ns"] or 0, r["end_ns"]))
    return lambda life: spans.union(held.get(life.g, []))


def by_place(t):
    """Regions that begin at one place of the program: of all names, of one name."""
    rows = [r for r in t.rows("regions", "--columns=name,stack,inherited") if not r["inherited"]]
    places = sorted({(notes.site(r["stack"]), r["name"]) for r in rows if r["stack"]})
    for where, name in random.Random(t.name + " places").sample(places, min(3, len(places))):
        if where is None or name not in named(rows):
            continue
        held = regions(t, lambda r: not r["inherited"] and notes.site(r["stack"]) == where)
        yield (f"--site={where}",), lambda life, held=held: spans.union(held.get(life.g, []))
        a = random.Random(t.name + where).randint(0, t.end)
        yield (f"--site={where}", f"--from={a}"), lambda life, held=held, a=a: [
            (max(x, a), y) for x, y in spans.union(held.get(life.g, [])) if y > a]
        held = regions(t, lambda r: r["name"] == name and notes.site(r["stack"]) == where)
        yield (f"--region={name}", f"--site={where}"), lambda life, held=held: spans.union(held.get(life.g, []))


def part_profiles(t, d):
    for options, inside in scopes(t):
        for kind in KINDS:
            facts, rows = t.ask(kind, *options)
            who = " ".join((kind, *options))
            d.columns(who, facts, expect(t, kind, inside))
            d.same(who + " rows", [sum(r["count"] for r in rows), sum(r["delay_ns"] for r in rows)],
                   [facts["total_count"], facts["total_delay_ns"]])
    halves(t, d)


def by_stack(rows):
    out = Counter()
    for r in rows:
        frames = tuple((f["func"], f["file"], f["line"]) for f in r["stack"] or () if f["func"] or f["pc"])
        out[frames] += r["delay_ns"]
    return out


def halves(t, d):
    """What stacks have in two parts of the trace they have in all of it."""
    middle = random.Random(t.name + " halves").randint(0, t.end)
    for kind in KINDS:
        parts = by_stack(t.rows(kind, f"--to={middle}")) + by_stack(t.rows(kind, f"--from={middle}"))
        d.same(f"{kind} by stack, up to {middle} and from there", parts, +by_stack(t.rows(kind)))


def frames(stack):
    return tuple((f["func"] or (f"0x{f['pc']:x}" if f["pc"] else "not recorded"), f["file"], f["line"])
                 for f in stack or ())


def part_files(t, d):
    """--pprof and --folded have the stacks, counts and times of the reports, each once."""
    middle = random.Random(t.name + " files").randint(0, t.end)
    for kind, report in [*((k.replace("schedlat", "sched"), k) for k in KINDS), ("cpu", "samples")]:
        for options in ((), (f"--from={middle}",)):
            rows = t.rows(report, *options)
            who = " ".join((kind, *options))
            types, samples = pprof.parse(t.run("--pprof=" + kind, *options))
            d.same(who + " types", types, ["samples/count", "trace/count"] if kind == "cpu"
                   else ["contentions/count", "delay/nanoseconds", "trace/count"])
            weigh = lambda r: [r["count"]] if kind == "cpu" else [r["count"], r["delay_ns"]]
            d.same(who + " pprof", Counter((s, *v) for s, v in samples),
                   Counter((frames(r["stack"]), *weigh(r)) for r in rows))
            want = Counter()
            for r in rows:
                names = [f[0].replace(";", ":") for f in reversed(frames(r["stack"]))] or ["no stack recorded"]
                want[tuple(names)] += weigh(r)[-1]
            got = Counter()
            for names, value in pprof.folded(t.run("--folded=" + kind, *options)):
                got[names] += value
            d.same(who + " folded", got, want)
    both(t, d)


def both(t, d):
    """With --wakers stacks fall into parts, by who ended the wait."""
    rows, apart = t.rows("offcpu"), t.rows("offcpu", "--wakers")
    d.same("offcpu by stack, with and without wakers", by_stack(apart), by_stack(rows))
    want = Counter()
    for r in apart:
        between = (("not recorded", "", 0),) if r["waker_stack"] else ()
        want[tuple(reversed(frames(r["waker_stack"]))) + between + frames(r["stack"])] += r["delay_ns"]
    got = Counter()
    for stack, values in pprof.parse(t.run("--pprof=offcpu", "--wakers"))[1]:
        got[stack] += values[1]
    d.same("offcpu with wakers as pprof", got, want)
    lines = pprof.folded(t.run("--folded=offcpu", "--wakers"))
    d.same("offcpu with wakers, folded: sum", sum(v for _, v in lines), sum(r["delay_ns"] for r in rows))
    d.same("offcpu with wakers, folded: lines with a waker", sum("--" in names for names, _ in lines),
           sum(r["waker_stack"] is not None for r in apart))


PARTS = {"profiles": Part(part_profiles, [c for kind in KINDS for c in columns(kind, "count delay_ns")]),
         "files": Part(part_files, [c for kind in KINDS for c in columns(kind, "count delay_ns stack")])}
