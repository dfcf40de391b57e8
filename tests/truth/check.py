#!/usr/bin/env python3
"""check.py GTRACE_TUI [--corpus DIR] [--part NAME]... [--self-test] [TRACE...]

Recomputes from the events what gtrace-tui's analyses say of a trace, with code and definitions of its own, and
compares.  Prints TAP, a line per trace and part; exit status 1 if anything differs.

With --self-test it changes values of the program's answers, one column at a time, and each change must be noticed.
"""
import argparse
import multiprocessing
import os
import sys
import tempfile
import traceback

import chains
import cut
import findings
import same
import stops
import waits
import window
from program import Failure, Spoil, Trace


class Differ:
    """Counts comparisons, keeps the first differences."""

    def __init__(self):
        self.compared, self.differences, self.said, self.why = 0, 0, [], None

    def same(self, what, got, want):
        self.compared += 1
        if got != want:
            self.differ(f"{what}: the program says {short(got)}, recomputed {short(want)}")

    def differ(self, text):
        self.differences += 1
        if len(self.said) < 5:
            self.said.append(text)

    def columns(self, what, row, want):
        for k, v in want.items():
            self.same(f"{what} {k}", row.get(k, "absent"), v)


def short(v):
    s = repr(v)
    return s if len(s) < 200 else s[:200] + "..."


NOBODY = "nobody to blame"
# stacks are most of the bytes
NO_STACKS = {
    "stw": "--columns=reason,start,end,dur,stop,still,restart,thread_late,g,p,waited,last_p,last_g,last_func,last_yield",
    "goroutines": "--columns=g,func,create,start,end,total,exec,sched_wait,syscall,syscall_block,blocked,block,creator,"
                  "slices,system,older",
}
# Each part is a function (trace, differ).  CATCH: columns whose every change it must notice.

def part_stops(t, d):
    world, rows = t.world(), t.rows("stw", NO_STACKS["stw"])
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


CHARGE = ("count", "delay_ns", "max_ns", "asked", "goroutines")


def part_goroutines(t, d):
    lives = {(life.g, life.created): life for life in t.world().lives}
    rows = t.rows("goroutines", NO_STACKS["goroutines"])
    named = any(r["func"] for r in rows)         # a trace of Go 1.5 has no names without its program
    d.same("goroutines", sorted((r["g"], r["create_ns"]) for r in rows), sorted(lives))
    for row in rows:
        life = lives.get((row["g"], row["create_ns"]))
        if life is not None:
            d.columns(f"goroutine {row['g']}", row, waits.sums(life, t.end))
            if named:
                d.same(f"goroutine {row['g']} system", row["system"], waits.is_system(row["func"]))


def part_groups(t, d):
    groups, last = {}, {life.g: life for life in t.world().lives}   # of an id used again the last life counts, as for Go
    for life in last.values():
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


STATE = {"running": "R", "runnable": "Q", "waiting": "W", "syscall": "S", "syscall without P": "B"}


