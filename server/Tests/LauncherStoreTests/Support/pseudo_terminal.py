"""Runs a program in a terminal of so many columns, answers what it asks, and prints everything that the terminal got.

pseudo_terminal.py COLUMNS ANSWERS PROGRAM [ARGUMENT...]

ANSWERS is JSON: pairs of a text to wait for, and what is then typed, one byte for each character; a third text is the path of a file
that is then made. The exit status is the program's. A program that shows nothing for two minutes is killed, and the last line then
names the text that was waited for.
"""

import fcntl
import json
import os
import pty
import select
import struct
import sys
import termios
import time

columns, answers = int(sys.argv[1]), json.loads(sys.argv[2])
process, terminal = pty.fork()
if process == 0:
    # The terminal has its size before the program can ask for it.
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.execv(sys.argv[3], sys.argv[3:])
got, seen = b"", 0
while select.select([terminal], [], [], 120)[0]:
    try:
        piece = os.read(terminal, 65536)
    except OSError:
        break
    if not piece:
        break
    got += piece
    if answers and answers[0][0].encode() in got[seen:]:
        seen = len(got)
        time.sleep(0.05)
        _, typed, *files = answers.pop(0)
        os.write(terminal, typed.encode("latin-1"))
        for file in files:
            open(file, "w").close()
else:
    os.kill(process, 9)
    got += f"\nNothing was shown for two minutes. Waited for: {answers[0][0] if answers else 'the end'}\n".encode()
_, status = os.waitpid(process, 0)
sys.stdout.buffer.write(got)
sys.exit(os.waitstatus_to_exitcode(status) % 256)
