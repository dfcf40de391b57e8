"""Waits for locks, who held these at least since when, and convoys (HACKING, "Locks"), from the events and their
stacks.
"""
import json
import re
import random
import shlex

from collections import Counter, defaultdict

import places
import spans
import waits
import window

from differ import Part, columns

OWN = ("sync.", "internal/sync.", "runtime.", "runtime/internal/", "internal/runtime/")
TAKES = {"(*Mutex).Lock", "(*Mutex).lockSlow", "(*RWMutex).Lock", "runtime_SemacquireMutex",
         "runtime_SemacquireRWMutex"}
READS = {"(*RWMutex).RLock", "runtime_SemacquireRWMutexR"}
GIVES = {"(*Mutex).Unlock", "(*Mutex).unlockSlow", "(*RWMutex).Unlock", "(*RWMutex).RUnlock",
         "(*RWMutex).rUnlockSlow"}
MOST = 200000                                    # events: more are too slow for this
CONVOY, LONG = 3, 1000000
LOCKS = ("--columns=lock_site,unlock_site,waits,wait,p50,p99,max,some,sched,hold_min,hold_max,convoys,convoy_max,"
         "convoy_ns,confidence,open,open_ns,lock,system,unlock_sites,lock_sites,convoy_max_ns")
WAITS = ("--columns=g,func,start,dur,end,lock_site,unlock_site,holder_g,held_since,hold_min,sched,chain,nth,open,"
         "system")
HOLDERS = "--columns=g,start,state,open,holder_g,held_since,hold_min,confidence"


class Wait:
    def __init__(self, life, order, span, site, reads):
        self.life, self.order, self.begin, self.end = life, order, span.start, span.end
        self.ended, self.takes, self.reads = span.ended is not None, site, reads
        self.holder = self.gives = self.ran = self.again = self.held = self.owner = self.number = None
        self.slices = 0                          # how many the goroutine had had before it
        self.first, self.nth, self.handed = self, 1, False


def use(stack):
    """(what, site): what the goroutine with this stack does to a lock, where."""
    what, words = set(), [(f["func"] or "", f) for f in stack or ()]
    place = None
    for func, f in words:
        place = f
        if not func.startswith(OWN):
            break
        if func.startswith(("sync.", "internal/sync.")):
            name = func.split("sync.", 1)[1]
            what |= {kind for kind, names in (("takes", TAKES), ("reads", READS), ("gives", GIVES)) if name in names}
    if not what:
        return None, None
    # the innermost decides, but that RLock is among them says more than the semaphore below it
    first = next(kind for func, _ in words for kind, names in (("takes", TAKES), ("reads", READS), ("gives", GIVES))
                 if func.split("sync.", 1)[-1] in names and func.startswith(("sync.", "internal/sync.")))
    kind = "reads" if "reads" in what else first
    return kind, f"{place['func']}:{place['line']}" if place["func"] else hex(place["pc"])


def stacks(t):
    """(goroutine, time) -> stack where it began to wait, and of who woke it then (the first who did)."""
    out = t.run("--report=events", "--format=ndjson", "--columns=ns,name,g,args,stack")
    stood, woke = {}, {}
    for line in out.decode("utf-8", "replace").rstrip("\n").split("\n"):
        e = json.loads(line) if re.search('"Go(Unblock"|Block|Sleep")', line) else {"name": ""}
        if e["name"] == "GoUnblock":
            woke.setdefault((e["args"]["g"], e["ns"]), e["stack"])
        elif e["name"]:
            stood[e["g"], e["ns"]] = e["stack"]
    return stood, woke


