"""Serves feeds on a free port, which it prints.

    feed_server.py FOLDER [tls]

FOLDER/NAME is the body for the path /NAME, for POST too. FOLDER/NAME.answer, if it exists, is JSON with "status", "headers" and "pause" in
seconds; a redirection has a page as its body. A pause ends early once FOLDER/go exists. A request whose If-None-Match is the header ETag, or whose If-Modified-Since is Last-Modified, gets status 304.
FOLDER/requests records each request as a line of JSON with its path, header fields, and how many requests were open. With tls,
the server encrypts, and FOLDER/authority.pem has the certificate of the authority that vouches for it.
"""

import http.server
import json
import pathlib
import ssl
import sys
import threading
import time

import mail_certificates

FOLDER = pathlib.Path(sys.argv[1])
LOCK = threading.Lock()
OPEN = 0


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        global OPEN
        name = self.path[1:].partition("?")[0]
        with LOCK:
            OPEN += 1
            record = {"path": self.path, "open": str(OPEN)}
            record.update({key.lower(): value for key, value in self.headers.items()})
            with open(FOLDER / "requests", "a") as notes:
                notes.write(json.dumps(record) + "\n")
        try:
            self.answer(FOLDER / name, FOLDER / (name + ".answer"))
        finally:
            with LOCK:
                OPEN -= 1

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.do_GET()

    def answer(self, file, behavior):
        settings = json.loads(behavior.read_text()) if behavior.exists() else {}
        end = time.monotonic() + settings.get("pause", 0)
        while time.monotonic() < end and not (FOLDER / "go").exists():
            time.sleep(0.01)
        status = settings.get("status", 200 if file.exists() else 404)
        headers = settings.get("headers", {})
        same = (headers.get("ETag") and headers["ETag"] == self.headers.get("If-None-Match")
                or headers.get("Last-Modified") and headers["Last-Modified"] == self.headers.get("If-Modified-Since"))
        if status == 200 and same:
            status = 304
        body = file.read_bytes() if status == 200 and file.exists() else b""
        if "Location" in headers:
            body = b"<!DOCTYPE html><title>Moved</title><p>This document has moved."
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value.replace("HOST", self.headers["Host"]))
        if "Content-Length" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
if sys.argv[2:] == ["tls"]:
    mail_certificates.make(FOLDER)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(FOLDER / "server.pem", FOLDER / "server.key")
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
