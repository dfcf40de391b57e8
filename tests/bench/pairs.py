#!/usr/bin/env python3
"""pairs.py BUILDDIR [PAIRS]: what a comparison finds in recordings of one program, and of one with a planted cause.

`make pairs` runs it.  The program is testdata/gen/pairs.go.  Two recordings of it must not differ: at most one
difference in a hundred tests.  A tenth in one function's slices, a further lock and a loop of 20 ms: the first row must
be of the function, and their size within a fifth of what the program measured, in all but a twentieth of the pairs.
The exit status says whether that is so.  One recording is made at a time, of two seconds; nothing else should keep the
machine busy.

    PAIRS_GO        the versions of Go, by blanks (default: the oldest and the newest there is)
    PAIRS_DIR       where recordings that failed are kept (default: nowhere)
    GODIR           toolchains as GODIR/go-1.NN/bin/go (default: ~/.cache/gtrace-go)
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

import traces
from measure import Failure

FALSE_OF_TESTS = 1 / 100
FOUND_OF_PAIRS = 19 / 20
NEAR = 1 / 5
LONGEST_NS = 2.2e9
# What is planted: the report that has its row, of which function that is, its size there, what the program says of it.
PLANTS = {
    "slices": ("greedy", "main.pairDraw", lambda row: row["shift"] / row["a"], lambda said: 0.1),
    "lock": ("waits", "main.(*ledger).store", lambda row: row["share_b"] - row["share_a"],
             lambda said: said["lost_ns"] / said["time_ns"]),
    "loop": ("greedygroups", "main.pairLoop", lambda row: row["share_b"] - row["share_a"],
             lambda said: said["loop_ns"] / said["time_ns"]),
}


def record(gen, scene, path):
    """What the program says of itself.  While a machine stands still, nobody can be compared: it is recorded again."""
    for _ in range(10):
        out = subprocess.run([gen, scene, path], check=True, stdout=subprocess.PIPE, text=True).stdout
        said = {name: int(value) for name, value in (line.split() for line in out.splitlines())}
        if said["time_ns"] < LONGEST_NS:
            return said
    raise Failure("two seconds of recording take longer, again and again")


def compare(exe, old, new):
    out = subprocess.run([exe, "--index=none", "--report=compare", "--format=json", "--compare=" + old, new],
                         check=True, stdout=subprocess.PIPE).stdout
    answer = json.loads(out)
    return answer["rows"], answer["trace"]["tests"]


def keep(paths):
    if directory := os.environ.get("PAIRS_DIR"):
        os.makedirs(directory, exist_ok=True)
        for path in paths:
            shutil.copy(path, directory)


def look(plant, rows, said):
    """(whether it is found, in words)."""
    kind, func, size, truth = PLANTS[plant]
    first = rows[0]
    if first["verdict"] != "worse" or func not in first["key"]:
        return False, "first is %s %s: %s %s" % (first["verdict"], first["kind"], first["key"], first["change"])
    row = next((r for r in rows if r["kind"] == kind and func in r["key"]), None)
    if row is None or row["verdict"] != "worse":
        return False, "no row of %s" % kind
    ours, its = size(row), truth(said)
    return abs(ours - its) <= NEAR * its, "%s: %s by %.4f, truly %.4f" % (kind, row["key"], ours, its)


def pairs_of(exe, gen, version, pairs, tmp):
    """Whether all is as it must be."""
    tests = false = 0
    found = dict.fromkeys(PLANTS, 0)
    for i in range(pairs):
        paths = {name: os.path.join(tmp, "%s-%02d-%s.trace" % (version, i, name)) for name in ("pair", "same", *PLANTS)}
        record(gen, "pair", paths["pair"])
        record(gen, "pair", paths["same"])
        rows, n = compare(exe, paths["pair"], paths["same"])
        differ = [r for r in rows if r["verdict"] in ("worse", "better", "changed")]
        tests += n
        false += len(differ)
        for r in differ:
            print("  pair %d: no difference is %s %s: %s %s" % (i, r["verdict"], r["kind"], r["key"], r["change"]))
            keep([paths["pair"], paths["same"]])
        for plant in PLANTS:
            said = record(gen, "pair-" + plant, paths[plant])
            rows, _ = compare(exe, paths["pair"], paths[plant])
            good, words = look(plant, rows, said)
            found[plant] += good
            print("  pair %d: %s%s" % (i, "" if good else "NOT FOUND: ", words), flush=True)
            if not good:
                keep([paths["pair"], paths[plant]])
        for path in paths.values():
            os.remove(path)
    print("Go %s: %d pairs of the same: %d differences in %d tests; found: %s" %
          (version, pairs, false, tests, ", ".join("%s %d" % f for f in found.items())))
    return false <= FALSE_OF_TESTS * tests and min(found.values()) >= FOUND_OF_PAIRS * pairs


def main():
    build, pairs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20
    top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    go = traces.toolchains(os.environ.get("GODIR") or os.path.expanduser("~/.cache/gtrace-go"))
    if wanted := os.environ.get("PAIRS_GO", "").split():
        go = [g for g in go if "1.%d" % g[0] in wanted]
    else:
        go = sorted({go[0], go[-1]}) if go else []
    if not go:
        raise Failure("no such Go toolchain to record with")
    good = True
    with tempfile.TemporaryDirectory() as tmp:
        for minor, path in go:
            gen = traces.build(minor, path, top, tmp)
            good &= pairs_of(os.path.join(build, "gtrace-tui"), gen, "1.%d" % minor, pairs, tmp)
    return 0 if good else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as e:
        sys.exit("pairs: %s" % e)
