"""fund-server with 100,000 changes: what it costs to send them to it, to get them on another device, and to sign."""

import contextlib
import os
import pathlib
import shutil
import sqlite3
import statistics
import subprocess
import sys

from report import at_most, milliseconds, row
from workshop import BENCH, BUILD

sys.path.insert(0, str(BENCH.parent / "examples/servers/Tests/FundServerTests/Operation/Programs"))

from funds import PASSWORD, Server, change, digest, identifier

FUND = BUILD / "installed/bin/fund"
FUND_SERVER = BUILD / "installed/bin/fund-server"
MARKS, PAGE, ROUNDS, REQUESTS = 100_000, 1000, 5, 300
# What a person may have: most changes are read marks.
FEEDS, NOTES = 20, 10_000


def syncing(workshop, program=FUND_SERVER, client=FUND):
    """All times are those of processors: the client beside the server takes more of them than the server does."""
    _serving(workshop, program)
    _following(workshop, program, client)


def _serving(workshop, program):
    """What the server takes."""
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


def _following(workshop, program, client):
    """What `fund sync` takes to send 100,000 changes and to get them on a new device, beside sqlite3 that inserts the same rows
    into the same tables, with their indexes and triggers, in one transaction."""
    server = Server(program, workshop.folder / "following")
    with server:
        server.add_user("ada")
        desk, laptop = (_device(workshop, client, server, name) for name in ("desk", "laptop"))
        empty = workshop.folder / "empty"
        shutil.copytree(laptop["XDG_DATA_HOME"], empty)
        subprocess.run([client, "new", "Equity"], env=desk, check=True, capture_output=True)
        _fill(_store(desk))
        pushed = _spending(lambda: _sync(client, desk))
        pulled, inserted = [], []
        for _ in range(ROUNDS):
            shutil.rmtree(laptop["XDG_DATA_HOME"])
            shutil.copytree(empty, laptop["XDG_DATA_HOME"])
            pulled.append(_spending(lambda: _sync(client, laptop)))
            _expect(_count(_store(laptop)), MARKS)
            inserted.append(
                _inserting(_store({"XDG_DATA_HOME": empty}), _store(laptop), workshop.folder / "copy.sqlite"))
    _row(f"`fund sync`, {MARKS:,} changes to a new device, processor time", pulled, "`sqlite3`, the same rows", inserted, 3)
    _row(f"`fund sync`, {MARKS:,} changes sent, processor time", [pushed], "`sqlite3`, the same rows", inserted[:1], 10)


def _device(workshop, client, server, name):
    environment = {**workshop.environment(f"groups-{name}"), "XDG_DATA_HOME": str(workshop.folder / name),
                   "DBUS_SESSION_BUS_ADDRESS": ""}
    subprocess.run([client, "login", f"http://127.0.0.1:{server.port}", "--user", "ada", "--device", name,
                    "--password-command", f"echo {PASSWORD}"], env=environment, check=True, capture_output=True)
    return environment


def _store(environment):
    return pathlib.Path(environment["XDG_DATA_HOME"]) / "fund/.fund/store.sqlite"


def _sync(client, environment):
    subprocess.run([client, "sync", "--quiet"], env=environment, check=True, capture_output=True)


def _count(store):
    with contextlib.closing(sqlite3.connect(store)) as database:
        return sum(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("sync_reads", "notes"))


def _fill(store):
    """Writes notes and read items of feeds as fund does, much faster than by its commands."""
    with contextlib.closing(sqlite3.connect(store)) as database:
        fund, = database.execute("SELECT id FROM funds").fetchone()
        for number in range(NOTES):
            text = f"Yields of {number} and margins of {number * 7919 % 10_007}.\n" * 5
            database.execute("INSERT INTO notes(fund, title, created, changed, text) VALUES(?, ?, 0, 0, ?)",
                             (fund, f"Note {number}", text))
        for number in range(FEEDS):
            database.execute("INSERT INTO feeds(address, title) VALUES(?, ?)",
                             (f"https://{number}.example.org/news.xml", f"Feed {number}"))
        feeds = [feed for feed, in database.execute("SELECT id FROM feeds")]
        for number in range(MARKS - NOTES):
            database.execute("INSERT INTO items(feed, identity, title, date, seen, text) VALUES(?, ?, ?, 0, 0, '')",
                             (feeds[number % FEEDS], f"https://example.org/news/{number}", f"Item {number}"))
        database.execute("UPDATE items SET is_read = 1")
        database.commit()


def _inserting(empty, full, copy):
    """The processor time in which sqlite3 inserts what a new device has after a sync, in milliseconds."""
    shutil.copy(empty, copy)
    script = f"""
        ATTACH '{full}' AS f; BEGIN;
        INSERT INTO funds SELECT * FROM f.funds; INSERT INTO feeds SELECT * FROM f.feeds;
        INSERT INTO notes SELECT * FROM f.notes; INSERT INTO texts SELECT * FROM f.texts WHERE kind = 2;
        REPLACE INTO sync_objects SELECT * FROM f.sync_objects; INSERT INTO sync_reads SELECT * FROM f.sync_reads;
        COMMIT;"""
    return _spending(lambda: subprocess.run(["sqlite3", copy], input=script, text=True, check=True, capture_output=True))


def _spending(body):
    """The processor time of the processes that a closure runs, in milliseconds."""
    start = os.times()
    body()
    end = os.times()
    return 1000 * (end.children_user + end.children_system - start.children_user - start.children_system)


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
    return _spending(lambda: subprocess.run(
        ["sqlite3", "-readonly", "-json", database, query], check=True, stdout=subprocess.DEVNULL))


def _expect(found, wanted):
    assert found == wanted, found
