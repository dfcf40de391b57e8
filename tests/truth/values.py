"""Values of columns (gtrace-tui(1), --values): how often each is there, how long it lasts, when; of random parts of
a trace under random filters. The rows that are counted come from the events, as in picked.py.
"""
import random

from picked import expression, of_regions, of_slices, of_tasks, of_waits, ranges
from differ import Part, columns

import notes
import spans

PARTS_OF_RANGE = 60
TIMES = {"start_ns", "end_ns", "create_ns"}
COUNTS = {"logs", "regions"}
UNITS = ((10**9, "s"), (10**6, "ms"), (10**3, "us"), (1, "ns"))


def unit(ns):
    size, name = next((size, name) for size, name in UNITS if ns % size == 0)
    return f"{ns // size}{name}"


def decades(ns):
    """A duration: below 100 ns, or from a power of ten to the next."""
    if ns < 100:
        return "below 100ns"
    low = 10 ** (len(str(ns)) - 1)
    return f"{unit(low)} to {unit(10 * low)}"


def step(a, b):
    """1, 2 or 5 times a power of ten: the first of which 20 are not less than the range (to a ns)."""
    least, ten = (b - a) // 20, 1
    while True:
        for n in (1, 2, 5):
            if n * ten >= least:
                return n * ten
        ten *= 10


def counted(n):
    if n < 10:
        return str(n)
    low = 10 ** (len(str(n)) - 1)
    return f"{low} to {10 * low - 1}"


def shown(name, value, a, b):
    """What the program calls a value; None: the cell is absent."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name in TIMES:
        size = step(a, b)
        low = value // size * size
        return f"{unit(low)} to {unit(low + size)}" if value >= 0 else "below 0s"
    if name.endswith("_ns"):
        return decades(value)
    return counted(value) if name in COUNTS else str(value)


def parts(rows, a, b):
    """The ns of rows in 60 parts of [a, b); rows without an end last to b."""
    known = [r for r in rows if r["start_ns"] is not None]
    ends = [r.get("end_ns", None if r["dur_ns"] is None else r["start_ns"] + r["dur_ns"]) for r in known]
    return spans.spread([(r["start_ns"], b if end is None else end) for r, end in zip(known, ends)],
                        spans.parts_of(a, b, PARTS_OF_RANGE))


def values(t, d, report, options, rows, a, b):
    rng = random.Random(f"{t.name} values {report} {options}")
    names = sorted(k for k in rows[0] if k[0] != "_") if rows else []
    for name in rng.sample(names, min(4, len(names))):
        text, passes = expression(rng, rows)
        wanted, limits = {}, [f"--filter={text}"] if rng.random() < 0.7 else []
        for r in rows:
            if not limits or passes(r):
                wanted.setdefault(shown(name, r[name], a, b), []).append(r)
        what = f"{name} of {report} {' '.join([*options, *limits])}"
        said = t.rows(report, f"--values={name.removesuffix('_ns')}", *limits, *options)
        d.same(f"{what}: values", sorted((r["value"] or "", r["kind"]) for r in said),
               sorted((v or "", "absent" if v is None else "value") for v in wanted))
        d.same(f"{what}: order", [r["count"] for r in said], sorted((r["count"] for r in said), reverse=True))
        for r in said:
            some = wanted.get(r["value"], [])
            durs = [x["dur_ns"] for x in some if x["dur_ns"] is not None]
            d.columns(f"{what}: {r['value']}", r, {
                "count": len(some), "total_ns": sum(durs), "max_ns": max(durs, default=0), "when": parts(some, a, b)})
            share = len(some) / sum(map(len, wanted.values()))
            d.same(f"{what}: {r['value']} share", abs(r["share"] - share) < 1e-8, True)
        # The filter of a value shows its rows.
        for r in rng.sample(said, min(2, len(said))):
            if r["filter"] is not None:
                both = f"({r['filter']}) && ({text})" if limits else r["filter"]
                d.same(f"{what}: rows that pass {both}",
                       len(t.rows(report, f"--filter={both}", "--columns=" + name.removesuffix("_ns"), *options)),
                       r["count"])


def part_values(t, d):
    for a, b, options in ranges(t):
        values(t, d, "greedy", options, of_slices(t, a, b), a, b)
        values(t, d, "waits", options, of_waits(t, a, b), a, b)
        if notes.notes_of(t).regions and not any(r["inherited"] for r in t.rows("regions")):
            values(t, d, "regions", options, of_regions(t, a, b), a, b)
        if notes.notes_of(t).tasks:
            values(t, d, "tasks", options, of_tasks(t, a, b), a, b)


PARTS = {"values": Part(part_values, columns("greedy", "count total_ns max_ns when")
                        + columns("waits", "count total_ns"))}
