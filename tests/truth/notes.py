"""What the reports about user tasks, regions and logs should say (semantics.md 10), from the events.

Regions that a goroutine inherited are left out on both sides: no event tells of them.
"""
import json
from bisect import bisect_right
from collections import Counter, namedtuple

import places
import spans
import waits

from differ import Part, columns

# start, end: as the trace has them, or None; a, b: as far as it shows them
Region = namedtuple("Region", "life name task start end a b depth")
Log = namedtuple("Log", "t g task category message")
SPENT = {"R": "exec_ns", "Q": "sched_wait_ns", "S": "syscall_ns", "B": "syscall_block_ns", "W": "blocked_ns"}


class Notes:
    """Tasks by id, regions in the order of their ends, logs."""

    def __init__(self, t):
        self.t, self.tasks, self.regions, self.logs = t, {}, [], []
        self.early = self.strays = self.again = 0       # what is used wrongly: ends of regions, of tasks
        self.open = {}                         # id(life) -> its regions that are open
        self.by_g = {}
        for life in t.world().lives:
            self.by_g.setdefault(life.g, []).append(life)
        out = t.run("--report=events", "--format=ndjson", "--columns=ns,name,g,args", "--filter=name~User")
        for line in out.decode("utf-8", "replace").splitlines():
            e = json.loads(line)
            self.step(e["ns"], e["name"], e["g"], e["args"])
        for life in t.world().lives:
            while self.open.get(id(life)):
                self.close(life, life.ended)

    def life(self, g, at):
        return next((x for x in reversed(self.by_g.get(g, [])) if x.created <= at), None)

    def task(self, number):
        return self.tasks.setdefault(number, {"name": "", "parent": None, "start": None, "end": None, "who": set(),
                                              "regions": [], "logs": 0, "children": set()})

    def step(self, ns, name, g, a):
        number = a.get("task", a.get("taskid", a.get("id")))
        life = self.life(g, ns)
        if name in ("UserTaskBegin", "UserTaskCreate"):
            task = self.task(number)
            parent = a.get("parent_task", a.get("pid"))
            task.update(name=a.get("name_string", a.get("typeid")), start=ns, begin_g=g)
            if task["parent"] is None:
                task["parent"] = parent
            if parent is not None:
                self.task(parent)["children"].add(number)
            task["who"].add(id(life))
        elif name == "UserTaskEnd":
            task = self.task(number)
            self.again += task["end"] is not None
            task.update(end=ns, end_g=g)
            task["who"].add(id(life))
        elif name == "UserLog":
            self.logs.append(Log(ns, g, number or 0, a.get("key_string", a.get("keyid")),
                                 a.get("value_string", a.get("message"))))
            self.mention(number, life, "logs")
        elif name == "UserRegionBegin" or a.get("mode") == 0:
            self.open.setdefault(id(life), []).append((ns, a.get("name_string", a.get("typeid")), number or 0))
        else:
            self.end(life, ns, a.get("name_string", a.get("typeid")), number or 0)

    def end(self, life, ns, name, number):
        """That of the nearest open region with this task and name (analyses.md 19); nested ones are the innermost."""
        regions = self.open.get(id(life), [])
        places = [i for i, r in enumerate(regions) if r[1:] == (name, number)]
        task = self.tasks.get(number, {})
        if places:
            self.early += places[-1] < len(regions) - 1
            self.close(life, ns, places[-1])
        elif not regions and life.older and (task.get("start") is None or task["end"] is not None):
            # began before the trace: around all that the goroutine did before
            self.region(life, name, number, None, ns, 0)
        else:
            self.strays += 1

    def mention(self, number, life, what, more=None):
        if not number and self.t.v1:
            return
        task = self.task(number or 0)
        task["who"].add(id(life))
        if what == "logs":
            task["logs"] += 1
        else:
            task["regions"].append(more)

    def close(self, life, end, place=-1):
        start, name, number = self.open[id(life)].pop(place)
        self.region(life, name, number, start, end, place if place >= 0 else len(self.open[id(life)]))

    def region(self, life, name, number, start, end, depth):
        last = end if end is not None else life.ended if life.ended is not None else self.t.end
        r = Region(life, name, number, start, end, start or 0, last, depth)
        self.regions.append(r)
        self.mention(number, life, "regions", r)


