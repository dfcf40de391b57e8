"""Rows and sums of random parts of a trace under random filters (gtrace-tui(1), FILTERS), and groups of what
is left of a part: slices, waits, goroutines with their states, regions, tasks, profiles.

The rows that each part of the trace should have come from the events; a filter is made up beside a function
that says of such a row whether it passes.
"""
import operator
import random
import re

from collections import Counter

import notes
import profiles
import waitrows
import waits
import window

from differ import Part, columns

ORDER = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
SPENT = {"R": "exec_ns", "Q": "sched_wait_ns", "S": "syscall_ns", "B": "syscall_block_ns", "W": "blocked_ns"}
FILTERS = 4                                      # of each report and part


def ranges(t):
    """(from, to, options): all of the trace, half of it, a hundredth."""
    rng = random.Random(t.name + " picked")
    yield 0, t.end, ()
    for share in (2, 100):
        a = rng.randint(0, t.end)
        b = min(t.end, a + rng.randint(1, max(1, t.end // share)))
        if a < b:
            yield a, b, (f"--from={a}", f"--to={b}")


# filters

def is_there(value):
    """A column alone: it has a value, which is not no, no empty text and no empty map."""
    return value is not None and value is not False and value not in ("", {})


def test(rng, rows):
    """(expression, function of a row): one test whose value is that of a random row."""
    row = rng.choice(rows)
    name = rng.choice([k for k in row if k[0] != "_"])
    value, column = row[name], name.removesuffix("_ns")
    if isinstance(value, dict):
        if not value:
            return column, lambda r: bool(r[name])
        key = rng.choice(sorted(value))
        op = rng.choice(sorted(ORDER))
        return (f"{column}.'{key}'{op}{value[key]}",
                lambda r: key in r[name] and ORDER[op](r[name][key], value[key]))
    if value is None or rng.random() < 0.1:
        return column, lambda r: is_there(r[name])
    if isinstance(value, bool):
        return column, lambda r: r[name] is True
    if isinstance(value, int):
        op = rng.choice([*ORDER, "=", "!="])
        if op in ORDER:
            return f"{column}{op}{value}", lambda r: r[name] is not None and ORDER[op](r[name], value)
        return f"{column}{op}{value}", lambda r: (r[name] == value) == (op == "=")
    words = re.findall(r"[A-Za-z0-9_./]+", value)
    if not words or rng.random() < 0.4 and not re.search(r"[^ -~]|['\"\\]", value):
        op = rng.choice(["=", "!="])
        if re.search(r"[^ -~]|['\"\\]", value):
            return column, lambda r: is_there(r[name])
        return f"{column}{op}'{value}'", lambda r: (r[name] == value) == (op == "=")
    word, op = rng.choice(words), rng.choice(["~", "!~"])
    if rng.random() < 0.5:
        word = word.lower()
    found = re.compile(word, 0 if word != word.lower() else re.IGNORECASE)
    return (f"{column}{op}\"{word}\"",
            lambda r: (r[name] is not None and found.search(r[name]) is not None) == (op == "~"))


def expression(rng, rows, depth=2):
    """(text, function): tests joined at random."""
    kind = rng.random()
    if not depth or kind < 0.3:
        return test(rng, rows)
    a, pass_a = expression(rng, rows, depth - 1)
    if kind < 0.45:
        return f"!({a})", lambda r: not pass_a(r)
    b, pass_b = expression(rng, rows, depth - 1)
    if kind < 0.75:
        return f"({a}) && ({b})", lambda r: pass_a(r) and pass_b(r)
    return f"({a}) || ({b})", lambda r: pass_a(r) or pass_b(r)


def picked(t, d, report, options, rows, shown, length):
    """The report under some filters has those of `rows` that pass; shown: the columns that tell rows apart."""
    rng = random.Random(f"{t.name} {report} {options}")
    names = sorted({k for r in rows for k in r if k[0] != "_"})
    ask = "--columns=" + ",".join(k.removesuffix("_ns") for k in sorted({*names, *shown, length} - {None}))
    for _ in range(FILTERS if rows else 0):
        text, passes = expression(rng, rows)
        got = [r for r in t.rows(report, ask, f"--filter={text}", *options) if not r.get("beyond")]
        want = [r for r in rows if passes(r)]
        what = f"{report} {' '.join(options)} of which {text}"
        tell = lambda r: tuple(str(r[k]) for k in shown)
        d.same(what + ": rows", Counter(map(tell, got)), Counter(map(tell, want)))
        if length:
            d.same(what + ": sum", sum(r[length] or 0 for r in got), sum(r[length] or 0 for r in want))


# what each report should have in a part

def of_slices(t, a, b):
    """Whole ones, of which a part is in [a, b) that Go's readers see."""
    return [{"dur_ns": s.end - s.seen, "start_ns": s.seen, "held_ns": s.end - s.start, "p": s.p, "g": s.g,
             "func": t.func(s.life) or None, "open": s.open, "cut": s.cut, "label": s.label,
             "system": waits.is_system(s.life, t.func(s.life))}
            for s in t.world().slices if s.seen < b and (s.end > a or s.seen >= a)
            and not (t.cut_short and s.open)]


def of_waits(t, a, b):
    out = []
    for _, w in waitrows.all_of(t):
        ns = window.overlap(w["t0"], w["t1"], a, b)
        if ns and not (t.cut_short and w["open"]):
            out.append({k: w[k] for k in ("g", "state", "reason", "open", "waker_g", "func", "system")}
                       | {"start_ns": max(w["t0"], a), "dur_ns": ns, "whole_ns": w["t1"] - w["t0"]})
    return out


def of_goroutines(t, a, b):
    """Those that exist in the part, with their states in it."""
    ran, out = Counter(id(s.life) for s in t.world().slices if s.start < b and s.end > a), []
    for life in t.world().lives:
        by, block = Counter(), Counter()
        for s in life.spans:
            ns = window.overlap(s.start, s.end, a, b)
            by[s.state] += ns
            if s.state == "W" and ns:
                block[s.reason or ""] += ns
        last = t.end if life.ended is None else life.ended
        out.append({"g": life.g, "create_ns": life.created, "func": t.func(life) or None,
                    "total_ns": window.overlap(life.created, last, a, b), "slices": ran[id(life)],
                    "older": life.older, "block_ns": dict(block), "_life": life,
                    "system": waits.is_system(life, t.func(life)), **{k: by[s] for s, k in SPENT.items()}})
    return out


def touches(start, end, a, b):
    return start < b and (end > a or start >= a)


def of_regions(t, a, b):
    return [{"name": r.name, "task": r.task, "g": r.life.g, "start_ns": r.start, "end_ns": r.end,
             "dur_ns": r.b - r.a, "cut_start": r.start is None, "cut_end": r.end is None, "inherited": False}
            for r in notes.notes_of(t).regions if touches(r.a, r.b, a, b)]


def of_tasks(t, a, b):
    out = []
    for number, task in notes.notes_of(t).tasks.items():
        x, y = task["start"], task["end"]
        if touches(x or 0, t.end if y is None else y, a, b):
            out.append({"id": number, "name": task["name"], "parent": task["parent"], "start_ns": x, "end_ns": y,
                        "dur_ns": y - x if None not in (x, y) else None, "complete": None not in (x, y),
                        "logs": task["logs"], "regions": len(task["regions"])})
    return out


def part_filters(t, d):
    for a, b, options in ranges(t):
        picked(t, d, "greedy", options, of_slices(t, a, b), ("g", "p", "start_ns", "dur_ns"), "dur_ns")
        picked(t, d, "waits", options, of_waits(t, a, b), ("g", "state", "start_ns", "dur_ns"), "dur_ns")
        existing = {(r["g"], r["create_ns"]) for r in t.rows("goroutines", "--columns=g,create", *options)}
        some = [r for r in of_goroutines(t, a, b) if (r["g"], r["create_ns"]) in existing]
        for column in ("exec_ns", "sched_wait_ns", "blocked_ns"):
            picked(t, d, "goroutines", options, some, ("g", "create_ns", column), column)
        if notes.notes_of(t).regions and not inherited(t):
            picked(t, d, "regions", options, of_regions(t, a, b), ("g", "start_ns", "name", "task"), "dur_ns")
        if notes.notes_of(t).tasks:
            picked(t, d, "tasks", options, of_tasks(t, a, b), ("id", "start_ns"), "dur_ns")


def inherited(t):
    return any(r["inherited"] for r in t.rows("regions"))


# groups of what is in a part

def part_parts(t, d):
    for a, b, options in ranges(t):
        what = f"{a} to {b}"
        slices(t, d, what, options, of_slices(t, a, b))
        groups(t, d, what, options, a, b)
        types(t, d, what, options, a, b)
        funcs(t, d, what, options, a, b)


def numbers(durs):
    return {"count": len(durs), "total_ns": sum(durs), "max_ns": max(durs, default=None),
            "p50_ns": waits.rank(durs, 0.5), "p99_ns": waits.rank(durs, 0.99)}


def slices(t, d, what, options, rows):
    """Groups of slices by function and by goroutine; that percentiles of all of them are what --fail-if says."""
    for by in ("func", "g"):
        members = {}
        for r in rows:
            members.setdefault(r[by], []).append(r["dur_ns"])
        said = t.rows("greedygroups", f"--group={by}", "--columns=func,g,life,count,total,max,p50,p99,avg,over_10ms",
                      *options)
        if by == "g":                            # an id's lives are rows of their own
            said = [r for r in said if sum(x["g"] == r["g"] for x in said) == 1]
            lives = Counter(life.g for life in t.world().lives)
            members = {g: v for g, v in members.items() if lives[g] == 1}
            said = [r for r in said if lives[r["g"]] == 1]
        d.same(f"{what}: slices by {by}", sorted(str(r[by]) for r in said), sorted(map(str, members)))
        for r in said:
            durs = members.get(r[by], [])
            d.columns(f"{what}: slices of {r[by]}", r, {
                **numbers(durs), "over_10ms": sum(ns >= 10**7 for ns in durs)})
    if rows and not t.spoil:
        fails(t, d, what, options, sorted(r["dur_ns"] for r in rows))


def fails(t, d, what, options, durs):
    for q, name in ((0.5, "p50"), (0.99, "p99"), (0.999, "p99.9"), (1, "max")):
        ns = waits.rank(durs, q)
        d.same(f"{what}: greedy.{name} is {ns}", [t.status(f"--fail-if=greedy.{name}>={n}ns", *options)
                                                 for n in (ns, ns + 1)],
               [4, 0 if t.facts["complete"] else 3])


def groups(t, d, what, options, a, b):
    """Start functions with their goroutines: sums, and percentiles of each goroutine's time."""
    rows = {r["func"]: r for r in t.rows("groups", *options)}
    last = {life.g: life for life in t.world().lives if life.created < b or not options}
    members = {}
    for r in of_goroutines(t, a, b):
        if last.get(r["g"]) is r["_life"]:
            members.setdefault(r["func"], []).append(r)
    for func, all_of_it in members.items():
        there = [r for r in all_of_it if r["total_ns"]]
        if func not in rows:
            d.same(f"{what}: group {func}, which is not in the part", sum(r["total_ns"] for r in all_of_it), 0)
            continue
        row = rows[func]
        if row["lives"] != row["count"] or row["count"] != len(there):
            # somebody lived there for no time, or an id came again
            if t.facts["complete"]:
                d.same(f"{what}: group {func} has at most so many", row["count"] <= len(all_of_it), True)
            there = all_of_it if row["count"] == len(all_of_it) else there
        for k in ("total_ns", *SPENT.values()):
            d.same(f"{what}: group {func} {k}", row[k], sum(r[k] for r in all_of_it))
            for q, suffix in ((0.5, "_p50_ns"), (0.99, "_p99_ns"), (1, "_max_ns")):
                if row["count"] == len(there):
                    d.same(f"{what}: group {func} {k} {suffix}", row[k[:-3] + suffix],
                           waits.rank([r[k] for r in there], q))
    d.same(f"{what}: groups", [f for f in rows if f not in members], [])


def types(t, d, what, options, a, b):
    """Tasks and regions that touch the part, as they are as a whole."""
    members = {}
    for r in of_tasks(t, a, b):
        if r["id"] or r["start_ns"] is not None or r["end_ns"] is not None:
            members.setdefault(r["name"], []).append(r["dur_ns"])
    rows = t.rows("tasktypes", *options)
    d.same(f"{what}: types of tasks", sorted(r["name"] for r in rows), sorted(members))
    for r in rows:
        whole = [ns for ns in members.get(r["name"], ()) if ns is not None]
        d.columns(f"{what}: tasks {r['name']}", r, {"count": len(members.get(r["name"], ())),
                                                    **notes.numbers(whole)})
    members = {}
    for r in of_regions(t, a, b):
        members.setdefault(r["name"], []).append(r["dur_ns"])
    rows = t.rows("regiontypes", *options)
    got = Counter()
    for r in rows:
        got[r["name"]] += r["count"]
    d.same(f"{what}: regions", got, Counter({name: len(v) for name, v in members.items()}))
    for r in rows:
        if r["count"] == len(members.get(r["name"], ())):   # all of one place
            d.columns(f"{what}: regions {r['name']}", r, notes.numbers(members[r["name"]]))


def funcs(t, d, what, options, a, b):
    """Of each profile, by start function: they add up to the whole."""
    rng = random.Random(f"{t.name} funcs {a}")
    known = sorted({t.func(life) for life in t.world().lives} - {""})
    for kind in profiles.KINDS:
        func = rng.choice(known) if known else None
        if func is None:
            continue
        inside = lambda life: [(a, b)] if t.func(life) == func else []
        d.columns(f"{what}: {kind} of {func}", t.ask(kind, f"--func={func}", *options)[0],
                  profiles.expect(t, kind, inside))


PARTS = {
    "filters": Part(part_filters, columns("greedy", "g start_ns dur_ns") + columns("waits", "start_ns dur_ns")
                    + columns("goroutines", "exec_ns sched_wait_ns") + columns("regions", "start_ns dur_ns")
                    + columns("tasks", "id dur_ns")),
    "parts": Part(part_parts, columns("greedygroups", "count total_ns p50_ns p99_ns max_ns over_10ms")
                  + columns("groups", "exec_ns blocked_ns exec_p99_ns sched_wait_p50_ns")
                  + columns("tasktypes", "count p50_ns p99_ns max_ns")
                  + columns("regiontypes", "count p90_ns")),
}
