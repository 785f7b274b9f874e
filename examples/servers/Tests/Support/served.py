"""A server of one's own, and clients that behave and misbehave. The programs of several suites use this."""

import contextlib
import ctypes
import hashlib
import http.client
import json
import pathlib
import re
import resource
import signal
import socket
import subprocess
import time


class Server:
    """The program, serving a folder on a free port of the loopback interface. It ends together with this process."""

    def __init__(self, program, folder, *options, files=None):
        self.program, self.folder, self.options, self.files = program, pathlib.Path(folder), options, files
        self.folder.mkdir(parents=True, exist_ok=True)
        self.data = self.folder / "data"
        self.log = self.folder / "log"
        self.process, self.port = None, 0

    def start(self, patience=300):
        begin = self.log.stat().st_size if self.log.exists() else 0
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "serve", "--data", self.data, "--listen", "127.0.0.1:0", *self.options],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log, preexec_fn=self._prepare)
        end = time.monotonic() + patience
        while time.monotonic() < end and self.process.poll() is None:
            found = re.search(rb"listening on 127\.0\.0\.1:(\d+)", self.log.read_bytes()[begin:])
            if found:
                self.port = int(found.group(1))
                return self
            time.sleep(0.01)
        raise RuntimeError(f"{self.program} does not listen: {self.log.read_text()[-2000:]}")

    def _prepare(self):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        if self.files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files))

    def end(self, number=signal.SIGTERM):
        """Sends a signal, waits, and returns the exit status, negative if a signal ended it."""
        self.process.send_signal(number)
        # Another server may get the port, and must not get the requests of clients that try again.
        self.port = 0
        return self.process.wait(300)

    def run(self, *words, text=""):
        """Runs a command that administers the server."""
        return subprocess.run(
            [self.program, *words, "--data", self.data], input=text, text=True, capture_output=True, timeout=300)

    def peak(self):
        """The most memory that the process has taken, in bytes."""
        return self._memory("VmHWM")

    def settle(self):
        """The memory that it takes, in bytes, once it has given back what it doesn't need. The peak counts from then on."""
        before = self._memory("VmRSS")
        for _ in range(120):
            time.sleep(0.5)
            now = self._memory("VmRSS")
            if before - now < 1 << 20 and now < 128 << 20:
                break
            before = now
        pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")
        return self._memory("VmRSS")

    def memory(self):
        """The anonymous memory that it takes now, in bytes."""
        return self._memory("RssAnon")

    def _memory(self, name):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{name}:\s+(\d+) kB", status).group(1)) << 10

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        """The word of an error."""
        with contextlib.suppress(ValueError, KeyError, TypeError):
            return self.json["error"]["code"]

    def __repr__(self):
        return f"{self.status} {self.body[:300]!r}"


def exchange(server, method, path, body, headers, timeout=300):
    """Sends a request on a connection of its own, so that it works across restarts of the server."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=timeout)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
    finally:
        connection.close()


def digest(data):
    return hashlib.sha256(data).hexdigest()


def raise_file_limit():
    """Lets this process open as many sockets as the system allows."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))


def drip(server, head, body, interval=0.2, patience=300):
    """Sends the head and half of a body, and then a byte now and then until the server answers or hangs up.

    Returns the answer, "" if the server hung up without one, and "still open" if it did neither.
    """
    connection = socket.create_connection(("127.0.0.1", server.port))
    connection.sendall(head + body[: len(body) // 2])
    connection.settimeout(interval)
    received, place = b"", len(body) // 2
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            piece = connection.recv(65536)
            if not piece:
                return received.decode()
            received += piece
        except TimeoutError:
            with contextlib.suppress(OSError):
                connection.send(body[place : place + 1])
                place = min(place + 1, len(body) - 2)
        except OSError:
            return received.decode()
    return "still open"
