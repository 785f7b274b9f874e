"""Writes the two PDFs of this folder, a list of decisions and a later version of it, with Debian's python3-reportlab.

    decisions.py FOLDER
"""

import pathlib
import sys

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen import canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

DECISIONS = ["Issued", "Under review", "refused (see letter)", "Ready", "Under review"]
GRID = [("GRID", (0, 0), (-1, -1), 0.25, colors.grey), ("FONTSIZE", (0, 0), (-1, -1), 9)]


def write(path, day, changed):
    rows = []
    for index in range(120):
        number = str(21_000_000_000 + index * 7919)
        rows.append([number, DECISIONS[index % 5], f"{index % 12 + 1:02}-Jun-12"])
    for index, status in changed.items():
        rows[index] = [rows[index][0], status, f"{day}-Jun-12"]
    title = Paragraph(f"List of {day} June 2012", getSampleStyleSheet()["Title"])
    document = SimpleDocTemplate(str(path), pagesize=A4, title="Decisions", author="An office")
    # Without a creation date, the file is the same each time.
    document.build(
        [title, Table([["Batch number", "Status", "Date"]] + rows, repeatRows=1, style=GRID)],
        canvasmaker=lambda *words, **options: canvas.Canvas(*words, **{**options, "invariant": 1}))


folder = pathlib.Path(sys.argv[1])
write(folder / "decisions.pdf", 14, {})
write(folder / "decisions-later.pdf", 18, {1: "Issued", 86: "Issued"})
