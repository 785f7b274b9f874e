"""A web server that tells which connection a request came on.

    connections.py [CERTIFICATE KEY]

Prints its port when it listens. /close is answered, and then the connection is closed; /cut closes it instead of answering; /wait
is not answered before the connection ends; /together/N is answered once N of these requests have come. Everything else is
answered. Each answer has three numbers: that of the connection, how many requests have come on all of them, and the size of the
body. /state, which is not counted, has two: how many connections have ended, and how many requests have come.
"""

import http.server
import ssl
import sys
import threading

LOCK = threading.Lock()
COUNTS = {"connections": 0, "requests": 0, "ended": 0}
MEETINGS = {}


def count(name):
    with LOCK:
        COUNTS[name] += 1
        return COUNTS[name]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def setup(self):
        super().setup()
        self.number = 0

    def finish(self):
        super().finish()
        self.connection.close()
        if self.number:
            count("ended")

    def do_GET(self):
        if self.path == "/state":
            self.close_connection = True
            return self.answer(f"{COUNTS['ended']} {COUNTS['requests']}")
        self.number = self.number or count("connections")
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        requests = count("requests")
        self.close_connection = self.path in ("/close", "/cut")
        if self.path.startswith("/together/"):
            with LOCK:
                meeting = MEETINGS.setdefault(self.path, threading.Barrier(int(self.path.split("/")[-1])))
            meeting.wait()
        if self.path == "/wait":
            self.rfile.read(1)
        elif self.path != "/cut":
            self.answer(f"{self.number} {requests} {len(body)}")

    do_POST = do_GET

    def answer(self, text):
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
if sys.argv[1:]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*sys.argv[1:])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
