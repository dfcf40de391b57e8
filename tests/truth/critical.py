"""Critical paths (gtrace-tui(1), report critpath): what the time of a window [a, b] of a goroutine was spent on.

From b backwards.  While the goroutine runs, is in a call or waits for a P, the time is its own.  A wait that
another goroutine ended is that one's, back to where the wait began or the window does, and so on in it; then the
first one goes on, before its wait.  Any other wait is a segment of the kind of what ended it.  Before its
creation a goroutine's time is its creator's; v1 lists those that are older than the trace some time after its start.

This is written as it is said, as a recursion over the states that world.py replays from the events.
"""
import random
import sys
import threading

from collections import Counter, defaultdict

import chains
import pprof
import notes
import queues
import spans

from differ import Part, columns
from profiles import frames, named

KIND = {"R": "running", "S": "syscall", "B": "syscall without P", "Q": "runnable"}
TOTAL = {"running": "running_ns", "syscall": "syscall_ns", "syscall without P": "syscall_block_ns",
         "runnable": "runnable_ns", "network": "network_ns", "timer": "timer_ns", "GC": "gc_ns",
         "nobody": "nobody_ns", "waiting": "waiting_ns", "unknown": "unknown_ns"}
MOST = 20000             # segments of all windows together that are compared one by one
COLUMNS = "--columns=window,start,end,dur,kind,g,func"


class Paths:
    def __init__(self, t):
        self.t, self.lives, self.labels = t, chains.Lives(t.world()), {}
        for s in t.world().slices:
            if (s.label or "").startswith("GC "):
                self.labels.setdefault(id(s.life), []).append((s.start, s.end))

    def life(self, g, t):
        """The life of an id at t, perhaps one that was created just then."""
        before = self.lives.at(g, t)
        if before is not None and (before.ended is None or before.ended >= t):
            return before
        lives = self.lives.by[g]
        return ([life for life in lives if life.created <= t] or lives)[-1 if lives[0].created <= t else 0]

    def func(self, g, t):
        """Of the life up to t; of one that no goroutine created also before it."""
        before = self.lives.at(g, t)
        return self.t.func(self.life(g, t) if before is None else before)

    def works_for_gc(self, life, span):
        """The slice that it is in has the label of a mark worker."""
        return any(a <= span.start < b for a, b in self.labels.get(id(life), ()))

    def alone(self, life, i, b):
        """The kind of a wait that no goroutine ended up to b."""
        s = life.spans[i]
        if s.end > b or s.ended is None:
            return "waiting"
        if life.spans[i + 1].state != "Q":
            return "unknown"
        ended = chains.root(s)
        if ended == "runtime":
            return "GC" if "GC" in (s.reason or "") else "nobody"
        return ended

    def path(self, life, a, b, ties=()):
        """[(start, end, kind, g)], the latest first.  ties: who was followed to here at this very time."""
        out = []
        while b > a:
            if life in ties:
                raise ValueError(f"goroutine {life.g} waits for itself at {b}")
            if b <= life.created:
                if life.older or life.creator is None:
                    return out + [(a, b, "unknown" if life.older else "nobody", life.g)]
                ties += (life,)
                life = self.life(life.creator, b)
                continue
            i = self.lives.span(life, b)
            s = life.spans[i]
            start = max(a, s.start)
            waker = None
            if s.state != "W":
                kind = "GC" if s.state == "R" and self.works_for_gc(life, s) else KIND[s.state]
            elif s.end == b and s.ended is not None and life.spans[i + 1].state == "Q":
                waker = self.lives.waker(life, i)
                waker = None if waker == life.g else waker
                kind = self.alone(life, i, b)
            else:
                kind = self.alone(life, i, b)
            if waker is not None:
                out += self.path(self.life(waker, b), start, b, (*ties, life))
            else:
                out.append((start, b, kind, life.g))
            b, ties = start, ()
        return out


def merged(segments):
    """What follows each other in one goroutine in one kind is one."""
    out = []
    for start, end, kind, g in segments:
        if out and out[-1][0] == end and out[-1][2:] == (kind, g):
            out[-1] = (start, out[-1][1], kind, g)
        else:
            out.append((start, end, kind, g))
    return out


