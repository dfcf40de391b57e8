"""Work that takes longer than the period of its ticker (gtrace-tui(1), FINDINGS).  Times are those of the events as
world.py replays them; where a wait is, and the work, only the program's rows have."""
import itertools
from collections import Counter, defaultdict

import causes
import chains
import places
import spans
import waits

REASONS = ("chan receive", "select")
PERIOD, PARTS, CIRCLE, PUNCTUAL = 1000000, 8, 40, 8
TICKS, OVER, LONG, MISSED, SEEN, OF_A_FUNC, SURE = 6, 5, 2, 10, 3, 16, 2


def off(gap, period):
    k, far = divmod(gap, period)
    return (k + 1, period - far) if far > period // 2 else (k, far)


def mean(gaps, period):
    v = [(gap, off(gap, period)[0]) for gap in gaps if off(gap, period)[0]]
    return sum(gap for gap, _ in v) // sum(k for _, k in v) if v else period


def punctual(gaps, period):
    """Ticks in the eight neighbouring fortieths of the period in which most are."""
    n = Counter(int(at % period / period * CIRCLE) for at in itertools.accumulate(gaps, initial=0))
    return max(sum(n[(i + j) % CIRCLE] for j in range(PUNCTUAL)) for i in range(CIRCLE))


def period_of(gaps, least):
    found = []
    for q in (0.05, 0.25, 0.5) if gaps else ():
        for part in range(1, PARTS + 1):
            period = waits.rank(gaps, q) // part
            for _ in range(2):
                period = mean(gaps, period) if period >= PERIOD else period
            if period < max(PERIOD, least) or sum(gap < period // 20 * 11 for gap in gaps) > len(gaps) // 20:
                continue
            n = punctual(gaps, period)
            if (len(gaps) + 1 - n) * 3 + 6 <= len(gaps) + 1:
                found.append((n, period))
    if not found:
        return 0
    most, best = max(found)
    rivals = [sorted((period, best)) for n, period in found if n + 1 >= most]
    return 0 if any(off(more, less)[1] > less // 20 for less, more in rivals) else best


def by_timer(lives, life, i):
    """Whether a timer made it runnable with the i-th span."""
    return (i > 0 and life.spans[i].state == "Q" and waits.cause(life.spans[i]) == "unblocked"
            and lives.waker(life, i - 1) is None and chains.root(life.spans[i - 1]) == "timer")


class Wait:
    """A wait of a life, and what the life had waited for Ps before."""

    def __init__(self, s, site, timed, sched):
        self.begin, self.end, self.site, self.sched, self.idle = s.start, s.end, site, sched, 0
        self.timed, self.asks = timed and s.reason in REASONS, s.reason in REASONS[:2]


def waits_of(life, lives, stacks, a, b):
    out, sched = [], 0
    for i, s in enumerate(life.spans):
        if s.state != "Q" or s.ended is None or s.start >= b:
            continue
        before = life.spans[i - 1] if i else None
        site = before and stacks.get((life.g, before.start))
        if site and before.state == "W" and before.start > a:
            out.append(Wait(before, site, by_timer(lives, life, i), sched))
        sched += s.end - s.start if s.end > a else 0
    return out


class Turns:
    """What a goroutine does from each tick at a place to its next wait there."""

    def __init__(self, all_waits, site):
        idle, callers = 0, {f["func"] for f in site[site.index(places.frame_of(site)):]}
        for w in all_waits:
            w.idle = idle
            if w.site != site and w.asks and not w.timed and places.frame_of(w.site)["func"] in callers:
                idle += w.end - w.begin
        self.all = all_waits
        self.here = [w for w in all_waits if w.site == site]
        self.ticks = [w for w in self.here if w.timed]
        self.period = 0
        if len(self.ticks) < TICKS or len(self.ticks) * 5 < len(self.here) * 4:
            return
        self.wait = waits.rank([w.end - w.begin for w in self.ticks], 0.5)
        self.period = period_of([y.end - x.end for x, y in zip(self.ticks, self.ticks[1:])], self.wait - self.wait // 10)
        self.of = [(x, y) for x, y in zip(self.here, self.here[1:]) if x.timed]
        self.over = [p for p in self.of if self.too_long(*p)]
        usual = [y.begin - x.end for x, y in self.of if not self.too_long(x, y)]
        self.usual = waits.rank(usual, 0.5) if usual else 0

    def too_long(self, x, y):
        ns = y.begin - x.end
        return ns > self.period and ns - (y.sched - x.sched) - (y.idle - x.idle) > self.period

    def missed(self):
        return sum((y.begin - x.end) // self.period for x, y in self.over)

    def is_ticker(self):
        if not self.period or len(self.over) * 10 < len(self.ticks):
            return False
        if len(self.over) < OVER and (len(self.over) < LONG or self.missed() < MISSED):
            return False
        timed = [(x, y) for x, y in self.over if y.timed]
        return (sum(off(y.end - x.end, self.period)[1] for x, y in timed) * SURE
                <= sum(abs(y.end - y.begin - self.wait) for _, y in timed))

    def inside(self, x, y):
        return [w for w in self.all if x.end <= w.begin < y.begin]

    def mark(self):
        """The place that is in each round of the loop once."""
        turns = [[w.site for w in self.inside(x, y)] for x, y in self.of]
        n = Counter(site for v in turns for site in v)
        often = [site for site in n if sum(site in v for v in turns) * 10 >= len(turns) * 9]
        return min(often, key=n.get, default=None)

    def late(self):
        """What is beyond a period in each round."""
        mark = self.mark()
        for x, y in self.over:
            at = [w.begin for w in self.inside(x, y) if w.site == mark]
            v = list(zip(at, at[1:])) + ([(at[-1], y.begin + at[0] - x.end)] if len(at) > 1 else [])
            for begin, end in v or [(x.end, y.begin - self.usual)]:
                if begin + self.period < end:
                    yield begin + self.period, end


def shared(found, period):
    """One goroutine for each tick."""
    times = sorted(w.end for turns in found for w in turns.ticks)
    close = sum(y - x < period // 2 for x, y in zip(times, times[1:]))
    return sum(bool(turns.ticks) for turns in found) > 1 and close * 10 < len(times)


def loops(t, a, b):
    """start function -> (cost, evidence, how the sentence may name the work)"""
    w, lives, at, seen = t.world(), chains.Lives(t.world()), defaultdict(list), Counter()
    rows = t.rows("waits", "--filter=state=waiting", "--columns=g,start,stack")
    stacks = {(r["g"], r["start_ns"]): tuple(map(frame, r["stack"])) for r in rows if r["stack"]}
    for life in w.lives:
        func = t.func(life)
        woken = sum(by_timer(lives, life, i) for i, s in enumerate(life.spans) if a <= s.start < b)
        if waits.is_program(life, func) and woken >= SEEN and seen[func] < OF_A_FUNC:
            seen[func] += 1
            found = waits_of(life, lives, stacks, a, b)
            for site in dict.fromkeys(x.site for x in found if x.timed):
                at[site].append((func, life, Turns(found, site)))
    out = {}
    for site, v in at.items():
        late = [(func, life, turns) for func, life, turns in v if turns.is_ticker()]
        if not late:
            continue
        over = [(y.begin - x.end, turns.period, x, y) for _, _, turns in late for x, y in turns.over]
        longest = max(over, key=lambda o: o[0])
        if shared([turns for _, _, turns in v], longest[1]):
            continue
        cost = spans.measure(spans.union(p for _, _, turns in late for p in turns.late()))
        if causes.matters(cost, a, b):
            out[late[0][0]] = cost, {
                "ticks": sum(len(turns.ticks) for _, _, turns in v), "turns": sum(len(turns.of) for _, _, turns in late),
                "over": len(over), "missed": sum(ns // period for ns, period, _, _ in over), "period_ns": longest[1],
                "over_ns": cost, "max_ns": longest[0]}
    return out


class frame(tuple):
    """A frame of a stack that can be a key, and is asked as the rows are."""

    def __new__(cls, f):
        return super().__new__(cls, (f["func"], f["file"], f["line"]))

    def __getitem__(self, key):
        return super().__getitem__({"func": 0, "file": 1, "line": 2}.get(key, key))
