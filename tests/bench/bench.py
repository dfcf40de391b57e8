#!/usr/bin/env python3
"""bench.py BUILDDIR [--list | --compare A B]: measures the numbers of the design, or compares two runs.

`make bench` runs it.  Nothing here passes or fails: times belong to the machine, what counts are the ratios
to Go's own readers in the same run.  Each run prints a table and adds a line of JSON to the history.

    BENCH_DIR       where the traces are, *.trace (default: BUILDDIR/bench; recorded if there are none)
    BENCH_RUNS      how often times are measured, the best counts (default 5)
    BENCH_PARTS     only these, by commas: see parts.py
    BENCH_SECONDS   length of a recording (default 10: about 100 MB)
    BENCH_HISTORY   the file of the runs (default: BENCH_DIR/history.ndjson)
    GODIR           toolchains as GODIR/go-1.NN/bin/go, and GODIR/bin/drain1 and drain2, Go programs that read
                    a trace of the old and of the new format to its end and do nothing else
                    (default: ~/.cache/gtrace-go)

A trace of the old format is recorded if there is a toolchain up to Go 1.21.
"""
import argparse
import os
import sys
import tempfile

import history
import machine
import traces
from measure import Failure
from parts import PARTS, Bench


def say(text):
    print("bench: " + text, file=sys.stderr, flush=True)


def bench_trace(b, names):
    """All numbers of one trace, printed as they come."""
    results = {}
    print("%s: %.1f MB, %s" % (b.trace.name, b.trace.bytes / 1e6, "v1" if b.trace.v1 else "v2"), flush=True)
    for name in names:
        try:
            for key, value, goal in PARTS[name](b):
                results[key] = round(value, 4)
                print("  %-44s %14.3f   %s" % (key, value, goal), flush=True)
        except Failure as e:
            print("  %-44s %14s   %s" % (name, "-", e), flush=True)
    return results


def bench_all(build, top, directory, past):
    runs = int(os.environ.get("BENCH_RUNS", "5"))
    godir = os.environ.get("GODIR") or os.path.expanduser("~/.cache/gtrace-go")
    names = [n for n in os.environ.get("BENCH_PARTS", "").split(",") if n] or list(PARTS)
    unknown = [n for n in names if n not in PARTS]
    if unknown:
        raise Failure("no part %s: there are %s" % (unknown[0], ", ".join(PARTS)))
    exe = os.path.join(build, "gtrace-tui")
    line = dict(machine.program(exe, top), machine=machine.describe(), runs=runs, results={})
    print("machine: " + ", ".join("%s %s" % (k, v) for k, v in line["machine"].items()), flush=True)
    with tempfile.TemporaryDirectory() as tmp:
        env = dict(os.environ, XDG_CACHE_HOME=tmp + "/cache", XDG_CONFIG_HOME=tmp + "/config", LC_ALL="C.UTF-8")
        for trace in traces.find(directory, top, godir, os.environ.get("BENCH_SECONDS", "10"), tmp, say):
            b = Bench(build, top, trace, godir, runs, tmp, env)
            if "indexing" not in names:
                next(PARTS["memory"](b))           # the other parts need an index
            line["results"][trace.name] = bench_trace(b, names)
    history.append(past, line)
    say("added to " + past)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--list", action="store_true", help="the runs of the history")
    parser.add_argument("--compare", nargs=2, metavar=("A", "B"),
                        help="two runs: their places (-1 is the last), or how their commits or dates begin")
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    directory = os.environ.get("BENCH_DIR") or os.path.join(build, "bench")
    past = os.environ.get("BENCH_HISTORY") or os.path.join(directory, "history.ndjson")
    try:
        if args.list:
            history.list_runs(history.read(past))
        elif args.compare:
            runs = history.read(past)
            two = [history.pick(runs, which) for which in args.compare]
            for which, found in zip(args.compare, two):
                if not found:
                    raise Failure("no run %s in %s" % (which, past))
            history.compare(*two)
        elif not os.access(os.path.join(build, "gtrace-tui"), os.X_OK):
            raise Failure("no gtrace-tui in %s: build first" % build)
        else:
            bench_all(build, top, directory, past)
    except Failure as e:
        say(str(e))
        return 1
    except (BrokenPipeError, KeyboardInterrupt):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
