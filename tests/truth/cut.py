"""A v1 trace that is cut somewhere must not show what the whole one does not have (analyses.md 2): what the
program says of a cut one and does not mark as beyond the horizon has to be in the whole one, as it is there.

The frequency stands at the end of a v1 file, so that the times of a cut one are estimates; two events that
both have give the factor and the shift between their times.
"""
import os

import damaged
import notes
import stops
import waits

from differ import Part, columns

PERCENT = (30, 45, 60, 75, 90)
SLACK = 5                                        # ns: what rounding twice can make of a duration
TIMES = ("dur_ns", "stop_ns", "still_ns", "restart_ns", "last_yield_ns", "thread_late_ns")


class Scale:
    """Times of a cut trace in those of the whole one."""

    def __init__(self, cut, whole, horizon):
        here, there = times(cut), times(whole)
        common = [(ns, there[offset]) for offset, ns in here.items() if ns <= horizon and offset in there]
        (a, x), (b, y) = (min(common), max(common)) if common else ((0, 0), (0, 0))
        self.known = b > a
        self.factor, self.a, self.x = (y - x) / (b - a) if b > a else 1.0, a, x

    def time(self, t):
        return self.x + (t - self.a) * self.factor

    def length(self, d):
        return d * self.factor


def times(t):
    out = t.run("--report=events", "--format=csv", "--columns=offset,ns").decode().split()[1:]
    return {int(offset): int(ns) for offset, ns in (line.split(",") for line in out)}


def near(d, what, got, want):
    """Equal but for rounding."""
    if got is None or want is None or abs(got - want) > SLACK:
        d.same(what, got, want)
    else:
        d.compared += 1


