"""Sets of moments as sorted lists of disjoint intervals (from, to), and sums over them."""
from bisect import bisect_left, bisect_right
from itertools import accumulate


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
    if not x or not y:
        return []
    # what of either lies before all of the other is not gone through
    out, i, j = [], max(0, bisect_right(x, y[0]) - 1), max(0, bisect_right(y, x[0]) - 1)
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


def covering(x):
    """A function (a, b) -> the ns of a union that lie in [a, b)."""
    starts, before = [a for a, _ in x], [0, *accumulate(b - a for a, b in x)]

    def until(at):
        i = bisect_right(starts, at)
        return before[i] - max(0, x[i - 1][1] - at) if i else 0

    return lambda a, b: until(b) - until(a) if a < b else 0


def spread(intervals, edges):
    """The ns of intervals, which may overlap, in each part between the edges.  An interval is entered where it begins
    and where it ends; the parts that it covers whole are summed once for all."""
    n = len(edges) - 1
    out, steps = [0] * n, [0] * (n + 1)
    for x, y in intervals:
        x, y = max(x, edges[0]), min(y, edges[-1])
        if x >= y:
            continue
        first, last = bisect_right(edges, x) - 1, bisect_left(edges, y) - 1
        if first == last:
            out[first] += y - x
            continue
        out[first] += edges[first + 1] - x
        out[last] += y - edges[last]
        steps[first + 1] += 1
        steps[last] -= 1
    return [ns + whole * (b - a) for ns, whole, a, b in zip(out, accumulate(steps), edges, edges[1:])]


def parts_of(a, b, n):
    """The edges of n parts of [a, b), which begin on whole ns, rounded up."""
    return [a + -(-(b - a) * i // n) for i in range(n + 1)]
