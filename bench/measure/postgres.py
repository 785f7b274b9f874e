"""catalog-server on PostgreSQL, beside SQLite, beside Flask on the same database, and two servers on one database."""

import concurrent.futures
import contextlib
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

from report import at_least, at_most, row
from serving import (
    PROCESSES, ROUNDS, _ask_each, _catalog, _first, _flask, _median, _same, _server, _token, _tokens, _wrk)
from workshop import BENCH, CATALOG_SERVER

sys.path.insert(0, str(BENCH.parent / "scripts/clustering"))
from database import Database  # noqa: E402

USERS = 10_000
TICKS = os.sysconf("SC_CLK_TCK")


def postgres(workshop):
    """One of 10,000 users asks for their catalog of 100 of 300 packages."""
    data = _catalog(workshop, "in-sqlite", users=USERS, packages=300, teams=5, visible=100)
    tokens = _tokens(data, 1_000)
    with _postgres(workshop) as database:
        _copy(workshop, data, database.url)
        # Otherwise PostgreSQL would count its rows at some moment of its own.
        database.execute("ANALYZE")
        _beside_sqlite(workshop, data, tokens, database)
        _beside_flask(workshop, tokens, database)
        _two_servers(workshop, tokens, database)
    shutil.rmtree(data)
    _libraries(workshop)


def _beside_sqlite(workshop, data, tokens, database):
    """The same catalogs, when they are remembered and when everything was forgotten."""
    rates, first = ([], []), ([], [])
    everybody = tokens.read_text().split()[:100]
    with _server(workshop, data) as sqlite, _on_postgres(workshop, database, "first") as ours:
        for address in (sqlite, ours):
            _wrk(address, tokens)
        for _ in range(ROUNDS):
            for side, address in enumerate((sqlite, ours)):
                rates[side].append(_wrk(address, tokens))
            first[0].append(_first(sqlite, data, everybody))
            first[1].append(_first_on_postgres(ours, database, everybody))
    sqlite_rate, rate = (_median(each)[0] for each in rates)
    row("catalog of 100 packages from PostgreSQL, remembered", f"{rate:,.0f}/s", f"from SQLite {sqlite_rate:,.0f}/s",
        f"{rate / sqlite_rate:.2f}", at_least(rate / sqlite_rate, 0.95))
    sqlite_first, first_time = (statistics.median(each) * 1e6 for each in first)
    row("the same, first after everything was forgotten", f"{first_time:.0f} µs", f"from SQLite {sqlite_first:.0f} µs",
        f"{first_time / sqlite_first:.2f}", at_most(first_time / sqlite_first, 3))


def _beside_flask(workshop, tokens, database):
    """Flask, gunicorn and psycopg answer the same requests from the same database."""
    ours, theirs = [], []
    with _on_postgres(workshop, database, "beside-flask") as address, _flask(workshop, database.url) as peer:
        _same(address, peer, _token(0))
        _wrk(address, tokens)
        for _ in range(ROUNDS):
            theirs.append(_wrk(peer, tokens))
            ours.append(_wrk(address, tokens))
    rate, peer_rate = _median(ours)[0], _median(theirs)[0]
    row("the same catalog, 16 connections", f"{rate:,.0f}/s", f"Flask, gunicorn, psycopg {peer_rate:,.0f}/s",
        f"{rate / peer_rate:.1f} × as many", at_least(rate / peer_rate, 8))


def _two_servers(workshop, tokens, database):
    """Both share two cores with wrk, so the processor time for a request tells what a second server costs, not the rate."""
    costs = ([], [])
    with _on_postgres(workshop, database, "one") as one, _on_postgres(workshop, database, "two") as two:
        for address in (one, two):
            _wrk(address, tokens)
        for _ in range(ROUNDS):
            for side, servers in enumerate(((one,), (one, two))):
                costs[side].append(_processor_time(servers, tokens))
    alone, both = (statistics.median(each) * 1e6 for each in costs)
    row("a catalog from two servers on one database: processor time", f"{both:.1f} µs", f"one server {alone:.1f} µs",
        f"{both / alone:.2f}", at_most(both / alone, 1.1))


def _libraries(workshop):
    """What a server without PostgreSQL loads. Starting must not take longer because there is a client of PostgreSQL."""
    linked = subprocess.run(["ldd", CATALOG_SERVER], check=True, capture_output=True, text=True).stdout
    _none("libraries of PostgreSQL that `catalog-server --version` loads", linked)
    data = _catalog(workshop, "plain", users=1, packages=1, teams=1, visible=1)
    with _server(workshop, data) as address:
        mapped = pathlib.Path(f"/proc/{PROCESSES[address]}/maps").read_text()
    _none("the same of `serve` with SQLite", mapped)
    shutil.rmtree(data)


def _none(what, text):
    heavy = [name for name in ("libpq", "libldap", "libgssapi") if name in text]
    row(what, ", ".join(heavy) or "nothing", "", "", ("nothing", not heavy))


# PostgreSQL


@contextlib.contextmanager
def _postgres(workshop):
    """A server of its own, with an empty database."""
    # PostgreSQL runs as another user if this is root.
    workshop.folder.chmod(0o711)
    database = Database(workshop.folder / "postgres")
    try:
        database.start()
        yield database
    finally:
        database.end()


def _copy(workshop, data, url):
    """Copies a catalog from SQLite, and makes the old one writable again."""
    workshop.run([CATALOG_SERVER, "copy", "--from", f"sqlite:{data}", "--to", url])
    workshop.run([CATALOG_SERVER, "copy", "--from", f"sqlite:{data}", "--abandon"])


def _on_postgres(workshop, database, name):
    """catalog-server on the database; yields its address."""
    return _server(workshop, workshop.folder / name, "--database", database.url)


def _first_on_postgres(address, database, tokens):
    """The seconds that each user's first request takes after something that may have changed everything."""
    database.execute("INSERT INTO change (kind) VALUES ('anything')")
    time.sleep(1)
    return _ask_each(address, tokens)


def _processor_time(servers, tokens):
    """The seconds that each request takes of the processors, in all of the servers together."""
    before = sum(_used(each) for each in servers)
    begun = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(len(servers)) as threads:
        rates = list(threads.map(lambda each: _wrk(each, tokens)[0], servers))
    seconds = time.perf_counter() - begun
    return (sum(_used(each) for each in servers) - before) / (sum(rates) * seconds)


def _used(address):
    """The processor time that a server has used, in seconds."""
    fields = pathlib.Path(f"/proc/{PROCESSES[address]}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS
