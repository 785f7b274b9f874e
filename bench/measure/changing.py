"""catalog-server while its data change, and with users who may each have something else."""

import concurrent.futures
import contextlib
import hashlib
import http.client
import json
import random
import shutil
import sqlite3
import statistics
import threading
import time

from report import at_least, at_most, row
from serving import (
    ROUNDS, _add_session, _catalog, _curl, _flask, _median, _same, _server, _token, _tokens, _wrk)
from workshop import GROUP

NOTES = "Rooms can be booked for a whole week at once. A meeting that ends early gives its room back."


def changing(workshop):
    """Catalogs while users log out and packages are published, and catalogs of users with different rights."""
    _while_changing(workshop)
    _after_one_logout(workshop)
    _different_rights(workshop)
    _random_rights(workshop)


def _while_changing(workshop):
    """One of 10,000 users asks for their catalog of 100 packages, and meanwhile others log out, or releases are published."""
    data = _catalog(workshop, "changing", users=10_000, packages=300, teams=5, visible=100)
    tokens, spare = _tokens(data, 900), iter(range(900, 1_000))
    published = iter(range(1_000_000))
    kinds = {
        "one logout a second": (lambda address: _log_out(address, next(spare)), 1, 0.9),
        "ten logouts a second": (lambda address: _log_out(address, next(spare)), 10, 0.8),
        "one publication a second": (lambda _: _publish_row(data, next(published) % 100, next(published)), 1, 0.5),
    }
    rates, slowest = {name: [] for name in ["quiet", *kinds]}, []
    with _server(workshop, data) as address:
        _wrk(address, tokens)
        for number in range(ROUNDS):
            rates["quiet"].append(_wrk(address, tokens)[0])
            for name, (change, often, _) in kinds.items():
                # Every session can log out only once.
                if often == 10:
                    _more_sessions(data, number)
                    spare = iter(range(2_000 + 100 * number, 2_100 + 100 * number))
                with _repeated(lambda change=change: change(address), often):
                    rate, _, last = _wrk(address, tokens)
                rates[name].append(rate)
                if often == 1 and "publication" in name:
                    slowest.append(last / 1000)
    quiet = statistics.median(rates["quiet"])
    for name, (_, _, bar) in kinds.items():
        rate = statistics.median(rates[name])
        row(f"catalogs, {name}", f"{rate:,.0f}/s", f"quiet {quiet:,.0f}/s", f"{rate / quiet:.2f}", at_least(rate / quiet, bar))
    last = statistics.median(slowest)
    row("one publication a second: the slowest of 100", f"{last:.1f} ms", "", "", at_most(last, 50, " ms"))
    shutil.rmtree(data)


def _after_one_logout(workshop):
    """16 users ask at once, right after another user has logged out."""
    data = _catalog(workshop, "large", users=100, packages=10_000, teams=5, visible=100)
    with _writing(data) as database:
        for number in range(20_000):
            _insert_release(database, number % 10_000, f"0.{1 + number // 10_000}")
    times = []
    with _server(workshop, data) as address, concurrent.futures.ThreadPoolExecutor(16) as threads:
        users = [http.client.HTTPConnection(address.removeprefix("http://")) for _ in range(16)]
        for round_number in range(ROUNDS + 1):
            _log_out(address, 90 + round_number)
            begun = time.perf_counter()
            list(threads.map(_ask, users, range(16)))
            times.append(time.perf_counter() - begun)
        for user in users:
            user.close()
    # The first round reads everything for the first time.
    seconds = statistics.median(times[1:])
    row("16 users at once after one logout, 10,000 packages × 3 releases", f"{seconds * 1000:.0f} ms",
        f"the first time ever {times[0] * 1000:.0f} ms", "", at_most(seconds * 1000, 100, " ms"))
    shutil.rmtree(data)


def _different_rights(workshop):
    """Each of 1,000 users may have another 100 of 300 packages; all of them ask, one after the other."""
    data = _catalog(workshop, "different", users=0, packages=300, teams=1, visible=0)
    chance, now = random.Random(2), int(time.time()) * 1000
    with _writing(data) as database:
        _add_users(database, 1_000)
        database.executemany(
            "INSERT INTO permission (user, package, channel, created) VALUES (?, ?, 'stable', ?)",
            ((user + 2, f"{GROUP}.tool{number}", now) for user in range(1_000)
             for number in chance.sample(range(300), 100)))
    tokens = _tokens(data, 1_000)
    theirs, quiet, granting = [], [], []
    grants = iter(range(1_000_000))
    with _server(workshop, data) as address, _flask(workshop, data / "catalog.sqlite") as peer:
        _same(address, peer, _token(0))
        _wrk(address, tokens)
        for _ in range(ROUNDS):
            theirs.append(_wrk(peer, tokens))
            quiet.append(_wrk(address, tokens))
            with _repeated(lambda: _grant_row(data, next(grants) % 1_000 + 2, chance.randrange(300)), 1):
                granting.append(_wrk(address, tokens))
    peer_rate = _median(theirs)[0]
    for name, rounds in (("", quiet), (", one grant a second", granting)):
        rate = _median(rounds)[0]
        row(f"catalogs of 1,000 users, each with another 100 of 300 packages{name}", f"{rate:,.0f}/s",
            f"Flask, gunicorn, SQLite, quiet {peer_rate:,.0f}/s", f"{rate / peer_rate:.1f} × as many",
            at_least(rate / peer_rate, 8))
    shutil.rmtree(data)


