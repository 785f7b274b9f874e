#!/usr/bin/env python3
"""Writes factsheet.pdf, the document of a fund that `make run` shows. It needs reportlab."""

import pathlib

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen import canvas

LINES = [
    "Equity 500: factsheet, third quarter of 2026",
    "The fund follows 500 companies of eleven sectors.",
    "Ongoing charges: 0.07 % a year",
    "Return since January: 9.4 %; benchmark: 9.5 %",
    "Largest holdings: software 7.1 %, semiconductors 6.3 %, banks 2.0 %",
]

page = canvas.Canvas(str(pathlib.Path(__file__).with_name("factsheet.pdf")), pagesize=A4, invariant=1)
page.setTitle(LINES[0])
for number, line in enumerate(LINES):
    page.setFont("Helvetica-Bold" if number == 0 else "Helvetica", 16 if number == 0 else 11)
    page.drawString(60, 770 - 24 * number, line)
page.save()
