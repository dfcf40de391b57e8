"""The screen in a terminal of 200x60 (a pty): the bytes it sends, and when."""
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

from measure import Failure

ROWS, COLS = 60, 200
QUIET = 0.1        # s without output: a key's screen has finished
STILL = 0.5        # the same where more may be computed, and how long a key's first byte may take
LONGEST = 20.0     # s: what takes longer is given up


class Terminal:
    def __init__(self, command, env):
        self.start = time.perf_counter()
        pid, self.fd = pty.fork()
        if pid == 0:
            try:
                os.execve(command[0], command, dict(env, TERM="xterm-256color", COLUMNS=str(COLS), LINES=str(ROWS)))
            finally:
                os._exit(127)
        self.pid = pid
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLS, 0, 0))

    def read(self, timeout):
        """What came within the time: bytes, b"" if nothing."""
        if not select.select([self.fd], [], [], timeout)[0]:
            return b""
        try:
            return os.read(self.fd, 1 << 16)
        except OSError:
            raise Failure("the program has ended") from None

    def settle(self, quiet=STILL):
        """The bytes that come until the screen stands still."""
        begin = time.perf_counter()
        n = 0
        while time.perf_counter() - begin < LONGEST:
            got = self.read(quiet if n else STILL)
            if not got:
                break
            n += len(got)
        return n

    def press(self, key):
        """The bytes that follow a key."""
        os.write(self.fd, key)
        return self.settle(QUIET)

    def first_screen(self, least):
        """Seconds from the start until so many bytes were drawn."""
        n = 0
        while n < least:
            if time.perf_counter() - self.start > LONGEST:
                raise Failure("no screen within %d s" % LONGEST)
            n += len(self.read(QUIET))
        return time.perf_counter() - self.start

    def close(self):
        os.kill(self.pid, signal.SIGTERM)
        try:
            while self.read(1):
                pass
        except Failure:
            pass
        os.close(self.fd)
        os.waitpid(self.pid, 0)


DOWN, NEXT_SLICE = b"\x1bOB", b"]"      # an arrow as terminals send it to full-screen programs

# What a key sends: name, keys that lead there, the key.
MOVES = [
    ("overview_down", b"", DOWN),
    ("timeline_down", b"2", DOWN),
    ("timeline_slice", b"2", NEXT_SLICE),
    ("greedy_down", b"3", DOWN),
    ("goroutines_down", b"4", DOWN),
    ("events_down", b"5", DOWN),
]


def bytes_per_move(command, env, times=20):
    """{name: (mean, largest) bytes of one press of a key}."""
    result = {}
    for name, there, key in MOVES:
        t = Terminal(command, env)
        try:
            t.first_screen(2000)
            t.settle()
            if there:
                os.write(t.fd, there)
                t.settle()
            sent = [t.press(key) for _ in range(times)]
            result[name] = sum(sent) / times, max(sent)
        finally:
            t.close()
    return result
