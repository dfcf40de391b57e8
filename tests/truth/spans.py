"""Sets of moments as sorted lists of disjoint intervals (from, to), and sums over them."""


def union(intervals):
    out = []
    for a, b in sorted(intervals):
        if a >= b:
            continue
        if out and a <= out[-1][1]:
            if b > out[-1][1]:
                out[-1] = (out[-1][0], b)
        else:
            out.append((a, b))
    return out


def common(x, y):
    """What two unions share."""
    out, i, j = [], 0, 0
    while i < len(x) and j < len(y):
        a, b = max(x[i][0], y[j][0]), min(x[i][1], y[j][1])
        if a < b:
            out.append((a, b))
        if x[i][1] < y[j][1]:
            i += 1
        else:
            j += 1
    return out


def without(x, y, end):
    """What a union has that the other has not."""
    rest, at = [], 0
    for a, b in y:
        rest.append((at, a))
        at = b
    rest.append((at, end))
    return common(x, [r for r in rest if r[0] < r[1]])


def measure(x):
    return sum(b - a for a, b in x)
