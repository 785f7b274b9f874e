"""A posters-server of one's own, its users, and clients that behave and misbehave."""

import json
import pathlib
import random
import struct
import sys
import uuid
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Support"))

import served
from served import digest, drip, raise_file_limit

__all__ = ["Client", "Server", "digest", "drip", "photo", "raise_file_limit"]

PASSWORD = "correct horse battery"


class Server(served.Server):
    """posters-server, serving a folder on a free port of the loopback interface."""

    def add_user(self, name, role="inspector", mail=None):
        """Adds a user who logs in with a mail address, and returns it."""
        mail = mail or f"{name.lower()}@example.org"
        done = self.run("user", "add", name, "--mail", mail, "--role", role, "--password-stdin", text=PASSWORD + "\n")
        assert done.returncode == 0, done.stderr
        return mail

    def client(self, mail=None, **login):
        """A client, logged in if there is a mail address."""
        client = Client(self)
        if mail or login:
            answer = client.send("POST", "/v1/login", {"password": PASSWORD, **({"mail": mail} if mail else {}), **login})
            assert answer.status == 200, answer
            client.token = answer.json["token"]
        return client


class Client:
    """Sends requests, with a token if there is one."""

    def __init__(self, server, token=None):
        self.server, self.token = server, token

    def send(self, method, path, body=None, headers=None, timeout=300):
        headers = dict(headers or {})
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        return served.exchange(self.server, method, path, body, headers, timeout)

    def upload(self, photo, **more):
        return self.send("PUT", f"/media/{digest(photo)}", photo, {"Content-Type": "image/png"}, **more)

    def file(self, photos, key=None, **more):
        """Files a report about uploaded photos."""
        report = {"photos": photos, "place": {"lat": 50.4501, "long": 30.5234}, "phones": ["+380 44 123-45-67"], **more}
        return self.send("POST", "/v1/reports", report, {"Idempotency-Key": key or str(uuid.uuid4())})


def photo(seed, width=16, height=16):
    """A picture of noise, as PNG. Another seed gives another picture."""
    noise = random.Random(seed)
    rows = b"".join(b"\0" + noise.randbytes(3 * width) for _ in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")
