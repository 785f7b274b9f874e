"""An HTTP server that answers as a script says, well or badly.

scripted_server.py FOLDER [CERTIFICATE KEY]

FOLDER/script.json maps "METHOD /path" to a list of answers: each request takes the next one, and the last one stays. An
answer has any of

    status    200 unless said
    headers   an object
    text      the body; or hex; or file, a path
    repeat    how often the text is there
    range     whether Range and If-Range are honored, by the answer's ETag
    delay     seconds before anything is sent
    pause     [bytes, seconds]: a pause after so many bytes, which ends when there is FOLDER/go
    dribble   seconds before each byte of the body
    cut       bytes of the body after which the connection ends, though more was announced
    chunked   whether the length is not announced
    gzip      whether the body is packed
    raw       text that is sent instead of any HTTP
    hold      true: makes FOLDER/held, and reads no body until there is FOLDER/go
    meet      how many requests must have come before any of them is answered
    early     true: answers without reading the body, and closes the connection
    asked     true: takes a body only if it was asked before (Expect: 100-continue), else cuts the connection unread
    upload    true: takes a file as the real server does, in FOLDER/uploads; with cut, reads so many bytes and ends, even if that
              is the whole file, which is then not complete

It prints its port. FOLDER/requests gets a line of JSON for each request.
"""

import gzip
import hashlib
import http.server
import json
import os
import socket
import ssl
import sys
import threading
import time

folder = sys.argv[1]
lock = threading.Condition()
taken = {}
met = 0


def step(route):
    with lock:
        text = open(f"{folder}/script.json").read()
        script = json.loads(text)
        steps = script.get(route)
        if steps is None:
            return {"status": 404, "text": '{"error":{"code":"notFound","message":"There is no such thing."}}'}
        key = (hashlib.sha256(text.encode()).digest(), route)
        index = taken.get(key, 0)
        taken[key] = index + 1
        return steps[min(index, len(steps) - 1)]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def end(self):
        self.close_connection = True
        try:
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def handle_expect_100(self):
        return True

    def take(self):
        length = int(self.headers.get("Content-Length") or 0)
        answer = step(f"{self.command} {self.path}")
        if answer.get("hold"):
            open(f"{folder}/held", "w").close()
            while not os.path.exists(f"{folder}/go"):
                time.sleep(0.02)
        if answer.get("early"):
            self.close_connection = True
            return self.answer(answer)
        is_asked = self.headers.get("Expect", "").lower() == "100-continue"
        if answer.get("asked") and not is_asked:
            return self.end()
        if is_asked:
            self.send_response_only(100)
            self.end_headers()
        upload = answer.get("upload")
        limit = min(length, answer["cut"]) if upload and "cut" in answer else length
        body = b""
        while len(body) < limit:
            piece = self.rfile.read1(limit - len(body))
            if not piece:
                break
            body += piece
        with lock, open(f"{folder}/requests", "a") as log:
            sent = body.decode("latin-1") if len(body) < 4096 else ""
            log.write(
                json.dumps(
                    {
                        "method": self.command,
                        "path": self.path,
                        "headers": {name.lower(): value for name, value in self.headers.items()},
                        "body": sent,
                    }
                )
                + "\n"
            )
        time.sleep(answer.get("delay", 0))
        if "meet" in answer:
            self.meet(answer["meet"])
        if upload:
            return self.upload(answer, body, length)
        if "raw" in answer:
            self.wfile.write(answer["raw"].encode("latin-1"))
            return self.end()
        self.answer(answer)

    def meet(self, count):
        global met
        with lock:
            met += 1
            lock.notify_all()
            lock.wait_for(lambda: met >= count)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = take

    def upload(self, answer, body, length):
        digest = self.path.split("/")[-1]
        os.makedirs(f"{folder}/uploads", exist_ok=True)
        path = f"{folder}/uploads/{digest}"
        here = os.path.getsize(path) if os.path.exists(path) else 0
        if self.command == "HEAD":
            if not os.path.exists(path):
                return self.plain(404)
            complete = os.path.exists(f"{path}.complete")
            return self.plain(200, {"Upload-Offset": str(here), "Upload-Complete": "?1" if complete else "?0"})
        field = self.headers.get("Content-Range")
        first, total = field.split()[1].split("/") if field else ("0-", "")
        start = int(total) if first == "*" else int(first.split("-")[0])
        if start != here and start != 0:
            return self.plain(409, {"Upload-Offset": str(here)})
        with open(path, "ab" if start else "wb") as file:
            file.write(body)
        if "cut" in answer or len(body) < length:
            return self.end()
        whole = open(path, "rb").read()
        if hashlib.sha256(whole).hexdigest() != digest:
            return self.plain(422)
        open(f"{path}.complete", "w").close()
        self.plain(201)

    def plain(self, status, headers=None):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def answer(self, answer):
        if "file" in answer:
            body = open(answer["file"], "rb").read()
        elif "hex" in answer:
            body = bytes.fromhex(answer["hex"])
        else:
            body = answer.get("text", "").encode() * answer.get("repeat", 1)
        status, headers = answer.get("status", 200), dict(answer.get("headers", {}))
        asked = self.headers.get("Range")
        if answer.get("range") and asked:
            if self.headers.get("If-Range") in (None, headers.get("ETag")):
                start = int(asked.split("=")[1].split("-")[0])
                if start >= len(body):
                    headers["Content-Range"] = f"bytes */{len(body)}"
                    status, body = 416, b""
                else:
                    headers["Content-Range"] = f"bytes {start}-{len(body) - 1}/{len(body)}"
                    status, body = 206, body[start:]
        if answer.get("gzip"):
            body = gzip.compress(body, 1)
            headers["Content-Encoding"] = "gzip"
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status not in (204, 304):
            if answer.get("chunked"):
                self.send_header("Connection", "close")
            else:
                self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "HEAD" or status in (204, 304):
            return
        for place in range(len(body) if "dribble" in answer else 0):
            time.sleep(answer["dribble"])
            try:
                self.wfile.write(body[place : place + 1])
            except OSError:
                return self.end()
        if "dribble" in answer:
            return
        cut = answer.get("cut", len(body))
        pause, seconds = answer.get("pause", [len(body), 0])
        for begin, finish in ((0, min(cut, pause)), (min(cut, pause), cut)):
            try:
                self.wfile.write(body[begin:finish])
                self.wfile.flush()
            except OSError:
                return self.end()
            if begin == 0 and seconds:
                end = time.monotonic() + seconds
                while time.monotonic() < end and not os.path.exists(f"{folder}/go"):
                    time.sleep(0.01)
        if cut < len(body) or answer.get("chunked"):
            self.end()


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *arguments):
        pass


server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
