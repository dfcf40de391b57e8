#!/usr/bin/env python3
"""check.py GTRACE_TUI [--corpus DIR] [--part NAME]... [--self-test] [TRACE...]

Recomputes from the events what gtrace-tui's analyses say of a trace, with code and definitions of its own,
and compares.  Prints TAP, a line per trace and part; exit status 1 if anything differs.

With --self-test it changes values of the program's answers, one column at a time, and each change must be
noticed.
"""
import argparse
import gzip
import multiprocessing
import os
import sys
import tempfile
import traceback

import because
import causes
import clocks
import critical
import cut
import findings
import gccost
import inarow
import instead
import lives
import locks
import mmu
import notes
import picked
import places
import profiles
import queues
import requests
import same
import series
import shorts
import trees
import values
import waitrows
import window

from differ import Differ
from program import Failure, Spoil, Trace


# what is compared, by name
PARTS = {**lives.PARTS, **notes.PARTS, **same.PARTS, **findings.PARTS, **window.PARTS, **cut.PARTS,
         **profiles.PARTS, **waitrows.PARTS, **mmu.PARTS, **gccost.PARTS, **picked.PARTS, **instead.PARTS,
         **trees.PARTS, **series.PARTS, **critical.PARTS, **requests.PARTS, **locks.PARTS, **queues.PARTS,
         **places.PARTS, **because.PARTS, **causes.PARTS, **shorts.PARTS, **inarow.PARTS, **values.PARTS, **clocks.PARTS}


def compare(t, part):
    """A Differ with what the part found; its `why`: why there was nothing to compare."""
    d = Differ()
    try:
        d.why = PARTS[part].run(t, d)
    except Failure as e:
        d.differ(str(e))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        d.differ("not as expected: " + " ".join(traceback.format_exc().split()[-40:]))
    return d


def self_test(t, part):
    """Changes one value of each column in turn: a change that makes no difference is a difference."""
    d = Differ()
    for spoil in PARTS[part].catch:
        t.spoil = Spoil(*spoil)
        found = compare(t, part).differences
        if t.spoil.done:
            d.compared += 1
            if not found:
                d.differ(f"{part}: a changed {spoil[1]} of report {spoil[0]} was not noticed")
    t.spoil = None
    return d


def one(job):
    """All parts of one trace: a list of (part, comparisons, differences, what was said, why skipped)."""
    a, name, path, listing = job
    out = []
    with tempfile.TemporaryDirectory(prefix="gt-truth.") as work:
        try:
            t = Trace(a.exe, path, name, os.path.join(work, "index"), listing)
            t.chains = min(a.chains, 5) if a.self_test else a.chains
        except (Failure, ValueError, KeyError) as e:
            return [("open", 0, 0 if a.corpus else 1, [str(e)], "no trace")]
        for part in a.part or PARTS:
            if not t.facts["complete"]:
                out.append((part, 0, 0, [], "damaged"))
                continue
            d = (self_test if a.self_test else compare)(t, part)
            out.append((part, d.compared, d.differences, d.said, d.why))
    return out


def refused(listing):
    """Whether Go's parser refuses the trace as a whole: its listing says so and has no event."""
    if not os.path.exists(listing):
        return False
    with gzip.open(listing, "rt", encoding="utf-8", errors="surrogateescape") as f:
        return f.readline().startswith("ERROR\topen\t")


def traces_of(a):
    """(name, path, listing) of the traces to look at."""
    if a.traces:
        return [(os.path.basename(p), p, None) for p in a.traces]
    out = []
    for top, _, files in os.walk(a.corpus):
        for f in files:
            path = os.path.join(top, f)
            name = os.path.relpath(path, a.corpus)
            if name.startswith("oracle") or not (f.endswith(".trace") or f.endswith("_good")):
                continue
            listing = os.path.join(a.corpus, "oracle", name + ".events.gz")
            if name.startswith("go-suite/tests") or refused(listing):
                listing = None                   # hand-made: listings do not tell the status of a P
            if os.path.getsize(path) <= a.max_bytes:
                out.append((name, path, listing))
    return sorted(out)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("exe")
    ap.add_argument("traces", nargs="*")
    ap.add_argument("--corpus", help="all traces below it, with the listings in its folder 'oracle'")
    ap.add_argument("--part", action="append", choices=sorted(PARTS))
    ap.add_argument("--self-test", action="store_true")
    ap.add_argument("--chains", type=int, default=20, metavar="N", help="wake-up chains of each (default 20)")
    ap.add_argument("--jobs", type=int, default=2)
    ap.add_argument("--max-bytes", type=int, default=1 << 40, help="leave larger traces of the corpus out")
    a = ap.parse_intermixed_args()
    a.exe = os.path.abspath(a.exe)
    jobs = [(a, *t) for t in traces_of(a)]
    n = failed = compared = 0
    with multiprocessing.Pool(a.jobs) as pool:
        for job, results in zip(jobs, pool.imap(one, jobs)):
            for part, count, differences, said, why in results:
                n += 1
                compared += count
                failed += bool(differences)
                text = f"{'not ok' if differences else 'ok'} {n} - {job[1]} {part}"
                print(text + (f" # SKIP {why}" if why and not differences else f" ({count} compared)"))
                for line in said if differences else ():
                    print("#   " + line.encode("ascii", "backslashreplace").decode())
    print(f"1..{n}")
    print(f"# {compared} comparisons, {failed} of {n} with differences", flush=True)
    sys.exit(1 if failed or not compared else 0)


if __name__ == "__main__":
    main()
