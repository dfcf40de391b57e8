"""A trace of Go 1.22 and later, written as the runtime does: one generation after the other.

replay.py TRACE borders       prints where each generation ends, one a line
replay.py TRACE steps         writes the next generation to standard output for each line on standard input, the
                              last one with what follows it; ends early where standard input does
replay.py TRACE bytes         writes it byte by byte
"""
import sys


def number(data, at):
    """A varint at `at`: its value and the place behind it."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def borders(data):
    """The places behind all batches of each generation, and behind its end mark, if its version has one."""
    ends, at, last = [], 16, None
    while at < len(data):
        kind = data[at]
        if kind == 52:
            at += 1
            ends.append(at)
            last = None
            continue
        begin = at
        at += 2 if kind == 49 else 1
        gen, at = number(data, at)
        for _ in range(2):
            _, at = number(data, at)
        size, at = number(data, at)
        at += size
        if last is not None and gen != last:
            ends.append(begin)
        last = gen
    if not ends or ends[-1] < len(data):
        ends.append(len(data))
    return ends


def main():
    path, how = sys.argv[1:]
    with open(path, "rb") as file:
        data = file.read()
    out = sys.stdout.buffer
    if how == "borders":
        print(*borders(data), sep="\n")
    elif how == "bytes":
        for i in range(len(data)):
            out.write(data[i:i + 1])
            out.flush()
    else:
        begin = 0
        for end in borders(data):
            if not sys.stdin.readline():
                break
            out.write(data[begin:end])
            out.flush()
            begin = end


main()
