"""How often the programs that follow a group are woken while nothing changes."""

import os
import pathlib
import pty
import select
import subprocess
import time

from report import at_most, row
from screen import Screen
from workshop import BADGE_BRIDGE, LAUNCHER, LAUNCHER_WINDOW, TARGET

IDLE = 60
# After its start or a change, a program looks a few times more for what it may have missed. Threads of GLib that have nothing to do
# end after fifteen seconds.
SETTLING = 40


def waking(workshop):
    """Counts in the same minute for all of them. Once a minute each may look for what it missed."""
    environment = dict(workshop.environment(workshop.group(100)), TERM="xterm-256color")
    followers = {
        "`launcher-badge-bridge`": _start([BADGE_BRIDGE], environment),
        "`launcher watch`": _start([LAUNCHER, "watch"], environment),
        "`widget --follow`": _start([LAUNCHER, "widget", "--format", "prompt", "--follow"], environment),
    }
    screen = Screen(workshop)
    window = screen.start([LAUNCHER_WINDOW], workshop.group(100))
    screen.wait_painted(window)
    screen.focus()
    home, terminal = pty.fork()
    if home == 0:
        os.execve(LAUNCHER, [str(LAUNCHER), "home"], environment)
    processes = {name: process.pid for name, process in followers.items()} | {"`home`": home, "the window": window.pid}
    end = time.monotonic() + SETTLING
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            os.read(terminal, 1 << 16)
    before = {name: _switches(process) for name, process in processes.items()}
    time.sleep(IDLE)
    woken = {name: _times_woken(before[name], _switches(process)) for name, process in processes.items()}
    # A program that has ended is not woken either, and one that doesn't follow the group isn't woken by a change.
    last = {name: _switches(process) for name, process in processes.items()}
    workshop.run([LAUNCHER, "badge", "set", TARGET, "77"], workshop.group(100))
    time.sleep(2)
    for name, process in processes.items():
        assert _times_woken(last[name], _switches(process)) > 0, f"{name} doesn't follow its group"
    for name, times in woken.items():
        row(f"{name} in {IDLE} s without a change: times it is woken", f"{times}", "", "", at_most(times, 1))
    for process in [*followers.values(), window]:
        process.kill()
        process.wait()
    screen.end()
    os.write(terminal, b"\x03")
    os.waitpid(home, 0)
    os.close(terminal)


def _start(words, environment):
    return subprocess.Popen(
        [str(word) for word in words], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def _switches(process):
    """How often each of its threads has gone to sleep of its own will, which it must have been woken for."""
    texts = {thread.name: (thread / "status").read_text() for thread in pathlib.Path(f"/proc/{process}/task").iterdir()}
    return {thread: int(text.split("\nvoluntary_ctxt_switches:")[1].split()[0]) for thread, text in texts.items()}


def _times_woken(before, after):
    """A thread that has ended was woken once for it, at least."""
    return sum(count - before.get(thread, 0) for thread, count in after.items()) + len(before.keys() - after.keys())
