"""Requests that are inferred from stacks (gtrace-tui(1), the report requests), from the events.

For each goroutine of a server: what its stacks say, as a line of letters in the order of time.  L it looks for a
request, T is in the TLS handshake, E creates the goroutine that reads meanwhile, H is in the handler, F after
it, C closes.  Requests are the stretches of E, H, F between the L; where two of them have no L between, an E of
its own or an H after an F shows that.
"""
import json
import random

from collections import Counter, namedtuple

import locks
import notes
import places
import queues

from differ import Part, columns

SERVE = "net/http.(*conn).serve"
EACH = {"net/http.(*http2serverConn).runHandler": "http/2",
        "net/http/internal/http2.(*serverConn).runHandler": "http/2",
        "golang.org/x/net/http2.(*serverConn).runHandler": "http/2"}
GRPC = "google.golang.org/grpc."
STREAM = GRPC + "(*Server).serveStreams.func"
WORKER = GRPC + "(*Server).serverWorker"
LETTERS = {
    "crypto/tls.(*Conn).Handshake": "T", "crypto/tls.(*Conn).HandshakeContext": "T",
    "bufio.(*Reader).Peek": "L", "net/http.(*conn).readRequest": "L",
    "net/http.(*conn).maybeServeUnencryptedHTTP2": "L",
    "net/http.(*connReader).startBackgroundRead": "E", "net/http.serverHandler.ServeHTTP": "H",
    "net/http.(*response).finishRequest": "F", "net/http.(*conn).closeWriteAndWait": "C",
    "net/http.(*conn).serve.func1": "C", "net/http.(*conn).close": "C",
}
HANDLERS = {"net/http.serverHandler.ServeHTTP", "net/http.HandlerFunc.ServeHTTP", "net/http.(*ServeMux).ServeHTTP",
            "net/http.StripPrefix.func1", "net/http.(*timeoutHandler).ServeHTTP.func1",
            GRPC + "(*Server).processUnaryRPC", GRPC + "(*Server).processStreamingRPC"}
SPENT = ("exec_ns", "sched_wait_ns", "syscall_ns", "syscall_block_ns", "blocked_ns", "block_ns")
# peek, waits: how it looks; aside: it creates that goroutine; end None: it goes on
Seen = namedtuple("Seen", "letter start end stack peek waits aside")


def letter(stack):
    """Of a stack, outermost function first."""
    if len(stack) < 2 or stack[0] != SERVE:
        return "H" if len(stack) >= 100 else "?"
    if any("http2" in f and f.endswith((".(*Server).ServeConn", "erverConn).serve")) for f in stack):
        return "U"
    found = LETTERS.get(stack[1], "?")
    if found == "L" and stack[1].endswith("readRequest") and any(f.endswith("eadMIMEHeader") for f in stack):
        return "?"
    return found


def handler(stacks):
    best = (0, None)
    for stack in stacks:
        calls = [b for a, b in zip(stack, stack[1:])
                 if a in HANDLERS and not b.startswith((GRPC if a.startswith(GRPC) else "net/http.", "runtime."))]
        if len(calls) > best[0]:
            best = (len(calls), calls[-1])
    return best[1]


def records(stacks):
    """Whether this is what the trace was asked for by."""
    return any(f in ("net/http/pprof.Trace", "runtime/trace.Start") for stack in stacks for f in stack)


