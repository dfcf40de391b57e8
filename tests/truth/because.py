"""Causes and what they bring about (analyses.md 14): long waits for a P, shared out among what held the Ps, once more
from the events; which finding explains which; that the sums of the tree add up; and how severe that makes a finding."""
from collections import Counter, defaultdict

import causes
import chains
import instead
import stalls
import waits

from differ import Part, columns

LONG, SLICE = 1000000, 10000000
ENOUGH = 0.6
TURN, FACTOR, BURST = 50000000, 3, 8            # a fair turn: see Harm.is_fair
# What held a P: the findings that say so, the first of them that there is.
TELLERS = {
    "program": ("long slices", "too few Ps"),
    "gc dedicated": ("frequent GC", "garbage collection"),
    "gc fractional": ("frequent GC", "garbage collection"),
    "gc idle": ("idle marking", "frequent GC", "garbage collection"),
    "syscall": ("calls with a P",),
    "scheduler": ("too many Ps", "idle processors"),
    "idle": ("too many Ps", "idle processors"),
    "stopped": ("stop-the-world", "standstills", "restarts"),
    "still": ("standstills", "restarts", "stop-the-world"),
}
WAITS = {"scheduling": None, "late network": "network", "late timers": "timer"}
RANKS = ("none", "low", "medium", "high")


def pieces(t, a, b):
    """A wait without the stalls in it."""
    for x, y in stalls.find(t):
        if a < y and x < b:
            if a < x:
                yield a, x
            a = max(a, y)
    if a < b:
        yield a, b


class Holders(instead.Instead):
    """As for 'who ran instead', but long slices apart: the key of the program's is (kind, function, is long)."""

    def key(self, s):
        return (*super().key(s), s.end - s.start >= SLICE)


class Harm:
    """Long waits in [a, b): of each holder, and of each kind of waker."""

    def __init__(self, t, a, b):
        self.t, self.slices = t, defaultdict(list)
        for s in t.world().slices:
            self.slices[s.life].append(s)
        lives = chains.Lives(t.world())
        holders = t.__dict__.setdefault("holders", None) or Holders(t)
        t.holders = holders
        self.held, self.fair_held, self.all, self.fair, self.n = Counter(), Counter(), Counter(), Counter(), 0
        self.of_waker = defaultdict(Counter)     # what began the wait -> held
        for life, s, x, y in holders.waits(a, b):
            self.n += 1
            if y - x - stalls.over(t, x, y) <= LONG:
                continue
            woken = causes.woken_by(lives, life, s)
            fair = self.is_fair(life, s)
            for x1, y1 in pieces(t, x, y):
                procs = holders.procs.over(x1, y1)
                for by, ns in ((self.all, y1 - x1), (self.fair, (y1 - x1) * fair)):
                    by[None] += ns
                    by[woken] += ns if woken is not None else 0
                for holder, ns in holders.split(x1, y1).items():
                    self.held[holder] += (y1 - x1) * ns / procs
                    self.fair_held[holder] += (y1 - x1) * ns / procs * fair
                    self.of_waker[woken][holder] += (y1 - x1) * ns / procs

    def is_fair(self, life, wait):
        """Whether it waited no longer than a few turns of others, and since it last blocked not much longer than it ran."""
        before = {s.end: s for s in life.spans if s.state == "Q" and s.end > s.start and waits.cause(s) is not None}
        own = self.slices[life]
        k = next(i for i, s in enumerate(own) if s.start == wait.end)
        ran = waited = 0
        for s in own[k::-1][:BURST]:
            ran += s.end - s.start
            w = before.get(s.start)
            if w is None:
                break
            waited += w.end - w.start
            if w is wait and w.end - w.start > TURN:
                return False
            if waits.cause(w) not in ("preempted", "yielded"):
                break
        return waited // FACTOR <= ran


def harm_of(t, a, b):
    kept = t.__dict__.setdefault("harms", {})
    if (a, b) not in kept:
        kept[a, b] = Harm(t, a, b)
    return kept[a, b]


def teller(rows, holder):
    kind, func, long = (*holder, False)[:3]
    for name in TELLERS.get(kind, ()):
        for i, r in enumerate(rows):
            if r["kind"] == name and (name != "long slices" or long and r["func"] == func):
                return i
    return None


def felt(t, a, b, row):
    """How much of the cost of a finding is not of fair turns: 0 to 1, or None where there is nothing to judge by."""
    harm = harm_of(t, a, b)
    if row["kind"] in WAITS:
        ns, fair = harm.all[WAITS[row["kind"]]], harm.fair[WAITS[row["kind"]]]
    elif row["kind"] == "too few Ps" or row["kind"] == "long slices" and not row["evidence"]["delay_ns"]:
        keys = [k for k in harm.held if k[0] == "program" and
                (row["kind"] == "too few Ps" or k[1] == row["func"] and k[2])]
        ns, fair = (sum(by[k] for k in keys) for by in (harm.held, harm.fair_held))
    else:
        return None
    return 1 - fair / ns if ns else None


