#!/usr/bin/env python3
"""Cuts traces at random places and compares each cut with the whole trace.

    cuts.py EXE DIR CUTS SEED TRACE...

A cut is compared with what -d=parsed says of the whole trace: in the range all events stand in the same order, with
the same times, threads, Ps, goroutines, arguments and stacks, and before it nothing but states stand.  Then whole rows
of reports that lie in the range are compared, and the cut of a cut with the cut.  Prints one line per fault.
"""
import json
import os
import random
import re
import subprocess
import sys

EXE, DIR, CUTS, SEED = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
HEAD = re.compile(r'^M=(\S+) P=(\S+) G=(\S+) (\S+) Time=(-?\d+)(.*)$')
# What repeats a state, and so need not stand in a cut that has said it.
STATE = re.compile(r'^(StateTransition .*Status|RangeActive)')
faults = 0


def fault(trace, what):
    global faults
    faults += 1
    print(f'{trace}: {what}')


def run(*args):
    return subprocess.run([EXE, '--no-pager', *args], capture_output=True, check=False)


def parsed(trace):
    """All events as (time, text), without Syncs."""
    out, text, time = [], [], None
    for line in run('-d=parsed', trace).stdout.decode('utf-8', 'replace').split('\n'):
        m = HEAD.match(line)
        if m:
            if time is not None:
                out.append((time, '\n'.join(text)))
            text, time = [], None
            if m[4] != 'Sync':
                time = int(m[5])
        if time is not None:
            text.append(line)
    if time is not None:
        out.append((time, '\n'.join(text)))
    return out


def is_state(text):
    """A status of what was there already, or a range that goes on."""
    head = HEAD.match(text.split('\n', 1)[0])
    kind, rest = head[4], head[6]
    if kind == 'RangeActive':
        return True
    if kind != 'StateTransition':
        return False
    m = re.search(r'(\S+)->(\S+)', rest)
    return bool(m) and (m[1] == m[2] or m[1] == 'Undetermined')


def same_events(trace, whole, cut, lo, hi):
    """Every event of [lo, hi) is in the cut; what is more says what was so before, or is at the end."""
    want = [e for e in whole if lo <= e[0] < hi]
    have = [e for e in cut if e[0] >= lo]
    made = 0
    i = 0
    for e in have:
        while i < len(want) and want[i] != e and is_state(want[i][1]) and want[i][0] <= e[0]:
            i += 1
        if i < len(want) and want[i] == e:
            i += 1
            continue
        made += 1
        head = HEAD.match(e[1].split('\n', 1)[0])
        if not (is_state(e[1]) or head[4] in ('Metric', 'TaskBegin', 'RegionBegin', 'Label')):
            return fault(trace, f'[{lo}, {hi}): an event that the trace does not have: {e}, instead of '
                                f'{want[i] if i < len(want) else None}')
    while i < len(want) and is_state(want[i][1]):
        i += 1
    if i < len(want):
        return fault(trace, f'[{lo}, {hi}): an event is missing: {want[i]}')
    return None


def rows(report, trace, *args):
    p = run(f'--report={report}', '--format=ndjson', *args, trace)
    return [json.loads(line) for line in p.stdout.split(b'\n') if line.strip()]


# Reports with the begin and end of each row; columns that say what was before or after are not compared.
REPORTS = {
    'greedy': ('start_ns', 'end_ns', ('g', 'p', 'm', 'held_ns', 'reason', 'start_event', 'end_event', 'label')),
    'waits': ('start_ns', 'end_ns', ('g', 'kind', 'reason')),
    'stw': ('start_ns', 'end_ns', ('kind',)),
    'tasks': ('start_ns', 'end_ns', ('id', 'name')),
    'regions': ('start_ns', 'end_ns', ('g', 'name', 'task')),
    'gc': ('start_ns', 'end_ns', ()),
}


