"""The window beside a bare one of libadwaita in C: how soon it is painted, and what it takes in memory and on the disk."""

import statistics
import time

from report import at_most, milliseconds, row
from screen import Screen, shared_size
from workshop import LAUNCHER_WINDOW, WINDOW_PEER

ROUNDS = 21


def window(workshop):
    """Starts the windows in turns, and looks at the screen until they are painted."""
    screen = Screen(workshop)
    try:
        peer = ([WINDOW_PEER], "groups", screen.wait_painted)
        _seconds_until_painted(screen, *peer)  # activates the portals, which takes a second
        kinds = {"peer": peer}
        kinds |= {
            apps: ([LAUNCHER_WINDOW], workshop.group(apps), screen.wait_tiles) for apps in (100, 1_000, 10_000)}
        times, sizes, ends = {kind: [] for kind in kinds}, {kind: [] for kind in kinds}, []
        for _ in range(ROUNDS):
            for kind, settings in kinds.items():
                seconds, size, end = _seconds_until_painted(screen, *settings)
                times[kind].append(1000 * seconds)
                sizes[kind].append(size)
                if kind != "peer":
                    ends.append(1000 * end)
        medians = {kind: statistics.median(values) for kind, values in times.items()}
        for what, ours, other, limit in (
                ("first frame of the window with its tiles, 100 apps", 100, "peer", 2.5), ("the same, 1,000 apps", 1_000, 100, 1.2),
                ("the same, 10,000 apps", 10_000, 100, 1.2)):
            ratio = medians[ours] / medians[other]
            name = "a bare Adwaita window in C" if other == "peer" else f"{other} apps"
            row(what, milliseconds(medians[ours]), f"{name} {milliseconds(medians[other])}", f"{ratio:.2f}", at_most(ratio, limit))
        for what, ours, other, limit in (
                ("memory (PSS) of the window, 100 apps", 100, "peer", 2.1), ("the same, 10,000 apps", 10_000, 100, 1.3)):
            size, beside = statistics.median(sizes[ours]), statistics.median(sizes[other])
            ratio = size / beside
            row(what, f"{size / 1000:.0f} MB", f"{beside / 1000:.0f} MB", f"{ratio:.2f}", at_most(ratio, limit))
        row(f"from SIGTERM to the end of the window: the slowest of {len(ends)}", milliseconds(max(ends)), "", "",
            at_most(max(ends), 1_000, " ms"))
        size = LAUNCHER_WINDOW.stat().st_size / 1e6
        row("size of launcher-window", f"{size:.1f} MB", "", "", at_most(size, 12, " MB"))
    finally:
        screen.end()


def _seconds_until_painted(screen, words, home, wait):
    """Starts a window, waits with `wait` until it is painted, and ends it again.

    - Returns: how long it took to be painted, its PSS in kB a second later, and how long it took to end.
    """
    begin = time.monotonic()
    process = screen.start(words, home)
    seconds = wait(process) - begin
    time.sleep(1)
    size = shared_size(process)
    begin = time.monotonic()
    process.terminate()
    process.wait()
    end = time.monotonic() - begin
    screen.wait_gone()
    return seconds, size, end
