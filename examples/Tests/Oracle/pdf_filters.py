"""Prints JSON with bytes encoded by zlib, base64, binascii, libpng and libtiff, for PDF's filters to decode."""

import base64
import binascii
import io
import json
import random
import struct
import zlib

from PIL import Image

random.seed(7)
PLAIN = {
    "empty": b"",
    "one": b"x",
    "zeros": bytes(1000),
    "text": b"BT /F 10 Tf (21000000000) Tj ET\n" * 90,
    "random": random.randbytes(3001),
}
samples = []


def add(name, dictionary, encoded, plain):
    samples.append({
        "name": name, "dictionary": dictionary, "encoded": base64.b64encode(encoded).decode(),
        "plain": base64.b64encode(plain).decode(),
    })


def runs(data):
    """PackBits as libtiff writes it, with the end marker that PDF adds."""
    return tiff(data, "packbits") + b"\x80"


def tiff(data, compression, mode="L", width=None, predictor=None):
    """The only strip of a TIFF file with one row, or with rows of this many pixels."""
    width = width or len(data)
    row = width * {"L": 1, "RGB": 3}[mode]
    image = Image.frombytes(mode, (width, len(data) // row), data)
    file = io.BytesIO()
    tags = {278: len(data) // row}
    if predictor:
        tags[317] = predictor
    image.save(file, "TIFF", compression=compression, tiffinfo=tags)
    written = Image.open(io.BytesIO(file.getvalue()))
    offsets, counts = written.tag_v2[273], written.tag_v2[279]
    assert len(offsets) == 1, offsets
    return file.getvalue()[offsets[0]:offsets[0] + counts[0]]


def png(mode, size, data):
    file = io.BytesIO()
    Image.frombytes(mode, size, data).save(file, "PNG")
    bytes_ = file.getvalue()
    position, idat = 8, b""
    while position < len(bytes_):
        length, kind = struct.unpack(">I4s", bytes_[position:position + 8])
        if kind == b"IDAT":
            idat += bytes_[position + 8:position + 8 + length]
        position += 12 + length
    return idat


for name, plain in PLAIN.items():
    add(f"flate {name}", "/Filter /FlateDecode", zlib.compress(plain), plain)
    add(f"ascii85 {name}", "/Filter /ASCII85Decode", base64.a85encode(plain, wrapcol=60) + b"~>", plain)
    add(f"asciihex {name}", "/Filter [/ASCIIHexDecode]", binascii.hexlify(plain, " ", 30) + b">", plain)
    chain = base64.a85encode(zlib.compress(plain)) + b"~>"
    add(f"chain {name}", "/Filter [/ASCII85Decode /FlateDecode]", chain, plain)
    if plain:
        add(f"lzw {name}", "/Filter /LZWDecode", tiff(plain, "tiff_lzw"), plain)
        add(f"runs {name}", "/Filter /RunLengthDecode", runs(plain), plain)

gradient = bytes((x * 3 + y * 5 + (x * y) % 7) % 256 for y in range(40) for x in range(90))
for mode, colors in [("L", 1), ("RGB", 3)]:
    columns = 90 // colors
    parameters = f"/Columns {columns} /Colors {colors}"
    add(f"png {mode}", f"/Filter /FlateDecode /DecodeParms << /Predictor 15 {parameters} >>",
        png(mode, (columns, 40), gradient), gradient)
    add(f"tiff {mode}", f"/Filter /LZWDecode /DecodeParms << /Predictor 2 {parameters} >>",
        tiff(gradient, "tiff_lzw", mode, columns, predictor=2), gradient)

print(json.dumps(samples))
