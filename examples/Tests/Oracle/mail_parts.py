"""Prints what Python's email package (policy default) finds in messages, as JSON.

    mail_parts.py FILE...

Each message is a list of its parts: depth, type, name of the file, whether it has parts, and the SHA-256 of the decoded bytes without the line ends
at their end: Python takes one away where a part is not ended by a delimiter.
"""

import email
import email.policy
import hashlib
import json
import sys


def parts(part, depth=0):
    # A delivery status consists only of headers, which Python makes parts of.
    inner = part.get_payload() if part.is_multipart() and part.get_content_type() != "message/delivery-status" else []
    try:
        name = part.get_filename()
    except Exception as error:  # some broken headers are too much for it
        name = f"{type(error).__name__}"
    digest = None
    if not inner and not part.is_multipart():
        digest = hashlib.sha256((part.get_payload(decode=True) or b"").rstrip(b"\r\n")).hexdigest()
    yield {"depth": depth, "type": part.get_content_type(), "name": name, "hasParts": bool(inner), "digest": digest}
    for child in inner:
        yield from parts(child, depth + 1)


result = []
for path in sys.argv[1:]:
    with open(path, "rb") as file:
        # message_from_binary_file would change the ends of lines.
        result.append(list(parts(email.message_from_bytes(file.read(), policy=email.policy.default))))
json.dump(result, sys.stdout)
