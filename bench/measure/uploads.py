"""posters-server while inspectors send large photos."""

import concurrent.futures
import contextlib
import hashlib
import http.client
import json
import pathlib
import random
import re
import struct
import subprocess
import time
import zlib

from report import at_most, row
from workshop import BUILD

POSTERS_SERVER = BUILD / "installed/bin/posters-server"
PASSWORD = "correct horse battery"
AT_ONCE = 8
# Of noise, three bytes each, so that the file has 20 MB.
SIDE = 2_583


def uploads(workshop):
    """How much eight photos of 20 MB that arrive at once add to the memory of a server that has served a small one."""
    data = workshop.folder / "posters-with-uploads"
    words = ["user", "add", "Inspector", "--mail", "i@example.org", "--role", "inspector", "--password-stdin"]
    subprocess.run([POSTERS_SERVER, *words, "--data", data], input=PASSWORD + "\n", text=True, check=True, capture_output=True,
                   env=workshop.environment())
    photos = [_photo(seed, SIDE) for seed in range(AT_ONCE)]
    with _server(workshop, data) as (port, process):
        login = json.dumps({"mail": "i@example.org", "password": PASSWORD}).encode()
        token = json.loads(_send(port, "POST", "/v1/login", login))["token"]
        _upload(port, token, _photo("small", 100))
        before = _settled(process)
        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(lambda photo: _upload(port, token, photo), photos))
        seconds = time.monotonic() - start
        grown = (_memory(process, "VmHWM") - before) / 1e6
    row(f"{AT_ONCE} photos of {len(photos[0]) / 1e6:.0f} MB at once: growth of memory", f"{grown:.1f} MB",
        f"{seconds:.2f} s", "", at_most(grown, 16, " MB"))


def _settled(process):
    """The resident memory once the server has given back what the login took. The peak counts from then on."""
    for _ in range(60):
        before = _memory(process, "VmRSS")
        time.sleep(0.5)
        if before - _memory(process, "VmRSS") < 1 << 20 and before < 128 << 20:
            break
    pathlib.Path(f"/proc/{process.pid}/clear_refs").write_text("5")
    return _memory(process, "VmRSS")


def _memory(process, name):
    """In bytes."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(rf"{name}:\s+(\d+) kB", status).group(1)) << 10


def _photo(seed, side):
    noise = random.Random(seed)
    rows = b"".join(b"\0" + noise.randbytes(3 * side) for _ in range(side))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")


def _upload(port, token, photo):
    _send(port, "PUT", f"/media/{hashlib.sha256(photo).hexdigest()}", photo, {"Authorization": f"Bearer {token}"})


def _send(port, method, path, body, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    with contextlib.closing(connection):
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status in (200, 201), (answer.status, text)
        return text


@contextlib.contextmanager
def _server(workshop, data):
    """posters-server on a free port; gives the port and the process."""
    log = workshop.folder / "posters.log"
    with open(log, "wb") as file:
        process = subprocess.Popen(
            [POSTERS_SERVER, "serve", "--data", data, "--listen", "127.0.0.1:0"], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=file, env=workshop.environment())
    try:
        while not (found := re.search(r"listening on 127\.0\.0\.1:(\d+)", log.read_text())):
            assert process.poll() is None, log.read_text()
            time.sleep(0.01)
        yield int(found.group(1)), process
    finally:
        process.kill()
        process.wait()
