"""The window in use: how soon it answers a call, a key and a change, and what it takes after many calls."""

import statistics
import time

from report import at_most, beside, milliseconds, row
from screen import TILES, Screen, shared_size
from workshop import LAUNCHER, LAUNCHER_WINDOW, TARGET

ROUNDS = 9
# Each of the digits is typed and deleted again, and changes the first tiles.
DIGITS = "234567"
# The badge is 2 at first.
BADGES = range(3, 10)
CALLS = [LAUNCHER_WINDOW, "--resident", "--order", "name"]
FEW, MANY = 20, 200


def resident(workshop):
    """Calls a window that is hidden in between, and types into it."""
    screen = Screen(workshop)
    try:
        _calls(screen, workshop.group(100))
        _keys(screen, workshop)
    finally:
        screen.end()


def _open(screen, home):
    window = screen.start(CALLS, home)
    screen.wait_painted(window)
    screen.wait_steady(TILES)
    return window


def _hide(screen):
    screen.press("Control_L", "w")
    screen.wait_gone()


def _call(screen, home):
    """Calls the hidden window. - Returns: how long it took to be painted."""
    begin = time.monotonic()
    call = screen.start(CALLS, home)
    seconds = screen.wait_painted() - begin
    call.wait()
    return seconds


def _calls(screen, home):
    window = _open(screen, home)
    entries = "".join(f"Application {number}\0icon\x1fapplication-x-executable\n" for number in range(100)).encode()
    ours, others = [], []
    _hide(screen)
    for _ in range(ROUNDS):
        ours.append(1000 * _call(screen, home))
        screen.wait_steady()
        _hide(screen)
        begin = time.monotonic()
        rofi = screen.start(["rofi", "-dmenu", "-show-icons", "-no-config"], home, stdin=-1, stdout=-1)
        rofi.stdin.write(entries)
        rofi.stdin.close()
        others.append(1000 * (screen.wait_painted(rofi) - begin))
        rofi.terminate()
        rofi.wait()
        screen.wait_gone()
    beside("a hidden window, from the call until it is painted, 100 apps", statistics.median(ours),
           statistics.median(others), "rofi with icons, cold", 1.5)
    sizes = {}
    for number in range(1, MANY + 1):
        _call(screen, home)
        _hide(screen)
        if number in (FEW, MANY):
            time.sleep(2)
            sizes[number] = shared_size(window)
    ratio = sizes[MANY] / sizes[FEW]
    row(f"memory (PSS) after it was hidden and shown {MANY} times", f"{sizes[MANY] / 1000:.1f} MB",
        f"{FEW} times {sizes[FEW] / 1000:.1f} MB", f"{ratio:.2f}", at_most(ratio, 1.05))
    window.terminate()
    window.wait()


def _keys(screen, workshop):
    home = workshop.group(1_000)
    window = _open(screen, home)
    times = []
    for digit in DIGITS:
        for key in (digit, "BackSpace"):
            times.append(1000 * screen.seconds_to_change(TILES, lambda: screen.press(key)))
            screen.wait_steady(TILES)
    row(f"from a key to its frame, 1,000 apps: the median of {len(times)}", milliseconds(statistics.median(times)), "", "",
        at_most(statistics.median(times), 16, " ms"))
    row("the same: the slowest", milliseconds(max(times)), "", "", at_most(max(times), 50, " ms"))
    times = []
    for badge in BADGES:
        set_badge = [LAUNCHER, "badge", "set", TARGET, badge]
        times.append(1000 * screen.seconds_to_change(TILES, lambda: screen.start(set_badge, home).wait()))
        screen.wait_steady(TILES)
    row(f"from the start of `badge set` to the painted count, 1,000 apps: the slowest of {len(times)}",
        milliseconds(max(times)), "", "", at_most(max(times), 100, " ms"))
    window.terminate()
    window.wait()
