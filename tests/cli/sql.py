"""Statements of --sql against the rows of reports, recomputed here.

    sql.py rows EXE TRACE...            every report: count(*), sums of numbers, and all rows
    sql.py random EXE SEED N TRACE...   N statements: tests, groups, sums, order
    sql.py joins EXE TRACE              rows of two tables that belong together, by one value after the other

Prints what differs; nothing is good.
"""

import json
import math
import random
import subprocess
import sys

NUMBERS = ("count", "id", "bytes", "duration", "time", "real", "share", "int")
WHOLE = ("count", "id", "bytes", "duration", "time", "int")


def output(exe, *args):
    done = subprocess.run([exe, *args], capture_output=True, check=False)
    if done.returncode not in (0, 3):
        return None, done.stderr.decode(errors="replace").strip()
    return done.stdout.decode(), ""


def report_names(exe):
    return [line.split()[0] for line in output(exe, "--report=list")[0].splitlines()]


def columns_of(exe, report):
    """The columns that JSON has by default, with their kinds."""
    text, _ = output(exe, f"--report={report}", "--columns=list", "--format=json")
    return {c["name"]: c["kind"] for c in json.loads(text)["rows"]}


def rows_of(exe, report, trace, *more):
    text, why = output(exe, f"--report={report}", "--format=json", *more, trace)
    if text is None:
        raise SystemExit(f"--report={report} {trace}: {why}")
    return json.loads(text)["rows"]


def select(exe, statement, trace, *more):
    text, why = output(exe, f"--sql={statement}", "--format=json", *more, trace)
    if text is None:
        return why
    return json.loads(text)["rows"]


def plain(value, kind):
    """A cell of a statement as the report has it."""
    if value is not None and kind in ("stack", "list", "map"):
        return json.loads(value)
    return value


def comparable(rows):
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def near(a, b):
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-6)
    return a == b


def check_report(exe, report, trace):
    want = rows_of(exe, report, trace)
    kinds = columns_of(exe, report)
    keys = [key for key in (want[0] if want else []) if key != "beyond"]
    beyond = any("beyond" in row for row in want)
    got = select(exe, "select *" + (", beyond" if beyond else "") + f' from "{report}"', trace)
    if isinstance(got, str):
        return [f"{report}: {got}"]
    wrong = []
    got = [{key: (bool(value) if key == "beyond" else plain(value, kinds.get(key, ""))) for key, value in row.items()}
           for row in got]
    if comparable(got) != comparable(want):
        wrong.append(f"{report}: the rows are others")
    numbers = [key for key in keys if kinds[key] in NUMBERS]
    sums = "".join(f', sum("{key}"), count("{key}")' for key in numbers)
    row = list(select(exe, f'select count(*){sums} from "{report}"', trace)[0].values())
    expect = [len(want)]
    for key in numbers:
        there = [r[key] for r in want if r[key] is not None]
        expect += [sum(there) if there else None, len(there)]
    for what, a, b in zip(["count"] + [n for key in numbers for n in (key, key)], row, expect):
        if not near(a, b):
            wrong.append(f"{report}.{what}: {a}, want {b}")
    return wrong


# ---- random statements ----

class Made:
    """A statement and the function over rows that says the same."""

    def __init__(self, rng, report, kinds, rows):
        self.rng, self.report, self.kinds, self.rows = rng, report, kinds, rows
        self.where, self.tests = [], []
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
            self.add_test()
        self.words = " where " + " and ".join(self.where) if self.where else ""

    def pick(self, kinds):
        names = [k for k in self.rows[0] if self.kinds.get(k) in kinds]
        return self.rng.choice(names) if names else None

    def add_test(self):
        # Times are what a table may begin and end at, and some ids are below 0.
        key = self.pick(self.rng.choice((WHOLE, ("string",), ("time",), ("id",))))
        there = [r[key] for r in self.rows if key and r[key] is not None]
        if not there:
            return
        value = self.rng.choice(there)
        if self.kinds[key] == "string":
            # JSON has other characters in the place of bytes that are no text.
            if "\ufffd" in value:
                return
            self.where.append(f'"{key}" = \'' + value.replace("'", "''") + "'")
            self.tests.append(lambda r: r[key] == value)
            return
        value += self.rng.choice((0, 0, 0, 1, -1))
        op = self.rng.choice(("=", "<", "<=", ">", ">="))
        self.where.append(f'"{key}" {op} {value}' if self.rng.random() < 0.8 else f'{value} {turned(op)} "{key}"')
        self.tests.append(lambda r: r[key] is not None and compare(r[key], op, value))

    def passing(self):
        return [r for r in self.rows if all(test(r) for test in self.tests)]


def turned(op):
    return {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}[op]


def compare(a, op, b):
    return {"=": a == b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]