def notes_of(t):
    if getattr(t, "notes", None) is None:
        t.notes = Notes(t)
    return t.notes


def inside(pieces):
    """Sums over (life, from, to)."""
    by, block, length = Counter(), Counter(), 0
    for life, a, b in pieces:
        length += b - a
        for s in life.spans[max(0, bisect_right(life.spans, a, key=lambda s: s.start) - 1):]:
            if s.start >= b:
                break
            ns = min(s.end, b) - max(s.start, a)
            if ns > 0:
                by[s.state] += ns
                if s.state == "W":
                    block[s.reason or ""] += ns
    return {"inside_ns": length, "block_ns": dict(block), **{k: by[s] for s, k in SPENT.items()}}


def outermost(regions):
    """(life, from, to) of what the regions cover."""
    by_life = {}
    for r in regions:
        by_life.setdefault(id(r.life), (r.life, []))[1].append((r.a, r.b))
    return [(life, a, b) for life, v in by_life.values() for a, b in spans.union(v)]


def site(stack):
    """Where the program stands in a stack."""
    return places.where(stack)


def numbers(durations):
    """Percentiles and the histogram: bucket i from 10^(i/5) ns on."""
    counts = Counter()
    for ns in durations:
        i = 0
        while 10 ** (i + 1) <= ns ** 5:
            i += 1
        counts[i] += 1
    last = max(counts) if counts else -1
    return {"total_ns": sum(durations) if durations else None, "min_ns": min(durations, default=None),
            **{f"p{q}_ns": waits.rank(durations, q / 100) for q in (50, 90, 99)},
            "max_ns": max(durations, default=None), "histogram": [counts[i] for i in range(last + 1)]}


def part_tasks(t, d):
    n, rows = notes_of(t), t.rows("tasks")
    if not n.tasks:
        return "no tasks"
    d.same("tasks", sorted(r["id"] for r in rows), sorted(n.tasks))
    for row in rows:
        task = n.tasks.get(row["id"])
        if task is None:
            continue
        whole = task["start"] is not None and task["end"] is not None
        sums = inside(outermost(task["regions"]))
        some = any(r.a < r.b for r in task["regions"])
        want = {"name": task["name"], "parent": task["parent"], "start_ns": task["start"], "end_ns": task["end"],
                "dur_ns": task["end"] - task["start"] if whole else None, "complete": whole,
                "goroutines": len(task["who"]), "regions": len(task["regions"]), "logs": task["logs"],
                "children": len(task["children"]), **{k: v if some else None for k, v in sums.items()}}
        d.columns(f"task {row['id']}", row, want)


def part_regions(t, d):
    n, rows = notes_of(t), [r for r in t.rows("regions") if not r["inherited"]]
    if not n.regions:
        return "no regions"
    key = lambda *v: tuple(-1 if x is None else x for x in v)
    want = {}
    for r in n.regions:
        want.setdefault(key(r.life.g, r.start, r.end, r.name, r.task), []).append(r)
    d.same("regions", sorted(key(r["g"], r["start_ns"], r["end_ns"], r["name"], r["task"]) for r in rows),
           sorted(k for k, v in want.items() for _ in v))
    around = [r for r in n.regions if r.start is None]
    for row in rows:
        found = want.get(key(row["g"], row["start_ns"], row["end_ns"], row["name"], row["task"]))
        if not found:
            continue
        r = found[0]
        depth = r.depth + sum(o.life is r.life and o is not r and o.b >= r.b for o in around)
        sums = inside([(r.life, r.a, r.b)])
        length = sums.pop("inside_ns")
        d.columns(f"region {row['name']} of {row['g']} at {row['start_ns']}", row, {
            "dur_ns": length, "cut_start": r.start is None, "cut_end": r.end is None, "depth": depth,
            "site": site(row["stack"]), **sums})


def part_logs(t, d):
    n = notes_of(t)
    if not n.logs:
        return "no logs"
    d.same("logs", [(r["ns"], r["g"], r["task"] or 0, r["category"], r["message"]) for r in t.rows("logs")],
           [tuple(x) for x in n.logs])


