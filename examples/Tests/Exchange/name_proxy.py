"""An HTTP proxy that knows its own hosts, so that tests can use any name and port 443.

    name_proxy.py JSON

JSON maps a host to the port on 127.0.0.1 that it stands for, and "redirect:HOST" to where plain requests are sent. Prints its
port, and then one line for each request: "CONNECT host:443" or "GET http://host/path".
"""

import http.server
import json
import socket
import sys
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_CONNECT(self):
        print("CONNECT", self.path, flush=True)
        port = HOSTS.get(self.path.rpartition(":")[0])
        if not isinstance(port, int):
            self.send_error(502)
            return
        with socket.create_connection(("127.0.0.1", port)) as server:
            self.send_response(200)
            self.end_headers()
            self.wfile.flush()
            back = threading.Thread(target=self.copy, args=(server, self.connection), daemon=True)
            back.start()
            self.copy(self.connection, server)
            back.join()
        self.close_connection = True

    @staticmethod
    def copy(source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def do_GET(self):
        secret = " with credentials" if self.headers.get("Authorization") else ""
        print("GET", self.path + secret, flush=True)
        target = HOSTS.get("redirect:" + self.path.split("/")[2])
        self.send_response(302 if target else 404)
        if target:
            self.send_header("Location", target)
        page = b"<!DOCTYPE html><title>Elsewhere</title>"
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)


HOSTS = json.loads(sys.argv[1])
SERVER = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
SERVER.daemon_threads = True
print(SERVER.server_address[1], flush=True)
SERVER.serve_forever()
