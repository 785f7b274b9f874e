"""A web server that answers each request with its method, its path, one field and the size of its body.

    methods.py [SOCKET]

Listens at a Unix socket, or at a port of 127.0.0.1. Prints the port, or `ready`.

/moved/KIND redirects to where the field X-Target says, with a page as the body. With the
kind `empty` there is no page, `cut` closes the connection in its middle, and `endless` goes on with it.
"""

import http.server
import socketserver
import sys


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        if self.path.startswith("/moved/"):
            return self.redirect(self.path.removeprefix("/moved/"))
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        text = f"{self.command} {self.path} {self.headers.get('X-Field', '')} {len(body)}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def redirect(self, kind):
        page = b"<!DOCTYPE html><title>Moved</title><p>This page has moved."
        self.send_response(301)
        self.send_header("Location", self.headers["X-Target"])
        self.send_header("Content-Type", "text/html")
        if kind != "endless":
            self.send_header("Content-Length", str({"empty": 0, "cut": 1000}.get(kind, len(page))))
        self.end_headers()
        self.close_connection = kind in ("cut", "endless")
        try:
            self.wfile.write(b"" if kind == "empty" else page)
            while kind == "endless":
                self.wfile.write(page)
        except OSError:
            pass  # The client has left.

    do_PROPFIND = do_MKCOL = do_MOVE = do_GET = do_DELETE = answer

    def address_string(self):
        return "client"

    def log_message(self, *_):
        pass


class SocketServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True


if sys.argv[1:]:
    server = SocketServer(sys.argv[1], Handler)
    print("ready", flush=True)
else:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
server.serve_forever()
