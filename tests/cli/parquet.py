"""Reads a Parquet file as parquet-format describes it, with its statistics and page index: to test what is written.

rows(bytes): (notes, names, rows as dicts).  What the program does not write is an error: other codecs than gzip and zstd,
nested columns, version 2 of pages.
"""
import ctypes
import gzip
import json
import struct
import sys

BOOLEAN, INT64, DOUBLE, BYTES = 0, 2, 5, 6
PLAIN, RLE, DELTA, DICTIONARY = 0, 3, 5, 8
GZIP, ZSTD = 2, 6


class Thrift:
    """A struct of the compact protocol as {field: value}; lists as lists, structs as dicts."""

    def __init__(self, data, at):
        self.data, self.at = data, at

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def varint(self):
        v = shift = 0
        while True:
            b = self.byte()
            v |= (b & 127) << shift
            shift += 7
            if b < 128:
                return v

    def number(self):
        v = self.varint()
        return v >> 1 ^ -(v & 1)

    def value(self, kind, listed=False):
        if kind in (1, 2):
            return self.byte() == 1 if listed else kind == 1
        if kind in (4, 5, 6):
            return self.number()
        if kind == 8:
            n = self.varint()
            self.at += n
            return self.data[self.at - n:self.at]
        if kind == 9:
            head = self.byte()
            n = head >> 4 if head >> 4 < 15 else self.varint()
            return [self.value(head & 15, True) for _ in range(n)]
        assert kind == 12, kind
        return self.struct()

    def struct(self):
        out, field = {}, 0
        while True:
            head = self.byte()
            if not head:
                return out
            field = field + (head >> 4) if head >> 4 else self.number()
            assert field not in out
            out[field] = self.value(head & 15)


def bits_of(data, at, width, n):
    """n numbers of so many bits, the low bits first."""
    size = (n * width + 7) // 8
    v = int.from_bytes(data[at:at + size], "little")
    return [v >> i * width & (1 << width) - 1 for i in range(n)], at + size


def runs(data, at, width, n):
    """n numbers: runs, and groups of eight."""
    out = []
    while len(out) < n:
        t = Thrift(data, at)
        head, at = t.varint(), t.at
        if head & 1:
            some, at = bits_of(data, at, width, 8 * (head >> 1))
            out += some
        else:
            size = (width + 7) // 8
            out += [int.from_bytes(data[at:at + size], "little")] * (head >> 1)
            at += size
    return out[:n]