def part_types(t, d):
    n = notes_of(t)
    if not n.tasks and not n.regions:
        return "no annotations"
    groups = {}
    for number, task in n.tasks.items():
        if number or task["start"] is not None or task["end"] is not None:
            groups.setdefault(task["name"], []).append(task)
    rows = t.rows("tasktypes")
    d.same("types of tasks", sorted(r["name"] for r in rows), sorted(groups))
    for row in rows:
        tasks = groups.get(row["name"], [])
        whole = [x["end"] - x["start"] for x in tasks if x["start"] is not None and x["end"] is not None]
        d.columns(f"tasks {row['name']}", row, {"count": len(tasks), "complete": len(whole), **numbers(whole)})
    sites, groups = {}, {}
    for r in t.rows("regions"):
        sites[r["g"], r["start_ns"], r["end_ns"], r["name"]] = site(r["stack"])
    for r in n.regions:
        groups.setdefault((r.name, sites.get((r.life.g, r.start, r.end, r.name))), []).append(r)
    region_types(t, d, groups, ())
    names = {}
    for (name, _), regions in groups.items():
        names.setdefault((name, None), []).extend(regions)
    region_types(t, d, names, ("--group=name",))


def region_types(t, d, groups, options):
    rows = t.rows("regiontypes", *options)
    d.same(f"types of regions {options}", sorted((r["name"], r["site"] or "") for r in rows),
           sorted((name, where or "") for name, where in groups))
    for row in rows:
        regions = groups.get((row["name"], row["site"]), [])
        sums = inside(outermost(regions))
        del sums["block_ns"]
        d.columns(f"regions {row['name']} at {row['site']} {options}", row, {
            "count": len(regions), "complete": sum(r.start is not None and r.end is not None for r in regions),
            **numbers([r.b - r.a for r in regions]), **sums})


def part_happened(t, d):
    """Of each task: its begin, end, regions, logs and children; by time."""
    n = notes_of(t)
    if not n.tasks:
        return "no tasks"
    want = []
    for number, task in n.tasks.items():
        for what in ("start", "end"):
            if task[what] is not None:
                want.append((number, task[what], "begin" if what == "start" else "end", task["name"], None))
        for child in task["children"]:
            if n.tasks[child]["parent"] == number and n.tasks[child]["start"] is not None:
                want.append((number, n.tasks[child]["start"], "child", n.tasks[child]["name"], child))
        for r in task["regions"]:
            want += [(number, r.a, "region", r.name, None), (number, r.b, "region end", r.name, None)]
    for x in n.logs:
        if x.task or not t.v1:
            want.append((x.task, x.t, "log", x.category, None))
    rows = t.rows("taskevents")
    got = [(r["task"], r["ns"], r["event"], r["name"], r["child"]) for r in rows]
    order = lambda v: tuple(-1 if x is None else x for x in v)
    d.same("what happened", sorted(got, key=order), sorted(want, key=order))
    d.same("by task and time", [r["task"] for r in rows if r["ns"] < 0], [])
    for a, b in zip(rows, rows[1:]):
        if a["task"] == b["task"] and a["ns"] > b["ns"]:
            d.differ(f"task {a['task']}: {a['ns']} comes before {b['ns']}")


def part_misuse(t, d):
    """How often annotations are used wrongly: a kind of it has a note, and nothing else is told."""
    n, told = notes_of(t), t.rows("summary")[0]["notes"] or {}
    for kind, count in ("region order", n.early), ("region end", n.strays), ("task end", n.again):
        d.same(kind, int(told.get(kind, "0").split()[0]), count)


PARTS = {
    "misuse": Part(part_misuse, []),
    "tasks": Part(part_tasks, columns(
        "tasks", "name parent start_ns end_ns dur_ns complete goroutines regions logs children inside_ns exec_ns",
        "sched_wait_ns syscall_ns syscall_block_ns blocked_ns block_ns")),
    "regions": Part(part_regions, columns(
        "regions", "name task g start_ns end_ns dur_ns cut_start cut_end depth exec_ns sched_wait_ns syscall_ns",
        "syscall_block_ns blocked_ns block_ns site")),
    "logs": Part(part_logs, columns("logs", "ns g task category message")),
    "types": Part(part_types, columns(
        "tasktypes", "name count complete total_ns min_ns p50_ns p90_ns p99_ns max_ns histogram") + columns(
        "regiontypes", "name site count complete total_ns p50_ns max_ns histogram inside_ns exec_ns sched_wait_ns",
        "blocked_ns")),
    "happened": Part(part_happened, columns("taskevents", "task ns event name child")),
}
