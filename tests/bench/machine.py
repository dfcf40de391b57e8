"""What the machine is, and what was measured on it."""
import datetime
import os
import platform
import subprocess


def first_line(path, key):
    """The value of "key : value" in a file of /proc."""
    try:
        with open(path) as f:
            for line in f:
                if line.startswith(key):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return None


def describe():
    memory = first_line("/proc/meminfo", "MemTotal")
    return {
        "cpu": first_line("/proc/cpuinfo", "model name") or platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_mb": int(memory.split()[0]) // 1024 if memory else None,
        "kernel": platform.system() + " " + platform.release(),
        "load": round(os.getloadavg()[0], 2),
    }


def text_of(command, **more):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, **more).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def program(exe, top):
    """Which program it is: its version, the commit of its sources, and whether they are changed."""
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "version": text_of([exe, "--version"]).split("\n")[0],
        "commit": text_of(["git", "log", "-1", "--format=%h %s"], cwd=top),
        "changed": bool(text_of(["git", "status", "--porcelain", "-uno"], cwd=top)),
    }
