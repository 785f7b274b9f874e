"""Runs a program in a terminal, types a line as soon as the terminal hides what is typed, and prints what the terminal got.

type_secret.py LINE PROGRAM [ARGUMENT...]

What is typed earlier would be dropped: a program that hides its input first drops what waits there. The exit status is the
program's.
"""

import os
import pty
import select
import sys
import termios

process, terminal = pty.fork()
if process == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
got, is_typed = b"", False
while True:
    if not is_typed and not termios.tcgetattr(terminal)[3] & termios.ECHO:
        os.write(terminal, os.fsencode(sys.argv[1]) + b"\n")
        is_typed = True
    if not select.select([terminal], [], [], 0.05)[0]:
        continue
    try:
        piece = os.read(terminal, 65536)
    except OSError:
        break
    if not piece:
        break
    got += piece
_, status = os.waitpid(process, 0)
sys.stdout.buffer.write(got)
sys.exit(os.waitstatus_to_exitcode(status) % 256)
