"""fund-server with 100,000 read marks: what it costs to send them to it, to get them on another device, and to sign."""

import os
import pathlib
import statistics
import subprocess
import sys

from report import at_most, milliseconds, row
from workshop import BENCH, BUILD

sys.path.insert(0, str(BENCH.parent / "examples/servers/Tests/FundServerTests/Operation"))

from funds import Server, change, digest, identifier

FUND_SERVER = BUILD / "installed/bin/fund-server"
MARKS, PAGE, ROUNDS, REQUESTS = 100_000, 1000, 5, 300


def syncing(workshop, program=FUND_SERVER):
    """All times are those of processors: the client beside the server takes more of them than the server does."""
    server = Server(program, workshop.folder / "fund-server")
    with server:
        server.add_user("ada")
        ada = server.client("ada")
        bodies = [_marks(start) for start in range(0, MARKS, PAGE)]
        pushed = _spent(server, lambda: [ada.change(*changes) for changes in bodies])
        pulled, dumped, signed, plain = [], [], [], []
        for _ in range(ROUNDS):
            pulled.append(_spent(server, lambda: _expect(len(ada.pull()), MARKS)))
            dumped.append(_dumping(server.data / "fund.sqlite"))
            signed.append(_spent(server, lambda: [ada.send("GET", "/v1/session") for _ in range(REQUESTS)]) / REQUESTS)
            plain.append(_spent(server, lambda: [server.plain("GET", "/v1/info") for _ in range(REQUESTS)]) / REQUESTS)
    _row(f"fund-server: {MARKS:,} changes got in pages of {PAGE:,}, processor time", pulled, "`sqlite3 -json`", dumped, 3)
    _row("fund-server: a signed request about the session, processor time", signed, "unsigned `/v1/info`", plain, 3)
    row(f"fund-server: {MARKS:,} new changes taken {PAGE:,} at a time, processor time", milliseconds(pushed), "-", "-",
        at_most(pushed, 10_000, " ms"))


def _row(what, ours, name, theirs, bar):
    ratio = statistics.median(one / other for one, other in zip(ours, theirs))
    row(what, milliseconds(statistics.median(ours)), f"{name} {milliseconds(statistics.median(theirs))}",
        f"{ratio:.2f}", at_most(ratio, bar))


def _marks(start):
    feed, changes = identifier("a feed"), []
    for number in range(start, start + PAGE):
        item = f"https://example.org/news/{number}"
        changes.append(change("read", digest(f"read\n{feed}\n{item}".encode())[:32],
                              {"feed": feed, "item": item, "read": True}))
    return changes


def _spent(server, body):
    """The processor time that the server takes meanwhile, in milliseconds."""
    def now():
        fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    start = now()
    body()
    return now() - start


def _dumping(database):
    """The processor time in which sqlite3 writes the same objects as JSON, in milliseconds."""
    query = "SELECT kind, id, version, 0 AS deleted, CAST(content AS TEXT) AS content FROM object ORDER BY version"
    start = os.times()
    subprocess.run(["sqlite3", "-readonly", "-json", database, query], check=True, stdout=subprocess.DEVNULL)
    end = os.times()
    return 1000 * (end.children_user + end.children_system - start.children_user - start.children_system)


def _expect(found, wanted):
    assert found == wanted, found