def part_states(t, d):
    """The states of a dozen goroutines, those with most spans and some others."""
    last = {life.g: life for life in t.world().lives}
    by_spans = sorted(last.values(), key=lambda life: -len(life.spans))
    for life in by_spans[:6] + by_spans[6::max(1, len(by_spans) // 6)]:
        rows = t.rows("states", f"--goroutine={life.g}", "--columns=start,end,state,reason,waker")
        rows = [r for r in rows if r["start_ns"] >= life.created]
        who = f"goroutine {life.g}"
        got = waits.merged((STATE.get(r["state"], r["state"]), r["start_ns"], r["end_ns"]) for r in rows)
        d.same(who + " states", got, waits.merged((s.state, s.start, s.end) for s in life.spans))
        ended = [(r["end_ns"], r["reason"] or "") for r in rows if STATE.get(r["state"]) == "W"]
        waited = [s for s in life.spans if s.state == "W" and s.end > s.start]
        d.same(who + " waits", ended, [(s.end, s.reason) for s in waited])
        wakers = {s.end: s.waker for s in waited}
        for r in rows:
            if r["waker"] is not None:           # of the first and the last wait it can be missing
                d.same(f"{who} woken at {r['end_ns']}", r["waker"], wakers.get(r["end_ns"]))


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


# how a chain ends: words in path_end
ENDS = {"start": ["trace begins"], "main": ["main goroutine created"], "network": ["network poller"], "timer": ["a timer ended", "the runtime ended"],
        "nobody or timer": ["the runtime ended", "a timer ended"], "unknown": ["no goroutine created"], "most": ["are more"]}
PARTS = {
    "stops": part_stops,
    "charges": part_charges,
    "goroutines": part_goroutines,
    "groups": part_groups,
    "states": part_states,
    "chains": part_chains,
    "numbers": same.part_numbers,
    "sched": findings.part_sched,
    "findings": findings.part_findings,
    "window": window.part_window,
    "cut": cut.part_cut,
}

CATCH = {
    "stops": [("stw", k) for k in ("reason", "start_ns", "end_ns", "dur_ns", "g", "p", "stop_ns", "still_ns", "restart_ns",
                                   "thread_late_ns", "waited", "last_p", "last_g", "last_func", "last_yield_ns")],
    "charges": [(r, k) for r in ("stwfuncs", "stwgoroutines")
                for k in ("count", "delay_ns", "max_ns", "asked")] + [("stwfuncs", "goroutines")],
    "goroutines": [("goroutines", k) for k in ("g", "create_ns", "start_ns", "end_ns", "total_ns", "exec_ns",
                                               "sched_wait_ns", "syscall_ns", "syscall_block_ns", "blocked_ns", "block_ns",
                                               "slices", "older", "creator", "system")],
    "groups": [("groups", k) for k in ("func", "count", "lives", "total_ns", "exec_ns", "exec_p50_ns", "exec_p99_ns", "block_ns",
                                       "sched_wait_max_ns", "blocked_p50_ns", "syscall_block_ns")],
    "states": [("states", k) for k in ("start_ns", "end_ns", "state", "reason", "waker")],
    "chains": [("path", k) for k in ("start_ns", "end_ns", "dur_ns", "state", "g", "p", "path_end")],
    "numbers": same.CATCH,
    "sched": findings.SCHED_CATCH,
    "findings": findings.FINDINGS_CATCH,
    "window": window.CATCH,
    "cut": cut.CATCH,
}


def compare(t, part):
    """A Differ with what the part found; its `why`: why there was nothing to compare."""
    d = Differ()
    try:
        d.why = PARTS[part](t, d)
    except Failure as e:
        d.differ(str(e))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        d.differ("not as expected: " + " ".join(traceback.format_exc().split()[-40:]))
    return d


def self_test(t, part):
    """Changes one value of each column in turn: a change that makes no difference is a difference."""
    d = Differ()
    for spoil in CATCH[part]:
        t.spoil = Spoil(*spoil)
        found = compare(t, part).differences
        if t.spoil.done:
            d.compared += 1
            if not found:
                d.differ(f"{part}: a changed {spoil[1]} of report {spoil[0]} was not noticed")
    t.spoil = None
    return d


def one(job):
    """All parts of one trace: a list of (part, comparisons, differences, what was said, why skipped)."""
    a, name, path, listing = job
    out = []
    with tempfile.TemporaryDirectory(prefix="gt-truth.") as work:
        try:
            t = Trace(a.exe, path, name, os.path.join(work, "index"), listing)
            t.chains = min(a.chains, 5) if a.self_test else a.chains
        except (Failure, ValueError, KeyError) as e:
            return [("open", 0, 0 if a.damaged_ok else 1, [str(e)], "no trace")]
        for part in a.part or PARTS:
            if not t.facts["complete"]:
                out.append((part, 0, 0, [], "damaged"))
                continue
            d = (self_test if a.self_test else compare)(t, part)
            out.append((part, d.compared, d.differences, d.said, d.why))
    return out


def traces_of(a):
    """(name, path, listing) of the traces to look at."""
    if a.traces:
        return [(os.path.basename(p), p, None) for p in a.traces]
    out = []
    for top, _, files in os.walk(a.corpus):
        for f in files:
            path = os.path.join(top, f)
            name = os.path.relpath(path, a.corpus)
            if name.startswith("oracle") or not (f.endswith(".trace") or f.endswith("_good")):
                continue
            listing = os.path.join(a.corpus, "oracle", name + ".events.gz")
            if name.startswith("go-suite/tests"):
                listing = None                   # hand-made: the status of a P matters, which listings do not tell
            if os.path.getsize(path) <= a.max_bytes:
                out.append((name, path, listing))
    return sorted(out)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("exe")
    ap.add_argument("traces", nargs="*")
    ap.add_argument("--corpus", help="all traces below this directory, with the listings in its folder 'oracle'")
    ap.add_argument("--part", action="append", choices=sorted(PARTS))
    ap.add_argument("--self-test", action="store_true")
    ap.add_argument("--chains", type=int, default=20, metavar="N", help="wake-up chains of each trace (default 20)")
    ap.add_argument("--jobs", type=int, default=2)
    ap.add_argument("--max-bytes", type=int, default=1 << 40, help="leave larger traces of the corpus out")
    a = ap.parse_intermixed_args()
    a.exe, a.damaged_ok = os.path.abspath(a.exe), bool(a.corpus)
    jobs = [(a, *t) for t in traces_of(a)]
    n = failed = compared = 0
    with multiprocessing.Pool(a.jobs) as pool:
        for job, results in zip(jobs, pool.imap(one, jobs)):
            for part, count, differences, said, why in results:
                n += 1
                compared += count
                failed += bool(differences)
                text = f"{'not ok' if differences else 'ok'} {n} - {job[1]} {part}"
                print(text + (f" # SKIP {why}" if why and not differences else f" ({count} compared)"))
                for line in said if differences else ():
                    print("#   " + line.encode("ascii", "backslashreplace").decode())
    print(f"1..{n}")
    print(f"# {compared} comparisons, {failed} of {n} with differences", flush=True)
    sys.exit(1 if failed or not compared else 0)


if __name__ == "__main__":
    main()
