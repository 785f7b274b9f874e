"""Writes the same table as PDFs from several producers into a folder, together with the table itself as rows.json.

    pdf_corpus.py FOLDER
"""

import json
import pathlib
import subprocess
import sys
import tempfile
from html import escape

HEADER = ["Application", "Decision", "Date"]
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def table():
    decisions = ["Approved", "Refused", "refused (see letter)", "Zurückgestellt – später", "Under review: 50%"]
    rows = []
    for index in range(80):
        number = str(21000000000 + index * 7919 % 100003)
        rows.append([number, decisions[index % 5], f"{index % 28 + 1:02}-{MONTHS[index % 12]}-12"])
    rows[41][0] = rows[40][0]  # the same number on two rows
    rows[50][0] = "2100 0012345"  # a number with a space inside
    rows[60][1] = ""  # a cell that is empty
    return rows


ROWS = table()
PER_PAGE = 33
PAGES = [ROWS[start:start + PER_PAGE] for start in range(0, len(ROWS), PER_PAGE)]
LEFT = [60, 190, 380]


def reportlab_table(path, font):
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.platypus import SimpleDocTemplate, Table

    if font != "Helvetica":
        pdfmetrics.registerFont(TTFont(font, FONT))
    style = [("FONT", (0, 0), (-1, -1), font, 9)]
    SimpleDocTemplate(str(path), pagesize=A4).build([Table([HEADER] + ROWS, repeatRows=1, style=style)])


def reportlab_canvas(path):
    """Kerned strings, word spacing, scaled and raised text, forms, and the operators that move to the next line."""
    from reportlab.pdfgen import canvas

    page = canvas.Canvas(str(path), pageCompression=0)
    for number, rows in enumerate(PAGES):
        page.beginForm(f"table{number}")
        for column, left in enumerate(LEFT):
            text = page.beginText(left, 780)
            text.setFont("Times-Roman", 11, 14)
            text.setHorizScale(90)
            text.setCharSpace(0.2)
            for row in [HEADER] + rows:
                text.textLine(row[column])
            page.drawText(text)
        page.endForm()
        page.doForm(f"table{number}")
        page.showPage()
    page.save()


def cairo(path):
    import cairo

    surface = cairo.PDFSurface(str(path), 595, 842)
    context = cairo.Context(surface)
    context.select_font_face("DejaVu Sans")
    context.set_font_size(10)
    for rows in PAGES:
        for line, row in enumerate([HEADER] + rows):
            for left, cell in zip(LEFT, row):
                context.move_to(left, 60 + 20 * line)
                context.show_text(cell)
        context.show_page()
    surface.finish()


def ghostscript(path, *source):
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=pdfwrite", f"-sOutputFile={path}"]
    subprocess.run(command + [*map(str, source)], check=True, stdout=subprocess.DEVNULL)


def postscript(path):
    def escaped(text):
        data = text.encode("cp1252")
        return "".join(chr(byte) if 32 <= byte < 127 and byte not in b"()\\" else f"\\{byte:03o}" for byte in data)

    lines = [
        "%!PS",
        "/Body /Helvetica findfont dup length dict begin { 1 index /FID ne { def } { pop pop } ifelse } forall",
        "/Encoding ISOLatin1Encoding dup length array copy dup 16#96 /endash put dup 45 /hyphen put def currentdict end definefont pop",
    ]
    for rows in PAGES:
        lines.append("/Body findfont 10 scalefont setfont")
        for line, row in enumerate([HEADER] + rows):
            for left, cell in zip(LEFT, row):
                if cell:
                    lines.append(f"{left} {780 - 20 * line} moveto ({escaped(cell)}) show")
        lines.append("showpage")
    path.write_text("\n".join(lines) + "\n")


