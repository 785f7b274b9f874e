"""A terminal: a program on a pseudo-terminal, the cells that pyte makes of its output, and the images of kitty's protocol."""

import base64
import codecs
import collections
import copy
import fcntl
import io
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
import zlib

import pyte
from PIL import Image

CELL_WIDTH, CELL_HEIGHT = 9, 19
FOREGROUND, BACKGROUND = "#d8dee9", "#1e222a"

# Escape sequences: strings of a device (DCS, OSC, APC, PM, SOS), control sequences, and the short ones.
SEQUENCE = re.compile(r"\x1b(?:[PX\]^_].*?(?:\x1b\\|\x07)|\[[0-?]*[ -/]*[@-~]|[ -/]*[0-OQ-WYZ`-~])", re.DOTALL)


def styles(codes):
    """The codes of a style as pyte understands them. It does not know dim text, so this is what italic stands for."""
    while codes:
        code = codes.pop(0)
        if code in ("38", "48"):
            count = 4 if codes[:1] == ["2"] else 2
            yield from [code, *codes[:count]]
            codes = codes[count:]
        else:
            yield from {"2": ["3"], "3": [], "22": ["22", "23"]}.get(code, [code])


class Cells(pyte.Screen):
    """The cells of a screen. pyte has no alternate screen, so this class keeps the other one."""

    def __init__(self, columns, lines):
        self.images = Images()
        self.main = None
        super().__init__(columns, lines)

    def set_mode(self, *modes, **options):
        if options.get("private") and 1049 in modes and self.main is None:
            self.main = copy.deepcopy((self.buffer, self.cursor)), self.images.placed
            self.images.placed = []
            self.erase_in_display(2)
            self.cursor_position()
        super().set_mode(*modes, **options)

    def reset_mode(self, *modes, **options):
        if options.get("private") and 1049 in modes and self.main is not None:
            (self.buffer, self.cursor), self.images.placed = self.main
            self.main = None
            self.dirty.update(range(self.lines))
        super().reset_mode(*modes, **options)

    def erase_in_display(self, how=0, *rest, **options):
        super().erase_in_display(how, *rest, **options)
        if how in (2, 3):
            self.images.placed = []


# An image on the screen: its upper left cell, its size in cells, its number, its PNG data, and whether it is below the text.
Placed = collections.namedtuple("Placed", "column row columns rows number png is_below")


class Images:
    """The images that a program sent in kitty's protocol, and where it placed them."""

    def __init__(self):
        self.known = {}
        self.placed = []
        self.pending = None

    def command(self, text, column, row):
        """Carries out a command at the cursor, and returns the answer, if there is one."""
        keys, _, payload = text.partition(";")
        keys = dict(pair.split("=", 1) for pair in keys.split(",") if "=" in pair)
        if self.pending is not None:
            keys, payload = self.pending[0] | {"m": keys.get("m", "0")}, self.pending[1] + payload
        self.pending = (keys, payload) if keys.get("m") == "1" else None
        if self.pending:
            return None
        action, number = keys.get("a", "t"), keys.get("i", "0")
        if action in "tTq":
            png = self.decoded(keys, base64.b64decode(payload + "=" * (-len(payload) % 4)))
            if action != "q":
                self.known[number] = png
        if action in "Tp" and number in self.known:
            self.placed = [item for item in self.placed if (item.column, item.row) != (column, row)]
            part, png = self.part(number, keys)
            self.placed.append(Placed(column, row, int(keys.get("c", 0)), int(keys.get("r", 0)), part, png,
                                      int(keys.get("z", 0)) < 0))
        if action == "d":
            self.delete(keys)
        return f"\x1b_Gi={number};OK\x1b\\" if number != "0" and keys.get("q", "0") == "0" else None

    def delete(self, keys):
        what = keys.get("d", "a").lower()
        if what == "a":
            self.placed = []
        elif what == "i":
            self.placed = [item for item in self.placed if item.number.split("-")[0] != keys.get("i")]

    def part(self, number, keys):
        """The part of an image that is placed, and a number of its own for it."""
        if "w" not in keys:
            return number, self.known[number]
        left, top, width, height = (int(keys.get(key, 0)) for key in "xywh")
        part = io.BytesIO()
        Image.open(io.BytesIO(self.known[number])).crop((left, top, left + width, top + height)).save(part, "PNG")
        return f"{number}-{left}-{top}-{width}-{height}", part.getvalue()

    @staticmethod
    def decoded(keys, data):
        """The bytes of a PNG image."""
        if keys.get("t", "d") in "ft":
            with open(data, "rb") as file:
                data = file.read()
        if keys.get("o") == "z":
            data = zlib.decompress(data)
        if keys.get("f", "32") == "100":
            return data
        mode = "RGB" if keys["f"] == "24" else "RGBA"
        png = io.BytesIO()
        Image.frombytes(mode, (int(keys["s"]), int(keys["v"])), data).save(png, "PNG")
        return png.getvalue()