def whole_rows(report, trace, first, lo, hi):
    """Rows in (lo, hi), which are times of the trace's own clock, as sorted tuples."""
    t0, t1, columns = REPORTS[report]
    out = []
    for row in rows(report, trace):
        a, b = row.get(t0), row.get(t1)
        if a is None or b is None or a + first <= lo or b + first >= hi:
            continue
        if any(row.get(c) for c in ('open', 'cut', 'cut_start', 'cut_end', 'active')):
            continue
        out.append((a + first, b + first, *[str(row.get(c)) for c in columns if c in row]))
    return sorted(out)


def open_tasks(trace, first, lo):
    """Tasks that are open at a time: a cut has a begin of its own for them.  id -> name, None without a begin."""
    out = {}
    for row in rows('tasks', trace):
        a, b = row.get('start_ns'), row.get('end_ns')
        if (a is None or a + first <= lo) and (b is None or b + first >= lo):
            out[str(row['id'])] = None if a is None else row['name']
    return out


def same_tasks(name, opened, cut):
    """Open tasks have their names, if any goroutine runs that could say them."""
    have = {str(row['id']): row['name'] for row in rows('tasks', cut)}
    if any(row['held_ns'] > 1000 for row in rows('greedy', cut)):
        for task, text in opened.items():
            if text is not None and have.get(task) != text:
                fault(name, f'task {task} is {text} and open, in the cut {have.get(task)}')


def first_time(trace):
    line = run('-d=parsed', trace).stdout.split(b'\n', 1)[0].decode()
    return int(HEAD.match(line)[5])


def check(trace, whole, wholes, first, last, rng, n):
    a, b = sorted(rng.randrange(0, last - first + 2) for _ in (0, 1))
    if a == b:
        b += 1
    cut, again = os.path.join(DIR, f'{n}.trace'), os.path.join(DIR, f'{n}.again.trace')
    name = f'{trace} --from={a} --to={b}'
    p = run('--export=trace', f'--from={a}', f'--to={b}', f'--output={cut}', trace)
    if p.returncode:
        return fault(name, p.stderr.decode().strip())
    p = run('--report=summary', cut)
    if p.returncode:
        return fault(name, 'the cut is no whole trace: ' + p.stderr.decode().strip())
    same_events(name, whole, parsed(cut), first + a, first + b)
    p = run('--export=trace', f'--output={again}', cut)
    with open(cut, 'rb') as x, open(again, 'rb') as y:
        if p.returncode or x.read() != y.read():
            fault(name, 'the cut of the cut is another one')
    at = first_time(cut)
    opened = open_tasks(trace, first, first + a)
    same_tasks(name, opened, cut)
    for report, want in wholes.items():
        w = [r for r in want if r[0] > first + a and r[1] < first + b]
        h = whole_rows(report, cut, at, first + a, first + b)
        if report == 'tasks':
            w, h = ([r for r in x if r[2] not in opened] for x in (w, h))
        if w != h:
            odd = [r for r in w if r not in h][:1] + [r for r in h if r not in w][:1]
            fault(name, f'{report}: {len(w)} rows in the range, {len(h)} in the cut: {odd}')
    os.remove(cut)
    os.remove(again)
    return None


def main():
    done = 0
    for trace in sys.argv[5:]:
        rng = random.Random(f'{SEED} {os.path.basename(trace)}')
        whole = parsed(trace)
        if not whole:
            continue
        first = first_time(trace)
        last = whole[-1][0]
        with open(trace, 'rb') as f:
            old = f.read(16).startswith(b'go 1.22')
        # A status of Go 1.22 has no stack, so a goroutine may have no name, and counts as one of the runtime.
        wholes = {r: whole_rows(r, trace, first, -1, last + 2) for r in REPORTS if not (old and r == 'regions')}
        for i in range(CUTS):
            check(trace, whole, wholes, first, last, rng, f'{os.path.basename(trace)}.{i}')
            done += 1
    print(f'{done} cuts, {faults} faults')
    return faults > 0


sys.exit(main())
