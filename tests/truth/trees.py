"""Profiles by stack, recomputed from the events, and call trees: what each path of functions weighs."""
import json
import os
import random

from collections import Counter

import profiles

from differ import Part, columns

MODES = {"sync": "sync", "schedlat": "schedlat", "offcpu": "offcpu", "net": "net", "syscall": "syscall"}
MOST_INDENT = 24                                 # blanks before a name; what is deeper has no more


def stacks_of(t):
    """(time, event, whom it is about) -> its stacks, in the order of the events."""
    out = {}
    for line in t.run("--report=events", "--format=ndjson", "--columns=ns,name,g,args,stack").splitlines():
        e = json.loads(line)
        if not e["stack"]:
            continue
        args = e["args"]
        about = args.get("g", args.get("new_g")) if e["name"] in ("GoUnblock", "GoCreate") else e["g"]
        out.setdefault((e["ns"], e["name"], about), []).append(profiles.frames(e["stack"]))
    return out


def blank(stack):
    """A stack none of whose frames says anything is none."""
    return () if all(f == ("not recorded", "", 0) for f in stack) else stack


def by_stack(t, kind, stacks):
    """Stack -> [count, ns] of the waits that ended."""
    out = {}
    for life in t.world().lives:
        for s in life.spans:
            if kind == "schedlat":
                counts = s.state == "Q"
            else:
                counts = s.state == "W" and s.reason and (
                    s.reason == "network" if kind == "net" else any(w in s.reason for w in ("chan", "sync", "select")))
            start = max(s.start, profiles.shown(life, s)) if kind == "schedlat" else s.start
            if not counts or s.ended is None or s.end <= start:
                continue
            # several at one time (v1): the last one found it waiting; v1 gives who was runnable before the trace an
            # event with the stack of who started the trace
            own = [()] if life.older and s is life.spans[0] else stacks.get((s.start, s.began, life.g), [()])
            sums = out.setdefault(blank(own[-1]), [0, 0])
            sums[0] += 1
            sums[1] += s.end - start
    return out


def part_stacks(t, d):
    stacks = stacks_of(t)
    for kind in ("net", "sync", "schedlat"):
        got = {}
        for r in t.rows(kind):
            sums = got.setdefault(blank(profiles.frames(r["stack"])), [0, 0])
            sums[0] += r["count"]
            sums[1] += r["delay_ns"]
        want = by_stack(t, kind, stacks)
        d.same(f"{kind}: stacks", sorted(got), sorted(want))
        for stack in want:
            d.same(f"{kind}: {stack[:1]}", got.get(stack), want[stack])


def paths(rows, form):
    """Path of functions -> [total, self, count] out of the rows of a profile."""
    out = {(): [0, 0, 0]}
    for r in rows:
        names = [f["func"] or (f"0x{f['pc']:x}" if f["pc"] else "no stack recorded") for f in r["stack"] or ()]
        names = names or ["no stack recorded"]
        if form != "up":
            names.reverse()
        ends = {(n,) for n in names} if form == "flat" else [tuple(names[:i + 1]) for i in range(len(names))]
        last = (names[-1],) if form == "flat" else tuple(names)
        for path in [(), *ends]:
            node = out.setdefault(path, [0, 0, 0])
            node[0] += r["delay_ns"]
            node[1] += r["delay_ns"] if path == last else 0
            node[2] += r["count"]
    return out


def listed(rows):
    """The same out of the rows of the tree: a name is indented by the length of its path."""
    out, path = [], []
    for r in rows:
        depth = len(r["func"]) - len(r["func"].lstrip(" "))
        name = r["func"][depth:]
        path = path[:max(depth - 1, 0)] + [name] * (depth > 0)
        out.append((min(depth, MOST_INDENT), tuple(path) if depth < MOST_INDENT else name,
                    [r["total_ns"], r["self_ns"], r["count"]]))
    return out


def as_listed(nodes):
    return [(min(len(p), MOST_INDENT), p if len(p) < MOST_INDENT else p[-1], sums) for p, sums in nodes.items()]


def exported(t, options):
    """(mode, form) -> what the view of profiles exports of the trees that have rows."""
    files, script = {}, ["wait-index"]
    for mode in (m for m in MODES if t.rows(MODES[m], *options)):
        # The runtime's goroutines are out of the trees until somebody asks for them.
        script += ["show " + mode] + ["runtime"] * (not files) + ["key *"]
        for form, key in (("down", ""), ("up", "key i"), ("flat", "key f")):
            files[mode, form] = os.path.join(t.work, f"{mode}-{form}.json")
            script += [key, "export " + files[mode, form], key]
    if not files:
        return {}
    with open(os.path.join(t.work, "keys"), "w", encoding="utf-8") as f:
        f.write("\n".join(s for s in script if s) + "\n")
    t.run("--script=" + f.name, *options)
    out = {}
    for key, name in files.items():
        with open(name, encoding="utf-8") as f:
            out[key] = listed(json.load(f)["rows"])
        os.unlink(name)
    return out


def part_trees(t, d):
    rng = random.Random(t.name + " trees")
    a = rng.randint(0, max(0, t.end - 1))
    for options in ((), (f"--from={a}", f"--to={min(t.end, a + rng.randint(1, max(1, t.end // 2)))}")):
        for (mode, form), got in exported(t, options).items():
            want = as_listed(paths(t.rows(MODES[mode], *options), form))
            who = " ".join((mode, form, *options))
            key = lambda n: (n[0], str(n[1]), n[2])
            d.same(who + ": nodes", len(got), len(want))
            for one, other in zip(sorted(got, key=key), sorted(want, key=key)):
                d.same(f"{who}: {other[1]}", one, other)
            # the largest child first
            last = {}
            for depth, path, sums in got:
                if 0 < depth < MOST_INDENT:
                    d.same(f"{who}: order below {path[:-1]}", sums[0] <= last.get(path[:-1], sums[0]), True)
                    last[path[:-1]] = sums[0]


PARTS = {"stacks": Part(part_stacks, [c for kind in ("sync", "schedlat")
                                      for c in columns(kind, "count delay_ns stack")]),
         "trees": Part(part_trees, columns("offcpu", "count delay_ns"))}
