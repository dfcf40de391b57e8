"""Where batches and records lie in the bytes of a whole trace: for programs that change them."""

HEADER = 16


def varint(b, i):
    """(value, where it ends)"""
    v = shift = 0
    while True:
        v |= (b[i] & 127) << shift
        i, shift = i + 1, shift + 7
        if not b[i - 1] & 128:
            return v, i


def batches_v2(b):
    """(from, to, generation, thread, place of its time, end of that, time) of each; an end mark has no generation."""
    i = HEADER
    while i < len(b):
        at, kind, i = i, b[i], i + 1
        if kind == 0x34:                          # the end mark of a generation is one byte
            yield at, i, None, None, i, i, None
            continue
        i += kind == 5                            # an experiment's: its number comes first
        gen, i = varint(b, i)
        m, place = varint(b, i)
        time, end = varint(b, place)
        size, data = varint(b, end)
        i = data + size
        yield at, i, gen, m, place, end, time


def records_v1(b):
    """(from, to, type, [(value, place, end)] of its arguments) of each; strings have none."""
    i = HEADER
    while i < len(b):
        at, kind, n, args, i = i, b[i] & 63, b[i] >> 6, [], i + 1
        if kind == 37:                            # a string: number, bytes
            size, i = varint(b, varint(b, i)[1])
            i += size
        else:
            stop = None
            if n == 3:
                size, i = varint(b, i)
                stop = i + size
            while i < stop if stop else len(args) <= n:
                v, end = varint(b, i)
                args.append((v, i, end))
                i = end
            if kind == 48:                        # a log: its text follows
                size, i = varint(b, i)
                i += size
        yield at, i, kind, args


def batches_v1(b):
    """(from, to) of each: from one record of type 1 to the next."""
    begins = [at for at, _, kind, _ in records_v1(b) if kind == 1]
    return zip(begins, begins[1:] + [len(b)])
