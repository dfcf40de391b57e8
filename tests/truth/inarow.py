"""Calls over the network that were made one after the other (gtrace-tui(1), FINDINGS), from waits, requests and lives."""
from collections import defaultdict

import causes
import places
import spans
import waits

from differ import Part

CALLS = ("net/http.(*Transport).roundTrip", "net/rpc.(*Client).Call", "net.(*netFD).connect")
BEFORE = "net/http.(*Transport).getConn"
WRITER = "net/http.(*persistConn).writeLoop"
READS, WRITES = ("net.(*netFD).Read", "net.(*netFD).read"), ("net.(*netFD).Write", "net.(*netFD).write")
CALLERS = 4
K, WORK, HABIT, MOST = 3, 20, 3, 5
SERVERS = ("net/http.(*conn).serve", "net/http.(*http2serverConn)", "net/http/internal/http2.", "golang.org/x/net/http2.",
           "google.golang.org/grpc", "github.com/valyala/fasthttp", "net/rpc.")


def what(stack):
    """What who waits with this stack does: call, before (one), after (the answer's rest), sleep, read or write bytes of a
    connection; else None."""
    stack = stack or []
    if places.reason(stack) == "sleep":
        return "sleep"
    if places.reason(stack) == "sync":
        return None
    place = places.frame_of(stack)
    inner = [f["func"] or "" for f in stack[:stack.index(place)]] if place else []
    if "runtime.gcAssistAlloc" in inner:
        return None
    for func in inner:
        if func == BEFORE or func in CALLS:
            return "before" if func == BEFORE else "call"
    raw = [f for f in inner if f.startswith(READS + WRITES)]
    if raw and not places.library(place["func"]) and not any(places.package(f) == "net/http" for f in inner):
        return "read" if raw[-1].startswith(READS) else "write"
    return "after" if any(places.package(f) == "net" or places.package(f).startswith("net/") for f in inner) else None


def function(stack):
    return (places.frame_of(stack) or {"func": None})["func"]


def maker(stack):
    """The place of the frame that made a call: outside of database/sql and its driver."""
    at = stack.index(places.frame_of(stack))
    sql = next((i for i, f in enumerate(stack) if i >= at and places.package(f["func"]) == "database/sql"), len(stack))
    return next((i for i, f in enumerate(stack) if i > sql and not places.library(f["func"])), at)


def common(stacks):
    """The innermost function of the program that all have in common, where its line may differ, and that which called it
    if it is where the first one is."""
    frames, out = [[(f["func"], f["line"]) for f in reversed(s)] for s in stacks], []
    own = len(stacks[0]) - maker(stacks[0])
    frames[0] = frames[0][:own]
    for i, same in enumerate(zip(*frames)):
        if len({f for f, _ in same}) > 1:
            break
        if not places.library(same[0][0]):
            out.append((same[0][0], i))
        if len(set(same)) > 1:
            break
    if not out:
        return None
    return out[-1][0], out[-2][0] if len(out) > 1 and out[-1][1] == own - 1 else None


def asked(write, read):
    """Whether these bytes were written for those that are waited for: where the stacks part, the program wrote first."""
    last = None
    for x, y in zip(reversed(write), reversed(read)):
        if x["func"] != y["func"]:
            break
        last = x, y
        if x["line"] != y["line"]:
            break
    return bool(last) and not places.library(last[0]["func"]) and last[0]["line"] <= last[1]["line"]


def row_of(states, a, b, kind, loops, writes):
    """The calls of a row, [(begin, end, ns, stack)]: None, if [a, b) is no row."""
    calls, early, between, pending, at, come = [], None, 0, 0, a, a
    for r in states:
        x, y = max(a, r["start_ns"]), min(b, r["start_ns"] + r["dur_ns"])
        if y <= x:
            continue
        pending, at = pending + x - at, y
        if r["state"] == "runnable":
            continue
        is_a = what(r["stack"]) if r["state"] == "waiting" else None
        if is_a in ("read", "write"):
            before = [s for time, s in writes if come <= time < x] if is_a == "read" else []
            come = y if is_a == "read" else come
            is_a = "call" if before and asked(before[-1], r["stack"]) else "after"
        first = is_a == "before" or is_a == "call" and r["waker_func"] == WRITER
        if kind == "call" and first:
            early = (early[0] if early else x, (early[1] if early else 0) + y - x)
        elif is_a == kind:
            calls.append([early[0] if early else x, y, y - x + (early[1] if early else 0), r["stack"]])
            between, pending, early = between + (pending if calls[1:] else 0), 0, None
        elif kind == "call" and is_a == "after" and calls and function(calls[-1][3]) == function(r["stack"]):
            calls[-1][1], calls[-1][2] = y, calls[-1][2] + y - x
        else:
            pending += y - x
    texts = [places.text(c[3]) for c in calls]
    ns = sum(c[2] for c in calls)
    if len(calls) < K or between >= ns // WORK or (not loops and len(set(texts)) < len(texts)):
        return None
    if kind == "sleep" and len({function(c[3]) for c in calls}) > 1:
        return None
    return calls


