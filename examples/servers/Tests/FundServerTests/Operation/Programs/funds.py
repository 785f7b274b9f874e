"""A fund-server of one's own, its accounts, and clients that sign as docs/fund-server.md says, with Python's own HMAC."""

import base64
import hashlib
import hmac
import json
import os
import pathlib
import socket
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Support"))

import served
from served import digest

__all__ = ["Client", "Server", "digest", "fund", "identifier", "note"]

PASSWORD = "correct horse battery"


class Server(served.Server):
    """fund-server, serving a folder on a free port of the loopback interface."""

    def add_user(self, name):
        done = self.run("user", "add", name, "--password-stdin", text=PASSWORD + "\n")
        assert done.returncode == 0, done.stderr
        return name

    def client(self, name, device="a test"):
        """A client of an account, logged in."""
        answer = served.exchange(
            self, "POST", "/v1/login", json.dumps({"name": name, "password": PASSWORD, "device": device}), {})
        assert answer.status == 200, answer
        return Client(self, answer.json["session"], base64.b64decode(answer.json["key"]))

    def plain(self, method, path, body=None, headers=None):
        """Sends a request without a signature."""
        return served.exchange(self, method, path, body, headers or {})


class Client:
    """Signs requests with the key of one session."""

    def __init__(self, server, session, key):
        self.server, self.session, self.key = server, session, key

    def headers(self, method, path, body=None, *, created=None, nonce=None, covered=None, host=None, extra=""):
        """The headers that sign a request."""
        headers, values = {}, {
            "@method": method, "@target-uri": f"http://{host or f'127.0.0.1:{self.server.port}'}{path}", "@path": path}
        if body is not None:
            headers["Content-Digest"] = f"sha-256=:{base64.b64encode(hashlib.sha256(body).digest()).decode()}:"
            values["content-digest"] = headers["Content-Digest"]
        if covered is None:
            covered = ["@method", "@target-uri"] + (["content-digest"] if body is not None else [])
        created = int(time.time()) if created is None else created
        nonce = nonce or base64.b64encode(os.urandom(16)).decode()
        parameters = (
            "(" + " ".join(f'"{name}"' for name in covered) + ")"
            + f';created={created};keyid="{self.session}";nonce="{nonce}"{extra}')
        base = "".join(f'"{name}": {values[name]}\n' for name in covered) + f'"@signature-params": {parameters}'
        signature = base64.b64encode(hmac.new(self.key, base.encode(), hashlib.sha256).digest()).decode()
        return {**headers, "Signature-Input": f"fund={parameters}", "Signature": f"fund=:{signature}:"}

    def send(self, method, path, body=None, headers=None, **signing):
        """Sends a signed request. A value other than bytes becomes JSON."""
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        signed = self.headers(method, path, body, **signing)
        return served.exchange(self.server, method, path, body, {**signed, **(headers or {})})

    def change(self, *changes):
        """Sends changes, and returns what came of each."""
        answer = self.send("POST", "/v1/changes", {"changes": list(changes)})
        assert answer.status == 200, answer
        return answer.json["results"]

    def pull(self, after=0, limit=1000):
        """All objects that changed after a version."""
        found = []
        while True:
            page = self.send("GET", f"/v1/changes?after={after}&limit={limit}").json
            found += page["changes"]
            after = page["last"]
            if not page["more"]:
                return found

    def upload(self, data, name=None):
        return self.send("PUT", f"/v1/files/{name or digest(data)}", data)

    def begin(self, data, count):
        """Begins to upload, and returns the connection once it has sent so many bytes."""
        path = f"/v1/files/{digest(data)}"
        lines = {**self.headers("PUT", path, data), "Content-Length": len(data), "Host": f"127.0.0.1:{self.server.port}"}
        head = f"PUT {path} HTTP/1.1\r\n" + "".join(f"{key}: {value}\r\n" for key, value in lines.items()) + "\r\n"
        connection = socket.create_connection(("127.0.0.1", self.server.port))
        connection.sendall(head.encode() + data[:count])
        return connection

    def offset(self, data):
        """How much of an upload has arrived, or None."""
        answer = self.send("HEAD", f"/v1/files/{digest(data)}")
        assert answer.status == 404, answer
        return int(answer.headers["upload-offset"]) if "upload-offset" in answer.headers else None

    def part(self, data, start, end, **signing):
        """Uploads a part."""
        return self.send("PUT", f"/v1/files/{digest(data)}", data[start:end],
                         {"Content-Range": f"bytes {start}-{end - 1}/{len(data)}"}, **signing)

    def resume(self, data, patience=120):
        """Uploads the rest, wherever the server wants to go on."""
        offset, deadline = self.offset(data) or 0, time.monotonic() + patience
        while True:
            answer = self.part(data, offset, len(data))
            # What the connection brought before it was cut may still be on its way to the disk.
            if answer.status != 409 or time.monotonic() > deadline:
                return answer
            offset = int(answer.headers["upload-offset"])


def identifier(seed):
    return digest(str(seed).encode())[:32]


def change(kind, id, content, base=0):
    members = {"kind": kind, "id": id, "base": base, "deleted": content is None}
    return members if content is None else {**members, "content": content}


def fund(id, name, base=0):
    return change("fund", id, None if name is None else {"name": name}, base)


def note(id, text, base=0, title="Fees"):
    return change(
        "note", id, None if text is None else {"fund": identifier("fund"), "title": title, "text": text}, base)
