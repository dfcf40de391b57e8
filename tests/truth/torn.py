#!/usr/bin/env python3
"""torn.py GTRACE_TUI N SEED TRACE...: N damaged traces through the whole program, which must neither crash nor reckon
with time that it does not know.

A trace is cut, has bits turned over, or loses batches.  Each must be read or refused by an exit status that the
manual names, with JSON that can be read; nobody can have been in all states together for longer than what is known,
and no pause can be longer than the trace.  Prints TAP.
"""
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile

from rawbytes import HEADER, batches_v1, batches_v2

STATUSES = (0, 1, 2, 3)                          # read; unusable; not a trace; damaged
SECONDS = 20
STATES = ("exec_ns", "sched_wait_ns", "syscall_ns", "syscall_block_ns", "blocked_ns")


def torn(rng, data, batches):
    """(what was done, the damaged trace)"""
    kind = rng.choice(("cut", "flip", "drop"))
    if kind == "cut":
        n = rng.randrange(HEADER, len(data))
        return f"cut at {n}", data[:n]
    out = bytearray(data)
    if kind == "flip":
        places = [rng.randrange(HEADER, len(data)) for _ in range(rng.randint(1, 8))]
        for at in places:
            out[at] ^= 1 << rng.randrange(8)
        return f"bits turned at {sorted(places)}", bytes(out)
    gone = sorted(rng.sample(batches, min(len(batches), rng.randint(1, 4))))
    for a, b in reversed(gone):
        del out[a:b]
    return f"without {gone}", bytes(out)


def ask(exe, report, path):
    """(exit status, the JSON or None)"""
    run = subprocess.run([exe, "--no-config", "--index=none", "--report=" + report, "--format=json", path],
                         stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
    try:
        return run.returncode, json.loads(run.stdout) if run.returncode in (0, 3) else None
    except ValueError:
        return f"{run.returncode}, but no JSON: {run.stdout[-200:]!r}", None


def known_to(doc):
    """The end of what is known of a trace."""
    damage, end = doc["trace"]["damage"], doc["trace"]["duration_ns"]
    return end if not damage or damage["horizon_ns"] is None else damage["horizon_ns"]


def faults(exe, path):
    for report in ("goroutines", "stw", "brief"):
        status, doc = ask(exe, report, path)
        if status not in STATUSES:
            yield f"{report}: exit status {status}"
        for row in doc["rows"] if doc else ():
            if report == "goroutines" and sum(row[s] for s in STATES) > known_to(doc):
                yield f"g {row['g']}: {sum(row[s] for s in STATES)} ns of states, {known_to(doc)} ns are known"
            if report == "stw" and not 0 <= (row["dur_ns"] or 0) <= doc["trace"]["duration_ns"]:
                yield f"a pause of {row['dur_ns']} ns of {doc['trace']['duration_ns']}"


def one(job):
    exe, path, number, seed = job
    rng = random.Random(f"{seed} {number}")
    with open(path, "rb") as f:
        data = f.read()
    old = data[3:7] < b"1.22"
    what, bad = torn(rng, data, [x[:2] for x in (batches_v1 if old else batches_v2)(data)])
    with tempfile.NamedTemporaryFile(prefix="gt-torn.") as f:
        f.write(bad)
        f.flush()
        try:
            return path, what, list(faults(exe, f.name))
        except subprocess.TimeoutExpired:
            return path, what, [f"longer than {SECONDS} s"]


def main():
    exe, n, seed, *paths = sys.argv[1:]
    jobs = [(os.path.abspath(exe), paths[i % len(paths)], i, seed) for i in range(int(n))]
    said = {path: [] for path in paths}
    with multiprocessing.Pool(os.cpu_count()) as pool:
        for path, what, wrong in pool.imap(one, jobs, 16):
            said[path] += [f"{what}: {w}" for w in wrong]
    for i, (path, wrong) in enumerate(said.items(), 1):
        print(f"{'not ok' if wrong else 'ok'} {i} - {os.path.basename(os.path.dirname(path))}/{os.path.basename(path)}")
        for line in wrong[:10]:
            print("#   " + line)
    print(f"1..{len(said)}\n# {n} damaged traces, seed {seed}", flush=True)
    sys.exit(any(said.values()))


if __name__ == "__main__":
    main()
