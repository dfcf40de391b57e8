"""skew.py IN OUT ticks thread|back N: moves the clock of a v2 trace: of the thread with the most batches, or of all from
generation N on back, by so many ticks.  Times keep their number of bytes."""
import sys


def varint(b, i):
    v = shift = 0
    while True:
        v |= (b[i] & 127) << shift
        i, shift = i + 1, shift + 7
        if not b[i - 1] & 128:
            return v, i


def put(b, i, end, v):
    for k in range(i, end):
        b[k] = v & 127 | (128 if k + 1 < end else 0)
        v >>= 7
    assert v == 0


def batches(b):
    """(generation, thread, place of the time, end of it, time)"""
    i = 16
    while i < len(b):
        kind, i = b[i], i + 1
        if kind == 0x34:                          # the end mark of a generation
            continue
        if kind == 5:                             # an experiment's: its number comes first
            i += 1
        gen, i = varint(b, i)
        m, i = varint(b, i)
        time, end = varint(b, i)
        size, data = varint(b, end)
        yield gen, m, i, end, time
        i = data + size


with open(sys.argv[1], "rb") as f:
    trace = bytearray(f.read())
ticks, what, n = int(sys.argv[3]), sys.argv[4], int(sys.argv[5])
found = list(batches(trace))
threads = [m for _, m, *_ in found if m < 1 << 40]
most = max(set(threads), key=threads.count)
for gen, m, start, end, time in found:
    if what == "thread" and m == most:
        put(trace, start, end, time + ticks)
    elif what == "back" and gen >= n:
        put(trace, start, end, time - ticks)
with open(sys.argv[2], "wb") as f:
    f.write(trace)
