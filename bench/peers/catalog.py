"""Reads the catalog of a user from the database of catalog-server, by code that shares nothing with it.

The benchmarks put a web server in front of it, and the tests of catalog-server compare its answers with their own. It ignores
the percentages of a rollout.

    catalog.py DATABASE   prints every user's catalog as one line of JSON, in the order of the users' numbers
"""

import hashlib
import json
import sqlite3
import sys
import time

ALLOWED = """
    SELECT package, channel FROM permission WHERE "user" = :user
    UNION ALL SELECT package, channel FROM permission
        WHERE team IN (SELECT team FROM membership WHERE "user" = :user)
    UNION ALL SELECT package, channel FROM permission WHERE "user" IS NULL AND team IS NULL
"""
WIDER = {"stable": 0, "beta": 1}
RELEASES = """
    SELECT * FROM release WHERE withdrawn IS NULL AND (:everything OR package IN (SELECT value FROM json_each(:named)))
    ORDER BY id DESC
"""


def logged_in(database, authorization):
    """The user that a token belongs to; None if it belongs to nobody."""
    kind, _, token = authorization.partition(" ")
    if kind != "Bearer":
        return None
    found = database.execute(
        'SELECT "user" FROM session JOIN "user" AS account ON account.id = "user" WHERE token = :token AND NOT isDisabled',
        {"token": token_hash(token)}).fetchone()
    return found and found["user"]


def token_hash(token):
    """What the database has of a token."""
    return hashlib.sha256(token.encode()).digest()


def catalog(database, user):
    """What one user may have."""
    everything, named = None, {}
    for row in database.execute(ALLOWED, {"user": user}):
        if row["package"] is None:
            everything = max(everything or 0, WIDER[row["channel"]])
        else:
            identifier = row["package"].lower()
            named[identifier] = max(named.get(identifier, 0), WIDER[row["channel"]])
    packages = {}
    allowed = {"everything": everything is not None, "named": json.dumps(list(named))}
    for row in database.execute(RELEASES, allowed):
        widths = [width for width in (named.get(row["package"].lower()), everything) if width is not None]
        if widths and WIDER[row["channel"]] <= max(widths):
            packages.setdefault(row["package"], []).append(row)
    group = database.execute("SELECT value FROM property WHERE name = 'group'").fetchone()["value"]
    return {"version": 1, "group": group, "packages": [package(name, packages[name]) for name in sorted(packages)]}


def package(name, rows):
    """A package and its releases, the newest first."""
    rows.sort(key=lambda row: [int(number) for number in row["version"].split(".")], reverse=True)
    newest = rows[0]
    return {
        "id": name, "name": newest["name"], "schemes": listed(newest["schemes"]),
        "icon": {"path": f"/v1/packages/{name}/icons/{newest['icon']}", "type": newest["iconFormat"], "sha256": newest["icon"]},
        "releases": [release(name, row) for row in rows],
    }


def release(name, row):
    """One release; what it does not have is left out."""
    every = {
        "version": row["version"], "build": row["build"], "channel": row["channel"], "minimumSystem": row["minimumSystem"],
        "platform": {"operatingSystem": row["operatingSystem"], "architectures": listed(row["architectures"])},
        "size": row["size"], "unpackedSize": row["unpackedSize"], "sha256": row["digest"], "notes": row["notes"],
        "published": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(row["published"] // 1000)),
        "path": f"/v1/packages/{name}/releases/{row['digest']}/file",
    }
    return {key: value for key, value in every.items() if value is not None}


def listed(text):
    """The items of a list, which the database has with commas between them."""
    return text.split(",") if text else []


def opened(path):
    """The database, from any thread."""
    database = sqlite3.connect(path, check_same_thread=False)
    database.row_factory = sqlite3.Row
    return database


def dumped(catalog):
    """A catalog's JSON, byte for byte as catalog-server writes it."""
    return json.dumps(catalog, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def main():
    database = opened(sys.argv[1])
    for row in database.execute("SELECT id FROM user ORDER BY id").fetchall():
        print(dumped(catalog(database, row["id"])))


if __name__ == "__main__":
    main()
