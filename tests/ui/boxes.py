"""boxes.py GTRACE_TUI TRACE: what the boxes of the Overview say is what the reports say, row by row.

Shares of the CPU are recomputed: of the trace's length times GOMAXPROCS.  GC workers, the rest of the runtime and idle Ps
come from other reports than the box itself (gcparts, procs).  The charts above the boxes say what the reports series and
seriesstats say: mean and most, and the height of each bar of Ps and of runnable goroutines.
"""
import json
import re
import subprocess
import sys

UNITS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
LABEL = 30                                       # columns before a chart
BLOCKS = " ▁▂▃▄▅▆▇█"
CHARTS = {"busy Ps": "busy", "runnable": "runnable"}
BOXES = {  # title: (report, filter, order, name, numbers)
    "CPU": (["greedygroups", "--group=func"], "!system", "total_ns", "func", ["total_ns", "max_ns"]),
    "Waits": (["waitgroups", "--group=stack"], '!system && group && count>0 && kind!="runnable"', "total_ns", "group",
              ["total_ns", "max_ns"]),
    "Waits for a P": (["schedgroups", "--group=func"], "!system && count>0", "total_ns", "group", ["total_ns", "max_ns"]),
    "Requests": (["requestgroups"], "!system", "total_ns", "handler", ["count", "p99_ns"]),
    "Pauses": (["stw"], None, "dur_ns", "reason", ["stop_ns", "dur_ns"]),
}


def run(exe, trace, *options):
    return subprocess.run([exe, "--index=none", *options, trace], capture_output=True, check=True).stdout.decode()


def rows(exe, trace, report, filt=None, order=None):
    options = [f"--report={report[0]}", *report[1:], "--format=json"]
    options += [f"--filter={filt}"] if filt else []
    options += [f"--sort=-{order}"] if order else []
    return json.loads(run(exe, trace, *options))["rows"]


def close(text, value):
    """Whether a number on the screen, with three digits, is this one."""
    m = re.fullmatch(r"(?:(\d+)h)?(?:(\d+)m)?(?:([\d.,]+)(ns|us|ms|s)?)?", text)
    assert m, text
    hours, minutes, digits, unit = m.groups()
    number = float((digits or "0").replace(",", "")) * (UNITS[unit] if unit else 1)
    number += 60e9 * int(minutes or 0) + 3600e9 * int(hours or 0)
    return abs(number - value) <= 0.006 * value + (60e9 if hours else 0)


def find_boxes(screen):
    """(title, lines below it) of each: titles stand in a line with ── behind them, boxes beside each other."""
    for y, line in enumerate(screen):
        starts = list(re.finditer("(?:^|(?<=  ))(%s) ──" % "|".join(BOXES), line))
        for m, after in zip(starts, starts[1:] + [None]):
            below = []
            for other in screen[y + 1:]:
                part = other[m.start():after.start() - 2 if after else None]
                if not part.strip() or "──" in part:
                    break
                below.append(part)
            yield m[1], below


def named(shown, name):
    """The name, shortened at its begin or its end."""
    return all(piece in (name or "") for piece in re.split("…", shown.strip()) if piece) or (name is None)


def heights(lines, most):
    """Of each column of a chart: eighths of a row, and whether a mark above says that there is more."""
    for column in zip(*(line[LABEL:].ljust(most) for line in lines)):
        more = column[0] == "▲"
        yield sum(8 if c == "▲" else BLOCKS.index(c) for c in column), more


def scale_of(bars, values, size):
    """What a full bar stands for, from the tallest one that is not cut."""
    height, value = max((h, v) for (h, more), v in zip(bars, values) if not more)
    return value * size / height if height else 1


def charts(exe, trace, screen, gomaxprocs):
    """(comparisons, what is wrong) of the charts."""
    at = {name: y for y, line in enumerate(screen) for name in ("busy Ps", "runnable", "heap") if line.startswith(name + " ")}
    size, columns, wrong, compared = at["heap"] - at["runnable"], len(screen[at["heap"]]) - LABEL, [], 0
    listed = [r for r in rows(exe, trace, ["series", f"--buckets={columns}"]) if r["stat"] == "bucket"]
    stats = {r["name"]: r for r in rows(exe, trace, ["seriesstats"])}
    for name, key in CHARTS.items():
        y = at[name]
        label, values = screen[y][len(name):LABEL].split(), [r[key] for r in listed]
        bars = list(heights(screen[y - size + 1:y + 1], columns))
        full = gomaxprocs if key == "busy" else scale_of(bars, values, 8 * size)
        most = gomaxprocs if key == "busy" else stats[key]["peak"]
        for text, value, slack in ((label[0].rstrip(","), stats[key]["mean"], 0.5), (label[-1], most, 0)):
            compared += 1
            # as many digits as the label has, and a column's bound may be 1 ns beside the report's
            if abs(float(text.replace(",", "")) - value) > slack * 10 ** -len(text.partition(".")[2]) * 1.01:
                wrong.append(f"{name}: {text} is not {value}")
        for x, ((height, more), value) in enumerate(zip(bars, values)):
            compared += 1
            want = min(8 * size, value * 8 * size / full)
            if abs(height - max(want, value > 0)) > 1 or more and value <= full:
                wrong.append(f"{name}: column {x} is {height} eighths high, not {want:.2f}")
    return compared, wrong


def main(exe, trace):
    with open(sys.argv[3], encoding="utf-8") as f:
        screen = f.read().splitlines()
    summary = rows(exe, trace, ["summary"])[0]
    all_ns = summary["duration_ns"] * summary["gomaxprocs"]
    compared, wrong = charts(exe, trace, screen, summary["gomaxprocs"])
    print(*wrong, sep="\n")
    bad = len(wrong)
    for title, lines in find_boxes(screen):
        report, filt, order, name, numbers = BOXES[title]
        want = rows(exe, trace, report, filt, order)
        workers = sum(r["on_p_ns"] for r in rows(exe, trace, ["gcparts"]) if r["part"].endswith("workers"))
        for i, line in enumerate(lines):
            words = line.split()
            other = re.match("(GC workers|rest of the runtime|idle Ps) ", line)
            if other:
                busy = sum(r["busy_ns"] for r in rows(exe, trace, ["procs"]))
                system = sum(r["total_ns"] for r in rows(exe, trace, report, "system"))
                ns = {"GC workers": workers, "rest of the runtime": system - workers,
                      "idle Ps": all_ns - busy}[other[1]]
                checks = [(words[-1], 100 * ns / all_ns)]
            elif not want:
                bad += bool(re.search("[0-9]", line))        # it says that there is nothing
                checks = []
            else:
                row = want[i]
                values = [row[n] for n in numbers]
                if title == "CPU":
                    values[0] *= 100 / all_ns
                values = [v for v in values if v is not None]
                checks = list(zip(words[-len(values):], values))
                if not named(re.split(" {2,}|[▏▎▍▌▋▊▉█]", line.strip())[0], row[name]):
                    print(f"{title}: {line!r} is not {row[name]}")
                    bad += 1
            for text, value in checks:
                compared += 1
                if text.endswith("%"):
                    fine = text.startswith("<") or abs(float(text[:-1]) - value) <= 0.006 * value + 0.006
                else:
                    fine = close(text, value)
                if not fine:
                    print(f"{title}: {line!r} has {text}, not {value}")
                    bad += 1
    print(f"{compared} numbers compared")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
