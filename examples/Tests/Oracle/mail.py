"""Prints JSON that describes each message of a Maildir, read with Python's own mailbox and email modules."""

import email.header
import email.utils
import inspect
import json
import mailbox
import re
import sys


def field(message, name):
    """The text of the first field with this name, unfolded."""
    for key, value in message.raw_items():
        if key.lower() == name:
            value = re.sub(r"\r?\n", "", str(value)).replace("\t", " ").strip(" ")
            return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return None


def decoded(text):
    """The text with its encoded words decoded; email.header knows no language suffix (RFC 2231, 5)."""
    text = re.sub(r"=\?([^?*]+)\*[^?]*\?", r"=?\1?", text)
    parts = email.header.decode_header(text)
    return "".join(
        part if isinstance(part, str) else part.decode(charset or "raw-unicode-escape", "replace")
        for part, charset in parts
    )


def plain_text(message):
    """The first plain text that isn't an attachment, without the line ends that follow it.

    No standard says what they belong to if the line that closes the parts is missing.
    """
    if message.get_content_type() == "text/plain":
        charset = message.get_content_charset("utf-8")
        charset = "utf-8" if charset == "us-ascii" else charset
        return message.get_payload(decode=True).decode(charset, "replace").replace("\r\n", "\n").rstrip("\n")
    if message.get_content_maintype() == "multipart" and message.is_multipart():
        for part in message.get_payload():
            if part.get_content_disposition() != "attachment" and (text := plain_text(part)) is not None:
                return text
    return None


def first_address(text):
    """The first name and address. Since CVE-2023-27043, strict parsing refuses a field with several addresses."""
    if "strict" in inspect.signature(email.utils.parseaddr).parameters:
        return email.utils.parseaddr(text, strict=False)
    return email.utils.parseaddr(text)


def describe(key, message):
    sender = field(message, "from")
    name, address = first_address(sender) if sender else (None, None)
    subject = field(message, "subject")
    return {
        "id": key,
        "folder": message.get_subdir(),
        "flags": message.get_flags(),
        "unread": message.get_subdir() == "new" or "S" not in message.get_flags(),
        "subject": decoded(subject) if subject else None,
        "name": decoded(name) if name is not None else None,
        "address": address,
        "date": field(message, "date"),
        "messageID": field(message, "message-id"),
        "text": plain_text(message),
    }


box = mailbox.Maildir(sys.argv[1], create=False)
print(json.dumps([describe(key, message) for key, message in sorted(box.items())]))
