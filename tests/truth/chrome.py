#!/usr/bin/env python3
"""chrome.py GTRACE_TUI [--self-test] TRACE...

Is --export=chrome what viewers of trace events take, and does it say what the reports say?  The whole trace and a
part of it: members of each event, slices of a thread nested, flows and asynchronous events in pairs, and sums per
P and per goroutine equal to the reports procs and goroutines.  With --self-test each of some changes of a document
must be noticed.  Prints what is wrong; exit status 1 if anything is.
"""
import json
import re
import subprocess
import sys
from collections import defaultdict
from decimal import Decimal

PS, GOROUTINES, RANGES, TASKS, COUNTERS = 1, 2, 3, 4, 5
NEEDED = {"X": {"dur", "name", "cat", "args"}, "M": {"name", "args"}, "C": {"name", "args"}, "i": {"name", "s"},
          "s": {"name", "cat", "id"}, "f": {"name", "cat", "id", "bp"}, "b": {"name", "cat", "id"},
          "e": {"name", "cat", "id"}, "n": {"name", "cat", "id"}}
STATES = {"running": "exec_ns", "runnable": "sched_wait_ns", "syscall": "syscall_ns",
          "syscall without P": "syscall_block_ns", "waiting": "blocked_ns"}
GOROUTINE = re.compile(r"G(\d+)(?: .*?)??(?: \(life (\d+) of \d+\))?", re.S)


def run(exe, trace, *options):
    p = subprocess.run([exe, "--index=none", *options, trace], stdin=subprocess.DEVNULL, capture_output=True)
    if p.returncode not in (0, 3):
        raise SystemExit(f"{trace}: {' '.join(options)}: exit status {p.returncode}: {p.stderr[:200]}")
    return p.stdout.decode("utf-8", "strict")


class Document:
    def __init__(self, doc):
        self.wrong, self.facts, self.events = [], doc["otherData"], doc["traceEvents"]
        self.horizon = self.facts["horizon_ns"]
        self.v1 = int(re.search(r"1\.(\d+)", self.facts["version"])[1]) < 22
        self.slices = defaultdict(list)       # (pid, tid) -> [(t0, t1, event)]
        self.names = {}

    def say(self, what, e=None):
        self.wrong.append(what + (": " + json.dumps(e, default=str)[:300] if e else ""))

    def ns(self, e, key):
        """The time in ns: it must be one exactly."""
        v = Decimal(e[key]) * 1000
        if v != int(v) or v < 0:
            self.say(key + " is no number of ns", e)
        return int(v)

    def schema(self):
        for e in self.events:
            lacks = {"ph", "pid", "tid", "ts"} - set(e) or NEEDED.get(e["ph"], {"a known ph"}) - set(e)
            if lacks:
                self.say(f"without {sorted(lacks)}", e)
                continue
            e["t"] = self.ns(e, "ts")
            if e["ph"] == "M":
                if e["name"] == "thread_name":
                    self.names[e["pid"], e["tid"]] = e["args"]["name"]
                continue
            if not self.facts["from_ns"] <= e["t"] <= self.facts["to_ns"]:
                self.say("outside the part", e)
            if e["ph"] == "X":
                end = e["t"] + self.ns(e, "dur")
                self.slices[e["pid"], e["tid"]].append((e["t"], end, e))
                if end > self.facts["to_ns"]:
                    self.say("ends after the part", e)
            if e["ph"] == "C" and not all(isinstance(v, int) and v >= 0 for v in e["args"].values()):
                self.say("a counter that is no number", e)
            if e["ph"] == "f" and e["bp"] != "e":
                self.say("a flow that ends nowhere", e)
            if e["ph"] == "i" and e["s"] not in "tpg":
                self.say("an instant of no scope", e)

    def nesting(self):
        for key, slices in self.slices.items():
            if key not in self.names:
                self.say(f"thread {key} has no name")
            stack, last = [], -1
            for a, b, e in slices:
                if a < last:
                    self.say("not in the order of time", e)
                last = a
                while stack and stack[-1][1] <= a:
                    stack.pop()
                if stack and b > stack[-1][1]:
                    self.say("reaches out of the slice around it", e)
                if stack and (key[0] == GOROUTINES or e["cat"] == "slice"):
                    self.say("overlaps", e)
                stack.append((a, b))

    def flows(self):
        begun, ended = {}, set()
        for e in self.events:
            where = self.slices.get((e["pid"], e["tid"]), ())
            if e["ph"] == "s":
                if e["id"] in begun:
                    self.say("a flow begins twice", e)
                begun[e["id"]] = e
                if not any(a <= e["t"] <= b for a, b, _ in where):
                    self.say("a flow from no slice", e)
            if e["ph"] == "f":
                if e["id"] not in begun or begun[e["id"]]["t"] > e["t"] or begun[e["id"]]["name"] != e["name"]:
                    self.say("a flow without its begin", e)
                ended.add(e["id"])
                if not any(a == e["t"] and s["cat"] == "slice" for a, b, s in where):
                    self.say("a flow to no begin of a slice", e)
        if set(begun) != ended:
            self.say(f"flows that do not end: {sorted(set(begun) ^ ended)[:5]}")

    def pairs(self):
        open_ = {}
        for e in self.events:
            key = e.get("cat"), e.get("id")
            if e["ph"] == "b":
                if key in open_ and key[0] != "task":
                    self.say("begins twice", e)
                open_[key] = e
            elif e["ph"] == "e":
                b = open_.pop(key, None)
                if not b or b["t"] > e["t"] or b["name"] != e["name"] or b["pid"] != e["pid"]:
                    self.say("ends what did not begin", e)
        if open_:
            self.say(f"without an end: {list(open_)[:5]}")

    def part(self, a, b):
        """What counts of [a, b): not what lies beyond the horizon."""
        return max(0, min(b, self.horizon) - a)

    def per_p(self, rows):
        for r in rows:
            slices = [s for s in self.slices.get((PS, r["p"]), ()) if s[2]["cat"] == "slice"]
            busy = sum(self.part(a, b) for a, b, _ in slices)
            if busy != r["busy_ns"]:
                self.say(f"P {r['p']}: {busy} ns in slices, report procs: {r['busy_ns']}")

    def per_goroutine(self, rows):
        sums = defaultdict(lambda: dict.fromkeys(STATES.values(), 0))
        for (pid, tid), slices in self.slices.items():
            if pid != GOROUTINES:
                continue
            who = GOROUTINE.fullmatch(self.names[pid, tid])
            for a, b, e in slices:
                # v2 gives every event before the horizon
                lost = self.v1 and e["name"] == "syscall without P" and "beyond" in e["args"]
                sums[int(who[1]), int(who[2] or 1)][STATES[e["name"]]] += 0 if lost else self.part(a, b)
        for r in rows:
            own = sums.pop((r["g"], r["life"] or 1), None) or dict.fromkeys(STATES.values(), 0)
            want = {k: r[k] for k in STATES.values()}
            if own != want:
                self.say(f"G {r['g']}: {own}, report goroutines: {want}")
        if any(any(s.values()) for s in sums.values()):
            self.say(f"goroutines that the report does not have: {list(sums)[:5]}")

    def counts(self):
        """Counts by state are the goroutines' states, counted: their integrals are the same.

        Not in v1, where goroutines that are older than the trace have states from their first event on, a few
        us after its start, and are counted from the start."""
        at, total = None, defaultdict(int)
        for e in [*(e for e in self.events if e["ph"] == "C" and e["name"] == "goroutines"), None]:
            t = e["t"] if e else self.facts["to_ns"]
            if at:
                if t < at["t"]:
                    self.say("a counter goes back in time", e)
                for k, v in at["args"].items():
                    total[k] += v * (t - at["t"])
            at = e
        states = defaultdict(int)
        for (pid, _), slices in self.slices.items():
            for a, b, e in slices:
                if pid == GOROUTINES:
                    states[e["name"]] += b - a
        states["syscall"] += states.pop("syscall without P", 0)
        for k in ("runnable", "waiting"):
            if total[k] != states[k]:
                self.say(f"{k}: {total[k]} ns by the counter, {states[k]} by the states")


