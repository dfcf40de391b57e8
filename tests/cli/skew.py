"""skew.py IN OUT ticks thread|back|p N: moves the clock of a trace by so many ticks: from generation N on, of the
thread with the most batches, or of all, back; or (format v1) of P N.  Times keep their number of bytes."""
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


def times_v1(b):
    """(P, place of a time that no other one is the base of, end of it, time): of batches, ends of calls, CPU samples"""
    i, p = 16, None
    while i < len(b):
        kind, n, i = b[i] & 63, b[i] >> 6, i + 1
        if kind == 37:                            # a string
            size, i = varint(b, varint(b, i)[1])
            i += size
            continue
        stop = None
        if n == 3:
            size, i = varint(b, i)
            stop = i + size
        args = []                                 # value, place, end
        while i < stop if stop else len(args) <= n:
            v, end = varint(b, i)
            args.append((v, i, end))
            i = end
        if kind == 1:
            p = args[0][0]
            yield p, args[1][1], args[1][2], args[1][0]
        elif kind == 29 and args[3][0]:
            yield p, args[3][1], args[3][2], args[3][0]
        elif kind == 49:                          # its time counts from the batch, but for the first argument
            yield args[2][0], args[1][1], args[1][2], args[1][0]
        elif kind == 48:                          # a message follows
            size, i = varint(b, i)
            i += size


with open(sys.argv[1], "rb") as f:
    trace = bytearray(f.read())
ticks, what, n = int(sys.argv[3]), sys.argv[4], int(sys.argv[5])
if what == "p":
    for p, start, end, time in list(times_v1(trace)):
        if p == n:
            put(trace, start, end, time + ticks)
else:
    found = list(batches(trace))
    threads = [m for _, m, *_ in found if m < 1 << 40]
    most = max(set(threads), key=threads.count)
    for gen, m, start, end, time in found:
        if what == "thread" and m == most and gen >= n:
            put(trace, start, end, time + ticks)
        elif what == "back" and gen >= n:
            put(trace, start, end, time - ticks)
with open(sys.argv[2], "wb") as f:
    f.write(trace)
