"""The widget and the home screen: the cost of a prompt, how soon they follow a change, and how often they wake."""

import fcntl
import os
import pathlib
import pty
import select
import statistics
import struct
import subprocess
import termios
import time

from report import at_most, beside, milliseconds, row
from timing import Command, medians
from workshop import LAUNCHER, TARGET

TOTAL = "SELECT sum(badge) FROM app WHERE hidden = 0 AND unregistered IS NULL AND missingSince IS NULL"
IDLE = 60
# How often the library looks for a change, or a folder, that it got no hint of, in seconds.
SWEEP = 5


def widget(workshop):
    """Every measurement of this file."""
    _prompt(workshop)
    _following(workshop)
    _home(workshop)


def _prompt(workshop):
    """The total for a prompt, beside one SQL query for it in the same registry file."""
    home = workshop.group(100)
    environment = workshop.environment(home)
    prompt = [LAUNCHER, "widget", "--format", "prompt"]
    query = ["sqlite3", workshop.store(home), TOTAL]
    assert workshop.run(prompt, home) == workshop.run(query, home)
    ours, sqlite = medians(Command(prompt, environment), Command(query, environment))
    beside("`widget --format prompt`, 100 apps", ours, sqlite, "`sqlite3`", 1.8)


def _following(workshop):
    """The time from the end of the process that changed a badge to the printed line, and the cost of waiting."""
    home = workshop.group(100)
    environment = workshop.environment(home)
    with subprocess.Popen(
            [LAUNCHER, "widget", "--format", "prompt", "--follow"], env=environment, stdout=subprocess.PIPE) as follower:
        _line(follower.stdout)
        time.sleep(1)
        delays = []
        for number in range(30):
            begin = time.monotonic()
            subprocess.run([LAUNCHER, "badge", "set", TARGET, str(1000 + number)], env=environment, check=True)
            _line(follower.stdout)
            delays.append(1000 * (time.monotonic() - begin))
            time.sleep(0.2)
        delay = statistics.median(delays)
        row("from the start of `badge set` to the line of `widget --follow`", milliseconds(delay), "", "",
            at_most(delay, 50, " ms"))
        time.sleep(10)
        ticks = _ticks(follower.pid)
        moments = _moments(follower.pid, IDLE)
        allowed = 2 * IDLE // SWEEP + 2
        row(f"`widget --follow` in {IDLE} s without a change: moments at which it wakes", f"{moments}",
            f"two sweeps, each {SWEEP} s", "", at_most(moments, allowed))
        used = 1000 * (_ticks(follower.pid) - ticks) / os.sysconf("SC_CLK_TCK")
        row("the same: processor", f"{used:.0f} ms", "", "", at_most(used, 10, " ms"))
        follower.kill()


def _home(workshop):
    """From a key to the last byte of the frame that it makes, in a terminal of 200 × 60."""
    home = workshop.group(1_000)
    process, terminal = pty.fork()
    if process == 0:
        environment = dict(workshop.environment(home), TERM="xterm-256color")
        os.execve(LAUNCHER, [str(LAUNCHER), "home"], environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 200, 0, 0))
    _frame(terminal, quiet=1)
    keys = [b"\x1b[B", b"\x1b[6~", b"a", b"p", b"\x7f", b"\x15", b"\x0c"]
    times = {key: [] for key in keys}
    for _ in range(15):
        for key in keys:
            begin = time.monotonic()
            os.write(terminal, key)
            times[key].append(1000 * (_frame(terminal, quiet=0.1) - begin))
    slowest = max(statistics.median(each) for each in times.values())
    row("`home`, 1,000 apps: a frame, the slowest of seven keys", milliseconds(slowest), "", "", at_most(slowest, 16, " ms"))
    live = []
    for number in range(15):
        subprocess.run(
            [LAUNCHER, "badge", "set", TARGET, str(5000 + number)], env=workshop.environment(home), check=True)
        begin = time.monotonic()
        live.append(1000 * (_frame(terminal, quiet=0.2) - begin))
    live = statistics.median(live)
    row("the same: a frame for a changed badge", milliseconds(live), "", "", at_most(live, 16, " ms"))
    os.write(terminal, b"\x03")
    os.waitpid(process, 0)
    os.close(terminal)


def _frame(terminal, quiet):
    """Reads until nothing came for so many seconds; gives the moment of the last byte."""
    last = time.monotonic()
    while select.select([terminal], [], [], quiet)[0]:
        os.read(terminal, 1 << 16)
        last = time.monotonic()
    return last


def _line(stream):
    """Reads one line, for which it waits ten seconds."""
    assert select.select([stream], [], [], 10)[0], "no line came"
    return stream.readline()


def _moments(process, seconds):
    """In how many tenths of a second any of its threads went to sleep, which it must have been woken for."""
    moments, last = 0, _switches(process)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.1)
        now = _switches(process)
        moments += now != last
        last = now
    return moments


def _switches(process):
    """By thread, how often it has gone to sleep of its own will."""
    counts = {}
    for thread in pathlib.Path(f"/proc/{process}/task").iterdir():
        status = (thread / "status").read_text()
        counts[thread.name] = int(status.split("\nvoluntary_ctxt_switches:")[1].split()[0])
    return counts


def _ticks(process):
    """The clock ticks of processor time that it has used."""
    return sum(int(number) for number in pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[11:13])
