"""Writes three photos of posters: PNG files with the place and the time in EXIF data, as a phone would write them.

    poster-photos.py FOLDER
"""

import pathlib
import struct
import sys
import zlib

WIDTH, HEIGHT = 320, 240
PLACES = {"pole.png": (50.4501, 30.5234), "fence.png": (50.4653, 30.5158), "wall.png": (50.4389, 30.5501)}


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def exif(latitude, longitude):
    """A TIFF structure with a GPS directory and the time (CIPA DC-008)."""
    def entry(tag, kind, count, value):
        return struct.pack(">HHI", tag, kind, count) + value

    def degrees(value):
        whole = int(value)
        minutes = int((value - whole) * 60)
        seconds = round((value - whole - minutes / 60) * 360000)
        return struct.pack(">6I", whole, 1, minutes, 1, seconds, 100)

    start = 8 + 2 + 2 * 12 + 4
    gps, photo = start, start + 2 + 4 * 12 + 4
    data = photo + 2 + 2 * 12 + 4
    taken, offset = b"2026:11:20 08:15:30\0", b"+02:00\0"
    return (
        b"MM\0*" + struct.pack(">IH", 8, 2) + entry(0x8769, 4, 1, struct.pack(">I", photo))
        + entry(0x8825, 4, 1, struct.pack(">I", gps)) + bytes(4) + struct.pack(">H", 4)
        + entry(1, 2, 2, b"N\0\0\0") + entry(2, 5, 3, struct.pack(">I", data))
        + entry(3, 2, 2, b"E\0\0\0") + entry(4, 5, 3, struct.pack(">I", data + 24)) + bytes(4)
        + struct.pack(">H", 2) + entry(0x9003, 2, len(taken), struct.pack(">I", data + 48))
        + entry(0x9011, 2, len(offset), struct.pack(">I", data + 48 + len(taken))) + bytes(4)
        + degrees(latitude) + degrees(longitude) + taken + offset)


def pixel(x, y, color):
    """A poster on a pole before the sky."""
    if 90 <= x < 230 and 50 <= y < 200:
        if 105 <= x < 215 and (65 <= y < 95 or y > 105 and y % 16 < 6 and y < 180):
            return color if y < 95 else (90, 90, 110)
        return (252, 244, 220)
    if 140 <= x < 180:
        return (120, 118, 125)
    return (150 + y // 6, 180 + y // 8, 215)


def main(folder):
    colors = [(205, 60, 45), (40, 120, 180), (60, 140, 70)]
    for (name, place), color in zip(PLACES.items(), colors):
        rows = b"".join(
            b"\0" + b"".join(bytes(pixel(x, y, color)) for x in range(WIDTH)) for y in range(HEIGHT))
        header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
        picture = chunk(b"IHDR", header) + chunk(b"eXIf", exif(*place)) + chunk(b"IDAT", zlib.compress(rows, 9))
        (folder / name).write_bytes(b"\x89PNG\r\n\x1a\n" + picture + chunk(b"IEND", b""))


main(pathlib.Path(sys.argv[1]))
