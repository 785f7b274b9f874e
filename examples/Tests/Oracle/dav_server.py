"""A small WebDAV server that fails on demand, on a free port, which it prints.

    dav_server.py FOLDER [tls]

Serves the files of FOLDER/served for PROPFIND, GET, PUT, MOVE and DELETE, with strong tags and ranges. With tls, it writes
FOLDER/authority.pem, which has signed its certificate for localhost. Files in FOLDER hold a number and make a file NAME fail:

    NAME.cut     the connection is cut after so many bytes, once
    NAME.break   the connection is cut after so many bytes, as long as this file is there
    NAME.short   so many bytes are sent without a length, as long as this file is there
    NAME.hold    after so many bytes, the server waits until this file is gone; put.hold does so with what it is sent

FOLDER/requests records each request as a line of JSON: method, name, range, how many bytes of a body were sent, how many
connections were open, and the field Authorization.
"""

import email.utils
import hashlib
import http.server
import json
import os
import pathlib
import shutil
import ssl
import sys
import threading
import time
import urllib.parse

import mail_certificates

FOLDER = pathlib.Path(sys.argv[1])
SERVED = FOLDER / "served"
LOCK = threading.Lock()
OPEN = 0


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def setup(self):
        global OPEN
        with LOCK:
            OPEN += 1
        super().setup()

    def finish(self):
        global OPEN
        super().finish()
        with LOCK:
            OPEN -= 1

    def log_message(self, *_):
        pass

    def note(self, sent):
        line = json.dumps({"method": self.command, "name": self.name, "range": self.headers.get("Range", ""), "sent": str(sent),
                           "open": str(OPEN), "authorization": self.headers.get("Authorization", "")})
        with LOCK, open(FOLDER / "requests", "a") as log:
            log.write(line + "\n")

    @property
    def name(self):
        return urllib.parse.unquote(self.path).strip("/")

    def head(self, status, **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()

    def do_PROPFIND(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        file = SERVED / self.name
        self.note(0)
        if not file.exists():
            return self.head(404, Content_Length=0)
        kind = "<D:collection/>" if file.is_dir() else ""
        size = "" if file.is_dir() else f"<D:getcontentlength>{file.stat().st_size}</D:getcontentlength>"
        body = (f'<?xml version="1.0"?><D:multistatus xmlns:D="DAV:"><D:response><D:href>{self.path}</D:href><D:propstat><D:prop>'
                f"<D:resourcetype>{kind}</D:resourcetype>{size}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>"
                "</D:response></D:multistatus>").encode()
        self.head(207, Content_Length=len(body), Content_Type="application/xml")
        self.wfile.write(body)

    def do_GET(self):
        file = SERVED / self.name
        if not file.is_file():
            self.note(0)
            return self.head(404, Content_Length=0)
        body = file.read_bytes()
        tag = f'"{hashlib.md5(body).hexdigest()}"'
        short = FOLDER / f"{self.name}.short"
        if short.exists():
            count = int(short.read_text())
            self.head(200, ETag=tag, Connection="close")
            self.wfile.write(body[:count])
            return self.note(count)
        start, end = 0, len(body)
        wanted = self.headers.get("Range", "")
        if wanted.startswith("bytes=") and self.headers.get("If-Range", tag) == tag:
            first, _, last = wanted[6:].partition("-")
            start, end = int(first), min(int(last) + 1, len(body)) if last else len(body)
            self.head(206, Content_Length=end - start, Content_Range=f"bytes {start}-{end - 1}/{len(body)}", ETag=tag,
                      Date=email.utils.formatdate(usegmt=True))
        else:
            self.head(200, Content_Length=len(body), ETag=tag)
        sent = start
        try:
            for limit, act in sorted(self.faults()):
                stop = max(sent, min(limit, end))
                self.wfile.write(body[sent:stop])
                sent = stop
                if act():
                    self.close_connection = True
                    return
            self.wfile.write(body[sent:end])
            sent = end
        except OSError:
            self.close_connection = True
        finally:
            self.note(sent - start)

    def do_PUT(self):
        file = SERVED / self.name
        rest, hold = int(self.headers["Content-Length"]), FOLDER / "put.hold"
        limit = rest - int(hold.read_text()) if hold.exists() else 0
        with open(file, "wb") as body:
            while rest > 0:
                if rest <= limit and hold.exists() and self.wait(hold):
                    return
                piece = self.rfile.read1(min(rest, 65536))
                if not piece:
                    # What has come stays, as on some servers.
                    self.close_connection = True
                    return self.note(0)
                body.write(piece)
                body.flush()
                rest -= len(piece)
        self.note(0)
        self.head(201, Content_Length=0)

    def do_MOVE(self):
        self.note(0)
        target = SERVED / urllib.parse.unquote(urllib.parse.urlsplit(self.headers["Destination"]).path).strip("/")
        if target.exists():
            return self.head(412, Content_Length=0)
        os.rename(SERVED / self.name, target)
        self.head(201, Content_Length=0)

    def do_DELETE(self):
        self.note(0)
        file = SERVED / self.name
        if not file.exists():
            return self.head(404, Content_Length=0)
        shutil.rmtree(file) if file.is_dir() else file.unlink()
        self.head(204)

    def faults(self):
        cut, broken, hold = (FOLDER / f"{self.name}.{kind}" for kind in ("cut", "break", "hold"))
        if cut.exists():
            number = int(cut.read_text())
            yield number, lambda: cut.unlink() is None
        if broken.exists():
            yield int(broken.read_text()), lambda: True
        if hold.exists():
            yield int(hold.read_text()), lambda: self.wait(hold)

    @staticmethod
    def wait(hold):
        for _ in range(6000):
            if not hold.exists():
                return False
            time.sleep(0.02)
        return True


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
SERVED.mkdir(exist_ok=True)
if sys.argv[2:] == ["tls"]:
    mail_certificates.make(FOLDER)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(FOLDER / "server.pem", FOLDER / "server.key")
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
