"""posters-server with 100,000 reports: how long a further report takes until it is found everywhere."""

import contextlib
import hashlib
import http.client
import json
import random
import sqlite3
import statistics
import subprocess
import time
import uuid

from mapping import POSTERS_SERVER, posters_server
from report import at_most, milliseconds, row

REPORTS = 100_000
ROUNDS = 60
LOGIN = {"mail": "eve@example.org", "password": "correct horse battery staple"}


def reporting(workshop):
    """A report is filed among 100,000, and asked for by its number, by a part of its phone number, and by its place."""
    data = workshop.folder / "posters"
    words = ["user", "add", "eve", "--mail", LOGIN["mail"], "--role", "supervisor", "--password-stdin", "--data", data]
    subprocess.run([POSTERS_SERVER, *words], input=LOGIN["password"] + "\n", text=True, check=True, capture_output=True)
    _fill(data / "posters.sqlite")
    filing, searching, rare = [], [], []
    with posters_server(workshop, data) as address:
        connection = http.client.HTTPConnection(address.removeprefix("http://"))
        token = _ask(connection, "POST", "/v1/login", json.dumps(LOGIN))["token"]
        photo = _photo()
        name = hashlib.sha256(photo).hexdigest()
        _ask(connection, "PUT", f"/media/{name}", photo, token)
        for number in range(ROUNDS):
            phone = f"0800{number:03}{(number * 7919) % 1000:03}"
            place = {"lat": -50 + number / 10, "long": 10.5}
            body = json.dumps({"photos": [name], "phones": [phone], "place": place, "company": f"New company {number}"})
            start = time.perf_counter()
            filed = _ask(connection, "POST", "/v1/reports", body, token, {"Idempotency-Key": str(uuid.uuid4())})
            own = filed["report"]["number"]
            found = _ask(connection, "GET", f"/v1/search?q={phone}", None, token)["reports"]
            near = _ask(connection, "GET", f"/v1/near?lat={place['lat']}&long=10.5", None, token)["reports"]
            filing.append(1000 * (time.perf_counter() - start))
            assert [each["number"] for each in found] == [own], found
            assert [each["report"]["number"] for each in near] == [own], near
            for text, times in (("4412", searching), ("z9", rare)):
                start = time.perf_counter()
                _ask(connection, "GET", f"/v1/search?q={text}&limit=100", None, token)
                times.append(1000 * (time.perf_counter() - start))
    middle, worst = statistics.median(filing), max(filing)
    row(f"one more report at {REPORTS:,}: filed, and found by phone and by place; the median of {ROUNDS}",
        milliseconds(middle),
        f"the slowest {milliseconds(worst)}", "-", at_most(middle, 50, " ms"))
    row(f"the same: the slowest of {ROUNDS}", milliseconds(worst), "-", "-", at_most(worst, 50, " ms"))
    row(f"posters-server: search for 4 digits in {REPORTS:,} reports, 100 found", milliseconds(statistics.median(searching)),
        "-", "-", at_most(statistics.median(searching), 50, " ms"))
    row(f"posters-server: search for 2 letters that no report has, in {REPORTS:,}", milliseconds(statistics.median(rare)),
        "-", "-", at_most(statistics.median(rare), 100, " ms"))


def _fill(path):
    """Writes reports in the way of the server, in one transaction."""
    numbers = random.Random(1)
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        now = 1_780_000_000_000
        for number in range(1, REPORTS + 1):
            north, east = numbers.uniform(50.2, 50.6), numbers.uniform(30.2, 30.8)
            phone = f"44{numbers.randrange(10**7):07}"
            company = f"Компанія {numbers.randrange(5000)}"
            database.execute(
                "INSERT INTO report (number, version, change, status, filed, updated, latitude, longitude, type, company)"
                " VALUES (?, ?, 'filed', 'new', ?, ?, ?, ?, 'other', ?)",
                (number, number, now + number, now + number, north, east, company))
            database.execute("INSERT INTO reportPlace VALUES (?, ?, ?, ?, ?)", (number, east, east, north, north))
            database.execute("INSERT INTO phone VALUES (?, 0, ?, NULL, ?)", (number, f"+380{phone}", f"0{phone}"))
            database.execute("INSERT INTO search (rowid, digits, words) VALUES (?, ?, ?)",
                             (number, f"{number}\n0{phone}\n0{phone}\n380{phone}", company.lower()))
        database.execute("UPDATE counter SET value = ?", (REPORTS,))


def _ask(connection, method, path, body=None, token=None, headers=None):
    """The JSON of an answer, which must be a good one."""
    headers = dict(headers or {}, **({"Authorization": f"Bearer {token}"} if token else {}))
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    text = answer.read()
    assert answer.status in (200, 201), (path, answer.status, text)
    return json.loads(text)


def _photo():
    """The smallest JPEG that has a size."""
    frame = bytes([0xFF, 0xC0, 0, 11, 8, 0, 48, 0, 64, 1, 1, 0x11, 0])
    scan = bytes([0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3])
    return b"\xff\xd8" + frame + scan + b"\xff\xd9"