def tiled(d, who, rows, a, b):
    """Each segment ends where the one above begins, none is empty, together they are the window."""
    ends = [b] + [r["start_ns"] for r in rows]
    d.same(who + " bounds", [r["end_ns"] for r in rows], ends[:-1])
    d.same(who + " begin", ends[-1], a)
    d.same(who + " empty", [r for r in rows if r["end_ns"] <= r["start_ns"]], [])
    d.same(who + " dur", [r["dur_ns"] for r in rows], [r["end_ns"] - r["start_ns"] for r in rows])


def windows(t, n):
    """n seeded choices of the last life of an id, and of a window in it, which may begin before it."""
    rng = random.Random(t.name + " critical")
    last = {life.g: life for life in t.world().lives}
    lives = [life for life in last.values() if life.spans]
    for _ in range(n if lives else 0):
        life = rng.choice(lives)
        end = life.ended if life.ended is not None else t.end
        b = rng.randint(life.created, end)
        a = rng.randint(0, b)
        if a < b and b > life.created and all(s.start != b for s in life.spans):
            yield life, a, b


def part_critpath(t, d):
    paths = Paths(t)
    for life, a, b in windows(t, t.chains):
        rows = t.rows("critpath", f"--goroutine={life.g}", f"--from={a}", f"--to={b}", COLUMNS)
        who = f"path of {life.g} from {a} to {b}"
        tiled(d, who, rows, a, b)
        d.same(who, merged((r["start_ns"], r["end_ns"], r["kind"], r["g"]) for r in rows),
               merged(paths.path(life, a, b)))
        d.same(who + " functions", [r["func"] or "" for r in rows],
               [paths.func(r["g"], r["end_ns"]) for r in rows])
    wholes(t, d, paths)


