"""Presses keys in `launcher home` on a terminal of its own, as a person does.

    home.py PROGRAM COLUMNS KEY...
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time

BYTES = {"Return": b"\r", "BackSpace": b"\x7f", "Up": b"\x1b[A", "Down": b"\x1b[B", "Right": b"\x1b[C", "Left": b"\x1b[D",
         "Home": b"\x1b[H", "End": b"\x1b[F"}
PATIENCE = 300


def read(terminal, seconds):
    """What the program draws within a time."""
    ready, _, _ = select.select([terminal], [], [], seconds)
    try:
        return os.read(terminal, 1 << 16) if ready else b""
    except OSError:  # it has ended
        return b""


program, columns, *keys = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm-256color"
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, int(columns), 0, 0))
    os.execv(program, [program, "home"])
drawn, deadline = b"", time.monotonic() + PATIENCE
while b"Enter opens" not in drawn and time.monotonic() < deadline:
    drawn += read(terminal, 1)
for key in keys:
    os.write(terminal, BYTES.get(key, key.encode()))
    # Bytes that come at once could be one key.
    while read(terminal, 0.3):
        pass
os.write(terminal, b"\x03")
# Until it has ended: without its terminal, it would end before it has opened anything.
while time.monotonic() < deadline and read(terminal, max(0, deadline - time.monotonic())):
    pass
os.close(terminal)
os.waitpid(child, 0)
