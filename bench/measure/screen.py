"""A virtual screen, on which a window is where no pixel is black."""

import subprocess
import time

from Xlib import X, XK, display
from Xlib.ext import xtest

from workshop import GROUP

SIZE = "900x700"
# Inside of every window that is measured: the left half of one at the upper left corner, and the middle of the screen.
SPOT = (430, 350, 2, 2)
# The first row of tiles.
TILES = (20, 60, 420, 100)
# What is not painted by then never will be, in seconds.
PATIENCE = 60


class Screen:
    """Xvfb without a window manager. Keys go to the window below the pointer, which is in the middle."""

    def __init__(self, workshop):
        self.workshop = workshop
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", f"{SIZE}x24", "-noreset", "-nolisten", "tcp"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.name = ":" + self.server.stdout.readline().decode().strip()
        self.display = display.Display(self.name)
        self.root = self.display.screen().root

    def end(self):
        self.display.close()
        self.server.terminate()
        self.server.wait()

    def environment(self, home):
        """What programs on the screen see."""
        return self.workshop.environment(home) | {
            "DISPLAY": self.name, "GDK_BACKEND": "x11", "GDK_DEBUG": "gl-disable", "GTK_A11Y": "none", "APP_GROUP": GROUP}

    def start(self, words, home, **options):
        return subprocess.Popen(
            [str(word) for word in words], env=self.environment(home), stderr=subprocess.DEVNULL, **options)

    def pixels(self, box):
        """The colors on the screen in a box: left, top, width, height. Each pixel has three of its four bytes."""
        pixels = bytearray(self.root.get_image(*box, X.ZPixmap, 0xFFFFFFFF).data)
        # The fourth tells a window that was mapped from one that is not there, before anything has been painted.
        pixels[3::4] = bytes(len(pixels) // 4)
        return pixels

    def wait(self, condition, process=None):
        """Waits until something can be seen. - Returns: the time then, of the monotonic clock."""
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end or (process and process.poll() is not None):
                raise SystemExit("window: what was waited for was not painted")
            time.sleep(0.001)
        return time.monotonic()

    def is_painted(self):
        return any(self.pixels(SPOT))

    def wait_painted(self, process=None):
        return self.wait(self.is_painted, process)

    def wait_tiles(self, process):
        """Waits until a window is painted in which the first row of tiles is not empty."""
        self.wait_painted(process)
        return self.wait(lambda: len(set(memoryview(self.pixels(TILES)).cast("I"))) > 1, process)

    def wait_gone(self):
        return self.wait(lambda: not self.is_painted())

    def wait_steady(self, box=SPOT):
        """Waits until nothing has been painted for half a second."""
        seen, since = self.pixels(box), time.monotonic()
        while time.monotonic() < since + 0.5:
            time.sleep(0.02)
            if (now := self.pixels(box)) != seen:
                seen, since = now, time.monotonic()

    def seconds_to_change(self, box, act):
        """How long it takes from the beginning of `act` until something else is seen in a box."""
        before, begin = self.pixels(box), time.monotonic()
        act()
        return self.wait(lambda: self.pixels(box) != before) - begin

    def press(self, *names):
        """Presses keys together, in the names of X."""
        codes = [self.display.keysym_to_keycode(XK.string_to_keysym(name)) for name in names]
        for code in codes:
            xtest.fake_input(self.display, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self.display, X.KeyRelease, code)
        self.display.flush()

    def focus(self):
        """Gives the keyboard to the window below the pointer."""
        self.root.query_pointer().child.set_input_focus(X.RevertToParent, X.CurrentTime)
        self.display.sync()


def shared_size(process):
    """The proportional set size of a process (PSS), in kB."""
    with open(f"/proc/{process.pid}/smaps_rollup") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