def check(text, procs, goroutines, whole):
    d = Document(json.loads(text, parse_float=Decimal))
    d.schema()
    if not d.wrong:
        d.nesting()
        d.flows()
        d.pairs()
        d.per_p(procs)
        d.per_goroutine(goroutines)
        if whole:
            d.counts()
    return d.wrong


def complete_v2(text):
    facts = json.loads(text)["otherData"]
    return facts["complete"] and int(facts["version"].split(".")[1]) >= 22


def rows(exe, trace, report, *options):
    return json.loads(run(exe, trace, "--report=" + report, "--format=json", *options))["rows"]


def documents(exe, trace):
    """(name, document, rows of procs, rows of goroutines, whether the counts must agree)"""
    for part in ([], ["--from=30%", "--to=70%"], ["--from=50%", "--to=50%"]):
        columns = "--columns=g,life," + ",".join(STATES.values())
        text = run(exe, trace, "--export=chrome", *part)
        yield (" ".join(["whole", *part]), text, rows(exe, trace, "procs", *part),
               rows(exe, trace, "goroutines", columns, *part), complete_v2(text))


SPOIL = [(r'"ph":"X","pid":1(.*"cat":"slice","dur":)', r'"ph":"X","pid":1\g<1>1'),
         (r'"ph":"X","pid":2(.*"dur":)', r'"ph":"X","pid":2\g<1>1'), (r'"ph":"f"', '"ph":"s"'),
         (r'"ph":"e"', '"ph":"b"'), (r'"ph":"X"(.*"ts":)', r'"ph":"X"\g<1>9'), (r'"dur":', r'"dud":'),
         (r'"bp":"e"', '"bp":"x"'), (r'"name":"runnable"', '"name":"waiting"')]


def main():
    args = sys.argv[1:]
    spoil = "--self-test" in args
    exe, *traces = [a for a in args if a != "--self-test"]
    status = 0
    for trace in traces:
        for name, text, procs, goroutines, whole in documents(exe, trace):
            wrong = check(text, procs, goroutines, whole)
            if spoil and name == "whole":
                for pattern, by in SPOIL:
                    changed, n = re.subn(pattern, by, text, count=1)
                    if n and not check(changed, procs, goroutines, whole):
                        wrong.append(f"nobody noticed {pattern} -> {by}")
            for w in wrong[:10]:
                print(f"not ok {trace}, {name}: {w}")
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
