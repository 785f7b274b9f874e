"""A touchscreen with a keyboard. It is for Broadway's server what a browser is: of GTK's backends, Broadway's alone takes touches
from a program.

    touchscreen.py SERVER INPUT

SERVER is the socket of the server. Each line of the pipe INPUT is "down X Y" or "up X Y", for a finger on the first window, or
"key SYMBOL", by its number in X. The windows that are visible, menus among them, are printed at each change, in the order in which
they were made: the place and the size of each, as a list in JSON.
"""

import json
import os
import socket
import struct
import sys
import threading

SIZE = (900, 700)
# What the server has the browser do, and how many bytes follow that: see broadway.js, which the server hands out.
LENGTHS = {0: 3, 1: 0, 2: 10, 3: 2, 4: 2, 5: 2, 6: 2, 7: 2, 9: 4, 10: 0, 12: 2, 14: 4, 16: 6}
NEW_SURFACE, SHOW_SURFACE, HIDE_SURFACE, DESTROY_SURFACE, MOVE_RESIZE, UPLOAD_TEXTURE, SET_NODES, ROUNDTRIP = 2, 3, 4, 7, 8, 13, 15, 16
# What the browser tells the server.
TOUCH, KEY_PRESS, KEY_RELEASE, CONFIGURE_NOTIFY, SCREEN_SIZE_CHANGED, ROUNDTRIP_NOTIFY = 5, 7, 8, 11, 12, 14
BINARY_MESSAGE = 0x82


class Touchscreen:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.sendall(
            b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: broadway\r\n"
            b"Origin: http://localhost\r\n\r\n")
        self.stream = self.socket.makefile("rb")
        while self.stream.readline() not in (b"\r\n", b""):
            pass
        self.serial = 0
        # Left, top, width and height of each window.
        self.surfaces = {}
        self.visible = set()
        self.reported = "[]"
        self.lock = threading.Lock()
        self.send(SCREEN_SIZE_CHANGED, *SIZE, 1)

    def send(self, event, *numbers):
        """Tells the server of an event, in a message of a WebSocket (RFC 6455) whose mask is zero."""
        data = struct.pack(f">{3 + len(numbers)}i", event, self.serial, 0, *numbers)
        with self.lock:
            self.socket.sendall(bytes([BINARY_MESSAGE, 0x80 | len(data)]) + bytes(4) + data)

    def run(self):
        """Does what the server says until it ends."""
        while head := self.stream.read(2):
            length = head[1] & 0x7F
            if length >= 126:
                length = int.from_bytes(self.stream.read(2 if length == 126 else 8), "big")
            message = self.stream.read(length)
            if head[0] == BINARY_MESSAGE:
                self.obey(message)

    def obey(self, message):
        at = 0
        while at < len(message):
            command, self.serial = struct.unpack_from("<BI", message, at)
            at += 5
            if command == SHOW_SURFACE:
                self.visible.add(*struct.unpack_from("<H", message, at))
                self.report()
            elif command in (HIDE_SURFACE, DESTROY_SURFACE):
                self.visible.discard(*struct.unpack_from("<H", message, at))
                self.report()
            elif command == NEW_SURFACE:
                number, *box = struct.unpack_from("<HhhHH", message, at)
                self.place(number, box)
            elif command == ROUNDTRIP:
                self.send(ROUNDTRIP_NOTIFY, *struct.unpack_from("<HI", message, at))
            if command == MOVE_RESIZE:
                number, parts = struct.unpack_from("<HB", message, at)
                at += 3
                box = self.surfaces[number]
                for part, kind in ((1, "<hh"), (2, "<HH")):
                    if parts & part:
                        first = 2 * (part - 1)
                        box[first:first + 2] = struct.unpack_from(kind, message, at)
                        at += 4
                self.place(number, box)
            elif command == UPLOAD_TEXTURE:
                at += 8 + struct.unpack_from("<II", message, at)[1]
            elif command == SET_NODES:
                at += 6 + 4 * struct.unpack_from("<HI", message, at)[1]
            else:
                at += LENGTHS[command]

    def place(self, number, box):
        self.surfaces[number] = box
        self.send(CONFIGURE_NOTIFY, number, *box)
        self.report()

    def report(self):
        """Prints the windows that are visible if they have changed."""
        now = json.dumps([self.surfaces[number] for number in sorted(self.visible)])
        if now != self.reported:
            self.reported = now
            print(now, flush=True)

    def take(self, kind, *numbers):
        """Does what a line of the input says."""
        if kind == "key":
            for event in (KEY_PRESS, KEY_RELEASE):
                self.send(event, *numbers, 0)
            return
        (x, y), number = numbers, min(self.visible)
        left, top, _, _ = self.surfaces[number]
        self.send(TOUCH, {"down": 0, "up": 2}[kind], number, 1, 1, left + x, top + y, x, y, 0)


def take_lines(screen, pipe):
    # It is also open for writing, so that it does not end.
    for line in os.fdopen(os.open(pipe, os.O_RDWR)):
        kind, *numbers = line.split()
        screen.take(kind, *map(int, numbers))


screen = Touchscreen(sys.argv[1])
os.mkfifo(sys.argv[2])
threading.Thread(target=take_lines, args=(screen, sys.argv[2]), daemon=True).start()
screen.run()