def gathered(t):
    """All waits for locks, in the order in which they end."""
    stood, woke = stacks(t)
    older = {(r["g"], r["start_ns"]): r["stack"] for r in t.rows("waits", "--columns=g,start,state,reason,reason_inferred,stack")
             if r["state"] == "waiting" and (not r["reason"] or r["reason_inferred"])}
    out = []
    for order, life in enumerate(t.world().lives):
        slices = 0
        for i, s in enumerate(life.spans):
            slices += s.state == "R" and not (i and life.spans[i - 1].state == "S")
            if s.state != "W" or s.end <= s.start or (s.reason and s.reason != "sync"):
                continue
            stack = stood.get((life.g, s.start)) if s.reason else older.get((life.g, s.start))
            kind, site = use(stack)
            if kind not in ("takes", "reads"):
                continue
            w = Wait(life, order, s, site, kind == "reads")
            w.slices = slices
            after = [n for n in life.spans[i + 1:] if n.state != "Q"]
            w.ran = after[0].start if w.ended and after and after[0].state in "RS" else None
            if w.ended and s.waker is not None:
                kind, site = use(woke.get((life.g, s.end)))
                if kind == "gives":
                    w.holder, w.gives = s.waker, site
            system = waits.is_system(life, t.func(life))
            w.owner = system
            out.append(w)
    return sorted(out, key=lambda w: (w.end, w.order))


def numbered(ws):
    """Sites that are paired, directly or through others, are one lock; so are readers and writers of the same
    functions, which share none."""
    of = {}
    def root(x):
        while of.setdefault(x, x) != x:
            x = of[x]
        return x
    for w in ws:
        if w.gives is not None:
            of[root(("gives", w.gives))] = root(("takes", w.takes))
    func = lambda site: site.rsplit(":", 1)[0]
    pairs = {(func(w.takes), func(w.gives), w.reads): w.takes for w in reversed(ws) if w.gives is not None}
    for (a, b, reads), site in pairs.items():
        if (b, a, not reads) in pairs:
            of[root(("takes", pairs[b, a, not reads]))] = root(("takes", site))
    for (a, b, reads) in list(pairs):
        for w in ws:
            if w.gives is not None and (func(w.takes), func(w.gives), w.reads) == (a, b, reads) and \
                    (b, a, not reads) in pairs:
                of[root(("takes", w.takes))] = root(("takes", pairs[a, b, reads]))
    for w in ws:
        w.number = root(("takes", w.takes))


def holders(t, ws):
    """held, first, nth and handed of waits that are in the order of their ends."""
    last = {}
    for w in ws:
        before = last.get((w.number, w.order))
        if before is not None and before.slices + 1 == w.slices:
            before.again = w.begin
        last[w.number, w.order] = w
    lives = defaultdict(list)
    for order, life in enumerate(t.world().lives):
        lives[life.g].append((life.created, order))
    ended = defaultdict(list)                    # lock -> waits that a goroutine ended who gave it back
    own, whatever = {}, {}                       # by the goroutine who waited
    for w in ws:
        if w.gives is None:
            continue
        holder = max(order for created, order in lives[w.holder] if created <= w.end)
        earlier = ended[w.number]
        i = len(earlier)
        while w.reads and i and earlier[i - 1].reads and earlier[i - 1].holder == w.holder:
            i -= 1                               # he lets several in at once
        known = [w.begin]
        if i:
            known += [earlier[i - 1].end, earlier[i - 1].ran, earlier[i - 1].again]
        mine = own.get((w.number, holder))
        its = whatever.get(holder) if w.reads else mine
        known.append(its.ran if its else None)
        w.held = max(k for k in known if k is not None and k <= w.end)
        if mine is not None and not mine.handed and mine.ran is not None and w.begin <= mine.ran <= w.end:
            mine.handed, w.first, w.nth = True, mine.first, mine.nth + 1
        earlier.append(w)
        own[w.number, w.order] = whatever[w.order] = w