def part_cut(t, d):
    if not t.v1:
        return "v2"
    with open(t.path, "rb") as f:
        data = f.read()
    for percent in PERCENT:
        path = os.path.join(t.work, f"cut{percent}")
        with open(path, "wb") as f:
            f.write(data[:len(data) * percent // 100])
        cut = t.beside(path)
        if cut is not None:
            compare(t, cut, d, f"cut at {percent} %:")
        os.remove(path)
    return None


def compare(t, cut, d, where):
    damage = cut.facts["damage"]                 # None: only tables are missing
    horizon = damage["horizon_ns"] if damage else cut.end
    scale = Scale(cut, t, horizon)
    seen = lambda rows: [r for r in rows if not r.get("beyond")]
    whole = sorted(((s.start, stops.parts(s)) for s in t.world().stops), key=lambda x: x[0])
    longest = {k: max((r[k] or 0 for _, r in whole), default=0) for k in TIMES}
    for r in seen(cut.rows("stw")):
        at = scale.time(r["start_ns"])
        same = min(whole, key=lambda x: abs(x[0] - at), default=None)
        if same is None or abs(same[0] - at) > SLACK:
            d.differ(f"{where} stop at {r['start_ns']} (whole: {at:.0f}) is not in the whole trace")
            continue
        for k in TIMES:
            if r[k] is not None:
                near(d, f"{where} stop at {r['start_ns']} {k}", scale.length(r[k]), same[1][k])
    s = cut.rows("summary")[0]
    most = scale.length(s["stw_max_ns"] or 0)
    d.same(f"{where} no pause is longer", most <= longest["dur_ns"] + SLACK, True)
    annotations(t, cut, d, where, scale, seen)
    sums(t, cut, d, where, scale)
    told_unnamed(t, cut, d, where, scale, horizon)
    longest_slices(t, cut, d, where, scale, seen)
    longest_waits(t, cut, d, where, scale, seen)
    pressure(t, cut, d, where, scale)


def pressure(t, cut, d, where, scale):
    """Less of the waits is known, and of those not more than there is; goroutines without a name count as running."""
    whole, facts = t.ask("pressure")[0], cut.ask("pressure")[0]
    slack = SLACK * (2 * len(t.world().slices) + 1)
    for k in ("some_ns", "full_ns"):
        d.same(f"{where} {k} {facts[k]} is at most {whole[k]}", scale.length(facts[k]) <= whole[k] + slack, True)
    whole, (facts, rows), sched = t.ask("instead")[0], cut.ask("instead"), cut.ask("sched")[0]
    for k in ("waits", "sum_ns"):
        d.same(f"{where} {k} of instead", facts[k], sched[k])
    d.same(f"{where} parts of all waits", sum(r["ns"] for r in rows), facts["procs_ns"])
    for k in ("idle_ns", "still_ns", "free_ns", "procs_ns"):
        d.same(f"{where} {k} {facts[k]} is at most {whole[k]}",
               scale.length(facts[k]) <= whole[k] + slack * (1 + facts["procs_ns"] // max(1, facts["sum_ns"])), True)


def annotations(t, cut, d, where, scale, seen):
    """Tasks and regions are as long as in the whole trace, and goroutines did no more inside."""
    whole = {}
    for r in t.rows("regions"):
        whole.setdefault((r["g"], r["name"], r["task"]), []).append(r)
    for r in seen(cut.rows("regions")):
        if r["start_ns"] is None or r["inherited"]:
            continue
        at = scale.time(r["start_ns"])
        same = min(whole.get((r["g"], r["name"], r["task"]), ()), key=lambda x: abs((x["start_ns"] or 0) - at),
                   default=None)
        if same is None or abs((same["start_ns"] or 0) - at) > SLACK:
            d.differ(f"{where} region {r['name']} of {r['g']} at {r['start_ns']} is not in the whole trace")
            continue
        near(d, f"{where} region {r['name']} of {r['g']} at {r['start_ns']}", scale.length(r["dur_ns"]),
             same["dur_ns"])
        for k in ("exec_ns", "sched_wait_ns", "syscall_block_ns", "blocked_ns"):
            if r[k]:
                d.same(f"{where} region {r['name']} of {r['g']} {k} {r[k]} is at most {same[k]}",
                       scale.length(r[k]) <= same[k] + 20 * SLACK, True)
    tasks = {r["id"]: r for r in t.rows("tasks")}
    again = notes.notes_of(t).again              # the last end counts, which a cut trace need not have
    for r in seen(cut.rows("tasks")):
        if r["complete"] and not again:
            near(d, f"{where} task {r['id']}", scale.length(r["dur_ns"]), tasks[r["id"]]["dur_ns"])
    types = {r["name"]: r for r in t.rows("tasktypes")}
    for r in cut.rows("tasktypes"):
        if r["max_ns"] is not None:
            d.same(f"{where} no task {r['name']} is longer",
                   scale.length(r["max_ns"]) <= types[r["name"]]["max_ns"] + SLACK, True)


def sums(t, cut, d, where, scale):
    """No goroutine waited, or ran, longer than in the whole trace; also not in a call without a P, whose end is
    written late, so that a cut can lose one that lies before the horizon."""
    whole = {}
    for life in t.world().lives:
        whole.setdefault(life.g, []).append(waits.sums(life, t.end))
    for r in cut.rows("goroutines"):
        for k in ("exec_ns", "sched_wait_ns", "syscall_block_ns", "blocked_ns"):
            most = max((w[k] for w in whole.get(r["g"], ())), default=0)
            if r[k]:
                d.same(f"{where} goroutine {r['g']} {k} {r[k]} is at most {most}",
                       scale.length(r[k]) <= most + SLACK * (r["slices"] + 1), True)


def told_unnamed(t, cut, d, where, scale, horizon):
    """Goroutines that lost their names with the stacks at the file's end may be the program's: their waits are
    left out, but told, so that both together are all that the program waited."""
    named = cut.rows("goroutines", "--columns=g,func,system,slices,state")
    facts, rows = cut.ask("sched")
    unknown = [r for r in named if r["system"] is None and (r["slices"] or r["state"] == "runnable")]
    d.same(f"{where} goroutines without names", facts["unnamed_goroutines"], len(unknown))
    for r in named:
        if r["func"] is None and r["g"] != 1:
            d.same(f"{where} goroutine {r['g']} without a name is nobody's or marks", r["system"] in (None, True), True)
    whole = waits.for_a_p(t.world(), lambda life: waits.is_program(life, t.func(life)))
    end = scale.time(horizon) - SLACK if scale.known else 0
    lengths = [s.end - s.start for _, s in whole if s.ended is not None and s.end < end]
    n, ns = facts["waits"] + facts["unnamed_waits"], scale.length(facts["sum_ns"] + facts["unnamed_ns"])
    d.same(f"{where} {n} waits, {facts['unnamed_waits']} of them of goroutines without names, are at least "
           f"{len(lengths)}", n >= len(lengths), True)
    d.same(f"{where} they are {ns:.0f} ns and at least {sum(lengths)}", ns + SLACK * n >= sum(lengths), True)
    findings = cut.rows("findings")
    if horizon <= 0:
        d.same(f"{where} findings", [r["kind"] for r in findings], ["not judged"])
    elif facts["unnamed_ns"] >= max(horizon // 100, 10**6):
        d.same(f"{where} it is said that some are not judged", findings[-1]["kind"], "not judged")


def longest_slices(t, cut, d, where, scale, seen):
    whole = {}
    for s in t.world().slices:
        whole.setdefault(s.g, []).append(s)
    for r in seen(cut.rows("greedy", "--limit=200", "--columns=dur,start,g,p,open")):
        at = scale.time(r["start_ns"])
        s = min(whole.get(r["g"], ()), key=lambda s: abs(s.start - at), default=None)
        what = f"{where} slice of {r['g']} at {r['start_ns']}"
        if s is None or abs(s.start - at) > SLACK:
            d.differ(what + " is not in the whole trace")
        elif not r["open"]:
            near(d, what, scale.length(r["dur_ns"]), s.end - s.start)


def longest_waits(t, cut, d, where, scale, seen):
    whole = {}
    for life in t.world().lives:
        for s in life.spans:
            if s.state == "Q":
                whole.setdefault(life.g, []).append(s)
    for r in seen(cut.rows("sched", "--limit=200")):
        at = scale.time(r["start_ns"])
        s = min(whole.get(r["g"], ()), key=lambda s: abs(s.start - at), default=None)
        what = f"{where} wait of {r['g']} for a P at {r['start_ns']}"
        if s is None or abs(s.start - at) > SLACK:
            d.differ(what + " is not in the whole trace")
        else:
            near(d, what, scale.length(r["dur_ns"]), s.end - s.start)


# a change that no rounding makes
PARTS = {**damaged.PARTS, "cut": Part(part_cut, columns(
    "stw", "start_ns dur_ns stop_ns still_ns restart_ns last_yield_ns", by=10**9)
    + columns("greedy", "dur_ns start_ns", by=10**9) + columns("sched", "dur_ns start_ns", by=10**9)
    + columns("goroutines", "exec_ns sched_wait_ns syscall_block_ns blocked_ns", by=10**12)
    + columns("regions", "dur_ns start_ns exec_ns blocked_ns", by=10**12)
    + columns("tasktypes", "max_ns", by=10**12)
    + columns("summary", "stw_max_ns", by=10**12))}
