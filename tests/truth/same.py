"""One number, one name: what several reports say of the same quantity is equal, and right."""

from differ import Part, columns


def part_numbers(t, d):
    world, s = t.world(), t.rows("summary")[0]
    slices = world.slices
    busy = sum(x.end - x.start for x in slices)
    d.same("busy_ns", s["busy_ns"], busy)
    lengths = sorted((x.end - x.seen for x in slices), reverse=True)
    d.same("slices_total_ns", s["slices_total_ns"], sum(lengths))
    d.same("slices", s["slices"], len(slices))
    procs_max = largest(world, "gomaxprocs")
    if procs_max is not None:
        d.same("gomaxprocs", s["gomaxprocs"], procs_max)
        d.same("tmax_stw_n", s["tmax_stw_n"], procs_max)
        d.same("the trace's gomaxprocs", t.facts["gomaxprocs"], procs_max)
        d.same("tmax_stw_max_ns", s["tmax_stw_max_ns"], lengths[0] if lengths else 0)
        d.same("tmax_stw_sum_ns", s["tmax_stw_sum_ns"], sum(lengths[:procs_max]))
    per_p(t, d, world)
    listed(t, d, slices)
    counters(t, d, world, s)
    collections(t, d, world, s)
    d.same("goroutines", s["goroutines"], len({life.g for life in world.lives}))


def per_p(t, d, world):
    rows = t.rows("procs")
    d.same("procs", sorted(r["p"] for r in rows), sorted(world.procs))
    d.same("summary's procs", t.rows("summary")[0]["procs"], len(world.procs))
    for r in rows:
        own = [x.end - x.start for x in world.slices if x.p == r["p"]]
        d.columns(f"P {r['p']}", r, {"busy_ns": sum(own), "slices": len(own),
                                     "first_ns": world.procs[r["p"]].first,
                                     "idle_ns": world.idle(r["p"], 0, t.end)})


def listed(t, d, slices):
    rows = t.rows("greedy", "--columns=dur,start,p,g,open,cut,held")
    key = lambda r: (r["dur_ns"], r["start_ns"], r["p"], r["g"], r["held_ns"])
    d.same("slices of report greedy", sorted(map(key, rows)),
           sorted((x.end - x.seen, x.seen, x.p, x.g, x.end - x.start) for x in slices))
    d.same("slices of 10 ms and more", sum(r["over_10ms"] for r in t.rows("greedygroups")),
           sum(x.end - x.seen >= 10000000 for x in slices))


def largest(world, name):
    return max((v for _, v in world.counters[name] if v is not None), default=None)


def counters(t, d, world, s):
    rows = t.rows("counters")
    for name, changes in world.counters.items():
        d.same(name, [(r["ns"], r["value"]) for r in rows if r["name"] == name], changes)
    d.same("counters", len(rows), sum(map(len, world.counters.values())))
    d.same("heap_alloc_max", s["heap_alloc_max"], largest(world, "heap_alloc"))
    d.same("heap_goal_max", s["heap_goal_max"], largest(world, "heap_goal"))


def collections(t, d, world, s):
    d.same("gc_count", s["gc_count"], len(world.gcs))
    d.same("cycles", [(r["start_ns"], r["end_ns"]) for r in t.rows("gc")], [tuple(c) for c in world.gcs])
    assists = t.rows("ranges", "--filter=name='GC mark assist'", "--columns=g,start,end")
    d.same("mark assists", sorted((r["g"], r["start_ns"], r["end_ns"]) for r in assists),
           sorted((g, a, b if ended else None) for g, a, b, ended in world.assists))
    stops = [x for x in world.stops if x.end is not None]
    d.same("stw_count", s["stw_count"], len(world.stops))
    d.same("stw_total_ns", s["stw_total_ns"], sum(x.end - x.start for x in stops))
    d.same("stw_max_ns", s["stw_max_ns"] or 0, max((x.end - x.start for x in stops), default=0))


PARTS = {"numbers": Part(part_numbers, columns(
    "summary", "busy_ns slices slices_total_ns gomaxprocs heap_alloc_max heap_goal_max gc_count stw_count",
    "stw_total_ns stw_max_ns procs goroutines tmax_stw_n tmax_stw_max_ns tmax_stw_sum_ns")
    + columns("procs", "p busy_ns idle_ns slices") + columns("greedy", "dur_ns start_ns p g held_ns")
    + columns("greedygroups", "over_10ms") + columns("counters", "ns name value")
    + columns("gc", "start_ns end_ns") + columns("ranges", "g start_ns end_ns"))}
