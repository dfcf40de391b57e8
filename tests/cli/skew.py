"""skew.py IN OUT ticks thread|back|p N: moves the clock of a trace by so many ticks: from generation N on, of the
thread with the most batches, or of all, back; or (format v1) of P N.  Times keep their number of bytes."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "truth"))

from rawbytes import batches_v2, records_v1


def put(b, i, end, v):
    for k in range(i, end):
        b[k] = v & 127 | (128 if k + 1 < end else 0)
        v >>= 7
    assert v == 0


def times_v1(b):
    """(P, place of a time that no other one is the base of, end of it, time): of batches, ends of calls, CPU samples"""
    p = None
    for _, _, kind, args in records_v1(b):
        if kind == 1:
            p = args[0][0]
            yield p, args[1][1], args[1][2], args[1][0]
        elif kind == 29 and args[3][0]:
            yield p, args[3][1], args[3][2], args[3][0]
        elif kind == 49:                          # its time counts from the batch, but for the first argument
            yield args[2][0], args[1][1], args[1][2], args[1][0]


with open(sys.argv[1], "rb") as f:
    trace = bytearray(f.read())
ticks, what, n = int(sys.argv[3]), sys.argv[4], int(sys.argv[5])
if what == "p":
    for p, start, end, time in list(times_v1(trace)):
        if p == n:
            put(trace, start, end, time + ticks)
else:
    found = [x[2:] for x in batches_v2(trace) if x[2] is not None]
    threads = [m for _, m, *_ in found if m < 1 << 40]
    most = max(set(threads), key=threads.count)
    for gen, m, start, end, time in found:
        if what == "thread" and m == most and gen >= n:
            put(trace, start, end, time + ticks)
        elif what == "back" and gen >= n:
            put(trace, start, end, time - ticks)
with open(sys.argv[2], "wb") as f:
    f.write(trace)