def _random_rights(workshop):
    """Each user is in 20 of 200 teams, each of which may have 5 of 300 packages. All of them ask, one after the other, and
    have asked before."""
    costs = {}
    for users in (1_000, 100_000):
        data = _catalog(workshop, f"random-{users}", users=0, packages=300, teams=1, visible=0)
        chance, now = random.Random(3), int(time.time()) * 1000
        with _writing(data) as database:
            _add_users(database, users)
            teams = [number + 10 for number in range(200)]
            database.executemany("INSERT INTO team (id, name, created) VALUES (?, ?, ?)",
                                 ((team, f"some{team}", now) for team in teams))
            database.executemany(
                "INSERT INTO permission (team, package, channel, created) VALUES (?, ?, 'stable', ?)",
                ((team, f"{GROUP}.tool{number}", now) for team in teams for number in chance.sample(range(300), 5)))
            database.executemany(
                "INSERT INTO membership (user, team) VALUES (?, ?)",
                ((user + 2, team) for user in range(users) for team in chance.sample(teams, 20)))
        tokens = _tokens(data, users)
        with _server(workshop, data) as address:
            _everyone_asks(address, users)
            costs[users] = 1e6 / _median([_wrk(address, tokens) for _ in range(ROUNDS)])[0]
        shutil.rmtree(data)
    ratio = costs[100_000] / costs[1_000]
    row("catalog: 100,000 users with random rights, who all ask", f"{costs[100_000]:.1f} µs",
        f"1,000 users {costs[1_000]:.1f} µs", f"{ratio:.2f}", at_most(ratio, 1.5))


# Changes


@contextlib.contextmanager
def _repeated(change, often):
    """Makes a change this often a second, from a thread, until the block ends."""
    ended, failures = threading.Event(), []

    def run():
        try:
            while not ended.wait(1 / often):
                change()
        except Exception as error:  # pylint: disable=broad-except
            failures.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
    assert not failures, failures


def _log_out(address, number):
    _curl("-X", "POST", "-H", f"Authorization: Bearer {_token(number)}", f"{address}/v1/logout")


@contextlib.contextmanager
def _writing(data):
    """A connection for rows that are there before the server starts: without triggers, which would note each of them."""
    with contextlib.closing(sqlite3.connect(data / "catalog.sqlite", timeout=30)) as database, database:
        triggers = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            database.execute(f"DROP TRIGGER {name}")
        yield database
        for _, sql in triggers:
            database.execute(sql)


def _more_sessions(data, number):
    with contextlib.closing(sqlite3.connect(data / "catalog.sqlite", timeout=30)) as database, database:
        for session in range(2_000 + 100 * number, 2_100 + 100 * number):
            _add_session(database, session, user=session)


def _publish_row(data, package, number):
    """A new version of a package, as another process would publish it."""
    with contextlib.closing(sqlite3.connect(data / "catalog.sqlite", timeout=30)) as database, database:
        _insert_release(database, package, f"2.{number}")


def _grant_row(data, user, package):
    with contextlib.closing(sqlite3.connect(data / "catalog.sqlite", timeout=30)) as database, database:
        database.execute(
            "INSERT INTO permission (user, package, channel, created) VALUES (?, ?, 'stable', ?) ON CONFLICT DO NOTHING",
            (user, f"{GROUP}.tool{package}", int(time.time()) * 1000))


def _insert_release(database, package, version):
    identifier = f"{GROUP}.tool{package}"
    digest = hashlib.sha256(f"{identifier} {version}".encode()).hexdigest()
    database.execute(
        "INSERT INTO release (package, name, version, build, operatingSystem, architectures, schemes, icon, iconFormat, "
        "digest, size, unpackedSize, channel, rollout, notes, published, publisher) "
        "VALUES (?, ?, ?, '112', 'Linux', 'x86_64', ?, ?, 'image/png', ?, 1000000, 4000000, 'stable', 100, ?, ?, 'admin')",
        (identifier, f"Tool {package}", version, f"tool{package}", digest, digest, NOTES, int(time.time()) * 1000))


def _add_users(database, count):
    """Users who are logged in."""
    now = int(time.time()) * 1000
    password, = database.execute("SELECT password FROM user").fetchone()
    database.executemany("INSERT INTO user (name, role, password, created) VALUES (?, 'user', ?, ?)",
                         ((f"user{number}", password, now) for number in range(count)))
    for number in range(count):
        _add_session(database, number, user=number + 2)


# Requests


def _ask(connection, number):
    connection.request("GET", "/v1/catalog", headers={"Authorization": f"Bearer {_token(number)}"})
    answer = connection.getresponse()
    assert len(json.loads(answer.read())["packages"]) == 100 and answer.status == 200


def _everyone_asks(address, users):
    """Asks until everyone has asked at least once."""
    connections = [http.client.HTTPConnection(address.removeprefix("http://")) for _ in range(4)]

    def ask(connection, numbers):
        for number in numbers:
            connection.request("HEAD", "/v1/catalog", headers={"Authorization": f"Bearer {_token(number)}"})
            assert connection.getresponse().read() == b""

    with concurrent.futures.ThreadPoolExecutor(len(connections)) as threads:
        list(threads.map(ask, connections, (range(first, users, 4) for first in range(4))))
    for connection in connections:
        connection.close()