def deltas(data):
    t = Thrift(data, 0)
    block, minis, n, v = t.varint(), t.varint(), t.varint(), t.number()
    out = [v] if n else []
    while len(out) < n:
        least = t.number()
        widths = [t.byte() for _ in range(minis)]
        for width in widths:
            if len(out) == n:
                break
            some, t.at = bits_of(data, t.at, width, block // minis)
            for d in some[:n - len(out)]:
                v = (v + least + d + (1 << 63)) % (1 << 64) - (1 << 63)
                out.append(v)
    return out


def plain(kind, data, n):
    if kind == BOOLEAN:
        return [bool(b) for b in bits_of(data, 0, 1, n)[0]]
    if kind in (INT64, DOUBLE):
        return list(struct.unpack(f"<{n}{'q' if kind == INT64 else 'd'}", data[:8 * n]))
    out, at = [], 0
    for _ in range(n):
        size = struct.unpack_from("<I", data, at)[0]
        out.append(data[at + 4:at + 4 + size])
        at += 4 + size
    return out


def unpack(codec, data, size):
    if codec == GZIP:
        return gzip.decompress(data)
    assert codec == ZSTD, codec
    room = ctypes.create_string_buffer(size + 1)
    # The library that the program is linked with; this Python has none of its own.
    unpacked = ctypes.CDLL("libzstd.so.1").ZSTD_decompress
    unpacked.restype = ctypes.c_size_t
    n = unpacked(room, ctypes.c_size_t(size), data, ctypes.c_size_t(len(data)))
    return room.raw[:min(n, size + 1)]


def page(data, at, codec):
    t = Thrift(data, at)
    head = t.struct()
    body = unpack(codec, data[t.at:t.at + head[3]], head[2])
    assert len(body) == head[2]
    return head, body, t.at + head[3]


def bound(kind, b):
    return b if kind == BYTES else plain(kind, b, 1)[0]


def check_bounds(kind, least, most, values):
    """That a reader which skips by these bounds misses nothing, and that they are no wider than they must be."""
    known = [v for v in values if v is not None]
    assert (min(known), max(known)) == (bound(kind, least), bound(kind, most)), (least, most)


def check_index(data, chunk, kind, n, values):
    """The page index: where pages are, and what lies in each."""
    where = Thrift(data, chunk[4]).struct()
    pages = where[1]
    firsts = [p[3] for p in pages] + [n]
    assert firsts[0] == 0 and firsts == sorted(firsts)
    for p in pages:
        assert page(data, p[1], chunk[3][4])[2] == p[1] + p[2]
    if 6 not in chunk:
        return
    index = Thrift(data, chunk[6]).struct()
    for i, (a, b) in enumerate(zip(firsts, firsts[1:])):
        nulls = sum(v is None for v in values[a:b])
        assert index[5][i] == nulls and index[1][i] == (nulls == b - a)
        if nulls < b - a:
            check_bounds(kind, index[2][i], index[3][i], values[a:b])


def column(data, chunk, n):
    meta, out, dictionary = chunk[3], [], None
    kind, at = meta[1], meta.get(11, meta[9])
    assert meta[5] == n
    begin = at
    while len(out) < n:
        head, body, at = page(data, at, meta[4])
        if head[1] == 2:
            dictionary = plain(kind, body, head[7][1])
            continue
        rows, size = head[5][1], struct.unpack_from("<I", body)[0]
        there = runs(body, 4, 1, rows)
        body, k = body[4 + size:], sum(there)
        encoding = head[5][2]
        assert encoding in meta[2]
        if encoding == DICTIONARY:
            values = [dictionary[i] for i in runs(body, 1, body[0], k)]
        else:
            values = deltas(body) if encoding == DELTA else plain(kind, body, k)
        assert len(values) == k
        values = iter(values)
        out += [next(values) if t else None for t in there]
    assert at - begin == meta[7] and len(out) == n
    statistics = meta[12]
    assert statistics[3] == sum(v is None for v in out)
    if 5 in statistics:
        check_bounds(kind, statistics[6], statistics[5], out)
    check_index(data, chunk, kind, n, out)
    return [v.decode("utf-8", "strict") if isinstance(v, bytes) else v for v in out]


def rows(data):
    assert data[:4] == data[-4:] == b"PAR1"
    size = struct.unpack("<I", data[-8:-4])[0]
    foot = Thrift(data, len(data) - 8 - size).struct()
    names = [s[4].decode() for s in foot[2][1:]]
    assert foot[2][0][5] == len(names) == len(foot[7])
    out = []
    for group in foot[4]:
        columns = [column(data, chunk, group[3]) for chunk in group[1]]
        out += [dict(zip(names, cells)) for cells in zip(*columns)]
    assert len(out) == foot[3]
    return {k[1].decode(): k[2].decode() for k in foot.get(5, [])}, names, out


def main(file, lines):
    """Compares the rows of a file with those in lines of JSON."""
    with open(file, "rb") as f:
        notes, _, got = rows(f.read())
    with open(lines, encoding="utf-8") as f:
        want = [json.loads(line) for line in f]
    if notes != {"rows": "some"} or len(got) != len(want):
        sys.exit(f"{len(got)} rows for {len(want)}, {notes}")
    for i, (row, like) in enumerate(zip(got, want)):
        row["list"] = json.loads(row["list"])
        if row != like:
            sys.exit(f"row {i} is {row}, not {like}")


if __name__ == "__main__":
    main(*sys.argv[1:3])