def sums(ws, a, b):
    """Key -> columns of locks."""
    clip = lambda x: min(max(x, a), b)
    length = lambda w: clip(w.end) - clip(w.begin)
    out = {}
    by_key, gives, takes, last = defaultdict(list), defaultdict(set), defaultdict(set), {}
    for w in ws:
        by_key[w.takes, w.gives, w.owner].append(w)
        if w.gives is not None:
            gives[w.takes].add(w.gives)
            takes[w.gives].add(w.takes)
    held = Counter()
    for w in ws:
        if w.held is not None:
            since, before = w.held, last.get(w.number)
            if before is not None and before.holder == w.holder:
                since = max(since, before.end)
            held[w.takes, w.gives, w.owner] += clip(w.end) - clip(since)
            last[w.number] = w
    for key, all_of in by_key.items():
        ended = [w for w in all_of if w.ended]
        lone = len(gives[key[0]]) == 1 == len(takes[key[1]])
        convoys = [(w.nth, clip(w.end) - clip(w.first.end)) for w in ws
                   if not w.handed and w.nth >= CONVOY and (w.first.takes, w.first.gives, w.first.owner) == key]
        out[key] = {
            "waits": len(ended), "wait_ns": sum(map(length, ended)), "max_ns": max(map(length, ended), default=None),
            "p50_ns": waits.rank([length(w) for w in ended], 0.5), "p99_ns": waits.rank(map(length, ended), 0.99),
            "some_ns": spans.measure(spans.union((clip(w.begin), clip(w.end)) for w in ended)),
            "sched_ns": sum(clip(b if w.ran is None else w.ran) - clip(w.end) for w in ended),
            "hold_min_ns": held[key],
            "hold_max_ns": max((clip(w.end) - clip(w.held) for w in all_of if w.held is not None), default=None),
            "open": len(all_of) - len(ended), "open_ns": sum(length(w) for w in all_of if not w.ended),
            "unlock_sites": len(gives[key[0]]), "lock_sites": len(takes[key[1]]) if key[1] is not None else 0,
            "confidence": "low" if key[1] is None or len(ended) < 3 else
                          "high" if len(ended) >= 10 and lone else "medium",
            "convoys": len(convoys), "convoy_ns": sum(ns for _, ns in convoys),
            "convoy_max": max(convoys, default=(0, 0))[0], "convoy_max_ns": max(convoys, default=(0, 0))[1]}
    return out


def compare(t, d, everything, a, b, options, what=""):
    ws = []
    for w in everything:
        if max(a, w.begin) < min(b, w.end):
            w.first, w.nth, w.handed, w.again, w.held = w, 1, False, None, None
            ws.append(w)
    numbered(ws)
    holders(t, ws)
    clip = lambda x: min(max(x, a), b)
    # one by one
    key = lambda r: (r["g"], r["start_ns"])
    rows = {key(r): r for r in t.rows("lockwaits", WAITS, *options)}
    d.same(f"{what} waits for locks", sorted(rows), sorted((w.life.g, clip(w.begin)) for w in ws))
    for w in ws:
        r = rows.get((w.life.g, clip(w.begin)))
        if r is None:
            continue
        in_chain = w.handed or w.nth > 1
        d.columns(f"{what} wait of {w.life.g} at {w.begin}", r, {
            "func": t.func(w.life) or None, "dur_ns": clip(w.end) - clip(w.begin),
            "end_ns": None if t.cut_short and not w.ended else clip(w.end), "lock_site": w.takes,
            "unlock_site": w.gives, "holder_g": w.holder, "held_since_ns": w.held,
            "hold_min_ns": None if w.held is None else clip(w.end) - clip(w.held),
            "sched_ns": clip(b if w.ran is None else w.ran) - clip(w.end) if w.ended else None,
            "chain_ns": clip(w.first.end) if in_chain else None, "nth": w.nth, "open": not w.ended,
            "system": w.owner})
    # their sums
    facts, rows = t.ask("locks", LOCKS, *options)
    rows = {(r["lock_site"], r["unlock_site"], r["system"]): r for r in rows}
    want = sums(ws, a, b)
    d.same(what + " locks", sorted(rows, key=str), sorted(want, key=str))
    for k, w in want.items():
        d.columns(f"{what} lock {k}", rows.get(k, {}), w)
    if t.facts["complete"] and not world_is_old(t):
        found(t, d, ws, a, b, options, what)
    held_meanwhile(t, d, ws, want, clip, options, what)
    # numbers only tell which rows are one lock
    number = {(w.takes, w.gives, w.owner): w.number for w in ws}
    d.same(what + " rows of one lock", len({(r["lock"], number.get(k)) for k, r in rows.items()}),
           len(set(number.values())) if len({r["lock"] for r in rows.values()}) == len(set(number.values())) else -1)
    d.same(what + " sums", [facts.get(k) for k in ("waits", "wait_ns", "open_waits", "open_ns")],
           [sum(w[k] for w in want.values()) for k in ("waits", "wait_ns", "open", "open_ns")])


