"""Serves the files of a folder on a free port, which it prints, and misbehaves on request.

    bad_server.py FOLDER [CERTIFICATE KEY]

The first segment of a path selects the behavior, and the rest is a file: /plain/list.pdf. FOLDER/requests records each
request as a line of JSON with its path and header fields. If FOLDER/behavior exists, its contents replace the segment.
"""

import email.utils
import hashlib
import http.server
import json
import os
import pathlib
import ssl
import sys
import time

FOLDER = pathlib.Path(sys.argv[1])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        with open(FOLDER / "requests", "a") as notes:
            notes.write(json.dumps({"path": self.path, **{name.lower(): value for name, value in self.headers.items()}}) + "\n")
        way, _, name = self.path[1:].partition("/")
        name = name.partition("?")[0]
        switch = FOLDER / "behavior"
        if switch.exists():
            way = switch.read_text()
        self.close_connection = True
        getattr(self, "way_" + way.partition("=")[0])(FOLDER / name, way.partition("=")[2])

    def head(self, status, length, *fields):
        self.send_response(status)
        if length is not None:
            self.send_header("Content-Length", str(length))
        for name, value in fields:
            self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()

    def redirect(self, status, target):
        """Sends to another address, with a page as real servers do."""
        page = b"<!DOCTYPE html><title>Moved</title><p>This document has moved."
        self.head(status, len(page), ("Location", target), ("Content-Type", "text/html"))
        self.wfile.write(page)

    def way_plain(self, path, argument, upto=1.0, pause=0.0, block=1 << 20, ranges=True):
        """Like a good server, with conditions and ranges, but only a fraction `upto` of the file."""
        if not path.is_file():
            return self.head(404, 0)
        data = path.read_bytes()
        tag = '"%s"' % hashlib.sha256(data).hexdigest()[:16]
        fields = [("ETag", tag), ("Last-Modified", email.utils.formatdate(path.stat().st_mtime, usegmt=True))]
        if self.headers.get("If-None-Match") == tag:
            return self.head(304, None, *fields)
        start, status = 0, 200
        wanted = self.headers.get("Range")
        if ranges and wanted and self.headers.get("If-Range") == tag:
            start, status = int(wanted.removeprefix("bytes=").rstrip("-")), 206
            if start >= len(data):
                return self.head(416, 0, ("Content-Range", f"bytes */{len(data)}"))
            fields.append(("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}"))
        self.head(status, len(data) - start, *fields)
        for begin in range(start, int(len(data) * upto), block):
            self.wfile.write(data[begin:min(int(len(data) * upto), begin + block)])
            self.wfile.flush()
            time.sleep(pause)

    def way_cut(self, path, _):
        self.way_plain(path, "", upto=0.6)

    def way_cutwithoutranges(self, path, _):
        self.way_plain(path, "", upto=0.6, ranges=False)

    def way_cutonce(self, path, _):
        self.way_plain(path, "", upto=1 if self.headers.get("Range") else 0.6)

    def way_noranges(self, path, _):
        self.way_plain(path, "", ranges=False)

    def part(self, path, size, whole, length, behind=b""):
        """Cut off first, then parts of the rest of at most `size` bytes, each followed by `behind`."""
        if not self.headers.get("Range"):
            return self.way_cut(path, "")
        data = path.read_bytes()
        start = int(self.headers["Range"].removeprefix("bytes=").rstrip("-"))
        end = min(len(data), start + int(size))
        self.head(206, end - start if length else None, ("Content-Range", f"bytes {start}-{end - 1}/{whole or len(data)}"))
        self.wfile.write(data[start:end] + behind)

    def way_parts(self, path, size):
        self.part(path, size, None, True)

    def way_openparts(self, path, size):
        """Parts without the total number of bytes."""
        self.part(path, size, "*", True)

    def way_longparts(self, path, size):
        """Parts that are longer than announced, until the connection ends."""
        self.part(path, size, None, False, b"more")

    def way_wrongrange(self, path, _):
        """A part from the beginning, whatever range was requested."""
        if not self.headers.get("Range"):
            return self.way_plain(path, "")
        data = path.read_bytes()[:100]
        self.head(206, 100, ("Content-Range", f"bytes 0-99/{path.stat().st_size}"))
        self.wfile.write(data)

    def way_cutdated(self, path, _):
        """Cut off, and with the current second as a date instead of a tag."""
        data = path.read_bytes()
        self.head(200, len(data), ("Last-Modified", email.utils.formatdate(usegmt=True)))
        self.wfile.write(data[:len(data) // 2])

    def way_slow(self, path, seconds):
        """In a hundred pieces, over this many seconds."""
        self.way_plain(path, "", pause=float(seconds) / 100, block=path.stat().st_size // 100 + 1)

    def way_nolength(self, path, upto):
        data = path.read_bytes()
        self.head(200, None)
        self.wfile.write(data[:int(len(data) * float(upto or 1))])

    def way_chunked(self, path, _):
        self.head(200, None, ("Transfer-Encoding", "chunked"))
        data = path.read_bytes()
        for begin in range(0, len(data), 1000):
            piece = data[begin:begin + 1000]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        self.wfile.write(b"0\r\n\r\n")

    def way_chunkedpart(self, path, upto):
        """Like a proxy that takes an interrupted answer for the whole file, with the whole file's tag."""
        data = path.read_bytes()
        piece = data[:int(len(data) * float(upto))]
        tag = '"%s"' % hashlib.sha256(data).hexdigest()[:16]
        self.head(200, None, ("Transfer-Encoding", "chunked"), ("ETag", tag))
        self.wfile.write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(piece), piece))

    def way_chunkedcut(self, path, _):
        self.head(200, None, ("Transfer-Encoding", "chunked"))
        self.wfile.write(b"1000\r\n" + path.read_bytes()[:100])

    def way_html(self, *_):
        page = b"<!DOCTYPE html><title>Maintenance</title><p>Please come back later.</p>"
        self.head(200, len(page), ("Content-Type", "text/html"))
        self.wfile.write(page)

    def way_redirect(self, path, _):
        self.redirect(302, f"/plain/{path.name}")

    def way_circle(self, path, _):
        self.redirect(301, self.path)

    def way_to(self, path, _):
        """A redirect to another server like this one: /to/port/NUMBER."""
        self.redirect(302, f"http://127.0.0.1:{path.name}/plain/list.pdf")

    def way_tosecure(self, path, _):
        self.redirect(302, f"https://127.0.0.1:{path.name}/plain/list.pdf")

    def way_toelsewhere(self, *_):
        self.redirect(302, "ftp://127.0.0.1/list.pdf")

    def way_status(self, path, status):
        self.head(int(status), 0)

    def way_huge(self, path, _):
        self.head(200, 1 << 40)
        self.wfile.write(path.read_bytes())

    def way_longhead(self, path, _):
        self.head(200, 0, *((f"X-{number}", "x" * 100) for number in range(2000)))

    def way_silent(self, path, seconds):
        data = path.read_bytes()
        self.head(200, len(data))
        self.wfile.write(data[:len(data) // 2])
        self.wfile.flush()
        time.sleep(float(seconds))

    def way_mute(self, _, seconds):
        """No answer at all for this many seconds."""
        time.sleep(float(seconds))

    def way_held(self, path, upto):
        """A part of the file, and the rest once FOLDER/go exists."""
        data = path.read_bytes()
        part = int(len(data) * float(upto))
        self.head(200, len(data), ("ETag", '"held"'))
        self.wfile.write(data[:part])
        self.wfile.flush()
        while not (FOLDER / "go").exists():
            time.sleep(0.01)
        self.wfile.write(data[part:])

    def way_nothing(self, *_):
        pass

    def way_garbage(self, *_):
        self.wfile.write(b"\0" * 5000)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
