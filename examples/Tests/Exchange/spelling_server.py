"""A WebDAV server that ignores the case of letters, and writes all paths in capital letters.

Prints its port. /REPORT.TXT is a file, /EMPTY a folder, and /FULL a folder with a file.
"""

import http.server


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_PROPFIND(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = self.path.upper()
        found = [name for name in PATHS if name == path or name.startswith(path + "/")]
        self.reply(207 if found else 404, "".join(
            f"<D:response><D:href>{name}</D:href><D:propstat><D:prop><D:resourcetype>"
            + ("<D:collection/>" if name in ("/EMPTY", "/FULL") else "")
            + "</D:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
            for name in found))

    def do_DELETE(self):
        path = self.path.upper()
        PATHS.difference_update({name for name in PATHS if name == path or name.startswith(path + "/")})
        self.reply(204, "")

    def reply(self, status, responses):
        page = b""
        if status == 207:
            page = f'<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">{responses}</D:multistatus>'.encode()
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Type", "application/xml; charset=utf-8")
            self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)


PATHS = {"/REPORT.TXT", "/EMPTY", "/FULL", "/FULL/ONE.TXT"}
SERVER = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
SERVER.daemon_threads = True
print(SERVER.server_address[1], flush=True)
SERVER.serve_forever()
