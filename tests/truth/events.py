"""Events of a trace in one form, from either of two sources: what Go's own reader wrote down (the oracle's
*.events.gz), or gtrace-tui --report=events --format=ndjson, which check-oracle proves equal to it.

An event is a tuple (t, name, p, g, x, y):

t      nanoseconds since the trace's start (v2: the first Sync; v1: the first event)
name   its type, as the format calls it
p g    where it happened, before the event; None: none (v1: also goroutine 0, and the Ps that Go invents)
x      what it is about, if that is a goroutine or a P: who is created, started, woken, stolen, ...
y      what else matters: reason, status, kind, label, value
"""
import gzip
import json
import re

V1_REASON = {"GoSleep": "sleep", "GoBlock": "", "GoBlockSend": "chan send", "GoBlockRecv": "chan receive",
             "GoBlock": "unspecified", "GoBlockSelect": "select", "GoBlockSync": "sync", "GoBlockCond": "sync.(*Cond).Wait",
             "GoBlockNet": "network", "GoBlockGC": "GC mark assist wait for work", "GoStop": "forever"}
# about the goroutine that was running there, before the event
OWN = {"GoStop", "GoBlock", "GoDestroy", "GoDestroySyscall", "GoSyscallBegin", "GoSyscallEnd",
       "GoSyscallEndBlocked", "GoEnd", "GoSched", "GoPreempt", "GoSysCall", "GoSysBlock"} | set(V1_REASON)
VALUE = ("reason_string", "gstatus", "pstatus", "kind_string", "kindid", "label_string", "labelid", "procs",
         "procs_value", "mem", "heapalloc_value", "heapgoal_value", "reclaimed_value", "reclaimed")
COLUMNS = "ns,name,p,g,args"


def of_program(lines, v1):
    """Events out of the rows of --report=events --columns=COLUMNS."""
    for line in lines:
        e = json.loads(line)
        name, a = e["name"], e["args"]
        y = next((a[k] for k in VALUE if k in a), None)
        if name in OWN:
            x = e["g"]
        elif name.startswith("Proc"):
            x = a.get("p", e["p"])
        else:
            x = a.get("g", a.get("new_g"))
        if v1:
            y = V1_REASON.get(name, y)
        yield e["ns"], name, e["p"], e["g"] or None, x, y


def of_listing(path, v1, first):
    """Events out of an oracle's listing; first: the time in it that is 0."""
    with gzip.open(path, "rt", encoding="utf-8", errors="surrogateescape", newline="\n") as f:
        for line in f:
            w = line.rstrip("\n").split("\t")
            if w[0] == "ERROR" or w[1] == "Sync":
                continue
            yield v1_line(w) if v1 else v2_line(w, first)


NUMBER = re.compile(r"\b(g|procs|mem|reclaimed)=(\d+)")
TEXT = re.compile(r'\b(?:kind|label)="([^"]*)"')
CHANGE = re.compile(r'([GPM])(\d+) \w+->(\w+) reason="([^"]*)"')
RECLAIMED = re.compile(r'"bytes reclaimed"=(\d+)')
QUOTED = re.compile(r'(?:name|label)="([^"]*)"')


def v1_line(w):
    name, p, g = w[1], int(w[2]), int(w[3]) or None
    p = None if p >= 1000000 or p < 0 else p
    args = dict(NUMBER.findall(w[5]))
    text = TEXT.search(w[5])
    y = V1_REASON.get(name, text.group(1) if text else None)
    for key in ("procs", "mem", "reclaimed"):
        y = int(args[key]) if key in args else y
    if name in OWN:
        x = g
    elif name.startswith("Proc"):
        x = p
    else:
        x = int(args["g"]) if "g" in args else None
    return int(w[0]), name, p, g, x, y


def none(text):
    return None if text == "-1" else int(text)


def v2_line(w, first):
    name, kind, x, y = w[1], w[5], None, None
    if kind == "StateTransition":
        _, x, to, y = CHANGE.match(w[6]).groups()
        x, y = int(x), to.lower() if "Status" in name else y
        if name == "ProcStatus" and y == "running":
            y = "running or syscall"              # the listing does not tell
    elif kind == "Metric":
        y = int(w[6].rsplit("=", 1)[1])
    elif name == "GCSweepEnd":
        y = int(RECLAIMED.search(w[6]).group(1))
    elif kind.startswith("Range") or kind == "Label":
        y = QUOTED.match(w[6]).group(1)
        if y.startswith("stop-the-world ("):
            y = y[16:-1]
        if name == "GCMarkAssistActive":
            x = int(w[6].rsplit("(", 1)[1][:-1])
    return int(w[0]) - first, name, none(w[3]), none(w[4]), x, y
