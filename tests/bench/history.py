"""The history: a line of JSON per run; two of them side by side."""
import json
import os


def read(path):
    try:
        with open(path) as f:
            return [json.loads(line) for line in f if line.strip()]
    except FileNotFoundError:
        return []


def append(path, line):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "a") as f:
        f.write(json.dumps(line, sort_keys=True) + "\n")


def pick(runs, which):
    """A run by its place (1 is the first, -1 the last) or by the beginning of its commit or date."""
    try:
        i = int(which)
        if abs(i) <= len(runs) and i:
            return runs[i - 1 if i > 0 else i]
    except ValueError:
        pass
    found = [r for r in runs if r["commit"].startswith(which) or r["date"].startswith(which)]
    return found[-1] if found else None


def list_runs(runs):
    for i, r in enumerate(runs, 1):
        m = r["machine"]
        print("%3d  %s  %s%s  (%s, %d cores, load %.1f)" %
              (i, r["date"], r["commit"][:50], " +" if r["changed"] else "", m["cpu"], m["cores"], m["load"]))


def compare(a, b):
    """Prints what both have, and the change from the first to the second in percent."""
    for name, r in (("A", a), ("B", b)):
        m = r["machine"]
        print("%s  %s  %s%s" % (name, r["date"], r["commit"], " (changed)" if r["changed"] else ""))
        print("   %s, %s cores, %s MB, %s, load %s" % (m["cpu"], m["cores"], m["memory_mb"], m["kernel"], m["load"]))
    if a["machine"]["cpu"] != b["machine"]["cpu"] or a["machine"]["cores"] != b["machine"]["cores"]:
        print("The machines differ: compare only ratios.")
    for trace in a["results"]:
        other = b["results"].get(trace)
        if other is None:
            continue
        print("\n%s\n  %-44s %14s %14s %9s" % (trace, "", "A", "B", "change"))
        for key, x in a["results"][trace].items():
            y = other.get(key)
            if y is None:
                continue
            change = "%+8.1f%%" % ((y / x - 1) * 100) if x else "-"
            print("  %-44s %14.3f %14.3f %9s" % (key, x, y, change))
