"""The program under test, asked many things about a trace."""
import select
import subprocess
import tempfile

TIMEOUT = 300


class Failure(Exception):
    """The program gave no answer."""


def quoted(word):
    """A word of a question."""
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Batch:
    """The program with --batch: a question costs no start of it."""

    def __init__(self, exe, *options):
        self.said = tempfile.TemporaryFile()
        self.p = subprocess.Popen([exe, "--batch", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=self.said)

    def ask(self, options):
        """(status, answer); Failure if there is none."""
        self.p.stdin.write(" ".join(map(quoted, options)).encode("utf-8", "surrogateescape") + b"\n")
        self.p.stdin.flush()
        if not select.select([self.p.stdout], [], [], TIMEOUT)[0]:
            self.p.kill()
        head = self.p.stdout.readline().split()
        if len(head) != 2:
            raise Failure(f"{' '.join(options)}: no answer, exit status {self.p.wait()}: {self.errors()}")
        answer = self.p.stdout.read(int(head[1]))
        if len(answer) != int(head[1]):
            raise Failure(f"{' '.join(options)}: the answer ends after {len(answer)} of {int(head[1])} bytes")
        return int(head[0]), answer

    def errors(self):
        """The end of what was said on standard error."""
        self.said.seek(0)
        return self.said.read()[-200:].decode("utf-8", "replace")

    def close(self):
        """The exit status."""
        self.p.stdin.close()
        self.p.stdout.close()
        self.said.close()
        return self.p.wait()
