"""A virtual screen, the programs on it, and pictures of it."""

import pathlib
import subprocess
import time

from PIL import Image, ImageGrab

from stage import end, wait_until


class Display:
    """An X server with a wallpaper."""

    def __init__(self, stage, width=1280, height=800):
        self.stage, self.size = stage, (width, height)

    def __enter__(self):
        screen = f"{self.size[0]}x{self.size[1]}x24"
        self.server = self.stage.start("Xvfb", "-displayfd", "1", "-screen", "0", screen, "-noreset", "-nolisten", "tcp",
                                       stdout=subprocess.PIPE)
        self.name = ":" + self.server.stdout.readline().decode().strip()
        self.environment = {"DISPLAY": self.name}
        wallpaper = self.stage.folder / "wallpaper.png"
        gradient(self.size).save(wallpaper)
        self.run("hsetroot", "-fill", wallpaper)
        return self

    def __exit__(self, *_):
        end(self.server)

    def run(self, *words):
        return self.stage.run(*words, env=self.environment)

    def start(self, *words, env={}, **options):
        return self.stage.start(*words, env=self.environment | env, **options)

    def grab(self):
        return ImageGrab.grab(xdisplay=self.name).convert("RGB")

    def settled(self, before=None, seconds=1.2, limit=40):
        """The picture of the screen once it stays the same, except for a blinking cursor, and differs from the one before."""
        last = time.monotonic() + limit
        while True:
            seen = {}
            stop = time.monotonic() + seconds
            while time.monotonic() < stop or len(seen) == 1 and next(iter(seen.values())) < 4:
                picture = self.grab()
                data = picture.tobytes()
                seen[data] = seen.get(data, 0) + 1
                time.sleep(0.08)
            if len(seen) <= 2 and (before is None or before.tobytes() not in seen):
                # Always the same one of the two phases of a cursor.
                return Image.frombytes("RGB", self.size, max(seen))
            if time.monotonic() > last:
                raise SystemExit(f"picture: the screen did not settle within {limit} seconds")

    def window(self, kind, what, limit=40):
        """The place of the visible window of a class: left, top, right, bottom."""
        last = time.monotonic() + limit
        while time.monotonic() < last:
            found = subprocess.run(["xdotool", "search", "--onlyvisible", "--class", kind],
                                   env=self.stage.environment | self.environment, capture_output=True, text=True).stdout.split()
            if found:
                lines = dict(line.split("=") for line in self.run("xdotool", "getwindowgeometry", "--shell", found[-1]).split())
                left, top = int(lines["X"]), int(lines["Y"])
                self.run("xdotool", "windowfocus", found[-1])
                return left, top, left + int(lines["WIDTH"]), top + int(lines["HEIGHT"])
            time.sleep(0.1)
        raise SystemExit(f"picture: the window of {what} did not appear within {limit} seconds")

    def press(self, *keys):
        for key in keys:
            self.run("xdotool", "key", key)

    def type(self, text):
        self.run("xdotool", "type", "--delay", "40", text)


def gradient(size):
    """A wallpaper: a soft change of color from one corner to the other."""
    corner = Image.new("RGB", (2, 2))
    corner.putdata([(58, 74, 120), (94, 84, 142), (36, 52, 88), (70, 110, 140)])
    return corner.resize(size, Image.BICUBIC)


def around(box, size, margin):
    """A box with a margin, inside the screen."""
    return max(0, box[0] - margin), max(0, box[1] - margin), min(size[0], box[2] + margin), min(size[1], box[3] + margin)


def kitty(display, words, columns, rows, font_size=13):
    """Runs a program in kitty, and returns the place of its window once it shows text."""
    options = {"font_family": "JetBrains Mono", "font_size": font_size, "cursor_blink_interval": 0, "remember_window_size": "no",
               "initial_window_width": f"{columns}c", "initial_window_height": f"{rows}c", "window_padding_width": 6,
               "background": "#1e222a", "foreground": "#d8dee9", "update_check_interval": 0, "confirm_os_window_close": 0,
               "enable_audio_bell": "no", "shell_integration": "disabled", "hide_window_decorations": "yes", "cursor": "#d8dee9",
               "placement_strategy": "top-left"}
    switches = [part for name, value in options.items() for part in ("-o", f"{name}={value}")]
    display.start("kitty", "--config", "NONE", *switches, *words)
    box = display.window("kitty", "kitty")

    def has_text():
        # An empty window has the colors of the background and the cursor; text has many. So has the wallpaper, which is seen
        # until kitty draws.
        picture = display.grab().crop(box)
        return picture.getpixel((1, 1)) == (0x1e, 0x22, 0x2a) and len(picture.getcolors(1 << 24)) > 8

    wait_until(has_text, "the first text in kitty")
    return box


def snippet(page, language, containing=""):
    """The example in a language on a page of the documentation."""
    text = (pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / page).read_text()
    for block in text.split("```")[1::2]:
        if block.startswith(language + "\n") and containing in block:
            return block.split("\n", 1)[1]
    raise SystemExit(f"picture: docs/{page} has no example in {language} with {containing!r}")
