"""What the reports about pauses, goroutines and wake-up chains should say."""
import chains
import places
import stops
import waits

from differ import Part, columns

NOBODY = "nobody to blame"
# without stacks, which are most of the bytes
STW = "--columns=reason,start,end,dur,stop,still,restart,thread_late,g,p,waited,last_p,last_g,last_func," \
    "last_yield"
GOROUTINES = "--columns=g,func,create,start,end,total,exec,sched_wait,syscall,syscall_block,blocked,block," \
    "creator,slices,system,older"
CHARGE = ("count", "delay_ns", "max_ns", "asked", "goroutines")
STATE = {"running": "R", "runnable": "Q", "waiting": "W", "syscall": "S", "syscall without P": "B"}
# how a chain ends: words in path_end
ENDS = {
    "start": ["trace begins"],
    "main": ["main goroutine created"],
    "network": ["network poller"],
    "timer": ["a timer ended"],
    "runtime": ["the runtime ended"],
    "unknown": ["no goroutine created"],
    "most": ["are more"],
}


def part_stops(t, d):
    world, rows = t.world(), t.rows("stw", STW)
    d.same("stops", len(rows), len(world.stops))
    for row, stop in zip(rows, world.stops):
        want = stops.parts(stop)
        if want["last_g"] is not None:
            want["last_func"] = t.func_at(want["last_g"], stop.start + want["last_yield_ns"]) or None
        d.columns(f"stop at {stop.start}", row, want)
        if row["dur_ns"] is not None and None not in (want["stop_ns"], want["still_ns"], want["restart_ns"]):
            d.same(f"stop at {stop.start}, sum of the parts", row["dur_ns"],
                   want["stop_ns"] + want["still_ns"] + want["restart_ns"])


def part_charges(t, d):
    at = lambda g: NOBODY if g is None else t.func_at(g, t.end) or None
    for report, name, key in (("stwfuncs", at, "func"), ("stwgoroutines", lambda g: g, "g")):
        want, rows = stops.charges(t.world(), name), t.rows(report)
        d.same(report, sorted(str(r[key]) for r in rows), sorted(map(str, want)))
        for row in rows:
            values = want.get(row[key], (None,) * 5)
            d.columns(f"{report} {row[key]}", row, dict(zip(CHARGE[:5 if key == "func" else 4], values)))


def part_goroutines(t, d):
    lives = {(life.g, life.created): life for life in t.world().lives}
    rows = t.rows("goroutines", GOROUTINES)
    d.same("goroutines", sorted((r["g"], r["create_ns"]) for r in rows), sorted(lives))
    for row in rows:
        life = lives.get((row["g"], row["create_ns"]))
        if life is not None:
            d.columns(f"goroutine {row['g']}", row, waits.sums(life, t.end))
            d.same(f"goroutine {row['g']} system", row["system"], waits.is_system(life, row["func"]))


def part_groups(t, d):
    """Of an id that is used again the last life counts, as for Go."""
    groups = {}
    for life in {life.g: life for life in t.world().lives}.values():
        groups.setdefault(t.func(life), []).append(waits.sums(life, t.end))
    rows = t.rows("groups")
    d.same("groups", sorted(r["func"] or "" for r in rows), sorted(groups))
    for row in rows:
        members = groups.get(row["func"] or "", [])
        for k in ("total_ns", "exec_ns", "sched_wait_ns", "syscall_ns", "syscall_block_ns", "blocked_ns"):
            values = [m[k] for m in members]
            d.same(f"group {row['func']} {k}", row[k], sum(values))
            for q, column in ((0.5, "_p50_ns"), (0.99, "_p99_ns"), (1, "_max_ns")):
                d.same(f"group {row['func']} {k[:-3] + column}", row[k[:-3] + column], waits.rank(values, q))
        block = {}
        for m in members:
            for reason, ns in m["block_ns"].items():
                block[reason] = block.get(reason, 0) + ns
        d.same(f"group {row['func']} block_ns", row["block_ns"], block)
        d.same(f"group {row['func']} count", row["count"], len(members))
        d.same(f"group {row['func']} lives", row["lives"],
               sum(t.func(life) == (row["func"] or "") for life in t.world().lives))