def found(t, a, b):
    """(kind, function) -> rows, without those that only a few rounds of a timer had"""
    own, out, rounds = defaultdict(list), defaultdict(list), defaultdict(int)
    for r in t.rows("waits", "--columns=g,life,start,dur,state,stack,waker_func,waker_kind,open"):
        own[r["g"], r["life"]].append(r)
    wrote = defaultdict(list)
    for r in t.rows("events", "--filter=name~'^GoSys[Cc]all(Begin)?$'", "--columns=ns,name,g,stack"):
        if what(r["stack"]) == "write":
            wrote[r["g"]].append((r["ns"], r["stack"]))
    for key, rows in own.items():
        wrote[key[0]] += [(r["start_ns"], r["stack"]) for r in rows if r["state"] == "waiting" and what(r["stack"]) == "write"]
    requests = defaultdict(list)
    for r in t.rows("requests"):
        requests[r["g"]].append(r)
    number = defaultdict(int)
    for life in t.world().lives:
        number[life.g] += 1
        states = sorted(own.get((life.g, number[life.g]), ()), key=lambda r: r["start_ns"])
        if not states or not waits.is_program(life, t.func(life)):
            continue
        end = t.end if life.ended is None else life.ended
        units = [(r["start_ns"], r["end_ns"] if r["end_ns"] is not None else r["start_ns"] + r["dur_ns"])
                 for r in requests[life.g] if life.created <= r["start_ns"] <= end and r["exec_ns"] is not None]
        parts = [(max(a, x), min(b, y), True, ("call", "sleep")) for x, y in units]
        if not units and not (t.func(life) or "").startswith(SERVERS):
            if not life.older and life.created >= a and life.ended is not None and life.ended < b:
                parts = [(life.created, life.ended, False, ("call", "sleep"))]
            timed = [r for r in states if r["state"] == "waiting" and r["waker_kind"] == "timer" and not r["open"]]
            parts += [(x["start_ns"] + x["dur_ns"], y["start_ns"], None, ("call",)) for x, y in zip(timed, timed[1:])]
        writes = sorted(wrote[life.g], key=lambda w: w[0])
        for x, y, whole, kinds in parts:
            for kind in kinds:
                calls = row_of(states, x, y, kind, whole is not False and kind == "call", writes) if x < y else None
                func = common([c[3] for c in calls]) if calls else None
                if func and (kind == "call" or func[0] != function(calls[0][3])):
                    out[kind, func].append(calls)
                    rounds[kind, func] += whole is None
    return {key: rows for key, rows in out.items() if rounds[key] < len(rows) or len(rows) >= HABIT}


def callers(stack):
    """The program's own calls on the way to where a stack is, as far as no library is between them."""
    out = []
    at = maker(stack)
    for f in stack[at + (stack[at] is places.frame_of(stack)):][:CALLERS]:
        if places.library(f["func"]):
            break
        out.append(f"{f['func']}:{f['line']}")
    return out


def part_inarow(t, d):
    if not t.facts["complete"] or t.world().lone_stops:
        return "what is beyond the horizon, and traces up to 1.9, are not judged here"
    want = {}
    for (kind, (func, caller)), rows in found(t, 0, t.end).items():
        rest = [(c[0], c[1]) for calls in rows for c in sorted(calls, key=lambda c: -c[2])[1:]]
        cost = spans.measure(spans.union(rest))
        if causes.matters(cost, 0, t.end) and (kind == "call" or len(rows) >= HABIT):
            want["network" if kind == "call" else "sleep", func, cost] = caller, rows
    got = {(r["reason"], r["func"], r["cost_ns"]): r for r in t.rows("findings") if r["kind"] == "in a row"}
    d.same("findings of calls in a row", sorted(map(str, got)), sorted(map(str, want)))
    for key, (caller, rows) in want.items() if len(want) <= MOST and sorted(got) == sorted(want) else ():
        r, longest = got[key], [max(c[2] for c in calls) for calls in rows]
        d.columns(str(key), r["evidence"], {
            "rows": len(rows), "calls": sum(map(len, rows)), "sum_ns": sum(c[2] for calls in rows for c in calls),
            "longest_ns": sum(longest), "max_ns": max(longest)})
        at = {places.where(c[3]) + ("".join(f" from {x}" for x in callers(c[3])) if caller else "")
              for calls in rows for c in calls if c[2] == max(longest)}
        d.same(f"{key} begins with the function", r["finding"].startswith(
            key[1] + (f", called from {caller}," if caller else "") + " waited for "), True)
        d.same(f"{key} says one of {at}", any(f"in {x})" in r["finding"] for x in at), True)
        d.same(f"{key} severity", r["severity"] == "low", key[0] == "sleep" or key[2] * 50 < t.end)
    return None


