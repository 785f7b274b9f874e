"""Prints the eleven-digit numbers that PyPDF2 finds in a PDF."""

import re
import sys

from PyPDF2 import PdfReader

for page in PdfReader(sys.argv[1]).pages:
    print("\n".join(re.findall(r"\b\d{11}\b", page.extract_text())))
