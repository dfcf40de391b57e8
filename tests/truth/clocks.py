"""How far clocks differ at least, recomputed from the records as they stand in the file (-d=wire), thread by thread or P by P,
without any merged order: sequence numbers of goroutines and Ps alone say what came before what.

clocks.py GTRACE_TUI SOUND MOVED TICKS: MOVED is SOUND with one clock moved by TICKS (tests/cli/skew.py).  What the
program says of it must not be more than that, nor more than the records prove, and --align-clocks must undo it
but for the shortest time between two events that prove something.  Exit status 1 and a sentence if not.
"""
import itertools
import json
import re
import subprocess
import sys

from differ import Part

BOUND = 100_000                # ns that are worth telling (analyses.md 20)
UNITS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
LEAVES = {"GoStop", "GoBlock", "GoSched", "GoPreempt", "GoSleep", "GoBlockSend", "GoBlockRecv", "GoBlockSelect",
          "GoBlockSync", "GoBlockCond", "GoBlockNet", "GoBlockGC", "GoSyscallEndBlocked", "ProcStop"}


class Records:
    """bounds: (a, b) -> the most by which an event of clock a was later than one of clock b that came after it, ns."""

    def __init__(self, text):
        self.ns, self.begins, self.chains = 64, {}, {}
        self.numbers = {}                         # v1: (P, goroutine) -> the number that it last had there
        self.reused = set()                       # v2: goroutines of C threads, whose ids and numbers come again
        self.held = {}                            # (generation, clock) -> its goroutine and P, with their numbers
        self.gen = self.clock = self.ticks = self.has = None
        for line in text.splitlines():
            words = line.split()
            if words and words[0].isdigit():      # v1: the place in the file
                words = words[1:]
            if words:
                self.step(words[0], [w for w in words[1:] if "=" not in w],
                          dict(w.split("=", 1) for w in words[1:] if "=" in w))
        self.bounds = {}
        for key, chain in self.chains.items():
            if key in self.reused:
                continue
            for n, (_, a, last) in chain.items():
                if n + 1 in chain and a is not None and chain[n + 1][1] is not None:
                    first, b, _ = chain[n + 1]
                    if a != b:
                        by = (last - first) * self.ns
                        self.bounds[a, b] = max(by, self.bounds.get((a, b), by))

    def step(self, name, plain, args):
        if name in ("Batch", "EventBatch"):
            clock = int(args.get("m", plain[0] if plain else 0))
            self.gen, self.clock = args.get("gen"), clock
            self.ticks = int(args.get("time", plain[-1] if plain else 0))
            self.begins.setdefault((self.gen, self.clock), []).append(self.ticks)
            self.has = self.held.setdefault((self.gen, self.clock), {"g": None, "p": None})
        elif name == "Frequency":
            self.ns = 1e9 / int(args.get("freq", plain[0] if plain else 0))
        elif "dt" in args:
            self.ticks += int(args["dt"])
            self.event(name, args)

    def event(self, name, a):
        if name in ("GoCreate", "GoCreateBlocked"):
            self.link("g", a.get("new_g", a.get("g")), 0)
        elif name in ("GoStart", "GoStartLabel", "GoUnblock", "GoSysExit"):
            n = int(a.get("g_seq", a.get("seq", 0)))
            self.link("g", a["g"], n, name == "GoSysExit")
            if name.startswith("GoStart"):
                self.has["g"] = a["g"], n
        elif name in ("GoStartLocal", "GoUnblockLocal"):
            n = self.numbers.get((self.clock, a["g"]))
            if n is not None:
                self.link("g", a["g"], n + 1)
            if name == "GoStartLocal":
                self.has["g"] = None if n is None else (a["g"], n + 1)
        elif name == "GoCreateSyscall":
            self.reused.add(("g", self.gen, a["new_g"]))
        elif name in ("GCStart", "GCBegin", "GCEnd"):
            self.link("gc", 0, int(a.get("gc_seq", a.get("seq", 0))))
        elif name in ("ProcStart", "ProcSteal") and "p_seq" in a:
            self.link("p", a["p"], int(a["p_seq"]))
            if name == "ProcStart":
                self.has["p"] = a["p"], int(a["p_seq"])
        elif name == "GoSyscallBegin" and self.has["p"]:
            self.has["p"] = self.has["p"][0], int(a["p_seq"])
            self.link("p", *self.has["p"])
        elif name in LEAVES or name in ("GoSysBlock", "GoEnd", "GoDestroy"):
            kind = "p" if name == "ProcStop" else "g"
            which, self.has[kind] = self.has[kind], None
            if which and name in LEAVES:
                chain = self.chains[kind, self.gen, which[0]]
                chain[which[1]] = *chain[which[1]][:2], self.ticks

    def link(self, kind, who, n, unknown=False):
        """Number n of who happens now, on this clock."""
        if self.gen is None:
            self.numbers[self.clock, who] = n
        self.chains.setdefault((kind, self.gen, who), {})[n] = (
            self.ticks, None if unknown else self.clock, self.ticks)

    def closed(self):
        """The same of all that follows from two or more."""
        d = dict(self.bounds)
        clocks = {c for pair in d for c in pair}
        for k in clocks:
            for i in clocks:
                for j in clocks:
                    if (i, k) in d and (k, j) in d and i != j:
                        d[i, j] = max(d[i, k] + d[k, j], d.get((i, j), -1e18))
        return d


