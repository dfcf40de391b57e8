"""A terminal that answers: what PROGRAM [ARG]... writes to one that knows mode 2026, or does not.

held.py yes|no PROGRAM [ARG]...: prints how often frames were held and let go, and whether the last was let go.
"""
import os
import pty
import select
import sys
import time


def talk(fd, answer):
    """Answers what is asked, presses j and Q; returns all that was written."""
    out, asked, keys = b"", False, [b"j", b"Q"]
    quiet = end = time.monotonic()
    end += 20
    while time.monotonic() < end:
        if select.select([fd], [], [], 0.05)[0]:
            try:
                part = os.read(fd, 65536)
            except OSError:
                break
            if not part:
                break
            out += part
            quiet = time.monotonic()
        if not asked and b"\033[?2026$p" in out:
            asked = True
            os.write(fd, answer + b"\033[?62;22c")
        elif asked and keys and time.monotonic() - quiet > 0.5:
            os.write(fd, keys.pop(0))
            quiet = time.monotonic()
    return out


def main():
    answer = b"\033[?2026;2$y" if sys.argv[1] == "yes" else b"\033[?2026;0$y"
    pid, fd = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(sys.argv[2], sys.argv[2:])
    out = talk(fd, answer)
    status = os.waitpid(pid, 0)[1]
    held, gone = out.count(b"\033[?2026h"), out.count(b"\033[?2026l")
    print("held" if held > 1 else "never held", "let go" if out.rfind(b"\033[?2026l") >= out.rfind(b"\033[?2026h") else
          "not let go", "each" if gone >= held else "not each", "status %d" % status)


main()