def pango(path):
    """Shaped text, as browsers and office programs print it."""
    import cairo
    import gi

    gi.require_version("Pango", "1.0")
    gi.require_version("PangoCairo", "1.0")
    from gi.repository import Pango, PangoCairo

    surface = cairo.PDFSurface(str(path), 595, 842)
    context = cairo.Context(surface)
    layout = PangoCairo.create_layout(context)
    layout.set_font_description(Pango.FontDescription("DejaVu Serif 10"))
    for rows in PAGES:
        for line, row in enumerate([HEADER] + rows):
            for left, cell in zip(LEFT, row):
                context.move_to(left, 40 + 20 * line)
                layout.set_text(cell)
                PangoCairo.show_layout(context, layout)
        context.show_page()
    surface.finish()


def fpdf(path, font):
    """The tools that scripts/setup installs in addition to Debian's packages."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / ".build/tools/fpdf2-2.7.9"))
    from fpdf import FPDF

    document = FPDF()
    if font != "Helvetica":
        document.add_font(font, fname=FONT)
    document.add_page()
    document.set_font(font, size=10)
    # The core fonts are limited to Latin-1.
    rows = [[cell.replace("–", "-") if font == "Helvetica" else cell for cell in row] for row in ROWS]
    with document.table(first_row_as_headings=False, text_align="LEFT") as table:
        for row in [HEADER] + rows:
            table.row(row)
    document.output(str(path))


def web_page():
    def row(cells, name):
        return "<tr>" + "".join(f"<{name}>{escape(cell)}</{name}>" for cell in cells) + "</tr>"

    style = "table { border-collapse: collapse } td, th { border: 1px solid; padding: 4px; text-align: left }"
    body = "".join(row(cells, "td") for cells in ROWS)
    return f"<meta charset=utf-8><style>{style}</style><table><thead>{row(HEADER, 'th')}</thead>{body}</table>"


def weasyprint(path):
    page = path.with_suffix(".html")
    page.write_text(web_page())
    subprocess.run(["weasyprint", "--quiet", str(page), str(path)], check=True)


def libreoffice(path):
    """A text document with a table that repeats its header on each page."""
    def row(cells):
        cells = "".join(f"<table:table-cell><text:p>{escape(cell)}</text:p></table:table-cell>" for cell in cells)
        return f"<table:table-row>{cells}</table:table-row>"

    office_document(
        path, f"<table:table-column table:number-columns-repeated='3'/>"
        f"<table:table-header-rows>{row(HEADER)}</table:table-header-rows>{''.join(map(row, ROWS))}")


def office_document(path, table, styles=""):
    names = {
        "office": "office", "table": "table", "text": "text", "style": "style", "fo": "xsl-fo-compatible"}
    spaces = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"' for name, space in names.items())
    kind = 'office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text"'
    document = path.with_suffix(".fodt")
    document.write_text(
        f"<?xml version='1.0'?><office:document {spaces} {kind}>"
        f"<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:text>"
        f"<table:table table:name='T'>{table}</table:table></office:text></office:body></office:document>")
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", "pdf", "--outdir",
             str(path.parent), str(document)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def updated(source, path):
    """An incremental update that replaces the first page's content, as if an office had corrected a row."""
    original = source.read_bytes()
    first = ROWS[0][0].encode()
    from PyPDF2 import PdfReader

    reader = PdfReader(str(source))
    reference = reader.pages[0].raw_get("/Contents")
    number, size = reference.idnum, reader.trailer["/Size"]
    root = reader.trailer.raw_get("/Root").idnum
    content = reader.pages[0].get_contents().get_data().replace(b"(" + first + b")", b"(29999999999)")
    offset = len(original)
    update = b"%d 0 obj\n<< /Length %d >>\nstream\n" % (number, len(content)) + content + b"\nendstream\nendobj\n"
    previous = int(original[original.rindex(b"startxref"):].split()[1])
    cross_reference = b"xref\n%d 1\n%010d 00000 n \ntrailer\n<< /Size %d /Root %d 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n" % (
        number, offset, size, root, previous, offset + len(update))
    path.write_bytes(original + update + cross_reference)