def held_meanwhile(t, d, ws, all_sums, clip, options, what):
    """The report waits says the same of who held a lock, and nothing of other waits."""
    want = {(w.life.g, clip(w.begin)): (w.holder, w.held, None if w.held is None else clip(w.end) - clip(w.held),
                                        all_sums[w.takes, w.gives, w.owner]["confidence"])
            for w in ws if w.holder is not None}
    for r in t.rows("waits", HOLDERS, *options):
        of = r["state"] == "waiting" and not r["open"] and want.pop((r["g"], r["start_ns"]), None) or (None,) * 4
        d.columns(f"{what} waits: of {r['g']} at {r['start_ns']}", r,
                  dict(zip(("holder_g", "held_since_ns", "hold_min_ns", "confidence"), of)))
    d.same(f"{what} waits: holders of others", len(want), 0)


def world_is_old(t):
    """Up to 1.9 there are other findings' reasons to be silent, too."""
    return t.world().lone_stops


def lengths(ws):
    """Wait -> the waits of its chain."""
    most = Counter()
    for w in ws:
        most[id(w.first)] = max(most[id(w.first)], w.nth)
    return {id(w): most[id(w.first)] for w in ws}


def found(t, d, ws, a, b, options, what):
    """The findings: a lock whose long waits and convoys cost the program much of the time."""
    clip = lambda x: min(max(x, a), b)
    length = lambda w: clip(w.end) - clip(w.begin)
    union = lambda v: spans.measure(spans.union((clip(w.begin), clip(w.end)) for w in v))
    chain, by_number, all_sums, want = lengths(ws), defaultdict(list), sums(ws, a, b), []
    for w in ws:
        if w.ended and waits.is_system(w.life, t.func(w.life)) is False:
            by_number[w.number].append(w)
    for number, own in by_number.items():
        heavy = [w for w in own if length(w) > LONG or chain[id(w)] >= CONVOY]
        cost = union(heavy)
        if cost < LONG or cost * 100 < b - a:
            continue
        pairs = {k: v for k, v in all_sums.items() if k[2] is False and v["waits"]
                 and any((w.takes, w.gives, w.owner) == k for w in own)}
        most = max(v["wait_ns"] for v in pairs.values())
        want.append((cost, {
            "count": len(heavy), "max_ns": max(map(length, own)), "cost_ns": cost, "percent": 100 * cost / (b - a)},
            {k: sum(v[k] for v in pairs.values()) for k in ("waits", "wait_ns", "sched_ns", "hold_min_ns", "convoys")}
            | {"some_ns": union(own), "convoy_max": max(v["convoy_max"] for v in pairs.values()),
               "hold_max_ns": max(v["hold_max_ns"] or 0 for v in pairs.values())},
            {k[0] for k, v in pairs.items() if v["wait_ns"] == most}))
    want = sorted(want, key=lambda x: -x[0])[:5]
    rows = [r for r in t.rows("findings", *options) if r["kind"] == "locks"]
    d.same(what + " findings", len(rows), len(want))
    slow = waited(t, options) if rows else []
    for r, (_, columns_of, evidence, sites) in zip(sorted(rows, key=lambda r: -r["cost_ns"]), want):
        percent = columns_of.pop("percent")
        d.columns(what + " finding", r, columns_of)
        d.same(what + " finding percent", abs(r["percent"] - percent) < 1e-6, True)
        d.columns(what + " finding", r["evidence"], evidence)
        own = next(v for v in by_number.values() if union([w for w in v if length(w) > LONG or chain[id(w)] >= CONVOY])
                   == r["cost_ns"])
        held_over(t, d, what + " finding", r, evidence["hold_min_ns"], ws, own, a, b, slow)
        d.same(what + " finding of a site", f"{r['func']}:{r['evidence']['line']}" in sites, True)
        options_of = [o for o in shlex.split(r["report"]) if not o.startswith("--limit=")]
        repeated = json.loads(t.run(*options_of, *options, "--format=json"))["rows"]
        for k in ("waits", "wait_ns", "sched_ns", "hold_min_ns", "convoys"):
            d.same(f"{what} {k} in {r['report']}", sum(x[k] for x in repeated), evidence[k])


