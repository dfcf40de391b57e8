#!/usr/bin/env python3
"""makework.py FILE UNITS GOROUTINES LEFT TASKS: a trace of 160 ms in which main.main does so many units of work.

Each creates some goroutines of main.child, of which LEFT never end, and is a task or (0) is not.  That is done in a
package without a dot in its path.
"""
import sys

PROCS_CHANGE, PROC_STATUS, GO_CREATE, GO_START, GO_DESTROY, GO_STOP, GO_STATUS = 9, 13, 14, 16, 17, 19, 25
TASK_BEGIN, TASK_END = 40, 41
LENGTH = 160_000_000
NAMES = "main.main", "main.child", "main.go", "yield", "unit", "shop/cart.fill", "go/ast.Walk[go.uber.org/x.T]"
MAIN, CHILD, FILE, YIELD, UNIT, FILL, WALK = range(1, 8)


def varint(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    return bytes(out + bytes([n]))


def event(kind, *args):
    return bytes([kind]) + b"".join(map(varint, args))


def batch(m, time, body):
    return event(1, 1, m, time, len(body)) + body


def batches(m, events):
    """At most some kB each; an event's time is told as the distance to the one before it."""
    out, body, start, last = b"", b"", 0, 0
    for time, kind, *args in events:
        if len(body) > 4000:
            out, body, start = out + batch(m, start, body), b"", last
        body += event(kind, time - last, *args)
        last = time
    return out + batch(m, start, body)


def work(units, goroutines, left, tasks):
    yield 0, PROC_STATUS, 0, 1
    yield 1, GO_STATUS, 1, 1, 2
    yield 2, PROCS_CHANGE, 1, 1
    t, g, runs = 2, 1, 0
    for unit in range(units):
        t = max(t, LENGTH * unit // units)
        if tasks:
            yield t + 1, TASK_BEGIN, unit + 1, 0, UNIT, 1
        for k in range(goroutines):
            g, runs = g + 1, runs + 1
            yield t + 2, GO_CREATE, g, 2, 1
            yield t + 3, GO_STOP, YIELD, 1
            yield t + 4, GO_START, g, 1
            yield (t + 1004, GO_STOP, YIELD, 2) if k < left else (t + 1004, GO_DESTROY)
            yield t + 1005, GO_START, 1, runs
            t += 1005
        if tasks:
            yield t + 6, TASK_END, unit + 1, 1
            t += 6
    yield LENGTH, GO_STOP, YIELD, 1


path, *numbers = sys.argv[1:]
strings = b"".join(event(5, i + 1, len(s)) + s.encode() for i, s in enumerate(NAMES))
stacks = event(3, 1, 3, 48, WALK, FILE, 3, 32, FILL, FILE, 2, 16, MAIN, FILE, 1) + event(3, 2, 1, 32, CHILD, FILE, 2)
with open(path, "wb") as f:
    f.write(b"go 1.22 trace\0\0\0" + batches(1, work(*map(int, numbers))) + batch(2**64 - 1, 0, b"\4" + strings) +
            batch(2**64 - 1, 0, b"\2" + stacks) + batch(2**64 - 1, 0, event(8, 10**9)))