def rewritten(folder, source):
    encrypted = {
        "rc4-40": ["--allow-weak-crypto", "--encrypt", "", "owner", "40", "--"],
        "rc4-128": ["--allow-weak-crypto", "--encrypt", "", "owner", "128", "--use-aes=n", "--"],
        "aes-128": ["--allow-weak-crypto", "--encrypt", "", "owner", "128", "--use-aes=y", "--"],
        "aes-256": ["--encrypt", "", "owner", "256", "--"],
        "aes-256-r5": ["--allow-weak-crypto", "--encrypt", "", "owner", "256", "--force-R5", "--"],
        "aes-256-objects": ["--object-streams=generate", "--encrypt", "", "owner", "256", "--"],
        "objects": ["--object-streams=generate"],
        "linear": ["--linearize"],
        "linear-objects": ["--linearize", "--object-streams=generate"],
        "plain": ["--qdf", "--object-streams=disable"],
    }
    for name, options in encrypted.items():
        subprocess.run(["qpdf", *options, str(source), str(folder / f"{source.stem}-{name}.pdf")], check=True)
    password = ["--encrypt", "secret", "owner", "256", "--"]
    (folder / "refused").mkdir(exist_ok=True)
    subprocess.run(["qpdf", *password, str(source), str(folder / "refused/password.pdf")], check=True)


LONG = "Not approved: the applicant has to send further documents"
WRAPPED = [
    ["21000000000", "Issued", "01-Jun-12"], ["21000007919", LONG, "02-Jun-12"],
    ["21000015838", "Refused; see the letter of the embassy", "03-Jun-12"], ["21000023757", "Issued", "04-Jun-12"],
    ["21000031676", LONG + " before the end of the month", "05-Jun-12"], ["21000039595", LONG, "06-Jun-12"],
    ["21000047514", "Under review", "07-Jun-12"], ["21000055433", LONG, "08-Jun-12"],
]


def wrapped_reportlab(path, alignment, is_ruled):
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

    body = getSampleStyleSheet()["Normal"]
    rows = [[number, Paragraph(status, body), date] for number, status, date in WRAPPED]
    style = [("VALIGN", (0, 0), (-1, -1), alignment)] + ([("GRID", (0, 0), (-1, -1), 0.5, (0, 0, 0))] if is_ruled else [])
    SimpleDocTemplate(str(path), pagesize=A4).build([Table([HEADER] + rows, colWidths=[100, 130, 80], style=style)])