def severe(t, a, b, rows, row, plain):
    """The severity of a finding by its own cost, less what is a fair turn, but as bad as what it brings about."""
    if instead.too_large(t):
        return row["severity"]
    part, share = felt(t, a, b, row), row["cost_ns"] / (b - a) if row["cost_ns"] is not None else 0
    if part is not None:
        share *= part
        near = [x for x in (0.1, 0.02) if abs(share - x) < 1e-6]
        turned = "high" if share >= 0.1 else "medium" if share >= 0.02 else "low"
        plain = min(plain, turned, key=RANKS.index) if not near else row["severity"]
    i = rows.index(row)
    if row["because"] is not None and rows[row["because"] - 1]["kind"] == "idle processors":
        plain = RANKS[max(RANKS.index("low"), RANKS.index(plain) - 1)]
    parts = [r["severity"] for r in rows if r["because"] == i + 1]
    return max([plain, *parts], key=RANKS.index)


def part_rest(d, row, rows, harm, woken, rounded):
    """How long these waits were in all; who held the Ps most in what nothing explains."""
    rest = Counter()
    for holder, ns in (harm.of_waker[woken] if woken else harm.held).items():
        if len(holder) > 1 and holder[1] and teller(rows, holder) is None:
            rest[holder[1]] += ns
    if abs(row["long_wait_ns"] - harm.all[woken]) > rounded:
        d.differ(f"{row['kind']}: long waits of {row['long_wait_ns']}, recomputed {harm.all[woken]:.0f}")
    most = max(rest.values(), default=0)
    if abs((row["rest_ns"] or 0) - most) > rounded or most > rounded and rest[row["rest_func"]] < most - rounded:
        d.differ(f"{row['kind']}: rest by {row['rest_func']} {row['rest_ns']}, recomputed {rest.most_common(3)}")
    d.compared += 2


def ready_of(t):
    """How long the program's goroutines waited for Ps."""
    return sum(s.end - s.start for _, s in waits.for_a_p(t.world(), lambda x: waits.is_program(x, t.func(x)))
               if s.ended is not None)


def is_there(row):
    """The function that the sentence of a finding begins with."""
    return row["finding"].split(":")[0]


def part_because(t, d):
    if instead.too_large(t):
        return instead.too_large(t)
    rows = t.rows("findings")
    harm, want = harm_of(t, 0, t.end), Counter()
    for holder, ns in harm.held.items():
        want[teller(rows, holder)] += ns
    rounded = 1 + harm.n * len(harm.held)
    for i, r in enumerate(rows):
        if abs(r["explains_ns"] - want[i]) > rounded:
            d.differ(f"{r['kind']} {r['func']} explains {r['explains_ns']}, recomputed {want[i]:.0f}")
        d.compared += 1
        if r["kind"] in WAITS:
            woken = WAITS[r["kind"]]
            told = sum(ns for holder, ns in (harm.of_waker[woken] if woken else harm.held).items()
                       if teller(rows, holder) is not None)
            if r["explained_ns"] is None or abs(r["explained_ns"] - told) > rounded:
                d.differ(f"{r['kind']}: explained are {r['explained_ns']}, recomputed {told:.0f}")
            part_rest(d, r, rows, harm, woken, rounded)
        else:
            d.same(f"{r['kind']}: explained_ns is of waits", r["explained_ns"], None)
        cause = r["because"]
        if cause is not None:
            # One level, below its cause, which is told first and is as severe.
            d.same(f"{r['kind']}: its cause is one", rows[cause - 1]["because"], None)
            d.same(f"{r['kind']}: what stands between is because of the same",
                   {x["because"] for x in rows[cause:i]} <= {cause}, True)
    d.same("explained is not more than all", sum(r["explains_ns"] for r in rows) <= harm.all[None], True)
    idle, herd = (next((r for r in rows if r["kind"] == kind), None) for kind in ("idle processors", "herds"))
    if idle and herd:
        d.same("idle processors are because of a herd", idle["because"] is not None,
               herd["evidence"]["ready_ns"] >= ENOUGH * ready_of(t))
    over = [r["evidence"]["ready_ns"] for r in rows if r["kind"] == "hand-overs"]
    if idle and over and not herd:
        d.same("idle processors are because of hand-overs", idle["because"] is not None, sum(over) >= ENOUGH * ready_of(t))
    for r in rows:
        spin = next((x for x in rows if x["kind"] == "spinning" and x["func"] == r["func"]), None)
        if r["kind"] == "long slices" and spin and is_there(r) == is_there(spin):
            d.same(f"long slices of {r['func']} are because of spinning", r["because"] is not None, True)
    scheduling = next((r for r in rows if r["kind"] == "scheduling"), None)
    if scheduling and scheduling["because"] is None:
        late = [r["because"] is not None and harm.all[WAITS[r["kind"]]] < ENOUGH * harm.all[None]
                for r in rows if WAITS.get(r["kind"])]
        d.same("waits without a cause are told once", all(late), True)
    told = sum(ns for i, ns in want.items() if i is not None)
    if scheduling and abs(told - ENOUGH * harm.all[None]) > rounded:
        cause = scheduling["because"] is not None and rows[scheduling["because"] - 1]["kind"] not in WAITS
        d.same("scheduling has a cause", cause, told >= ENOUGH * harm.all[None])
    return None


PARTS = {"because": Part(part_because, columns("findings", "explains_ns explained_ns", by=1 << 24))}