class Stacks:
    """The stacks of events by goroutine: what it did, and whom it created."""

    def __init__(self, t, ids):
        self.at, self.calls, self.made, self.end = {}, {}, {}, t.world().end
        out = t.run("--report=events", "--format=ndjson", "--columns=ns,name,g,args,stack")
        for line in out.decode("utf-8", "replace").splitlines():
            e = json.loads(line)
            stack = [f["func"] for f in reversed(e["stack"] or [])]
            whose = e["args"].get("g") if e["name"] == "GoStatusStack" else e["g"]
            if whose not in ids:
                continue
            self.at.setdefault((whose, e["ns"], e["name"]), stack)
            if e["name"] in ("GoSysCall", "GoSyscallBegin"):
                self.calls.setdefault(whose, []).append((e["ns"], stack))
            if e["name"] in ("GoCreate", "GoCreateBlocked"):
                self.made.setdefault(whose, []).append((e["ns"], stack))

    def call(self, g, t):
        """The last call up to a time."""
        return ([(0, [])] + [c for c in self.calls.get(g, []) if c[0] <= t])[-1]

    def seen(self, life):
        """What is seen of a life, in the order of time."""
        out = []

        def put(start, end, stack, waits=False, aside=False):
            if not stack:
                return
            what = letter(stack)
            reads = any(f.endswith(("(*connReader).Read", "(*liveSwitchReader).Read")) for f in stack)
            out.append((start, not aside, Seen(what, start, end, stack, what == "L" and "Peek" in stack[1],
                                               waits and reads, aside and stack[-1].endswith("startBackgroundRead"))))

        for i, s in enumerate(life.spans):
            end = s.end if s.ended else None
            if s.start == s.end:
                continue
            if s.state == "B":
                call, stack = self.call(life.g, s.start)
                if i and life.spans[i - 1].state == "R" and call < s.start:
                    put(call, s.start, stack)            # v1: its part with the P
                put(s.start, end, stack)
            elif s.state == "S" or s.state in "QW" and i and life.spans[i - 1].state in "RS":
                put(s.start, end, self.at.get((life.g, s.start, s.began), []), waits=s.state == "W")
            elif not i and s.state == "W" and life.older:
                stack = self.at.get((life.g, life.shown, "GoStatusStack"), [])
                if stack:
                    put(s.start, end, stack, waits=True)
                else:
                    out.append((0, True, Seen("0", 0, end, [], False, True, False)))
        for t, stack in self.made.get(life.g, []):
            if life.created <= t <= (life.ended if life.ended is not None else self.end):
                put(t, t, stack, aside=True)
        return [x[2] for x in sorted(out, key=lambda x: x[:2])]


def begins(looks, last):
    """When the request after these looks, handshakes and unknown waits begins; last: where the one before ended."""
    begin, waited, peeked = last, False, False
    for k, s in enumerate(looks):
        if s.letter == "0":
            following = looks[k + 1:k + 2]
            if not (following and following[0].waits):
                begin, waited = s.end, True
            continue
        if s.letter == "T":
            begin = s.end
            continue
        if not s.waits:
            peeked |= s.peek
        elif s.peek or not (waited or peeked):
            begin, waited, peeked = s.end, True, peeked or s.peek
    return begin


def connection(t, life, seen):
    """(begin, end or None, cut, handler, whether it is for this trace) of each request."""
    out, looks, run, last = [], [], [], life.created
    dead = False

    def close(end):
        nonlocal run, last
        if not run:
            return
        first = run[0]
        others = [s for s in looks if s.letter in "LT"]
        begin = begins(looks if others or first.letter == "E" else others, last)
        cut = life.older and begin == life.created and not out
        pieces, now, aside, mark = [], [], False, None
        for s in run:
            if now and (s.aside and aside or mark is not None and s.letter != "F"):
                at = s.start if mark is None else mark
                pieces.append((now, at))
                now, aside = [], False
            now.append(s)
            aside |= s.aside
            mark = s.end if s.letter == "F" else None
        pieces.append((now, end))
        for now, at in pieces:
            out.append((begin, at, cut, handler(s.stack for s in now), records(s.stack for s in now)))
            begin, cut = at, False
        run, last = [], end

    for s in seen:
        if dead:
            break
        if s.letter in "L":
            if run:
                close(s.start)
                looks = []
            looks.append(s)
            dead = s.waits and s.end is None
        elif s.letter in "0T":
            looks.append(s)
            dead = s.end is None and s.letter == "0"
        elif s.letter in "EHF":
            run.append(s)
        elif s.letter == "C":
            close(s.start)
            dead = True
        elif s.letter == "U":
            run, dead = [], True
    if not dead or run:
        close(life.ended)
    return out


