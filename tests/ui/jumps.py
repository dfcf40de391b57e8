"""jumps.py GTRACE_TUI DIR FINDINGS TRACE...

Presses Enter on the first finding of each kind that the traces have and looks at what the screen shows then.  Prints a
line per kind: its name, where the jump has to lead, what is wrong.
"""
import glob
import json
import re
import subprocess
import sys

# Where it leads: a time; a slice, on the lane of its P; a state of a goroutine, on that one's lane; an assist, on
# the line below its slice; a part of a pause, on the lane of pauses; the page of a goroutine.
KINDS = {
    "stop-the-world": "slice", "standstills": "pause", "restarts": "pause", "long slices": "slice",
    "scheduling": "state", "late timers": "state", "late network": "state", "idle processors": "time",
    "calls with a P": "state", "too few Ps": "time", "too many Ps": "time", "stalls": "time", "timer storms": "slice",
    "frequent GC": "time", "garbage collection": "time", "idle marking": "time", "mark assists": "assist",
    "locks": "state", "limits": "state", "connection limits": "state", "full queues": "state", "slow calls": "state", "in a row": "state",
    "connections": "state", "leaks": "page", "stuck": "page", "churn": "page", "alone": "state", "spinning": "slice",
    "missed ticks": "state", "herds": "state", "hand-overs": "slice", "hot shard": "page", "tracing": "page",
}
RARE = {"late network", "tracing"}      # no trace of these has it
NOWHERE = {"not judged", "nothing"}

exe, place, sources, *traces = sys.argv[1:]


def run(*options):
    return subprocess.run([exe, "--index=none", *options], capture_output=True, timeout=120).stdout.decode()


def seconds(ns):
    return f"{ns // 10**9}.{ns % 10**9:09}s"


def screen(trace, row):
    script = place + "/jump.keys"
    keys = "".join("key Down\n" for _ in range(row))
    with open(script, "w") as f:
        f.write(f"wait-index\nresize 160x60\noverview\nkey '*'\n{keys}key Enter\ndump-screen\n")
    return run("--script=" + script, trace).rstrip("\n").split("\n")


def judge(what, row, lines):
    text = "\n".join(lines)
    if what == "page":
        return "" if "[4]Goroutines" in text and f"G{row['g']} " in text else "not the page of the goroutine"
    if "[2]Timeline" not in text:
        return "not the timeline"
    lane = next((x[1:].split()[0] for x in lines if re.match(r">\w", x)), None)
    at = next((x for x in lines if re.match(r"\d+\.\d{9}s ", x)), "").split()[:1]
    now = int(at[0].rstrip("s").replace(".", "")) if at else -1
    if not row["start_ns"] <= now <= row["end_ns"]:
        return f"the cursor is at {now}, not in {row['start_ns']} to {row['end_ns']}"
    if what == "slice":
        return "" if lane == f"P{row['p']}" and f"G{row['g']} " in text else f"lane {lane}, not that of P{row['p']}"
    if what == "pause":
        if lane != "STW" or now != row["start_ns"]:
            return f"lane {lane} at {now}"
        return "" if re.search("^blame ", text, re.M) and row["reason"] in text else "not the pause"
    if what == "state":
        if lane != f"G{row['g']}":
            return f"lane {lane}, not that of G{row['g']}"
        return "" if re.search(r"^(State|Slice)\b", text, re.M) else "no state is selected"
    if what == "assist":
        below = lines[next(i for i, x in enumerate(lines) if x.startswith(">")) + 1]
        if lane != f"P{row['p']}" and not lane.startswith("P"):
            return f"lane {lane}"
        return "" if "assist" in text and re.search(r"[^ │|]", below) else "the line of assists is off"
    return ""


found = {}
for trace in traces:
    try:
        rows = json.loads(run("--report=findings", "--format=json", trace))["rows"]
    except ValueError:
        continue
    for i, row in enumerate(rows):
        found.setdefault(row["kind"], (trace, i, row))
for kind, (trace, i, row) in sorted(found.items()):
    if kind not in NOWHERE:
        print(kind, KINDS.get(kind, "?"), judge(KINDS.get(kind, "?"), row, screen(trace, i)), sep="\t")
names = {m for f in glob.glob(sources + "/find_*.c") for m in re.findall(r'^\t\.name = "([^"]*)"', open(f).read(), re.M)}
print("all", "each kind has a jump", ", ".join(sorted(names - set(KINDS) - NOWHERE)), sep="\t")
print("all", "each kind is tried", ", ".join(sorted(set(KINDS) - set(found) - RARE)), sep="\t")
