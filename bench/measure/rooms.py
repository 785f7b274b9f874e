"""The example `rooms` beside exchangelib, with the server of the tests, and `rooms mine` beside `visa status`."""

import statistics
import subprocess
import sys
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
    server = subprocess.Popen(
        [PYTHON, SERVER, "--certificate", certificate, "--key", key, "--state", folder, "--plan",
         '{"rooms": 250, "busy_days": 1}'], stdout=subprocess.PIPE, text=True)
    try:
        port = server.stdout.readline().strip()
        _sign_in(environment, certificate, port)
        _free(environment, certificate, port)
        _mine(environment, port)
    finally:
        server.kill()
        server.wait()


def _sign_in(environment, certificate, port):
    subprocess.run(
        [BIN / "rooms", "login", "--email", "anna@example.com", "--user", "EXAMPLE\\anna@example.com", "--password-command",
         "echo secret", "--ca", certificate, "--server", f"https://127.0.0.1:{port}/EWS/Exchange.asmx"],
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


def _time(words, environment):
    start = time.monotonic()
    result = subprocess.run(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if result.returncode not in (0, 66):
        sys.exit(f"{words[0]} failed: {result.stderr}")
    return 1000 * (time.monotonic() - start)


def _mine(environment, port):
    """What is known without the network."""
    book = [BIN / "rooms", "book", "Kyiv 01", "--at", "tomorrow 20:00"]
    subprocess.run(book, env=environment, check=True, stdout=subprocess.DEVNULL)
    source = f"http://127.0.0.1:{port}/none.pdf"
    subprocess.run([BIN / "visa", "track", "21000000001", "--source", source], env=environment, check=True,
                   stderr=subprocess.DEVNULL)
    ours, theirs = medians(
        Command([BIN / "rooms", "mine", "--format", "tsv"], environment),
        Command(["sh", "-c", f"{BIN}/visa status --format tsv || true"], environment), runs=20)
    beside("rooms mine, without the network", ours, theirs, "visa status", 1.3)
