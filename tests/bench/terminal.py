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
IDLE = 2.0         # the same for what a view computes when it is first shown
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
            got = self.read(quiet if n else max(quiet, STILL))
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

    def answer(self, key):
        """Seconds from a key to the first byte of its screen."""
        while self.read(0):
            pass
        begin = time.perf_counter()
        os.write(self.fd, key)
        if not self.read(LONGEST):
            raise Failure("no answer to a key within %d s" % LONGEST)
        return time.perf_counter() - begin

    def leave(self):
        """Seconds from q to the end of the program; not to be closed after that."""
        begin = time.perf_counter()
        os.write(self.fd, b"q")
        self.wait()
        return time.perf_counter() - begin

    def wait(self):
        try:
            while self.read(1):
                pass
        except Failure:
            pass
        os.close(self.fd)
        os.waitpid(self.pid, 0)

    def close(self):
        os.kill(self.pid, signal.SIGTERM)
        self.wait()


DOWN, UP = b"\x1bOB", b"\x1bOA"         # arrows as terminals send them to full-screen programs

# What a key sends: name, keys that lead there, the key, and the one that undoes it.
MOVES = [
    ("overview_down", b"", DOWN, UP),
    ("timeline_down", b"2", DOWN, UP),
    ("timeline_slice", b"2", b"]", b"["),
    ("greedy_down", b"3", DOWN, UP),
    ("goroutines_down", b"4", DOWN, UP),
    ("events_down", b"5", DOWN, UP),
    ("profiles_down", b"6", DOWN, UP),
    ("gc_down", b"7", DOWN, UP),
]

REPEAT = 1 / 30      # s between presses while a key is held


def hold(t, key, times):
    """The bytes that follow a key that is held."""
    n = 0
    for _ in range(times):
        os.write(t.fd, key)
        end = time.perf_counter() + REPEAT
        while (left := end - time.perf_counter()) > 0:
            n += len(t.read(left))
    return n + t.settle(QUIET)


def bytes_per_move(command, env, times=20):
    """{name: (mean, largest, held)}: bytes of a press of a key, without presses that move nothing, at a list's end; and
    per press while the key is held, from where it began."""
    result = {}
    for name, there, key, back in MOVES:
        t = Terminal(command, env)
        try:
            t.first_screen(2000)
            t.settle(IDLE)
            if there:
                os.write(t.fd, there)
                t.settle(IDLE)
            sent = [n for n in (t.press(key) for _ in range(times)) if n] or [0]
            for _ in sent:
                t.press(back)
            held = hold(t, key, len(sent)) / len(sent)
            result[name] = sum(sent) / len(sent), max(sent), held
        finally:
            t.close()
    return result


# Each shows something else than the one before, also while there is no event yet: a key that changes nothing, as
# zooming does then, would be measured up to whatever is drawn next.
VIEWS = (b"2", b"?", b"?", b"3", b"4", b"2", b"5", b"6", b"7", b"1")
HELP = (b"?", b"?")
PAUSE = 0.02          # s between presses


def keys_while(command, env, seconds, keys=VIEWS, work=()):
    """Sorted seconds from keys to their answers while the program is busy: it indexes, or does the `work`, typed
    line by line, each for a round of keys."""
    t = Terminal(command, env)
    try:
        t.first_screen(2000)
        if work:
            t.settle()
        taken = []
        begin = time.perf_counter()
        while time.perf_counter() - begin < seconds:
            n = len(taken)
            if work and n % len(keys) == 0:
                os.write(t.fd, work[n // len(keys) % len(work)])
            taken.append(t.answer(keys[n % len(keys)]))
            time.sleep(PAUSE)
        return sorted(taken)
    finally:
        t.close()
