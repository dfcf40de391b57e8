"""The traces to measure with: those of a directory, or recorded ones."""
import glob
import os
import re
import subprocess

from measure import Failure


class Trace:
    def __init__(self, path):
        self.path = path
        self.name = os.path.basename(path)
        self.bytes = os.path.getsize(path)
        with open(path, "rb") as f:
            version = re.match(rb"go 1\.(\d+) trace", f.read(16))
        self.v1 = bool(version) and int(version.group(1)) <= 21

    def reader(self, godir):
        """Go's own reader that does nothing else, or None."""
        drain = os.path.join(godir, "bin", "drain1" if self.v1 else "drain2")
        return drain if os.access(drain, os.X_OK) else None


def toolchains(godir):
    """[(minor version, path of go)], the oldest first."""
    found = []
    for go in glob.glob(os.path.join(godir, "go-1.*", "bin", "go")):
        minor = re.search(r"go-1\.(\d+)", go)
        if minor and os.access(go, os.X_OK):
            found.append((int(minor.group(1)), go))
    return sorted(found)


def build(minor, go, top, tmp):
    """The program of testdata/gen, by one toolchain."""
    env = dict(os.environ, GOTOOLCHAIN="local", GO111MODULE="off", GOFLAGS="-trimpath", CGO_ENABLED="0",
               GOCACHE=os.environ.get("GOCACHE") or os.path.join(tmp, "gocache"),
               GOPATH=os.path.join(tmp, "gopath"))
    gen = os.path.join(top, "testdata", "gen")
    out = os.path.join(tmp, "gen-1.%d" % minor)
    # The package iter is of 1.23 (testdata/gen/GENERATE leaves its scene out, too).
    files = [f for f in sorted(glob.glob(gen + "/*.go")) if minor >= 23 or os.path.basename(f) != "coro.go"]
    subprocess.run([go, "build", "-o", out] + files, cwd=gen, env=env, check=True)
    return out


def record(minor, go, out, top, seconds, tmp):
    """The mixed load of testdata/gen, recorded by one toolchain."""
    env = dict(os.environ, BIG_SECONDS=str(seconds))
    subprocess.run([build(minor, go, top, tmp), "big", out + ".part"], env=env, check=True)
    os.rename(out + ".part", out)


def find(directory, top, godir, seconds, tmp, say):
    """The traces of a directory, by size; without any, one of each format for which there is a toolchain."""
    paths = glob.glob(os.path.join(directory, "*.trace"))
    if not paths:
        go = toolchains(godir)
        if not go:
            raise Failure("no *.trace in %s, and no Go toolchain under %s to record one" % (directory, godir))
        os.makedirs(directory, exist_ok=True)
        old = [g for g in go if g[0] <= 21]
        for minor, path in ([go[-1]] if go[-1][0] > 21 else []) + old[-1:]:
            out = os.path.join(directory, "big-1.%d.trace" % minor)
            say("recording %s s with %s" % (seconds, path))
            try:
                record(minor, path, out, top, seconds, tmp)
                paths.append(out)
            except (OSError, subprocess.CalledProcessError) as e:
                say("1.%d: nothing was recorded: %s" % (minor, e))
        if not paths:
            raise Failure("nothing could be recorded, see above")
    return sorted((Trace(p) for p in paths), key=lambda t: (t.v1, t.bytes))
