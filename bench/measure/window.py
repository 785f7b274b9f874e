"""The window beside a bare one of libadwaita in C: how soon it is painted, and what it takes in memory and on the disk."""

import statistics
import subprocess
import time

from PIL import ImageGrab

from report import at_most, milliseconds, row
from workshop import GROUP, LAUNCHER_WINDOW, WINDOW_PEER

ROUNDS = 9
# The screen is black where there is no window. The middle of the window's left half is painted with its first frame.
SPOT = (200, 400)
# A window that is not painted by then never will be, in seconds.
PATIENCE = 60


def window(workshop):
    """Starts the windows in turns, and looks at the screen until they are painted."""
    screen = _Screen(workshop)
    try:
        screen.seconds_until_painted([WINDOW_PEER], "groups")  # activates the portals, which takes a second
        kinds = {"peer": ([WINDOW_PEER], "groups")}
        kinds |= {apps: ([LAUNCHER_WINDOW], workshop.group(apps)) for apps in (100, 1_000, 10_000)}
        times, sizes = {kind: [] for kind in kinds}, {}
        for _ in range(ROUNDS):
            for kind, (words, home) in kinds.items():
                seconds, sizes[kind] = screen.seconds_until_painted(words, home)
                times[kind].append(1000 * seconds)
        medians = {kind: statistics.median(values) for kind, values in times.items()}
        for what, ours, other, limit in (
                ("first frame of the window, 100 apps", 100, "peer", 2.5), ("the same, 1,000 apps", 1_000, 100, 1.2),
                ("the same, 10,000 apps", 10_000, 100, 1.2)):
            ratio = medians[ours] / medians[other]
            name = "a bare Adwaita window in C" if other == "peer" else f"{other} apps"
            row(what, milliseconds(medians[ours]), f"{name} {milliseconds(medians[other])}", f"{ratio:.2f}", at_most(ratio, limit))
        for what, ours, other, limit in (
                ("memory (PSS) of the window, 100 apps", 100, "peer", 2.1), ("the same, 10,000 apps", 10_000, 100, 1.3)):
            ratio = sizes[ours] / sizes[other]
            row(what, f"{sizes[ours] / 1000:.0f} MB", f"{sizes[other] / 1000:.0f} MB", f"{ratio:.2f}", at_most(ratio, limit))
        size = LAUNCHER_WINDOW.stat().st_size / 1e6
        row("size of launcher-window", f"{size:.1f} MB", "", "", at_most(size, 12, " MB"))
    finally:
        screen.end()


class _Screen:
    """A virtual screen."""

    def __init__(self, workshop):
        self.workshop = workshop
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "900x700x24", "-noreset", "-nolisten", "tcp"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.name = ":" + self.server.stdout.readline().decode().strip()

    def end(self):
        self.server.terminate()
        self.server.wait()

    def seconds_until_painted(self, words, home):
        """Starts a window and ends it again. - Returns: how long it took to be painted, and its PSS in kB a second later."""
        environment = self.workshop.environment(home) | {
            "DISPLAY": self.name, "GDK_BACKEND": "x11", "GDK_DEBUG": "gl-disable", "GTK_A11Y": "none", "APP_GROUP": GROUP}
        begin = time.monotonic()
        process = subprocess.Popen(words, env=environment, stderr=subprocess.DEVNULL)
        while ImageGrab.grab(xdisplay=self.name).getpixel(SPOT) == (0, 0, 0):
            if time.monotonic() > begin + PATIENCE or process.poll() is not None:
                raise SystemExit(f"window: {words[0]} painted nothing")
        seconds = time.monotonic() - begin
        time.sleep(1)
        with open(f"/proc/{process.pid}/smaps_rollup") as lines:
            size = next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        process.terminate()
        process.wait()
        while ImageGrab.grab(xdisplay=self.name).getpixel(SPOT) != (0, 0, 0):
            time.sleep(0.01)
        return seconds, size
