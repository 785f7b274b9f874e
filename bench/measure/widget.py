"""The widget and the home screen: the cost of a prompt, and how soon they follow a change."""

import base64
import fcntl
import os
import pathlib
import pty
import re
import select
import statistics
import struct
import subprocess
import termios
import time
import zlib

from report import at_most, beside, milliseconds, row
from timing import Command, medians
from workshop import GROUP, LAUNCHER, TARGET

TOTAL = "SELECT sum(badge) FROM app WHERE hidden = 0 AND unregistered IS NULL AND missingSince IS NULL"


def widget(workshop):
    """Every measurement of this file."""
    _prompt(workshop)
    _following(workshop, apps=100, bar=50)
    _following(workshop, apps=1_000, bar=30)
    _home(workshop)
    _icons(workshop)


def _prompt(workshop):
    """The total for a prompt, beside one SQL query for it in the same registry file."""
    home = workshop.group(100)
    environment = workshop.environment(home)
    prompt = [LAUNCHER, "widget", "--format", "prompt"]
    query = ["sqlite3", workshop.store(home), TOTAL]
    assert workshop.run(prompt, home) == workshop.run(query, home)
    ours, sqlite = medians(Command(prompt, environment), Command(query, environment))
    beside("`widget --format prompt`, 100 apps", ours, sqlite, "`sqlite3`", 1.3)


def _following(workshop, apps, bar):
    """The time from the start of the process that changes a badge to the line that is printed for it."""
    environment = workshop.environment(workshop.group(apps))
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
        row(f"from the start of `badge set` to the line of `widget --follow`, {apps:,} apps", milliseconds(delay), "", "",
            at_most(delay, bar, " ms"))
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


def _icons(workshop):
    """From the start of `home` to the end of its first frame, with and without an icon for each of 100 apps."""
    for home in ["groups-plain", "groups-icons"]:
        for number in range(100):
            icon = []
            if home == "groups-icons":
                file = workshop.folder / f"icon-{number}.png"
                file.write_bytes(_png(number))
                icon = ["--icon", file]
            workshop.run(
                [LAUNCHER, "register", "--group", GROUP, f"com.example.tool{number}", "--name", f"Tool {number}", *icon,
                 "--", "/bin/true"], home)
    for name, terminal in [("kitty", "kitty"), ("kitty over ssh", "remote"), ("blocks", "blocks")]:
        times = {"groups-plain": [], "groups-icons": []}
        for _ in range(21):
            for home, each in times.items():
                each.append(_first_frame(workshop.environment(home), terminal))
        # The first of them fills the cache.
        plain, icons = (statistics.median(each[1:]) for each in times.values())
        beside(f"`home`, first frame with 100 icons, {name}", icons, plain, "without icons", 1.5)


def _first_frame(environment, kind):
    """Plays a terminal of 200 × 60 that answers what `home` asks; gives milliseconds. Over ssh, kitty reads no files."""
    begin = time.monotonic()
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 200, 0, 0))
        os.execve(LAUNCHER, [str(LAUNCHER), "home"], dict(environment, TERM="xterm-256color", COLORTERM="truecolor"))
    seen, is_answered = b"", False
    while b"\x1b[?2026l" not in seen:
        seen += os.read(terminal, 1 << 16)
        if not is_answered and b"\x1b[c" in seen:
            is_answered = True
            images = b"" if kind == "blocks" else b"\x1b_Gi=31;OK\x1b\\"
            asked = re.search(rb"i=32,[^;]*;([^\x1b]*)\x1b", seen)
            if kind == "kitty" and len(pathlib.Path(os.fsdecode(base64.b64decode(asked[1]))).read_bytes()) == 3:
                images += b"\x1b_Gi=32;OK\x1b\\"
            os.write(terminal, images + b"\x1b[6;20;10t\x1b[?62;22c")
    end = time.monotonic()
    os.write(terminal, b"\x03")
    try:
        while os.read(terminal, 1 << 16):
            pass
    except OSError:
        pass  # the terminal is gone
    os.waitpid(process, 0)
    os.close(terminal)
    return 1000 * (end - begin)


def _png(number):
    """An image of 64 × 64 pixels with colors of its own."""
    rows = b"".join(
        b"\0" + b"".join(bytes([4 * x, 4 * y, 2 * number % 256, 255]) for x in range(64)) for y in range(64))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 6, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def _frame(terminal, quiet):
    """Reads until nothing came for so many seconds; gives the moment of the last byte."""
    assert select.select([terminal], [], [], 10)[0], "nothing was drawn"
    last = time.monotonic()
    while select.select([terminal], [], [], quiet)[0]:
        os.read(terminal, 1 << 16)
        last = time.monotonic()
    return last


def _line(stream):
    """Reads one line, for which it waits ten seconds."""
    assert select.select([stream], [], [], 10)[0], "no line came"
    return stream.readline()