def takes(stack):
    """Whether the goroutine of a worker waits for a request there."""
    return len(stack) < 2 or stack[1].startswith("runtime.chanrecv") or stack[1] == "runtime.selectgo"


def worker(stacks, life):
    """The same of a goroutine that takes a request after the other from a channel."""
    out, here, waited = [], [], False
    begin, cut = (life.created, True) if life.older else (None, False)

    for i, s in enumerate(life.spans):
        if s.start == s.end:
            continue
        after_run = i and life.spans[i - 1].state in "RS"
        unseen = not i and s.state == "W" and life.older
        stack = stacks.call(life.g, s.start)[1] if s.state == "B" else []
        if s.state == "S" or s.state in "QW" and after_run:
            stack = stacks.at.get((life.g, s.start, s.began), [])
        elif unseen:
            stack = stacks.at.get((life.g, life.shown, "GoStatusStack"), [])
        if s.state == "W" and (stack and takes(stack) or unseen and not stack):
            if begin is not None and (waited or any(not takes(x) for x in here)):
                out.append((begin, s.start, cut, handler(here), records(here)))
            begin, cut, here, waited = s.end if s.ended else None, False, [], True
        elif stack:
            here.append(stack)
    if begin is not None and any(not takes(x) for x in here):
        out.append((begin, life.ended, cut, handler(here), records(here)))
    return out


def requests_of(t):
    """(rows, those that are for this trace); rows: (start, end, g, life, server, handler, inferred, cut)."""
    lives = [(life, t.func(life)) for life in t.world().lives]
    served = [(life, f) for life, f in lives if f in EACH or f in (SERVE, WORKER) or f and f.startswith(STREAM)]
    rows = []
    if served:
        stacks = Stacks(t, {life.g for life, _ in served})
        for life, f in served:
            seen = stacks.seen(life)
            if f in EACH or f.startswith(STREAM):
                rows.append((life.created, life.ended, life.g, life, EACH.get(f, "grpc"),
                             handler(s.stack for s in seen), True, life.older, records(s.stack for s in seen)))
                continue
            kind, own = ("grpc", worker(stacks, life)) if f == WORKER else ("http/1", connection(t, life, seen))
            rows += [(a, b, life.g, life, kind, h, True, cut, ours) for a, b, cut, h, ours in own]
    kept = with_tasks(t, [r[:8] for r in rows if not r[8]])
    return kept, [r for r in rows if r[8]]


def with_tasks(t, rows):
    n = notes.notes_of(t)
    tasks = []
    for number, task in n.tasks.items():
        if not number or task["parent"] or task["start"] is None and task["end"] is None:
            continue
        for at, g in ((task["start"], task.get("begin_g")), (task["end"], task.get("end_g"))):
            if at is not None:
                rows = [r for r in rows if not (r[2] == g and r[0] <= at < (float("inf") if r[1] is None else r[1]))]
        if task["end"] is not None and task["end"] > t.world().end:
            task = {**task, "end": None}
        start, g = (0, task["end_g"]) if task["start"] is None else (task["start"], task["begin_g"])
        if start < t.world().end:
            tasks.append((start, task["end"], g, n.life(g, start), "task", task["name"] or "", False,
                          task["start"] is None))
    return rows + tasks


def row_of(t, r):
    start, end, g, life, server, name, inferred, cut = r
    last = t.world().end if end is None else end
    if end is None and inferred and life.spans[-1].state == "?":
        last = life.spans[-1].start                # v1, damaged: nobody knows how long that call was
    want = {"start_ns": start, "end_ns": end, "dur_ns": last - start, "g": g, "server": server, "handler": name,
            "inferred": inferred, "cut_start": cut, "open": end is None}
    lived = life is not None and life.created <= start and (life.ended is None or life.ended >= last)
    sums = notes.inside([(life, start, last)]) if lived else {}
    want.update({k: sums.get(k) for k in SPENT})
    return want