class Terminal:
    """A program in a terminal that understands what kitty does, as far as the programs of this project use it."""

    def __init__(self, words, columns, rows, environment, folder):
        self.columns, self.rows = columns, rows
        self.cells = Cells(columns, rows)
        self.stream = pyte.Stream(self.cells, strict=False)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.rest = ""
        self.end, inner = pty.openpty()
        size = struct.pack("HHHH", rows, columns, columns * CELL_WIDTH, rows * CELL_HEIGHT)
        fcntl.ioctl(inner, termios.TIOCSWINSZ, size)
        self.process = subprocess.Popen(
            [str(word) for word in words], stdin=inner, stdout=inner, stderr=inner, cwd=folder, start_new_session=True,
            env=environment | {"TERM": "xterm-kitty", "COLORTERM": "truecolor", "KITTY_WINDOW_ID": "1"},
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(inner)

    def read(self, seconds):
        """Reads what the program writes, for as long as given, or until it ends. - Returns: whether it wrote anything."""
        limit, wrote = time.monotonic() + seconds, False
        while (left := limit - time.monotonic()) > 0:
            if not select.select([self.end], [], [], left)[0]:
                break
            try:
                data = os.read(self.end, 65536)
            except OSError:
                break
            if not data:
                break
            wrote = True
            self.feed(self.decoder.decode(data))
        return wrote

    def settle(self, quiet=0.4, limit=20):
        """Reads until the program has written nothing for a while."""
        last = time.monotonic() + limit
        while self.read(quiet) and time.monotonic() < last:
            pass

    def wait_for(self, condition, what, limit=30):
        """Reads until a condition holds for the lines of text, and then until the program writes nothing more."""
        last = time.monotonic() + limit
        while not condition("\n".join(self.cells.display)):
            if time.monotonic() > last:
                raise SystemExit(f"picture: {what} did not appear within {limit} seconds:\n" + "\n".join(self.cells.display))
            self.read(0.05)
        self.settle()

    def type(self, text):
        os.write(self.end, text.encode())

    def feed(self, text):
        text = self.rest + text
        place = 0
        for match in SEQUENCE.finditer(text):
            self.stream.feed(text[place:match.start()])
            self.sequence(match[0])
            place = match.end()
        self.rest = text[place:]
        # What is left may be the beginning of a sequence.
        start = self.rest.find("\x1b")
        plain = self.rest if start < 0 else self.rest[:start]
        self.stream.feed(plain)
        self.rest = self.rest[len(plain):]

    def sequence(self, text):
        """Answers a question, or passes on what pyte understands."""
        cursor = self.cells.cursor
        if text.startswith("\x1b_G"):
            answer = self.cells.images.command(text[3:-2], cursor.x, cursor.y)
        elif text.startswith(("\x1bP", "\x1bX", "\x1b^", "\x1b_", "\x1b]")):
            colors = {"\x1b]10;?": FOREGROUND, "\x1b]11;?": BACKGROUND}
            color = colors.get(text.rstrip("\x07\\\x1b"))
            answer = color and f"{text[:5]}rgb:{'/'.join(color[place:place + 2] * 2 for place in (1, 3, 5))}\x1b\\"
        else:
            answer = {
                "\x1b[c": "\x1b[?62;c", "\x1b[0c": "\x1b[?62;c", "\x1b[>c": "\x1b[>1;4000;26c",
                "\x1b[>q": "\x1bP>|kitty(0.26.5)\x1b\\", "\x1b[>0q": "\x1bP>|kitty(0.26.5)\x1b\\", "\x1b[?u": "\x1b[?0u",
                "\x1b[6n": f"\x1b[{cursor.y + 1};{min(cursor.x, self.columns - 1) + 1}R", "\x1b[5n": "\x1b[0n",
                "\x1b[14t": f"\x1b[4;{self.rows * CELL_HEIGHT};{self.columns * CELL_WIDTH}t",
                "\x1b[16t": f"\x1b[6;{CELL_HEIGHT};{CELL_WIDTH}t", "\x1b[18t": f"\x1b[8;{self.rows};{self.columns}t",
                "\x1b[?2026$p": "\x1b[?2026;2$y",
            }.get(text)
            if answer is None and not re.match(r"\x1b\[(?:[<=>]|.*[ -/])|\x1b[ -/=>c]", text):
                if text.endswith("m"):
                    text = re.sub(r"([34]8):2:(?:\d*:)?(\d+:\d+:\d+)", r"\1;2;\2", text)
                    text = f"\x1b[{';'.join(styles(re.sub(r'4:[1-9]', '4', text[2:-1]).replace(':', ';').split(';')))}m"
                self.stream.feed(text)
        if answer:
            self.type(answer)

    def close(self):
        """Hangs up, which ends the program."""
        os.close(self.end)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
