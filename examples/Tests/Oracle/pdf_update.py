"""Appends an update to an uncompressed table that replaces the status of 21000000010 on the first page.

    pdf_update.py FROM TO
"""

import pathlib
import re
import sys

original = pathlib.Path(sys.argv[1]).read_bytes()
match = re.search(rb"(\d+) 0 obj\n<<  /Length \d+ >>\nstream\n(.*?)\nendstream", original, re.DOTALL)
number = int(match[1])
content = re.sub(rb"(\(21000000010\) Tj\n[^\n]*)\(Approved\)", rb"\1(Withdrawn)", match[2])
assert content != match[2]
update = b"%d 0 obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n" % (number, len(content), content)
table = b"xref\n%d 1\n%010d 00000 n \ntrailer\n<< /Size 1000 /Root 1 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n" % (
    number, len(original), int(original[original.rindex(b"startxref"):].split()[1]), len(original) + len(update))
pathlib.Path(sys.argv[2]).write_bytes(original + update + table)