def aggregate(made, passing):
    key = made.pick(WHOLE)
    there = [r[key] for r in passing if r[key] is not None]
    words = f'select count(*) n, count("{key}") c, sum("{key}") s, min("{key}") a, max("{key}") b'
    want = {"n": len(passing), "c": len(there), "s": sum(there) if there else None,
            "a": min(there, default=None), "b": max(there, default=None)}
    return f'{words} from "{made.report}"{made.words}', [want]


def grouped(made, passing):
    by, key = made.pick(("string", "id")), made.pick(WHOLE)
    groups = {}
    for r in passing:
        groups.setdefault(r[by], []).append(r[key])
    want = [{"k": k, "n": len(v), "s": sum(x for x in v if x is not None) if any(x is not None for x in v) else None}
            for k, v in groups.items()]
    return f'select "{by}" k, count(*) n, sum("{key}") s from "{made.report}"{made.words} group by 1', want


def ordered(made, passing):
    # What a table sorts by itself, mostly.
    key = made.pick(("duration", "time") if made.rng.random() < 0.6 else WHOLE) or made.pick(WHOLE)
    limit, skip = made.rng.randrange(1, 30), made.rng.choice((0, 0, 3))
    down = made.rng.random() < 0.6
    values = sorted((r[key] for r in passing if r[key] is not None), reverse=down)
    # Absent ones come last if the largest come first.
    absent = [None] * (len(passing) - len(values))
    values = values + absent if down else absent + values
    words = f'select "{key}" v from "{made.report}"{made.words} order by "{key}"{" desc" * down} limit {limit}'
    return words + (f" offset {skip}" if skip else ""), [{"v": v} for v in values[skip:skip + limit]]


def listed(made, passing):
    a, b = made.pick(WHOLE), made.pick(("string",) + WHOLE)
    return f'select "{a}" a, "{b}" b from "{made.report}"{made.words}', [{"a": r[a], "b": r[b]} for r in passing]


def check_random(exe, seed, count, traces):
    rng, wrong, made_of, kinds = random.Random(seed), [], {}, {}
    names = [n for n in report_names(exe) if n not in ("compare", "difftree", "brief")]
    shapes, left = (aggregate, grouped, ordered, listed), count
    while left:
        trace, report = rng.choice(traces), rng.choice((rng.choice(names), rng.choice(names), "events", "greedy"))
        kinds[report] = kinds.get(report) or columns_of(exe, report)
        if (trace, report) not in made_of:
            made_of[trace, report] = rows_of(exe, report, trace)
        rows = made_of[trace, report]
        if not rows:
            continue
        made = Made(rng, report, kinds[report], rows)
        if not made.pick(WHOLE) or not made.pick(("string",)):
            continue
        left -= 1
        statement, want = rng.choice(shapes)(made, made.passing())
        got = select(exe, statement, trace)
        exact = " order by " in statement
        if isinstance(got, str) or (got != want if exact else comparable(got) != comparable(want)):
            wrong.append(f"{trace}: {statement}: {str(got)[:200]}, want {str(want)[:200]}")
    return wrong


def check_joins(exe, trace):
    """Slices with what their goroutine sums up; states of goroutines one after the other."""
    wrong = []
    slices = rows_of(exe, "greedy", trace)
    sums = {(r["g"], r["life"]): r for r in rows_of(exe, "goroutines", trace)}
    for key in ("g", "func"):
        got = select(exe, f"select s.dur_ns d, g.slices n from greedy s join goroutines g on g.{key} = s.{key}", trace)
        want = [{"d": s["dur_ns"], "n": g["slices"]} for s in slices for g in sums.values()
                if s[key] is not None and g[key] == s[key]]
        if isinstance(got, str) or comparable(got) != comparable(want):
            wrong.append(f"slices by {key}: {str(got)[:200]}")
    want = []
    for g in sorted({g for g, _ in sums})[:10]:
        want += [{"g": g, "state": r["state"], "d": r["dur_ns"]}
                 for r in rows_of(exe, "states", trace, f"--goroutine={g}")]
    got = select(exe, "with few as (select distinct g from goroutines order by g limit 10) "
                 "select few.g, s.state, s.dur_ns d from few, states('goroutine=' || few.g) s", trace)
    if isinstance(got, str) or comparable(got) != comparable(want):
        wrong.append(f"states of ten goroutines: {str(got)[:200]}")
    return wrong


def main():
    what, exe = sys.argv[1:3]
    wrong = []
    if what == "rows":
        for trace in sys.argv[3:]:
            for report in report_names(exe):
                wrong += [f"{trace}: {w}" for w in check_report(exe, report, trace)]
    elif what == "random":
        wrong = check_random(exe, int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:])
    else:
        wrong = check_joins(exe, sys.argv[3])
    print("\n".join(wrong[:20]), end="\n" if wrong else "")


main()
