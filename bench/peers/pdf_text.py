"""Prints the text of a PDF as PDFium reads it.

    pdf_text.py FILE
"""

import pathlib
import sys

sys.path.insert(0, str(next(pathlib.Path(__file__).resolve().parents[2].glob(".build/tools/pypdfium2-*"))))

import pypdfium2  # noqa: E402

document = pypdfium2.PdfDocument(sys.argv[1])
for number in range(len(document)):
    page = document[number]
    text = page.get_textpage()
    print(text.get_text_bounded())
    text.close()
    page.close()
