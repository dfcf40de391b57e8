"""Writes a v2 trace in which two goroutines wake each other: ping.py COUNT FILE."""
import sys

STATUS, P_STATUS, START, BLOCK, UNBLOCK = 25, 13, 16, 20, 21


def num(n):
    out = bytearray()
    n &= (1 << 64) - 1
    while n >= 0x80:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes(out) + bytes([n])


def batch(thread, time, body):
    return b'\1' + num(1) + num(thread) + num(time) + num(len(body)) + body


def ping(count):
    """The events, in batches of one thread."""
    seq, runs, time, begin, body = {1: 0, 2: 0}, 1, 1000, 1000, b''
    events = [(P_STATUS, 0, 1), (STATUS, 1, 0, 2), (STATUS, 2, -1, 4)]
    for _ in range(count):
        other = 3 - runs
        seq[other] += 2
        events += [(UNBLOCK, other, seq[other] - 1, 0), (BLOCK, 1, 0), (START, other, seq[other])]
        runs = other
    for kind, *args in events:
        if len(body) > 60000:
            yield batch(0, begin, body)
            begin, body = time, b''
        body += bytes([kind]) + num(10) + b''.join(map(num, args))
        time += 10
    yield batch(0, begin, body)


def main():
    with open(sys.argv[2], 'wb') as out:
        out.write(b'go 1.22 trace\0\0\0' + b''.join(ping(int(sys.argv[1]))))
        for body in (b'\x08' + num(10 ** 9), b'\x04\x05\x01\x04wait', b'\x02', b'\x06'):
            out.write(batch(-1, 1, body))


main()