def order(r):
    return r["start_ns"], r["g"], r["dur_ns"], r["server"], r["handler"] or ""


def compare(t, d, who=""):
    want = sorted((row_of(t, r) for r in requests_of(t)[0]), key=order)
    got = sorted(t.rows("requests"), key=order)
    d.same(who + " requests", [(r["start_ns"], r["g"]) for r in got], [(r["start_ns"], r["g"]) for r in want])
    if len(got) == len(want):
        for g, w in zip(got, want):
            d.columns(f"{who} request of G{w['g']} at {w['start_ns']}", g, w)
    return want


def percentile(v, q):
    """Nearest rank, of whole percents."""
    return sorted(v)[max(0, -(-q * len(v) // 100) - 1)] if v else None


def compare_groups(t, d, want, options):
    got = {(r["server"], r["handler"] or ""): r for r in t.rows("requestgroups", *options)}
    groups = {}
    for r in want:
        groups.setdefault((r["server"], r["handler"] or ""), []).append(r)
    d.same(f"groups {options}", sorted(got), sorted(groups))
    for key in got.keys() & groups.keys():
        rows = groups[key]
        whole = [r["dur_ns"] for r in rows if not r["cut_start"] and not r["open"]]
        sums = Counter()
        for r in rows:
            sums.update({k: r[k] or 0 for k in SPENT[:5]})
        d.columns(f"group {key} {options}", got[key], {
            "count": len(rows), "complete": len(whole), "total_ns": sum(r["dur_ns"] for r in rows),
            "p50_ns": percentile(whole, 50), "p90_ns": percentile(whole, 90), "p99_ns": percentile(whole, 99),
            "max_ns": max(whole, default=None), **{k: sums[k] for k in SPENT[:5]}})


STATES = {"R": "running", "Q": "runnable", "S": "syscall", "B": "syscall without P", "W": "waiting"}


def spent(t, requests):
    """(state, reason) -> where -> ns, of requests whose goroutine lived as long."""
    stood, _ = locks.stacks(t)
    older = {(r["g"], r["start_ns"]): r["stack"] for r in
             t.rows("waits", "--columns=g,start,state,reason,reason_inferred,stack")
             if r["state"] == "waiting" and (not r["reason"] or r["reason_inferred"])}
    sums = {}
    for start, end, g, life, *_ in requests:
        last = t.world().end if end is None else end
        if life is None or life.created > start or life.ended is not None and life.ended < last:
            continue
        for s in life.spans:
            ns = min(s.end, last) - max(s.start, start)
            if ns <= 0 or s.state == "?":
                continue
            stack = stood.get((g, s.start)) if s.reason else older.get((g, s.start))
            reason = (s.reason or places.reason(stack) or "") if s.state == "W" else ""
            where = places.where(stack) if s.state == "W" else None
            sums.setdefault((STATES[s.state], reason), Counter())[where] += ns
    return sums


def compare_totals(t, d, requests, want, options):
    """What is said of all: how many, how long, what takes most of their time, and where."""
    whole = [r["dur_ns"] for r in want if not r["cut_start"] and not r["open"]]
    unseen = [r for r in want if r["inferred"] and not r["handler"]]
    sums = spent(t, requests)
    total = {k: sum(v.values()) for k, v in sums.items()}
    for report in ("requests", "requestgroups"):
        facts, _ = t.ask(report, *options)
        d.same(f"{report} sums {options}", [facts.get(k) for k in (
            "requests", "complete", "unseen", "unseen_ns", "total_ns", "p50_ns", "p99_ns", "known_ns")], [
            len(want), len(whole), len(unseen), sum(r["dur_ns"] for r in unseen), sum(r["dur_ns"] for r in want),
            percentile(whole, 50), percentile(whole, 99), sum(total.values())])
        d.same(f"{report} most {options}", facts.get("most_ns", 0), max(total.values(), default=0))
        key = facts.get("most"), facts.get("most_reason") or ""
        if not total:
            continue
        d.same(f"{report} time of {key} {options}", total.get(key), facts["most_ns"])
        if key[0] == "waiting":
            at = {k: v for k, v in sums.get(key, {}).items() if k}
            d.same(f"{report} most at one place {options}", facts.get("most_where_ns"), max(at.values(), default=None))
            d.same(f"{report} at {facts.get('most_where')} {options}", at.get(facts.get("most_where")),
                   facts.get("most_where_ns"))


def compare_queues(t, d, requests):
    """The queue in which a request spent half of its time: of all waits in queues, what lies in it."""
    waits = {}
    for w in queues.gathered(t)[0]:
        waits.setdefault(id(w.life), []).append(w)
    kinds = {}
    for r in t.rows("queues"):
        kinds.setdefault(r["where"], set()).add(r["kind"])
    rows = {(r["start_ns"], r["g"], r["task"]): r for r in
            t.rows("requests", "--columns=start,g,task,dur,inferred,exec,queue,queue_kind,queue_ns")}
    d.same("requests with queues", len(rows), len(requests))
    for (start, g, _), r in rows.items():
        last = start + r["dur_ns"]
        life = next((x for x in t.world().lives if x.g == g and x.created <= start and
                     (x.ended is None or x.ended >= last)), None)
        sums = Counter()
        for w in waits.get(id(life), []) if life is not None and r["exec_ns"] is not None else []:
            ns = min(w.end, last) - max(w.begin, start)
            if ns > 0:
                sums[w.where[0], w.where[1], w.reason] += ns
        most = max((v for v in sums.values() if 2 * v >= r["dur_ns"]), default=None)
        d.same(f"time in the queue of G{g} at {start}", r["queue_ns"], most)
        if most:
            d.same(f"queue of G{g} at {start}", r["queue"] in {k[0] for k, v in sums.items() if v == most}, True)
            d.same(f"kind of the queue of G{g} at {start}", r["queue_kind"] in kinds.get(r["queue"], ()), True)


def part_requests(t, d):
    if t.v1 and int(t.facts["version"].split(".")[1]) < 8:
        return "before Go 1.8"
    want, (requests, traced) = compare(t, d), requests_of(t)
    d.same("requests with those for the trace", sorted((r["start_ns"], r["g"], r["system"]) for r in t.rows("requests", "--all")),
           sorted([(r[0], r[2], False) for r in requests] + [(r[0], r[2], True) for r in traced]))
    d.same("requests left out", t.ask("requests")[0]["left_out"], len(traced))
    compare_groups(t, d, want, ())
    compare_totals(t, d, requests, want, ())
    if t.facts["events"] <= queues.MOST:
        compare_queues(t, d, requests)
    rng = random.Random(t.name + " requests")
    for _ in range(3):
        a = rng.randint(0, t.end)
        b = rng.randint(a, t.end) + 1
        options = (f"--from={a}", f"--to={b}")
        inside = [r for r in want if r["start_ns"] < b and (r["start_ns"] + r["dur_ns"] > a or r["start_ns"] >= a)]
        d.same(f"requests {options}", sorted((r["start_ns"], r["g"]) for r in t.rows("requests", *options)),
               sorted((r["start_ns"], r["g"]) for r in inside))
        compare_groups(t, d, inside, options)
        keys = {(r["start_ns"], r["g"]) for r in inside}
        compare_totals(t, d, [r for r in requests if (r[0], r[2]) in keys], inside, options)
    return None if want else "no requests"


PARTS = {
    "requests": Part(part_requests,
                     columns("requests", "start_ns end_ns dur_ns g server handler inferred cut_start open")
                     + columns("requests", " ".join(SPENT)) + columns("requests", "queue_ns")
                     + columns("requestgroups", "count complete total_ns p50_ns p90_ns p99_ns max_ns")),
}
