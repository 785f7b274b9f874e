"""The example `visa`: the rows of a PDF beside other readers, memory, and how soon a match is reported."""

import http.server
import subprocess
import threading
import time

from report import at_most, row, times_as_fast
from timing import Command, medians
from workshop import BENCH, BUILD

VISA = BUILD / "installed/bin/visa"
ROWS_PER_PAGE = 50
ROWS_IN_A_MEGABYTE = 7_500
# How long a download takes, in seconds, and into how many pieces it is cut.
DOWNLOAD, PIECES = 4, 200


def visa(workshop):
    """Everything about `visa`: two tables of 20,000 rows, and others of 2, 20 and 200 MB."""
    file = workshop.folder / "rows.pdf"
    for kind, write in (("by reportlab", reportlab_table), ("leaner", table)):
        write(file, 20_000)
        _rows(workshop, file, kind)
    _first_match(workshop, file)
    for megabytes in (2, 20, 200):
        table(file, megabytes * ROWS_IN_A_MEGABYTE)
        _memory(workshop, file)
    file.unlink()


def _number(index):
    return str(21_000_000_000 + index * 7919 % 1_000_000_007)


def _cells(index):
    """The cells of a row with their distances from the left; the numbers are in no order."""
    statuses = ["Issued", "Refused", "refused (see letter)", "Under review", "Ready"]
    return [(50, _number(index)), (200, statuses[index % 5]), (400, f"{index % 28 + 1:02}-Jun-12")]


def reportlab_table(path, rows):
    """Writes a table with reportlab, uncompressed."""
    from reportlab.pdfgen import canvas

    page = canvas.Canvas(str(path), pageCompression=0)
    for index in range(rows):
        line = index % ROWS_PER_PAGE
        if line == 0:
            page.setFont("Helvetica", 9)
        for left, cell in _cells(index):
            page.drawString(left, 800 - 15 * line, cell)
        if line == ROWS_PER_PAGE - 1:
            page.showPage()
    page.save()


def table(path, rows):
    """Writes the same text with fewer objects, faster, for files of any size."""
    offsets = {}
    with open(path, "wb") as file:
        def write(number, data):
            offsets[number] = file.tell()
            file.write(b"%d 0 obj\n%b\nendobj\n" % (number, data))

        file.write(b"%PDF-1.4\n")
        pages = rows // ROWS_PER_PAGE
        write(1, b"<< /Type /Catalog /Pages 2 0 R >>")
        write(3, b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
        for page in range(pages):
            lines = ["BT /F 10 Tf 12 TL ET"]
            for line in range(ROWS_PER_PAGE):
                for left, cell in _cells(page * ROWS_PER_PAGE + line):
                    cell = cell.replace("(", "\\(").replace(")", "\\)")
                    lines.append(f"BT 1 0 0 1 {left} {800 - 15 * line} Tm ({cell}) Tj T* ET")
            content = "\n".join(lines).encode()
            write(4 + 2 * page, b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content))
            write(5 + 2 * page, b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
                                b"/Resources << /Font << /F 3 0 R >> >> >>" % (4 + 2 * page))
        kids = b" ".join(b"%d 0 R" % (5 + 2 * page) for page in range(pages))
        write(2, b"<< /Type /Pages /Count %d /Kids [%b] >>" % (pages, kids))
        start = file.tell()
        file.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1))
        for number in sorted(offsets):
            file.write(b"%010d 00000 n \n" % offsets[number])
        file.write(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(offsets) + 1, start))


def _rows(workshop, file, kind):
    """How long it takes to find a number near the end of a table."""
    number = _number(19_000)
    environment = workshop.environment()
    commands = {
        "`visa inspect`": f"{VISA} inspect {file}",
        "`pdftotext - \\| grep`": f"pdftotext {file} -",
        "`mutool draw \\| grep`": f"mutool draw -q -F txt {file}",
        "pdfium `\\| grep`": f"/usr/bin/python3 {BENCH}/peers/pdf_text.py {file}",
    }
    ours, *peers = medians(
        *(Command(["sh", "-c", f"{command} | grep {number}"], environment) for command in commands.values()),
        runs=4, warmup=1,
    )
    what = f"rows of {file.stat().st_size / 1e6:.1f} MB, 20,000 rows, {kind}"
    for name, peer in zip(list(commands)[1:], peers):
        times_as_fast(what, ours, peer, name, 3)
        what = "the same"


def _memory(workshop, file):
    """Peak resident memory while a file is read, and while it is downloaded and read."""
    size = f"{file.stat().st_size / 1e6:.0f} MB"
    with Server(file.read_bytes) as address:
        _track(workshop, address, "memory", 5)
        for what, command in ((f"`visa inspect`, {size}", [VISA, "inspect", file]),
                              (f"`visa update`, {size}", [VISA, "update"])):
            kibibytes = workshop.folder / "kibibytes"
            workshop.run(["time", "-f", "%M", "-o", kibibytes, *command], "memory")
            megabytes = int(kibibytes.read_text()) * 1024 / 1e6
            row(f"{what}: largest memory", f"{megabytes:.1f} MB", "", "", at_most(megabytes, 32, " MB"))
        workshop.run([VISA, "untrack", _number(5)], "memory")


def _first_match(workshop, file):
    """How soon a match in the first tenth of a slow download is reported."""
    with Server(file.read_bytes, DOWNLOAD) as address:
        _track(workshop, address, "first", 1_500)
        start = time.monotonic()
        update = subprocess.Popen(
            [VISA, "update"], env=workshop.environment("first"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        update.stderr.readline()
        first = time.monotonic() - start
        update.stderr.read()
        assert update.wait() == 0
        whole = time.monotonic() - start
        row(f"first match, of a download of {DOWNLOAD} s", f"{first:.2f} s", f"the whole {whole:.2f} s",
            f"{first / whole:.2f}", at_most(first / whole, 0.3))
        workshop.run([VISA, "untrack", _number(1_500)], "first")


def _track(workshop, address, home, index):
    workshop.run([VISA, "track", _number(index), "--source", address], home)


class Server:
    """Serves one file on its own port, slowly."""

    def __init__(self, contents, seconds=0):
        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                data = contents()
                self.send_response(200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                piece = len(data) // PIECES + 1
                for begin in range(0, len(data), piece):
                    self.wfile.write(data[begin:begin + piece])
                    time.sleep(seconds / PIECES)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self.server.server_port}/list.pdf"

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
