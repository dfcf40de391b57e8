"""Running commands and measuring them: time, processor time, bytes written, memory."""
import os
import subprocess
import threading
import time


class Failure(Exception):
    """Something could not be measured; the text says why."""


def run(command, env=None, read=False):
    """(wall seconds, CPU seconds, bytes of output) of a command.

    Its output goes to /dev/null, or with `read` through a pipe that is emptied at once.  A status of 3 is a
    damaged trace, which is measured like any other.
    """
    start = time.perf_counter()
    out = subprocess.PIPE if read else subprocess.DEVNULL
    p = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=env)
    errors = []
    drain = threading.Thread(target=lambda: errors.append(p.stderr.read()))
    drain.start()
    n = 0
    if read:
        buffer = bytearray(1 << 20)
        while (got := p.stdout.readinto(buffer)):
            n += got
    _, status, used = os.wait4(p.pid, 0)
    wall = time.perf_counter() - start
    p.returncode = os.waitstatus_to_exitcode(status)
    drain.join()
    if p.returncode not in (0, 3):
        raise Failure("%s: status %d: %s" % (" ".join(command), p.returncode,
                                             errors[0].decode(errors="replace").split("\n")[0]))
    return wall, used.ru_utime + used.ru_stime, n


def best(runs, command, env=None, read=False):
    """The best of several runs, each number for itself."""
    got = [run(command, env, read) for _ in range(runs)]
    return min(g[0] for g in got), min(g[1] for g in got), got[0][2]


def best_in_turn(runs, commands, env=None):
    """The best (wall, CPU) of each command, run by turns, so that all meet the same disturbances."""
    got = [[] for _ in commands]
    for _ in range(runs):
        for i, command in enumerate(commands):
            got[i].append(run(command, env))
    return [(min(g[0] for g in one), min(g[1] for g in one)) for one in got]


def peak(command, env=None):
    """The largest private and whole resident memory of a command in MiB, looked at every 2 ms."""
    p = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    private = whole = 0
    while p.poll() is None:
        try:
            with open("/proc/%d/status" % p.pid) as f:
                for line in f:
                    if line.startswith("RssAnon:"):
                        private = max(private, int(line.split()[1]))
                    elif line.startswith("VmHWM:"):
                        whole = max(whole, int(line.split()[1]))
        except (OSError, ValueError):
            pass
        time.sleep(0.002)
    return private / 1024, whole / 1024