def duration(text):
    n, unit = re.match(r"([0-9.]+)(ns|us|ms|s)", text).groups()
    return float(n) * UNITS[unit], 10.0 ** -len(n.partition(".")[2]) * UNITS[unit]


def told_of(notes):
    """What the program says at least, with how exactly it says that; 0: nothing."""
    note = (notes or {}).get("clocks")
    return duration(note.split("at least ")[1]) if note else (0, 0)


def part_clocks(t, d):
    """A bound that is told is proved by the records; what they prove directly is told."""
    told, exact = told_of(t.rows("summary")[0]["notes"])
    records = Records(t.run("-d=wire").decode("utf-8", "replace"))
    if not records.bounds:
        return "nothing on two clocks"
    d.same("the records prove less", told <= max(records.closed().values()) + exact if told else True, True)
    if not t.facts["damage"]:
        d.same("it is told", told > 0 or max(records.bounds.values()) <= BOUND, True)


PARTS = {"clocks": Part(part_clocks, [])}


def run(exe, path, *options):
    p = subprocess.run([exe, "--index=none", *options, path], stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    return p.stdout.decode("utf-8", "replace")


def rows(exe, path, report, *options):
    return json.loads(run(exe, path, "--report=" + report, "--format=json", *options))["rows"]


def lengths(exe, path, report, *options):
    """Of each goroutine, the longest first; without what goes on when the trace begins or ends."""
    found = {}
    end = rows(exe, path, "summary", *options)[0]["duration_ns"]
    for r in rows(exe, path, report, *options):
        if r["start_ns"] > 0 and r["start_ns"] + r["dur_ns"] < end:
            found.setdefault(r["g"], []).append(r["dur_ns"])
    return {g: sorted(v, reverse=True) for g, v in found.items()}


def worst(a, b):
    """The largest difference: if each length changed by ns at most, so did the longest, the next one ... of them."""
    return max((abs(x - y) for g in a.keys() | b.keys()
                for x, y in itertools.zip_longest(a.get(g, []), b.get(g, []), fillvalue=0)), default=0)


def planted(exe, sound, moved, ticks):
    was, now = (Records(run(exe, path, "-d=wire")) for path in (sound, moved))
    clock, = {key[1] for key in was.begins if was.begins[key] != now.begins[key]}
    by, unit = ticks * was.ns, was.ns
    clocks = {c for pair in was.bounds for c in pair}
    # of what proves something about this clock: the shortest time that it takes
    least = min(-v for (a, b), v in was.bounds.items() if clock == (a if by > 0 else b))
    told, exact = told_of(rows(exe, moved, "summary")[0]["notes"])
    notes = rows(exe, moved, "summary", "--align-clocks")[0]["notes"]
    said = re.fullmatch(r"--align-clocks moved the clocks of 1 (?:thread|P): (\d+) by ([-+])(.*)", notes["clocks moved"])
    assert said, notes["clocks moved"]
    back, fine = duration(said[3])
    back = -back if said[2] == "-" else back
    # of two clocks nobody can know which one is wrong
    left = abs(by + back) if int(said[1]) == clock or len(clocks) > 2 else abs(by - back)
    before, after = (max(worst(lengths(exe, sound, report), lengths(exe, moved, report, *o)) for report in
                         ("waits", "greedy")) for o in ((), ("--align-clocks",)))
    print(f"# clock {clock} of {len(clocks)} moved by {by / 1e3:.1f} us: told {told / 1e3:.1f}, proved "
          f"{max(now.closed().values()) / 1e3:.1f}, moved by {back / 1e3:.1f}, left {left / 1e3:.3f} of at most "
          f"{least / 1e3:.3f}; waits and slices differ by {before / 1e3:.3f} before, {after / 1e3:.3f} after")
    assert max(was.bounds.values()) <= 2 * unit, "the sound trace is none"
    assert 0 < told <= abs(by) + exact, "more is told than was planted"
    assert told <= max(now.closed().values()) + exact, "more is told than the records prove"
    assert int(said[1]) == clock or len(clocks) == 2, "another clock is moved"
    assert "clocks" not in notes, "something is left"
    assert left <= least + 2 * unit + fine, "more is left than the shortest time"
    assert after <= left + 3 * unit + fine and before > 5 * after, "waits and slices do not come back"


if __name__ == "__main__":
    try:
        planted(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
    except AssertionError as e:
        sys.exit(f"{sys.argv[3]}: {e}")
