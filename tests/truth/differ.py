"""Comparisons, counted; and what a part of the checker is."""
from collections import namedtuple

# run(trace, differ): compares; returns why there was nothing to compare, or None.
# catch: (report, column, by): whose values, changed by so much, it must notice
Part = namedtuple("Part", "run catch")


def columns(report, *names, by=1):
    """The columns of a report that a part must catch, as words."""
    return [(report, name, by) for name in " ".join(names).split()]


class Differ:
    """Counts comparisons, keeps the first differences."""

    def __init__(self):
        self.compared, self.differences, self.said, self.why = 0, 0, [], None

    def same(self, what, got, want):
        self.compared += 1
        if got != want:
            self.differ(f"{what}: the program says {short(got)}, recomputed {short(want)}")

    def differ(self, text):
        self.differences += 1
        if len(self.said) < 5:
            self.said.append(text)

    def columns(self, what, row, want):
        for k, v in want.items():
            self.same(f"{what} {k}", row.get(k, "absent"), v)


def short(v):
    s = repr(v)
    return s if len(s) < 200 else s[:200] + "..."
