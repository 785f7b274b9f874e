"""Photos by Pillow, pillow-heif and piexif.

photos.py make FOLDER   writes photos of all kinds, and prints what they say about themselves as a JSON array of objects
photos.py same FILE     prints for each pair of paths in the JSON array in FILE whether both show the same, as a JSON array of
                        what differs; nothing differs in an empty string
"""

import io
import json
import pathlib
import random
import sys

import piexif
import pillow_heif
from PIL import Image, ImageCms, ImageOps

pillow_heif.register_heif_opener()
SIZE = (96, 64)
FORMATS = {"jpeg": "JPEG", "heic": "HEIF", "png": "PNG", "webp": "WEBP"}
ICC = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def picture(source, size=SIZE):
    """A picture in which each turn and mirroring can be seen."""
    image = Image.new("RGB", size)
    image.putdata([(x * 5 % 256, y * 7 % 256, source.randrange(40)) for y in range(size[1]) for x in range(size[0])])
    return image


def parts(degrees, source):
    """Degrees, minutes and seconds as fractions, with the seconds in one of the ways that cameras use."""
    whole, rest = divmod(abs(degrees), 1)
    minutes, rest = divmod(rest * 60, 1)
    unit = source.choice([100, 1_000, 1_000_000])
    return [(int(whole), 1), (int(minutes), 1), (round(rest * 60 * unit), unit)]


def exif(facts, source):
    """EXIF data as a camera writes them, with a thumbnail and a serial number."""
    thumbnail = io.BytesIO()
    picture(source, (16, 12)).save(thumbnail, "JPEG")
    data = {
        "0th": {piexif.ImageIFD.Make: facts["make"].encode(), piexif.ImageIFD.Model: facts["model"].encode(),
                piexif.ImageIFD.ImageDescription: b"SECRET description"},
        "Exif": {piexif.ExifIFD.BodySerialNumber: b"SECRET-1234", piexif.ExifIFD.UserComment: b"ASCII\0\0\0SECRET"},
        "GPS": {}, "1st": {piexif.ImageIFD.Compression: 6}, "thumbnail": thumbnail.getvalue(),
    }
    if facts["orientation"]:
        data["0th"][piexif.ImageIFD.Orientation] = facts["orientation"]
    if facts["time"]:
        data["Exif"][piexif.ExifIFD.DateTimeOriginal] = facts["time"][:19].replace("-", ":").replace("T", " ").encode()
        if facts["time"][19:]:
            data["Exif"][piexif.ExifIFD.OffsetTimeOriginal] = facts["time"][19:].encode()
    if facts["latitude"] is not None:
        for ref, tag, letters, degrees in [
                (piexif.GPSIFD.GPSLatitudeRef, piexif.GPSIFD.GPSLatitude, "NS", facts["latitude"]),
                (piexif.GPSIFD.GPSLongitudeRef, piexif.GPSIFD.GPSLongitude, "EW", facts["longitude"])]:
            data["GPS"][ref] = letters[degrees < 0].encode()
            data["GPS"][tag] = parts(degrees, source)
    return piexif.dump(data)


def facts(number, source):
    """What a photo shall say; the first one of each kind is that of the README."""
    if number < 4:
        return {"latitude": 50.4501, "longitude": 30.5234, "orientation": 6, "time": "2026-05-06T07:08:09+02:00",
                "make": "Apple", "model": "iPhone 15"}
    has_place, has_time = source.random() < 0.8, source.random() < 0.8
    offset = source.choice(["", "+02:00", "+03:00", "-09:30", "+05:45", "+00:00"])
    return {
        "latitude": source.uniform(-90, 90) if has_place else None,
        "longitude": source.uniform(-180, 180) if has_place else None,
        "orientation": source.randrange(0, 9) or None,
        "time": f"20{source.randrange(10, 30)}-{source.randrange(1, 13):02}-{source.randrange(1, 29):02}T"
                f"{source.randrange(24):02}:{source.randrange(60):02}:{source.randrange(60):02}{offset}" if has_time else None,
        "make": source.choice(["Canon", "NIKON CORPORATION", "samsung"]),
        "model": source.choice(["Canon EOS R5", "NIKON Z 6", "SM-G998B"]),
    }


def make(folder, count=64):
    source = random.Random(20)
    for number in range(count):
        kind = list(FORMATS)[number % 4]
        said = facts(number, source)
        path = folder / f"{number}.{kind}"
        options = {"exif": exif(said, source)}
        if number % 3 == 0:
            options["icc_profile"] = ICC
        if kind == "jpeg":
            options |= {"progressive": number % 8 == 4, "comment": b"SECRET comment", "quality": 90}
        if kind == "webp":
            options |= {"lossless": number % 8 == 7, "xmp": b"<x:xmpmeta>SECRET</x:xmpmeta>"}
        if kind == "heic":
            options |= {"xmp": b"<x:xmpmeta>SECRET</x:xmpmeta>", "quality": 80}
        picture(source).save(path, FORMATS[kind], **options)
        yield said | {"file": path.name, "kind": kind, "width": SIZE[0], "height": SIZE[1]}


def shown(image):
    """The pixels as a viewer shows them."""
    return ImageOps.exif_transpose(image).convert("RGBA")


def difference(first, second):
    with Image.open(first) as one, Image.open(second) as other:
        if one.size != other.size or one.convert("RGBA").tobytes() != other.convert("RGBA").tobytes():
            return "pixels"
        if one.info.get("icc_profile") != other.info.get("icc_profile"):
            return "colors"
        one_shown, other_shown = shown(one), shown(other)
        if one_shown.size != other_shown.size or one_shown.tobytes() != other_shown.tobytes():
            return "orientation"
    return ""


mode, argument = sys.argv[1:]
if mode == "make":
    answer = list(make(pathlib.Path(argument)))
else:
    answer = [difference(*pair) for pair in json.loads(pathlib.Path(argument).read_text())]
json.dump(answer, sys.stdout)
