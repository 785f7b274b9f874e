"""How often the programs that follow a group are woken while nothing changes."""

import os
import pathlib
import pty
import select
import subprocess
import time

from report import at_most, row
from workshop import BADGE_BRIDGE, LAUNCHER

IDLE = 60
# After its start or a change, a program looks a few times more for what it may have missed.
SETTLING = 10


def waking(workshop):
    """Counts in the same minute for all of them. Once a minute each may look for what it missed."""
    environment = dict(workshop.environment(workshop.group(100)), TERM="xterm-256color")
    followers = {
        "`launcher-badge-bridge`": _start([BADGE_BRIDGE], environment),
        "`launcher watch`": _start([LAUNCHER, "watch"], environment),
        "`widget --follow`": _start([LAUNCHER, "widget", "--format", "prompt", "--follow"], environment),
    }
    home, terminal = pty.fork()
    if home == 0:
        os.execve(LAUNCHER, [str(LAUNCHER), "home"], environment)
    processes = {name: process.pid for name, process in followers.items()} | {"`home`": home}
    end = time.monotonic() + SETTLING
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            os.read(terminal, 1 << 16)
    before = {name: _switches(process) for name, process in processes.items()}
    time.sleep(IDLE)
    for name, process in processes.items():
        row(f"{name} in {IDLE} s without a change: times it is woken", f"{_switches(process) - before[name]}",
            "", "", at_most(_switches(process) - before[name], 1))
    for process in followers.values():
        process.kill()
        process.wait()
    os.write(terminal, b"\x03")
    os.waitpid(home, 0)
    os.close(terminal)


def _start(words, environment):
    return subprocess.Popen(
        [str(word) for word in words], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def _switches(process):
    """How often all of its threads have gone to sleep of their own will, which they must have been woken for."""
    texts = [(thread / "status").read_text() for thread in pathlib.Path(f"/proc/{process}/task").iterdir()]
    return sum(int(text.split("\nvoluntary_ctxt_switches:")[1].split()[0]) for text in texts)