def wrapped_fpdf(path):
    """A table without space between its rows. Only its ruled lines separate them."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / ".build/tools/fpdf2-2.7.9"))
    from fpdf import FPDF

    document = FPDF()
    document.add_page()
    document.set_font("Helvetica", size=10)
    with document.table(col_widths=(35, 40, 30)) as table:
        for row in [HEADER] + WRAPPED:
            table.row(row)
    document.output(str(path))


def wrapped_page(alignment, border):
    def row(cells, name):
        return "<tr>" + "".join(f"<{name} class=c{n}>{escape(cell)}" for n, cell in enumerate(cells))

    style = f"td {{ vertical-align: {alignment}; border: {border} }} .c1 {{ width: 130px }} table {{ width: 330px }}"
    return f"<meta charset=utf-8><style>{style}</style><table>{row(HEADER, 'th')}{''.join(row(r, 'td') for r in WRAPPED)}"


def wrapped_libreoffice(path, alignment):
    def cell(text):
        return f"<table:table-cell table:style-name='c'><text:p>{escape(text)}</text:p></table:table-cell>"

    rows = ["<table:table-row>" + "".join(map(cell, row)) + "</table:table-row>" for row in [HEADER] + WRAPPED]
    style = (
        f"<style:style style:name='c' style:family='table-cell'>"
        f"<style:table-cell-properties style:vertical-align='{alignment}' fo:padding='0.1cm'/></style:style>")
    office_document(path, "<table:table-column table:number-columns-repeated='3'/>" + "".join(rows), style)


def chromium(path, page):
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
             f"--user-data-dir={profile}", f"--print-to-pdf={path}", page.as_uri()],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def right_to_left(path):
    rows = [["21000007919", "تمت الموافقة", "02-Jun-12"], ["21000000000", "אושרה בשנת 2012", "01-Jun-12"],
            ["21000015838", "Issued", "03-Jun-12"]]
    cells = "".join("<tr>" + "".join(f"<td dir=auto>{cell}" for cell in row) for row in rows)
    page = path.with_suffix(".html")
    page.write_text(f"<meta charset=utf-8><style>td {{ font: 12px DejaVu Sans; padding: 0 30px }}</style><table>{cells}</table>")
    chromium(path, page)


def wrapped(folder):
    """Tables with a second column that is too narrow for some of its texts."""
    folder.mkdir(exist_ok=True)
    (folder / "rows.json").write_text(json.dumps(WRAPPED))
    for alignment in ["top", "middle", "bottom"]:
        wrapped_reportlab(folder / f"reportlab-{alignment}.pdf", alignment.upper(), False)
        wrapped_reportlab(folder / f"reportlab-{alignment}-ruled.pdf", alignment.upper(), True)
        wrapped_libreoffice(folder / f"libreoffice-{alignment}.pdf", alignment)
        for border in ["none", "1px solid"]:
            name = f"{alignment}-ruled" if border != "none" else alignment
            page = folder / f"{name}.html"
            page.write_text(wrapped_page(alignment, border))
            subprocess.run(["weasyprint", "--quiet", str(page), str(folder / f"weasyprint-{name}.pdf")], check=True)
            chromium(folder / f"chromium-{name}.pdf", page)
    wrapped_fpdf(folder / "fpdf.pdf")


def scanned(path):
    from PIL import Image

    Image.new("L", (200, 300), 200).save(str(path))


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rows.json").write_text(json.dumps([HEADER] + ROWS))
    reportlab_table(folder / "reportlab.pdf", "Helvetica")
    reportlab_table(folder / "reportlab-truetype.pdf", "DejaVu")
    reportlab_canvas(folder / "reportlab-forms.pdf")
    cairo(folder / "cairo.pdf")
    postscript(folder / "table.ps")
    ghostscript(folder / "ghostscript.pdf", folder / "table.ps")
    ghostscript(folder / "ghostscript-cairo.pdf", folder / "cairo.pdf")
    pango(folder / "pango.pdf")
    fpdf(folder / "fpdf-truetype.pdf", "DejaVu")
    (folder / "latin").mkdir(exist_ok=True)
    fpdf(folder / "latin/fpdf-core.pdf", "Helvetica")
    weasyprint(folder / "weasyprint.pdf")
    libreoffice(folder / "libreoffice.pdf")
    for name in ["reportlab", "cairo", "ghostscript", "pango"]:
        rewritten(folder, folder / f"{name}.pdf")
    right_to_left(folder / "right-to-left.pdf")
    wrapped(folder / "wrapped")
    (folder / "update").mkdir(exist_ok=True)
    updated(folder / "reportlab-plain.pdf", folder / "update/updated.pdf")
    scanned(folder / "refused/scanned.pdf")
    # Ghostscript leaves out the map of a TrueType font, so only the font itself tells its text.
    own = folder / "own/ghostscript-truetype.pdf"
    own.parent.mkdir(exist_ok=True)
    ghostscript(own, folder / "reportlab-truetype.pdf")
    # Without its tables, nothing does. Readers that guess the text guess wrong.
    plain = folder / "refused/no-map.pdf"
    subprocess.run(["qpdf", "--stream-data=uncompress", "--decode-level=all", own, plain], check=True)
    plain.write_bytes(plain.read_bytes().replace(b"cmap", b"none").replace(b"post", b"none"))


main()
