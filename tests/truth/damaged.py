"""Traces that were cut, or have a wrong byte: up to the horizon (analyses.md 2) the same has to be true as of a
whole trace that ends there.

The events are those that the program still reads; that these are a part of the whole trace's is compared by
check-oracle, and by part cut for v1.  Beyond the horizon some of a trace's streams are missing, so whatever
goes on there, or ends there, is as open as at the end of a whole trace.  Rows that reach over it are marked, and
left out here; sums have what of them lies before it.
"""
import os
import random
import re

import gccost
import lives
import locks
import picked
import profiles
import requests
import series
import waitrows
import waits
import window

from differ import Part

TRIES = 4
SUMS = ("total_ns", "exec_ns", "sched_wait_ns", "syscall_ns", "syscall_block_ns", "blocked_ns", "block_ns")
MOST = 100000                                    # bytes: each try costs as much as the trace


def made(t):
    """(what, bytes): the trace cut at random places, and with a wrong bit."""
    rng = random.Random(t.name + " damaged")
    with open(t.path, "rb") as f:
        data = f.read()
    for i in range(TRIES):
        at = rng.randint(len(data) // 5, len(data) - 1)
        if i % 2:
            yield f"byte {at} is wrong", data[:at] + bytes([data[at] ^ 1 << rng.randint(0, 7)]) + data[at + 1:]
        else:
            yield f"cut at {at}", data[:at]


SYNC = re.compile(rb"^M=-1 P=-1 G=-1 Sync Time=(\d+)", re.M)


def torn_at(t, h):
    """v2: when the first generation after the horizon begins, which is after a part that is lost; else None."""
    syncs = [] if t.v1 else [int(time) for time in SYNC.findall(t.run("-d=parsed"))]
    return next((time - syncs[0] for time in syncs if time - syncs[0] > h), None)


def maybe_new(t, h, d):
    """Goroutines that are first named after a contradiction of the order, from which on events of their generation are
    lost: they may have been there before, or have been created in what is lost.  Those that the program takes for new
    exist from when they are named; the others are compared as all are."""
    if t.facts["damage"]["kind"] != "order":
        return set()
    new = {r["g"]: r["create_ns"] for r in t.rows("goroutines", "--columns=g,create") if r["create_ns"] > h}
    for life in t.world().lives:
        if life.created < h < life.shown and life.g in new:
            d.same(f"goroutine {life.g} exists from when it is named", new[life.g], life.shown)
    return set(new)


def until(world, h, torn, unsure):
    """Makes of a world the one that ends at h.

v1 writes the end of a call without a P when the goroutine has got one, with the earlier time at which it was:
before the horizon such an end can be missing, so the state is unknown."""
    lost = "?" if world.v1 else "B"
    # Whoever is first seen after what is lost may have been created in it.
    world.lives = [life for life in world.lives if life.created < h and not (torn is not None and life.shown > torn)
                   and not (life.shown > h and life.g in unsure)]
    for life in world.lives:
        life.spans = [s if s.end <= h else s._replace(end=h, ended=None, waker=None, on=None,
                                                      state=lost if s.state == "B" else s.state)
                      for s in life.spans if s.start < h or s.start == s.end == h]
        if len(life.spans) > 1 and life.spans[-1].start == h and life.spans[-1].state == "Q":
            life.spans[-2:] = [life.spans[-2]._replace(ended=None, waker=None, on=None)]   # woken at the end
        life.ended = life.ended if life.ended is None or life.ended <= h else None
    world.slices = [s if s.end <= h else s._replace(end=h, seen=min(s.seen, h), open=True)
                    for s in world.slices if s.start < h]
    world.assists = [(g, a, min(b, h), ended and b <= h) for g, a, b, ended in world.assists if a < h]
    world.sweeps = [(p, a, min(b, h)) for p, a, b in world.sweeps if a < h]
    for proc in world.procs.values():
        proc.holds = [(a, min(b, h)) for a, b in proc.holds if a < h]
    world.gcs = [[a, b if b is not None and b <= h else None] for a, b in world.gcs if a < h]
    world.end = h


def part_damaged(t, d):
    if os.path.getsize(t.path) > MOST:
        return "large"
    if t.world().called_back:
        return "callbacks of C threads"          # a cut one does not say that they are
    for what, data in made(t):
        path = os.path.join(t.work, "damaged")
        with open(path, "wb") as f:
            f.write(data)
        cut = t.beside(path)
        if cut is not None and cut.facts["damage"] and cut.facts["damage"]["horizon_ns"]:
            compare(cut, d, what)
        os.remove(path)
    return None


def compare(t, d, what):
    h = t.facts["damage"]["horizon_ns"]
    if t.world().torn is not None and t.world().torn < h:
        return                                   # woken twice, what was between is lost: either may count
    t.cut_short, t.end = h < t.facts["duration_ns"], h
    until(t.world(), h, torn_at(t, h), maybe_new(t, h, d))
    for name, look in LOOK.items():
        said = len(d.said)
        look(t, d)
        d.said[said:] = [f"{what}: {name}: {text}" for text in d.said[said:]]


def sums(t, d):
    """Of goroutines that exist before the horizon; of others there is nothing to sum up."""
    rows = {(r["g"], r["create_ns"]): r for r in t.rows("goroutines", lives.GOROUTINES)}
    for life in t.world().lives:
        want = waits.sums(life, t.end)
        d.columns(f"goroutine {life.g}", rows.get((life.g, life.created), {}), {k: want[k] for k in SUMS})


def groups(t, d):
    for a, b, options in picked.ranges(t):
        picked.groups(t, d, f"{a} to {b}", options, a, b)


def ended(t, d):
    """v2: that somebody woke a goroutine is known until the horizon; v1 can lack it."""
    if not t.v1:
        waitrows.part_waits(t, d)
        profiles.part_profiles(t, d)
        locks.part_locks(t, d)


def asked(t, d):
    """What goes on at the horizon is as open as at the end; before Go 1.8 only waits show requests."""
    if not t.v1 or int(t.facts["version"].split(".")[1]) >= 8:
        requests.compare(t, d)


def agree(t, d):
    """The same waits are in the report waits and in the profile of all of them, v1's too."""
    rows = t.rows("waits", "--columns=dur,open")
    for is_open, what in ((False, "total"), (True, "unfinished")):
        some = [r["dur_ns"] for r in rows if r["open"] == is_open]
        facts = t.ask("offcpu")[0]
        d.same(f"offcpu, {what}", [facts[what + "_count"], facts[what + "_delay_ns"]], [len(some), sum(some)])


def gc(t, d):
    """What the GC cost, in all and of whom, and how often it ran."""
    rng = random.Random(t.name + " gc damaged")
    a = rng.randint(0, t.end // 2)
    for span, x, y in (([], 0, t.end), ([f"--from={a}", f"--to={2 * t.end}"], a, t.end)):
        gccost.sums(t, d, span, x, y)
        gccost.payers(t, d, span, x, y)
        gccost.pace(t, d, span, x, y)


def over_time(t, d):
    """v1 can lack the end of a call, so what a goroutine did since is not known."""
    if not t.v1:
        series.part_series(t, d)


LOOK = {"agree": agree, "goroutines": sums, "gc": gc, "series": over_time, "window": window.part_window,
        "groups": groups, "waits": ended, "requests": asked}
PARTS = {"damaged": Part(part_damaged, [])}
