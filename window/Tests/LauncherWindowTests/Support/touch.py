"""Touches a window in GTK's Broadway with a finger, as its page in a browser does.

    touch.py PORT X Y SECONDS [KEY...]

The finger rests for a time, and then keys are pressed.
"""

import os
import socket
import struct
import sys
import time

NEW_SURFACE, UPLOAD_TEXTURE = 2, 13
TOUCH = 5
DOWN, UP = 0, 2
PRESS, RELEASE = 7, 8
KEYS = {"Down": 0xFF54, "Return": 0xFF0D}
HEAD = struct.Struct("<BI")
TEXTURE = struct.Struct("<II")
SURFACE = struct.Struct("<HHHHH")


def take(connection, count):
    data = b""
    while len(data) < count:
        more = connection.recv(count - len(data))
        if not more:
            sys.exit("Broadway has closed the connection.")
        data += more
    return data


def message(connection):
    """The next message of the WebSocket (RFC 6455, section 5.2)."""
    size = take(connection, 2)[1] & 0x7F
    if size == 126:
        size = struct.unpack(">H", take(connection, 2))[0]
    elif size == 127:
        size = struct.unpack(">Q", take(connection, 8))[0]
    return take(connection, size)


def send(connection, *numbers):
    payload = struct.pack(f">{len(numbers)}i", *numbers)
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    connection.sendall(struct.pack(">BB", 0x82, 0x80 | len(payload)) + mask + masked)


port, x, y = map(int, sys.argv[1:4])
connection = socket.create_connection(("127.0.0.1", port))
connection.sendall(
    f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
head = b""
while b"\r\n\r\n" not in head:
    head += take(connection, 1)
# It begins with the images and the surfaces that there are.
connection.settimeout(0.5)
surfaces = {}
try:
    data = message(connection)
except TimeoutError:
    data = b""
connection.settimeout(None)
while data and data[0] in (NEW_SURFACE, UPLOAD_TEXTURE):
    kind, data = data[0], data[HEAD.size:]
    if kind == UPLOAD_TEXTURE:
        data = data[TEXTURE.size + TEXTURE.unpack_from(data)[1]:]
    else:
        number, _, _, *surfaces[number] = SURFACE.unpack_from(data)
        data = data[SURFACE.size:]
if not surfaces:
    sys.exit(0)  # The window has not appeared yet.
surface = max(surfaces, key=lambda number: surfaces[number])


def event(kind, *numbers):
    """An event with a serial number and the time."""
    send(connection, kind, 0, int(time.monotonic() * 1000) & 0x3FFFFFFF, *numbers)


for kind in (DOWN, UP):
    # The touch, the surface, the finger, whether it is also the pointer, the place on the screen and in the window, and keys that are
    # held.
    event(TOUCH, kind, surface, 1, 1, x, y, x, y, 0)
    time.sleep(float(sys.argv[4]) if kind == DOWN else 0)
for key in sys.argv[5:]:
    for kind in (PRESS, RELEASE):
        event(kind, KEYS[key], 0)
        time.sleep(0.1)
connection.close()