# ---- connections ----

DIALERS = ("net/http.(*Transport).dialConnFor", "net/http.(*Transport).startDialConnForLocked.func1")
FEW = 10


def site(stack):
    """(function, line, the next function of the program that called it): where net/http was called; None: by nobody."""
    place = places.frame_of(stack)
    if place is None or places.library(place["func"]):
        return None
    outer = stack[stack.index(place) + 1:]
    return place["func"], place["line"], next((f["func"] for f in outer if not places.library(f["func"])), None)


def most_at_a_time(v):
    steps = sorted([(x, 1) for x, _ in v] + [(y, -1) for _, y in v])
    now = most = 0
    for _, step in steps:
        now += step
        most = max(most, now)
    return most


def dials(t):
    """site -> [connections, waits for them, calls]"""
    created = {(r["ns"], r["args"].get("new_g", r["args"].get("g"))): (r["g"], r["stack"])
               for r in t.rows("events", "--filter=name=GoCreate", "--columns=ns,g,args,stack")}
    own, stood, out = defaultdict(list), defaultdict(list), {}
    for s in t.world().slices:
        own[s.life.g].append(s.start)
    for r in t.rows("waits", "--columns=g,start,dur,state,stack,waker_func,open"):
        if r["state"] == "waiting":
            stood[r["g"]].append(r)
    after = lambda g, time: min((x for x in own[g] if x > time), default=None)
    for life in t.world().lives:
        by, stack = created.get((life.created, life.g), (None, None))
        at = site(stack) if stack and t.func(life) in DIALERS else None
        if at is None:
            continue
        it = out.setdefault(at, [0, [], []])
        it[0] += 1
        ran, wait = after(by, life.created), min((r["start_ns"] for r in stood[by] if r["start_ns"] > life.created), default=None)
        if ran is not None and wait is not None and wait < ran:
            it[1].append((life.created, ran))
    for g, rows in stood.items():
        for r in rows if out else ():
            at = site(r["stack"]) if what(r["stack"]) == "call" and r["waker_func"] != WRITER else None
            ran = after(g, r["start_ns"]) if at in out else None
            if ran is not None:
                out[at][2].append((r["start_ns"], ran))
    return out


def part_dials(t, d):
    if not t.facts["complete"] or t.world().lone_stops:
        return "what is beyond the horizon, and traces up to 1.9, are not judged here"
    want = {}
    for at, (n, waited, calls) in dials(t).items():
        most, cost = most_at_a_time(calls), spans.measure(spans.union(waited))
        if n >= most + FEW and (n - most) * 2 >= len(calls) and causes.matters(cost, 0, t.end):
            want[at[0], cost] = at, {
                "dials": n, "calls": len(calls), "at_a_time": most, "sum_ns": sum(y - x for x, y in waited),
                "max_ns": max(y - x for x, y in waited)}
    rows = t.rows("findings")
    got = {(r["func"], r["cost_ns"]): r for r in rows if r["kind"] == "connections"}
    d.same("findings of connections", sorted(map(str, got)), sorted(map(str, want)))
    for key, (at, evidence) in want.items() if sorted(got) == sorted(want) else ():
        r = got[key]
        d.columns(str(at), r["evidence"], evidence)
        begin = f"{at[0]}:{at[1]}" + (f", called from {at[2]}," if at[2] else "") + f" opened {evidence['dials']} connection"
        d.same(f"{at} begins with {begin}", r["finding"].startswith(begin), True)
        for x in rows:
            ends = x["kind"] == "leaks" and (x["func"] or "").startswith(("net/http.(*persistConn).", "net/http.(*conn).serve"))
            if ends and evidence["dials"] >= 0.6 * x["count"]:
                d.same(f"{x['func']} because of {at}", rows[x["because"] - 1]["kind"] if x["because"] else None, "connections")
    return None


PARTS = {"inarow": Part(part_inarow, []), "dials": Part(part_dials, [])}
