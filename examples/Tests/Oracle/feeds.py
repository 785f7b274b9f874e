"""Prints JSON that describes each feed of a folder, read with feedparser.

    feeds.py FEEDPARSER SGMLLIB FOLDER…

FEEDPARSER is the unpacked source archive of feedparser, SGMLLIB the folder with the module sgmllib, and each FOLDER one of the
archive's folders of tests. Texts are reduced to plain text, as ours are.
"""

import calendar
import html.parser
import json
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
sys.path[:0] = [sys.argv[1], sys.argv[2]]
import feedparser  # noqa: E402


class Plain(html.parser.HTMLParser):
    """Collects the text of HTML."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.parts = []
        self.hidden = 0

    def handle_starttag(self, tag, attributes):
        self.hidden += tag in ("script", "style", "template")
        if tag in ("p", "br", "div", "li"):
            self.parts.append(" ")

    def handle_endtag(self, tag):
        self.hidden -= tag in ("script", "style", "template") and self.hidden > 0

    def handle_data(self, data):
        if not self.hidden:
            self.parts.append(data)


def squeezed(text):
    return " ".join(text.split())


def plain(detail):
    """The text of a title or another text, without markup."""
    value = detail.get("value") or ""
    if detail.get("type") in ("text/html", "application/xhtml+xml"):
        parser = Plain()
        parser.feed(value)
        parser.close()
        value = "".join(parser.parts)
    return squeezed(value)


def date(node, keys):
    for key in keys:
        # Asked for directly, feedparser would give one date for another.
        value = dict.get(node, key)
        if value:
            return calendar.timegm(value)
    return None


def author(node):
    names = []
    for person in node.get("authors", []):
        name = squeezed(person.get("name") or person.get("email") or "")
        if name and name not in names:
            names.append(name)
    return ", ".join(names)


def account(node, keys=("published_parsed", "created_parsed", "updated_parsed")):
    return {
        "title": plain(node.get("title_detail", {})),
        "link": node.get("link") or "",
        "id": squeezed(node.get("id") or ""),
        "date": date(node, keys),
        "author": author(node),
        "enclosures": [link["href"] for link in node.get("enclosures", []) if link.get("href")],
    }


def entry_account(entry, result):
    """An entry with the author that it has by RFC 4287, 4.2.1: in Atom, that of the feed if it has none of its own."""
    found = account(entry)
    if not found["author"] and result.version.startswith("atom") and "source" not in entry:
        found["author"] = author(result.feed)
    return found


def headers(data):
    """The fields that the file's comment says it is served with."""
    text = data[:8192].decode("latin-1")
    found = re.findall(r"^Header:\s+([^:\s]+):\s*(.+?)\s*$", text, re.MULTILINE)
    return {name.lower(): value for name, value in found}


accounts = []
for folder in sys.argv[3:]:
    for path in sorted((root / "tests" / folder).rglob("*.xml")):
        data = path.read_bytes()
        fields = headers(data)
        fields.setdefault("content-location", f"http://feeds.example/{path.relative_to(root)}")
        try:
            result = feedparser.parse(data, response_headers=dict(fields))
        except Exception as failure:  # Its own bugs are no business of ours.
            print(f"feeds.py: feedparser fails on {path}: {failure!r}", file=sys.stderr)
            continue
        accounts.append({
            "file": str(path.relative_to(root / "tests")),
            "contentType": fields.get("content-type"),
            "address": fields["content-location"],
            "feed": account(result.feed, ("updated_parsed", "published_parsed", "created_parsed")),
            "items": [entry_account(entry, result) for entry in result.entries],
        })
json.dump(accounts, sys.stdout)
