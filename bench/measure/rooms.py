"""The example `rooms` beside exchangelib, with the server of the tests, and `rooms mine` beside `visa status`."""

import contextlib
import datetime
import json
import socket
import statistics
import subprocess
import sys
import threading
import time

from report import beside
from timing import Command, medians
from workshop import BENCH, BUILD

BIN = BUILD / "installed/bin"
PYTHON = BENCH.parent / ".build/tools/exchangelib-5.6.0/bin/python"
SERVER = BENCH.parent / "examples/Tests/Exchange/server.py"
ROUNDS = 9


def rooms(workshop):
    """Everything about `rooms`."""
    folder = workshop.folder / "exchange"
    folder.mkdir()
    environment = workshop.environment()
    (folder / "users").write_text("EXAMPLE:anna@example.com:secret\n")
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", certificate, "-keyout", key],
        check=True, stderr=subprocess.DEVNULL)
    # Whatever the time of day, the rooms' day has reached 11:00, when some are taken and the others are free for two hours.
    morning = datetime.datetime.now(datetime.UTC) - datetime.timedelta(hours=11)
    plan = {"rooms": 250, "busy_days": 1, "busy_from": f"{morning:%Y-%m-%dT%H:%M:%SZ}"}
    server = subprocess.Popen(
        [PYTHON, SERVER, "--certificate", certificate, "--key", key, "--state", folder, "--plan", json.dumps(plan)],
        stdout=subprocess.PIPE, text=True)
    try:
        port = server.stdout.readline().strip()
        _sign_in(environment, certificate, port)
        _free(environment, certificate, port)
        _network(workshop, certificate, port)
        _mine(environment, port)
    finally:
        server.kill()
        server.wait()


def _sign_in(environment, certificate, port):
    subprocess.run(
        [BIN / "rooms", "login", "--mail", "anna@example.com", "--user", "EXAMPLE\\anna@example.com", "--password-command",
         "echo secret", "--ca-file", certificate, "--server", f"https://127.0.0.1:{port}/EWS/Exchange.asmx"],
        env=environment, check=True, stderr=subprocess.DEVNULL)


def _free(environment, certificate, port):
    """Which of 250 rooms are free: the whole process, each side in turn."""
    peer = [PYTHON, BENCH / "peers/exchange_free.py", port]
    peer_environment = environment | {"REQUESTS_CA_BUNDLE": str(certificate)}
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(_time([BIN / "rooms", "free", "--format", "tsv"], environment))
        theirs.append(_time(peer, peer_environment))
    beside("rooms free, 250 rooms, local server", statistics.median(ours), statistics.median(theirs), "exchangelib", 0.2)


def _network(workshop, certificate, port):
    """How long each side waits for the network and the server, which a relay between them measures."""
    environment = workshop.environment("groups-rooms-relayed")
    environment["XDG_DATA_HOME"] = str(workshop.folder / "rooms-relayed")
    with _Relay(int(port)) as relay:
        _sign_in(environment, certificate, relay.port)
        peer = [PYTHON, BENCH / "peers/exchange_free.py", relay.port]
        peer_environment = environment | {"REQUESTS_CA_BUNDLE": str(certificate)}
        ours, theirs = [], []
        for _ in range(ROUNDS):
            for words, with_environment, waits in (
                    ([BIN / "rooms", "free", "--format", "tsv"], environment, ours), (peer, peer_environment, theirs)):
                relay.begin()
                _time([str(word) for word in words], with_environment)
                waits.append(relay.milliseconds())
    beside("the same: time spent waiting for the network and the server", statistics.median(ours),
           statistics.median(theirs), "exchangelib", 1.3)


class _Relay:
    """Passes connections on to the server, and notes when either side sends something."""

    def __init__(self, port):
        self._server = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._lock, self._waits = threading.Lock(), []

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._listener.close()

    def begin(self):
        with self._lock:
            self._waits = []

    def milliseconds(self):
        """The time in which at least one connection waited for an answer, in milliseconds."""
        with self._lock:
            waits = sorted(self._waits)
        total, end = 0.0, 0.0
        for first, last in waits:
            total += max(0.0, last - max(first, end))
            end = max(end, last)
        return 1000 * total

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._server)
                for each in (client, server):
                    each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                asked = [0.0]
                threading.Thread(target=self._pass, args=(client, server, lambda at, a=asked: a.__setitem__(0, at)),
                                 daemon=True).start()
                threading.Thread(target=self._pass, args=(server, client, lambda at, a=asked: self._note(a[0], at)),
                                 daemon=True).start()

    def _note(self, asked, answered):
        with self._lock:
            self._waits.append((asked, answered))

    @staticmethod
    def _pass(source, target, note):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                note(time.monotonic())
                target.sendall(data)
        for each in (source, target):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


def _time(words, environment):
    start = time.monotonic()
    result = subprocess.run(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if result.returncode:
        sys.exit(f"{words[0]} failed: {result.stderr}")
    return 1000 * (time.monotonic() - start)


def _mine(environment, port):
    """What is known without the network."""
    book = [BIN / "rooms", "book", "Kyiv 01", "--at", "tomorrow 20:00"]
    subprocess.run(book, env=environment, check=True, stdout=subprocess.DEVNULL)
    source = f"http://127.0.0.1:{port}/none.pdf"
    subprocess.run([BIN / "visa", "track", "21000000001", "--source", source], env=environment, check=True,
                   stderr=subprocess.DEVNULL)
    # visa's status says that the source was never read. Both are started by a shell, so that neither has an advantage.
    ours, theirs = medians(
        *[Command(["sh", "-c", f"{BIN}/{words} --format tsv || [ $? = 66 ]"], environment)
          for words in ("rooms mine", "visa status")], runs=20)
    beside("rooms mine, without the network", ours, theirs, "visa status", 1.3)
