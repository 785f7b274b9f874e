"""catalog-server with a million users."""

import contextlib
import shutil
import sqlite3

from changing import _insert_release, _writing
from report import at_most, row
from serving import ROUNDS, _add_session, _catalog, _median, _most_resident, _server, _tokens, _wrk

FEW, MANY, ASKING = 10_000, 1_000_000, 1_000
PACKAGES, TEAMS = 10_000, 50


def millions(workshop):
    """The cost of a catalog, and the memory of the server, with 1,000,000 and with 10,000 users, a thousand of whom ask. Each is
    in 50 teams. The larger database takes 3 GB of disk, and about two minutes to make."""
    costs, memory = {}, {}
    for users in (FEW, MANY):
        data = _many_users(workshop, users)
        tokens = _tokens(data, ASKING)
        with _server(workshop, data) as address:
            _wrk(address, tokens)
            costs[users] = 1e6 / _median([_wrk(address, tokens) for _ in range(ROUNDS)])[0]
            memory[users] = _most_resident(address) / 1e6
        shutil.rmtree(data)
    ratio = costs[MANY] / costs[FEW]
    what = f"catalog: {MANY:,} users, {PACKAGES:,} packages, {TEAMS} teams each, one in a thousand asks"
    row(what, f"{costs[MANY]:.1f} µs", f"{FEW:,} users {costs[FEW]:.1f} µs", f"{ratio:.2f}", at_most(ratio, 1.5))
    row("the same: the server's peak of memory", f"{memory[MANY]:.0f} MB", f"{FEW:,} users {memory[FEW]:.0f} MB", "",
        at_most(memory[MANY], 512, " MB"))


def _many_users(workshop, users):
    """A catalog with this many users, made by SQLite itself: a loop in Python would take ten times as long."""
    data = _catalog(workshop, f"million-{users}", users=0, packages=300, teams=TEAMS, visible=100)
    with _writing(data) as database:
        for number in range(300, PACKAGES):
            _insert_release(database, number, "1.0")
    with contextlib.closing(sqlite3.connect(data / "catalog.sqlite", isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        database.execute("PRAGMA cache_size = -262144")
        index, = database.execute("SELECT sql FROM sqlite_master WHERE name = 'membershipByTeam'").fetchone()
        triggers = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        database.execute("BEGIN")
        for name, _ in triggers:
            database.execute(f"DROP TRIGGER {name}")
        database.execute("DROP INDEX membershipByTeam")
        # The administrator has the number 1.
        database.execute(
            """
            WITH RECURSIVE number (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM number WHERE n < ? - 1)
            INSERT INTO user (id, name, role, password, created) SELECT n + 2, 'user' || n, 'user', password, created
                FROM number, (SELECT password, created FROM user WHERE id = 1)
            """, (users,))
        database.execute(
            """
            INSERT INTO team (id, name, created) WITH RECURSIVE number (n) AS (VALUES (1000) UNION ALL SELECT n + 1 FROM number
                WHERE n < 1996) SELECT n, 'of' || n, 0 FROM number
            """)
        # Team 1 may have what everybody sees. The others are drawn from 997, a prime, so that no team is drawn twice.
        database.execute(
            """
            WITH RECURSIVE number (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM number WHERE n < ? - 1)
            INSERT INTO membership (user, team)
                SELECT user.id, CASE n WHEN 0 THEN 1 ELSE 1000 + (user.id * 31 + n * 613) % 997 END
                FROM user CROSS JOIN number WHERE user.id > 1
            """, (TEAMS,))
        database.execute(index)
        # Those who ask are spread over all of them.
        database.execute("DELETE FROM session")
        database.execute("COMMIT")
        for number in range(ASKING):
            _add_session(database, number, user=2 + number * (users // ASKING))
        for _, sql in triggers:
            database.execute(sql)
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return data

