"""Writes PDFs whose fonts alone tell what their codes mean, and the fonts themselves, into a folder.

    pdf_fonts.py FOLDER

Most of them show TEXT. fontTools makes the fonts.
"""

import pathlib
import struct
import sys
from io import BytesIO

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._c_m_a_p import cmap_format_0, cmap_format_4, cmap_format_6

TEXT = "Refused 21000007919"
LETTERS = sorted(set(TEXT))
NAMES = {character: "space" if character == " " else character for character in LETTERS}
NAMES |= dict(zip("0123456789", "zero one two three four five six seven eight nine".split()))
# Codes that say nothing: the first letter is 130, and so on.
CODES = {character: 130 + index for index, character in enumerate(LETTERS)}


class PDF:
    """Writes objects one after the other, and a table of them at the end."""

    def __init__(self):
        self.data = b"%PDF-1.7\n"
        self.offsets = {}

    def object(self, number, text, stream=None):
        self.offsets[number] = len(self.data)
        text = text.encode("latin-1")
        if stream is not None:
            text = b"<< %b /Length %d >>\nstream\n%b\nendstream" % (text, len(stream), stream)
        self.data += b"%d 0 obj\n%b\nendobj\n" % (number, text)

    def page(self, content, font):
        self.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
        self.object(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
        self.object(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
                       "/Resources << /Font << /F 5 0 R >> >> >>")
        self.object(4, "", b"BT /F 12 Tf 50 700 Td <" + content.hex().encode() + b"> Tj ET")
        self.object(5, f"<< /Type /Font {font} >>")

    def write(self, path):
        start = len(self.data)
        last = max(self.offsets)
        lines = [b"%010d 00000 n \n" % self.offsets[n] if n in self.offsets else b"0000000000 00001 f \n"
                 for n in range(1, last + 1)]
        self.data += b"xref\n0 %d\n0000000000 65535 f \n%b" % (last + 1, b"".join(lines))
        self.data += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (last + 1, start)
        path.write_bytes(self.data)


def simple(path, kind, key, data, codes, encoding="", flags=4, subtype=""):
    """A font with codes of one byte. `key` says where the font stands; without one, the PDF has none."""
    pdf = PDF()
    widths = " ".join("600" if code in codes.values() else "0" for code in range(256))
    pdf.page(bytes(codes[character] for character in TEXT),
             f"/Subtype /{kind} /BaseFont /ABCDEF+Own /FirstChar 0 /LastChar 255 /Widths [{widths}] {encoding} "
             "/FontDescriptor 6 0 R")
    pdf.object(6, f"<< /Type /FontDescriptor /FontName /ABCDEF+Own /Flags {flags} {key + ' 7 0 R' if key else ''} >>")
    if key:
        pdf.object(7, subtype, data)
    pdf.write(path)


def composite(path, kind, key, data, codes, encoding="Identity-H", system=("Adobe", "Identity"), subtype="", more=""):
    """A font with codes of two bytes."""
    pdf = PDF()
    pdf.page(b"".join(struct.pack(">H", codes[character]) for character in TEXT),
             f"/Subtype /Type0 /BaseFont /Own /Encoding /{encoding} /DescendantFonts [6 0 R]")
    pdf.object(6, f"<< /Type /Font /Subtype /{kind} /BaseFont /Own /FontDescriptor 7 0 R /DW 600 {more} "
                  f"/CIDSystemInfo << /Registry ({system[0]}) /Ordering ({system[1]}) /Supplement 0 >> >>")
    pdf.object(7, f"<< /Type /FontDescriptor /FontName /Own /Flags 4 {key + ' 8 0 R' if key else ''} >>")
    if key:
        pdf.object(8, subtype, data)
    return pdf


def type1(names):
    """The part of a Type 1 font that isn't encrypted."""
    lines = [f"dup {code} /{names[character]} put" for character, code in CODES.items()]
    return "\n".join([
        "%!PS-AdobeFont-1.0: Own 001.000", "12 dict begin", "/FontName /Own def",
        "/Encoding 256 array", "0 1 255 {1 index exch /.notdef put} for", *lines, "readonly def",
        "/FontBBox {0 0 600 700} readonly def", "currentdict end", "currentfile eexec", "00" * 64,
    ]).encode()


def builder(is_truetype):
    """A font with a glyph for each letter."""
    order = [".notdef"] + [NAMES[character] for character in LETTERS]
    made = FontBuilder(1000, isTTF=is_truetype)
    made.setupGlyphOrder(order)
    made.setupCharacterMap({ord(character): NAMES[character] for character in LETTERS})
    if is_truetype:
        pen = TTGlyphPen(None)
        draw(pen)
        made.setupGlyf({name: pen.glyph() for name in order})
    else:
        pen = T2CharStringPen(600, None)
        draw(pen)
        made.setupCFF("Own", {}, {name: pen.getCharString() for name in order}, {})
    made.setupHorizontalMetrics({name: (600, 0) for name in order})
    made.setupHorizontalHeader(ascent=800, descent=-200)
    made.setupOS2()
    made.setupPost(keepGlyphNames=True)
    return made.font


def draw(pen):
    """Draws a square."""
    pen.moveTo((0, 0))
    for point in ((0, 500), (500, 500), (500, 0)):
        pen.lineTo(point)
    pen.closePath()


def cff(encoding=None):
    """A bare CFF font."""
    font = builder(False)
    top = font["CFF "].cff.topDictIndex[0]
    if encoding:
        top.Encoding = encoding
    file = BytesIO()
    font.save(file)
    return TTFont(BytesIO(file.getvalue())).reader["CFF "]


def truetype(maps, names):
    """A TrueType font with these maps (format, platform, encoding, codes), and with or without names of its glyphs."""
    font = builder(True)
    font["cmap"] = table = newTable("cmap")
    table.tableVersion = 0
    table.tables = []
    for kind, platform, encoding, codes in maps:
        own = {0: cmap_format_0, 4: cmap_format_4, 6: cmap_format_6}[kind](kind)
        own.platformID, own.platEncID, own.language = platform, encoding, 0
        own.cmap = {code: NAMES[character] for character, code in codes.items()}
        table.tables.append(own)
    if not names:
        font["post"].formatType = 3
    file = BytesIO()
    font.save(file)
    return file.getvalue()


def type3(path, name, codes, text=TEXT):
    """A font whose glyphs are drawings, with a name for each code."""
    pdf = PDF()
    first, last = min(codes.values()), max(codes.values())
    widths = " ".join("60" if code in codes.values() else "0" for code in range(first, last + 1))
    differences = " ".join(f"{code} /{name(code)}" for code in sorted(set(codes.values())))
    drawings = " ".join(f"/{name(code)} 6 0 R" for code in sorted(set(codes.values())))
    pdf.page(bytes(codes[character] for character in text),
             f"/Subtype /Type3 /FontBBox [0 0 50 50] /FontMatrix [0.01 0 0 0.01 0 0] /FirstChar {first} "
             f"/LastChar {last} /Widths [{widths}] /Resources << >> /CharProcs << {drawings} >> "
             f"/Encoding << /Type /Encoding /Differences [{differences}] >>")
    pdf.object(6, "", b"60 0 0 0 50 50 d1 0 0 50 50 re f")
    pdf.write(path)


def legacy(path, name, text):
    """A font that the PDF doesn't contain, with a name and codes in GBK that pretend to be WinAnsi."""
    pdf = PDF()
    written = "".join(chr(byte) if chr(byte).isalnum() and byte < 128 else f"#{byte:02x}" for byte in name)
    pdf.page(text, f"/Subtype /TrueType /BaseFont /{written} /Encoding /WinAnsiEncoding /FirstChar 0 /LastChar 255 "
                   f"/Widths [{'500 ' * 256}] /FontDescriptor << /Type /FontDescriptor /Flags 4 >>")
    pdf.write(path)


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    glyphs = {character: index + 1 for index, character in enumerate(LETTERS)}
    unicode = {character: ord(character) for character in LETTERS}
    symbols = {character: 0xF000 + code for character, code in CODES.items()}
    numbered = {character: f"g{index:03}" for index, character in enumerate(LETTERS)}
    low = {character: 1 + index for index, character in enumerate(LETTERS)}
    encoding = [".notdef"] * 256
    for character, code in CODES.items():
        encoding[code] = NAMES[character]

    fonts = {
        "type1": type1(NAMES),
        "type1-numbered": type1(numbered),
        "cff": cff(encoding),
        "cff-names": cff(),
        "truetype-symbols": truetype([(4, 3, 0, symbols)], names=True),
        "truetype-mac": truetype([(0, 1, 0, CODES)], names=True),
        "truetype-both": truetype([(6, 1, 0, CODES), (4, 3, 1, unicode)], names=False),
        "truetype-plain": truetype([(0, 1, 0, unicode)], names=False),
        "truetype-codes": truetype([(4, 3, 0, low)], names=False),
        "truetype-unicode": truetype([(4, 3, 1, unicode)], names=False),
        "truetype-names": truetype([(4, 3, 0, symbols)], names=True),
    }
    for name, data in fonts.items():
        (folder / f"{name}.font").write_bytes(data)

    simple(folder / "type1.pdf", "Type1", "/FontFile", fonts["type1"], CODES)
    simple(folder / "type1-numbered.pdf", "Type1", "/FontFile", fonts["type1-numbered"], CODES)
    simple(folder / "cff.pdf", "Type1", "/FontFile3", fonts["cff"], CODES, subtype="/Subtype /Type1C")
    for name in ("truetype-symbols", "truetype-mac", "truetype-both"):
        simple(folder / f"{name}.pdf", "TrueType", "/FontFile2", fonts[name], CODES)
    simple(folder / "truetype-plain.pdf", "TrueType", "/FontFile2", fonts["truetype-plain"], unicode)
    simple(folder / "truetype-codes.pdf", "TrueType", "/FontFile2", fonts["truetype-codes"], low)
    simple(folder / "truetype-missing.pdf", "TrueType", None, None, CODES)
    differences = " ".join(f"{code} /g{code + 500}" for code in sorted(unicode.values()))
    simple(folder / "truetype-numbered.pdf", "TrueType", "/FontFile2", fonts["truetype-plain"], unicode,
           encoding=f"/Encoding << /Type /Encoding /Differences [{differences}] >>")

    for name in ("truetype-unicode", "truetype-names"):
        composite(folder / f"composite-{name}.pdf", "CIDFontType2", "/FontFile2", fonts[name], glyphs,
                  more="/CIDToGIDMap /Identity").write(folder / f"composite-{name}.pdf")
    # Glyphs in another order than their numbers.
    moved = {character: 40 - number for character, number in glyphs.items()}
    pdf = composite(None, "CIDFontType2", "/FontFile2", fonts["truetype-unicode"], moved, more="/CIDToGIDMap 9 0 R")
    pdf.object(9, "", b"".join(struct.pack(">H", max(0, 40 - cid)) for cid in range(41)))
    pdf.write(folder / "composite-moved.pdf")
    composite(None, "CIDFontType0", "/FontFile3", fonts["cff-names"], glyphs, subtype="/Subtype /CIDFontType0C").write(
        folder / "composite-cff.pdf")
    composite(None, "CIDFontType2", None, None, glyphs).write(folder / "composite-missing.pdf")

    type3(folder / "type3-decimal.pdf", lambda code: f"a{code}", unicode)
    type3(folder / "type3-hexadecimal.pdf", lambda code: f"C{code:02x}", unicode)
    type3(folder / "type3-unknown.pdf", lambda code: f"x{300 + code}", unicode)
    old = {"o": ord("o"), "ffi": 14, "c": ord("c"), "e": ord("e"), "–": 0x7B, "x": ord("x")}
    type3(folder / "type3-old.pdf", lambda code: f"a{code}", old, ["o", "ffi", "c", "e", "–", "x"])
    new = {"ü": 0xFC, "Ř": 0x90, "ffi": 30, "c": ord("c"), "–": 21, "x": ord("x")}
    type3(folder / "type3-new.pdf", lambda code: f"a{code}", new, ["ü", "Ř", "ffi", "c", "–", "x"])

    legacy(folder / "legacy.pdf", "黑体".encode("gbk"), "拒签 21000007919".encode("gbk"))
    legacy(folder / "legacy-unknown.pdf", "ＭＳ 明朝".encode("cp932"), "拒签 21000007919".encode("gbk"))
    for name, encoding, ordering, codec in (
            ("gbk", "GBK-EUC-H", "GB1", "gbk"), ("shift-jis", "90ms-RKSJ-H", "Japan1", "cp932"),
            ("uhc", "KSCms-UHC-H", "Korea1", "cp949"), ("big5", "ETen-B5-H", "CNS1", "big5"),
            ("utf16", "UniGB-UTF16-H", "GB1", "utf-16-be")):
        pdf = PDF()
        pdf.page("中文 21000007919".encode(codec),
                 f"/Subtype /Type0 /BaseFont /Own /Encoding /{encoding} /DescendantFonts [6 0 R]")
        pdf.object(6, "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Own /DW 1000 /FontDescriptor 7 0 R "
                      f"/CIDSystemInfo << /Registry (Adobe) /Ordering ({ordering}) /Supplement 0 >> >>")
        pdf.object(7, "<< /Type /FontDescriptor /FontName /Own /Flags 4 >>")
        pdf.write(folder / f"cjk-{name}.pdf")


main(pathlib.Path(sys.argv[1]))