def part_states(t, d):
    """The states of a dozen lives of goroutines, those with most spans and some others."""
    lives = chains.Lives(t.world())
    funcs = {r["g"]: r["func"] for r in t.rows("goroutines", "--columns=g,func")}
    by_spans = sorted(t.world().lives, key=lambda life: -len(life.spans))
    for life in by_spans[:6] + by_spans[6::max(1, len(by_spans) // 6)]:
        number = 1 + [each is life for each in lives.by[life.g]].index(True)
        rows = t.rows("states", f"--goroutine={life.g}",
                      "--columns=life,start,end,state,reason,reason_inferred,waker,stack")
        d.same(f"lives of goroutine {life.g}", sorted({r["life"] for r in rows}),
               [n + 1 for n, each in enumerate(lives.by[life.g]) if any(s.end > s.start for s in each.spans)])
        rows = [r for r in rows if r["life"] == number]
        who = f"life {number} of goroutine {life.g}"
        got = waits.merged((STATE.get(r["state"], r["state"]), r["start_ns"], r["end_ns"]) for r in rows)
        d.same(who + " states", got, waits.merged((s.state, s.start, s.end) for s in life.spans))
        waiting = [r for r in rows if STATE.get(r["state"]) == "W"]
        ended = [(r["end_ns"], "" if r["reason_inferred"] else r["reason"] or "", r["waker"]) for r in waiting]
        d.same(who + " waits", ended, [(s.end, s.reason, lives.waker(life, i))
                                       for i, s in enumerate(life.spans) if s.state == "W" and s.end > s.start])
        d.same(who + " reasons from stacks", [r["reason"] for r in waiting if r["reason_inferred"]],
               [places.reason(r["stack"]) or places.reason([{"func": funcs[life.g]}])
                for r in waiting if r["reason_inferred"]])
        d.same(who + " woken while it did not wait", [r["waker"] for r in rows if STATE.get(r["state"]) != "W"
                                                      and r["waker"] is not None], [])


def part_chains(t, d):
    """Hops of the wake-up chains of so many moments, chosen at random but the same each time."""
    lives = chains.Lives(t.world())
    for g, at in chains.moments(t.world(), t.chains, t.name):
        rows = t.rows("path", f"--goroutine={g}", f"--at={at}", "--columns=start,end,dur,state,g,p,path_end")
        hops, end = chains.chain(lives, g, at)
        got = [(r["start_ns"], r["end_ns"], STATE.get(r["state"]), r["g"], r["p"]) for r in rows]
        who = f"chain of {g} at {at}"
        d.same(who + " hops", got, [tuple(h) for h in hops])
        d.same(who + " lengths", [r["dur_ns"] for r in rows], [h.end - h.start for h in hops])
        said = rows[-1]["path_end"] or "" if rows else ""
        if hops and not any(w in said for w in ENDS[end]):
            d.same(who + " end", said, end)


PARTS = {
    "stops": Part(part_stops, columns(
        "stw", "reason start_ns end_ns dur_ns g p stop_ns still_ns restart_ns thread_late_ns waited",
        "last_p last_g last_func last_yield_ns")),
    "charges": Part(part_charges, columns("stwfuncs", "count delay_ns max_ns asked goroutines")
                    + columns("stwgoroutines", "count delay_ns max_ns asked")),
    "goroutines": Part(part_goroutines, columns(
        "goroutines", "g create_ns start_ns end_ns total_ns exec_ns sched_wait_ns syscall_ns",
        "syscall_block_ns blocked_ns block_ns slices older creator system")),
    "groups": Part(part_groups, columns(
        "groups", "func count lives total_ns exec_ns exec_p50_ns exec_p99_ns block_ns sched_wait_max_ns",
        "blocked_p50_ns syscall_block_ns")),
    "states": Part(part_states, columns("states", "life start_ns end_ns state reason waker")),
    "chains": Part(part_chains, columns("path", "start_ns end_ns dur_ns state g p path_end")),
}
