"""Where stacks are: of every wait from the stack of the event that began it, and of groups and rows by stack."""
import os
import re

from differ import Part, columns

HERE = os.path.dirname(os.path.abspath(__file__))
# everything goes through these
BETWEEN = {"", "runtime", "sync", "syscall", "time", "os", "net", "io", "bufio"}
# how the runtime leaves a processor
LEAVES = {"runtime." + f for f in (
    "gopark goparkunlock park_m mcall systemstack Gosched goschedguarded goschedIfBusy gosched_m goyield chanrecv1 "
    "chanrecv2 chansend1 selectgo block semacquire semacquire1 notetsleepg").split()}
# what the runtime's frames say of a wait whose reason is not recorded
REASONS = [(re.compile(k), v) for k, v in (
    (r"(runtime\.netpollblock|internal/poll\.runtime_pollWait)$", "network"), (r"runtime\.chanrecv", "chan receive"),
    (r"runtime\.chansend", "chan send"), (r"runtime\.selectgo$", "select"), (r"runtime\.block$", "select (no cases)"),
    (r"runtime\.semacquire|(internal/)?sync\.runtime_Semacquire", "sync"),
    (r"(sync\.runtime_|runtime\.)notifyListWait$", "sync.(*Cond).Wait"),
    (r"(runtime\.timeSleep|time\.Sleep)$", "sleep"),
    (r"runtime\.(gcBgMarkWorker|bgsweep|bgscavenge|forcegchelper|runfinq|runFinalizers|runCleanups|notetsleepg)$",
     "system goroutine wait"))]
PREEMPTED = 6                            # frames of the handler of a preemption, at the most
BEGINS = " || ".join(f"name~'^{n}'" for n in ("GoBlock", "GoSleep", "GoStop", "GoSched", "GoPreempt"))


def standard():
    path = os.path.join(os.environ.get("GT_SRCDIR", os.path.join(HERE, "..", "..")), "src/index/store/stdpackages.def")
    with open(path, encoding="ascii") as f:
        return set(re.findall(r'^GT_STD_PACKAGE\("([^"]+)"\)', f.read(), re.M))


STANDARD = standard()
FIRSTS = {p.split("/")[0] for p in STANDARD} | {"internal", "vendor"}


def package(func):
    """The path before the first dot after the last slash; what is in brackets may hold others."""
    name = re.split(r"[(\[]", func or "", maxsplit=1)[0]
    head, slash, last = name.rpartition("/")
    return head + slash + last.split(".")[0] if "." in last else ""


def library(func):
    path = package(func)
    parts = path.split("/")
    if path == "main" or "." in parts[0]:
        return False
    return (path == "" or path in STANDARD or parts[0] in ("internal", "vendor")
            or (parts[0] in FIRSTS and "internal" in parts))


def between(func):
    path = package(func)
    return path in BETWEEN or "internal" in path.split("/")


def frame_of(stack):
    """The frame that says where a stack is; None: it has no frames."""
    for wanted in (lambda f: not library(f["func"]) and "._Cfunc_" not in f["func"], lambda f: not between(f["func"])):
        for f in stack or ():
            if wanted(f):
                return f
    names = [f["func"] for f in stack or ()]
    first = names[:PREEMPTED].index("runtime.asyncPreempt") + 1 if "runtime.asyncPreempt" in names[:PREEMPTED] else 0
    first = first if first < len(names) else 0
    return next((f for f in (stack or ())[first:] if f["func"] not in LEAVES), stack[first] if stack else None)


def where(stack):
    f = frame_of(stack)
    return f"{f['func']}:{f['line']}" if f and f["func"] else None


def where_func(stack):
    return (frame_of(stack) or {}).get("func")


def reason(stack):
    """What the innermost frames of the runtime say; None: nothing."""
    for f in stack or ():
        if not re.match(r"runtime\.|internal/|sync\.|time\.", f["func"] or ""):
            return None
        for pattern, word in REASONS:
            if pattern.match(f["func"]):
                return word
    return None


def text(stack):
    return tuple((f["func"], f["file"], f["line"]) for f in stack or ())


def part_places(t, d):
    begun = {(r["g"], r["ns"]): r["stack"] for r in t.rows("events", f"--filter={BEGINS}", "--columns=ns,name,g,stack")}
    for r in t.rows("waits", "--columns=g,start,state,where,stack,top,began"):
        stack = begun.get((r["g"], r["start_ns"]), r["stack"]) if r["state"] == "waiting" else r["stack"]
        if where(stack) or not r["where"]:
            d.same(f"where G{r['g']} waits at {r['start_ns']}", r["where"], where(stack))
    for report, column, options in (("waitgroups", "group", ("--group=stack",)), ("offcpu", "where", ()),
                                    ("sync", "where", ()), ("greedygroups", "end_where", ("--group=stack",))):
        of = "end_stack" if report == "greedygroups" else "stack"
        rows = [r for r in t.rows(report, *options) if where(r[of])]
        named = {}
        for r in rows:
            at = where(r[of])
            d.same(f"{report} at {at}", re.split(" (?:from|to) ", r[column])[0], at)
            named.setdefault((r[column], r.get("system")), set()).add(text(r[of]))
        # what has one name shows one stack
        d.same(f"names of {report}", [k for k, v in named.items() if len(v) > 1], [])


PARTS = {"places": Part(part_places, columns("waits", "where") + columns("waitgroups", "group")
                        + columns("offcpu", "where"))}