OVER = {"network": "waited for the network", "sleep": "slept", "select": "waited for a channel",
        "chan receive": "waited for a channel", "chan send": "waited for a channel",
        "sync.(*Cond).Wait": "waited for a sync.Cond", "sync": "waited for another lock or a sync.WaitGroup"}


def over(t, ws, own, a, b, rows):
    """(ns of the holds that are known, {(function, what): (ns, places)}): what holders waited for meanwhile."""
    clip = lambda x: min(max(x, a), b)
    looked, sums, before = 0, defaultdict(int), 0
    where = defaultdict(set)
    by_g = defaultdict(list)
    for r in rows:
        by_g[r["g"]].append(r)
    for w in own:
        if w.held is None:
            continue
        x, y = clip(max(w.held, before)), clip(w.end)
        before = w.end
        looked += max(0, y - x)
        for r in by_g[w.holder]:
            ns = min(y, r["start_ns"] + r["dur_ns"]) - max(x, r["start_ns"])
            if ns <= 0 or not r["stack"]:
                continue
            place = places.frame_of(r["stack"])
            inner = [f["func"] for f in r["stack"][:r["stack"].index(place)]]
            what = r["call"] if r["call"] else None if r["reason"] not in OVER else \
                "network" if any(places.package(f) == "net" or places.package(f).startswith("net/") for f in inner) else r["reason"]
            if what:
                sums[place["func"], what] += ns
                file = what == "network" and any(f.startswith("os.(*File).") for f in inner)
                where[place["func"], what].add((places.where(r["stack"]), "waited for a pipe or a file" if file else None))
    return looked, {k: (v, where[k]) for k, v in sums.items()}


def waited(t, options):
    """Waits and calls, with their stacks: of holders."""
    rows = [dict(r, call=None) for r in t.rows("waits", "--columns=g,start,dur,state,reason,stack", *options)
            if r["state"] == "waiting"]
    return rows + [dict(r, reason=None) for r in t.rows("calls", "--columns=g,start,dur,call,stack", *options)]


def held_over(t, d, what, row, hold, ws, own, a, b, rows):
    """A lock that was mostly held over waits of one kind in one function is told so, and no other."""
    looked, sums = over(t, ws, own, a, b, rows)
    best = max((v[0] for v in sums.values()), default=0)
    want = sum(v[0] for v in sums.values()) * 2 > looked and best * 4 > looked and hold * 2 > row["evidence"]["some_ns"]
    d.same(what + " held over a wait", "over_ns" in row["evidence"], want)
    if not want or "over_ns" not in row["evidence"]:
        return
    d.same(what + " over", [row["evidence"]["over_ns"], row["evidence"]["looked_ns"]], [best, looked])
    said = [(f"while it {did or OVER.get(kind, f'was in a call ({kind})')} in {place}, ")
            for (_, kind), (ns, at) in sums.items() if ns == best for place, did in at]
    d.same(f"{what} says one of {said}", any(s in row["finding"] for s in said), True)


def part_locks(t, d):
    world = t.world()
    if world.count > MOST:
        return f"more than {MOST} events"
    everything = gathered(t)
    rng = random.Random(t.name + " locks")
    cuts = [sorted(rng.randint(0, t.end) for _ in "ab") for _ in range(3)]
    compare(t, d, everything, 0, t.end, (), "all")
    for a, b in () if t.spoil else cuts:
        if a < b:
            compare(t, d, everything, a, b, (f"--from={a}", f"--to={b}"), f"{a} to {b}")
    return None if everything else "nobody waited for a lock"


PARTS = {"locks": Part(part_locks,
                       columns("locks", "lock_site unlock_site waits wait_ns p50_ns p99_ns max_ns some_ns sched_ns "
                               "hold_min_ns hold_max_ns convoys convoy_max convoy_ns confidence open open_ns "
                               "unlock_sites lock_sites convoy_max_ns system")
                       + columns("lockwaits", "func dur_ns end_ns lock_site unlock_site holder_g held_since_ns "
                                 "hold_min_ns sched_ns chain_ns nth open system")
                       + columns("waits", "holder_g held_since_ns hold_min_ns confidence"))}
