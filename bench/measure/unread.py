"""What clients cost that send many requests to the catalog server and read no answers."""

import contextlib
import pathlib
import re
import resource
import socket
import ssl
import time
import urllib.parse

from report import at_most, row

CONNECTIONS = 500
REQUESTS = 120


def unread(address, process, paths, token):
    """How much the server's resident memory grows while 500 connections send 120 requests each and read nothing, with the
    kind of answer that costs the most. `paths` has a path for each kind."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(limit, 8192), limit))
    costs = {}
    for kind, path in paths.items():
        _answered(address, path, token)
        before = _resident(process)
        with contextlib.ExitStack() as stack:
            connections = [stack.enter_context(_connected(address)) for _ in range(CONNECTIONS)]
            for connection in connections:
                _send(connection, _request(path, token) * REQUESTS)
            costs[kind] = _most_resident(process) - before
        _wait_for_less(process, before)
    kind, most = max(costs.items(), key=lambda cost: cost[1])
    row(f"500 connections that read no answer{', TLS' if address.startswith('https') else ''}: growth of memory",
        f"{most / 1e6:.1f} MB", f"the costliest of {len(paths)} kinds of answer: {kind}", "", at_most(most / 1e6, 64, " MB"))


def _request(path, token, end=""):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n{end}\r\n".encode()


def _connected(address):
    url = urllib.parse.urlsplit(address)
    connection = socket.create_connection((url.hostname, url.port), timeout=60)
    if url.scheme == "http":
        return connection
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(connection)


def _send(connection, requests):
    """As much as the system takes."""
    connection.setblocking(False)
    with contextlib.suppress(OSError):
        while requests:
            requests = requests[connection.send(requests):]


def _answered(address, path, token):
    """One request, so that what every server needs once does not count."""
    with _connected(address) as connection:
        connection.sendall(_request(path, token, "Connection: close\r\n"))
        answer = connection.recv(65536)
        assert answer.startswith(b"HTTP/1.1 200 "), answer[:500]
        while connection.recv(65536):
            pass


def _most_resident(process):
    """The largest of the figures until they have not grown for three seconds."""
    most, since = _resident(process), time.monotonic()
    while time.monotonic() - since < 3:
        now = _resident(process)
        if now > most:
            most, since = now, time.monotonic()
        time.sleep(0.05)
    return most


def _wait_for_less(process, before):
    """Until most of the memory is back at the system. An error if it stays."""
    for _ in range(600):
        if _resident(process) - before < 16e6:
            return
        time.sleep(0.1)
    raise RuntimeError(f"The server keeps {(_resident(process) - before) / 1e6:.0f} MB after the connections have gone")


def _resident(process):
    status = pathlib.Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1)) * 1024