def part_tiles(t, d):
    """The paths of all goroutines of each start function, in all of the trace and in a random part of it."""
    rng = random.Random(t.name + " tiles")
    of = {}
    for life in t.world().lives:
        of.setdefault(t.func(life), []).append((life.created, t.end if life.ended is None else life.ended))
    for func, lives in sorted(of.items()):
        a = rng.randint(0, t.end * 3 // 4)
        for lo, hi in ((0, t.end), (a, rng.randint(a + 1, max(t.end, a + 1)))) if func else ():
            limit = (f"--func={func}", f"--from={lo}", f"--to={hi}")
            if t.ask("critpath", "--group=kind", *limit)[0]["segments"] > 20 * MOST:
                continue
            of_window = {}
            for r in t.rows("critpath", *limit, "--columns=window,start,end,dur"):
                of_window.setdefault(r["window"], []).append(r)
            for window, rows in of_window.items():
                tiled(d, f"window {window} of {' '.join(limit)}", rows, rows[-1]["start_ns"], rows[0]["end_ns"])
            want = [(max(x, lo), min(y, hi)) for x, y in lives]
            d.same(f"windows of {' '.join(limit)}", sorted((v[-1]["start_ns"], v[0]["end_ns"])
                                                           for v in of_window.values()),
                   sorted((x, y) for x, y in want if x < y))


def summed(found):
    out = Counter()
    for start, end, kind, _ in found:
        out[kind] += end - start
    return out


def wholes(t, d, paths):
    """Several windows, summed: lives, regions of a name, tasks of a name, goroutines of a function."""
    rng = random.Random(t.name + " wholes")
    lives = t.world().lives
    until = lambda life: t.end if life.ended is None else life.ended
    ids = sorted({life.g for life in lives})
    for g in rng.sample(ids, min(2, len(ids))):
        compare(t, d, paths, (f"--goroutine={g}",), [(x, x.created, until(x)) for x in lives if x.g == g])
    funcs = sorted(f for f in {t.func(life) for life in lives} - {""}
                   if sum(len(x.spans) for x in lives if t.func(x) == f) < 20000)
    for f in rng.sample(funcs, min(2, len(funcs))):
        compare(t, d, paths, (f"--func={f}",), [(x, x.created, until(x)) for x in lives if t.func(x) == f])
    regions = [r for r in t.rows("regions", "--columns=name,task,g,start,end,inherited,stack") if not r["inherited"]]
    places = sorted({notes.site(r["stack"]) for r in regions if r["stack"]} - {None})
    for option, is_one in ([(f"--region={name}", lambda r, name=name: r["name"] == name) for name in named(regions)[:3]]
                           + [(f"--site={x}", lambda r, x=x: r["stack"] and notes.site(r["stack"]) == x)
                              for x in places[:3]]):
        held = {}
        for r in filter(is_one, regions):
            life = paths.life(r["g"], r["start_ns"] or 0)
            end = until(life) if r["end_ns"] is None else r["end_ns"]
            held.setdefault(life, []).append((r["start_ns"] or 0, end))
        compare(t, d, paths, (option,),
                [(life, a, b) for life, parts in held.items() for a, b in spans.union(parts)])
    tasks = t.rows("tasks", "--columns=id,name,start,end,end_g")
    for option, key, value in ([(f"--task={name}", "name", name) for name in named(tasks)[:2]]
                               + [(f"--task-id={r['id']}", "id", r["id"]) for r in tasks[:2]]):
        compare(t, d, paths, (option,),
                [(paths.life(r["end_g"], r["end_ns"]), r["start_ns"] or 0, r["end_ns"]) for r in tasks
                 if r[key] == value and r["end_ns"] is not None and r["end_g"] is not None])


def compare(t, d, paths, options, wanted):
    wanted = [(life, a, b) for life, a, b in wanted if a < b]
    if t.ask("critpath", "--group=kind", *options)[0]["segments"] > MOST:
        return
    facts, rows = t.ask("critpath", *options, COLUMNS)
    who = "paths of " + " ".join(options)
    found = [(life, a, b, paths.path(life, a, b)) for life, a, b in wanted]
    by = Counter()
    for _, _, _, path in found:
        by += summed(path)
    d.columns(who, facts, {column: by[kind] for kind, column in TOTAL.items()})
    d.columns(who, facts, {"windows": len(wanted), "length_ns": sum(b - a for _, a, b in wanted),
                           "segments": len(rows)})
    d.same(who + " rows", summed((r["start_ns"], r["end_ns"], r["kind"], 0) for r in rows), by)
    groups(t, d, who, options, [s for _, _, _, path in found for s in path], rows, paths)


def groups(t, d, who, options, path, rows, paths):
    by = {"kind": Counter(), "func": Counter(), "g": Counter()}
    for start, end, kind, g in path:
        by["kind"][kind, kind] += end - start
        by["func"][paths.func(g, end) or None, kind] += end - start
        by["g"][g, kind] += end - start
    for group, want in by.items():
        got = Counter()
        found = t.rows("critpath", f"--group={group}", *options, "--columns=group,kind,count,total,share,max")
        for r in found:
            name = int(r["group"].split()[0][1:]) if group == "g" else r["group"]
            got[name, r["kind"]] += r["total_ns"]
        d.same(f"{who} by {group}", got, want)
        d.same(f"{who} by {group}: segments", sum(r["count"] for r in found), len(rows))
        d.same(f"{who} by {group}: longest", max((r["max_ns"] for r in found), default=0),
               max((r["dur_ns"] for r in rows), default=0))
        total = sum(want.values())
        d.same(f"{who} by {group}: shares that are others",
               [r for r in found if abs(r["share"] - r["total_ns"] / total) > 1e-6], [])
    stacks(t, d, who, options)
    files(t, d, who, options)


def stacks(t, d, who, options):
    """By stack."""
    if t.ask("critpath", "--group=kind", *options)[0]["segments"] > MOST // 10:
        return
    known = lambda r: tuple(f[:3] for f in frames(r["stack"]) if f[0] != "not recorded")
    want, got = Counter(), Counter()
    for r in t.rows("critpath", *options, "--columns=dur,kind,stack"):
        want[r["kind"], known(r)] += r["dur_ns"]
    for r in t.rows("critpath", "--group=stack", *options, "--columns=kind,total,stack"):
        got[r["kind"], known(r)] += r["total_ns"]
    d.same(who + " by stack", got, want)


def files(t, d, who, options):
    """--pprof and --folded have the same, the kind outside of the frames."""
    if t.ask("critpath", "--group=kind", *options)[0]["segments"] > MOST // 10:
        return
    want, lines, got = Counter(), Counter(), Counter()
    for r in t.rows("critpath", "--group=stack", *options, "--columns=kind,count,total,stack"):
        stack = frames(r["stack"])
        want[stack + ((r["kind"], "", 0),), r["count"], r["total_ns"]] += 1
        names = [r["kind"]] + ([f[0].replace(";", ":") for f in reversed(stack)] or ["no stack recorded"])
        lines[tuple(names)] += r["total_ns"]
    types, samples = pprof.parse(t.run("--pprof=critpath", *options))
    d.same(who + " types", types, ["segments/count", "time/nanoseconds", "trace/count"])
    d.same(who + " pprof", Counter((s, *v) for s, v in samples), want)
    for names, value in pprof.folded(t.run("--folded=critpath", *options)):
        got[names] += value
    d.same(who + " folded", got, lines)


def part_wakes(t, d):
    """Where a segment ends with a wake-up stands the stack of that event."""
    found = 0
    for life, a, b in windows(t, t.chains):
        for r in t.rows("critpath", f"--goroutine={life.g}", f"--from={a}", f"--to={b}",
                        "--columns=start,end,g,did,event,stack")[:9]:
            if found == 12 or not (r["did"] or "").startswith(("woke ", "created ")):
                continue
            whom = int(r["did"].split()[1][1:])
            row = [e for e in t.rows("events", f"--from={r['end_ns']}", f"--to={r['end_ns'] + 1}",
                                     "--columns=ns,name,g,args,stack")
                   if e["ns"] == r["end_ns"] and e["name"] == r["event"]
                   and whom in (e["args"].get("g"), e["args"].get("new_g"))]
            found += 1
            d.same(f"event at {r['end_ns']} about {whom}", len(row) > 0, True)
            if row:
                d.same(f"stack of the event at {r['end_ns']}", frames(r["stack"]), frames(row[0]["stack"]))
    return None if found else "no wake-up in any path"


def waits_in_queues(t):
    """Goroutine -> [(begin, end, name)]."""
    if not hasattr(t, "queue_names"):
        t.queue_names = defaultdict(list)
        for w in queues.gathered(t)[0]:
            if w.where[0]:
                t.queue_names[w.life.g].append((w.begin, w.end, w.where[0]))
    return t.queue_names


def part_pathqueues(t, d):
    """A step that woke a goroutine names the queue that it had waited in, a step that is a wait that of its own."""
    if t.world().count > queues.MOST:
        return f"more than {queues.MOST} events"
    names, found = waits_in_queues(t), 0
    asked = [(("critpath", f"--goroutine={life.g}", f"--from={a}", f"--to={b}"), "kind")
             for life, a, b in windows(t, t.chains)]
    asked += [(("path", f"--goroutine={o[1].split('=')[1]}", f"--at={o[3].split('=')[1]}ns"), "state") for o, _ in asked]
    for options, kind in asked:
        for r in t.rows(*options, f"--columns=start,end,{kind},g,did,queue"):
            woke = (r["did"] or "").startswith("woke ")
            g = int(r["did"].split()[1][1:]) if woke else r["g"]
            own = r[kind] in ("network", "timer", "nobody", "GC", "waiting", "unknown")
            at = [name for a, b, name in names[g]
                  if (b == r["end_ns"] if woke else own and a <= r["start_ns"] and r["end_ns"] <= b)]
            found += len(at)
            d.same(f"queue of the step at {r['start_ns']} of {' '.join(options)}", r["queue"], at[0] if at else None)
    return None if found else "no path leads through a queue"


def deep(part):
    """A part in a thread with room for a recursion as deep as waits are nested."""
    def run(t, d):
        said = []

        def work():
            try:
                said.append(part(t, d))
            except BaseException as e:           # told by the thread that waits
                said.append(e)

        sys.setrecursionlimit(1000000)
        threading.stack_size(512 << 20)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        if isinstance(said[0], BaseException):
            raise said[0]
        return said[0]
    return run


PARTS = {
    "critpath": Part(deep(part_critpath), columns("critpath", "start_ns end_ns dur_ns kind g func")
                     + columns("critpath", "kind total_ns")),
    "crittiles": Part(part_tiles, columns("critpath", "start_ns end_ns dur_ns")),
    "critwakes": Part(part_wakes, []),
    "critqueues": Part(part_pathqueues, columns("critpath", "queue") + columns("path", "queue")),
}
