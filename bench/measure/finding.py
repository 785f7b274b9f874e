"""The example `posters`: a search in many stored reports by a new process."""

import contextlib
import random
import sqlite3
import subprocess

from report import beside
from timing import Command, medians
from workshop import BUILD

POSTERS = BUILD / "installed/bin/posters"
REPORTS = 100_000
NOTHING_FOUND = 66
COLUMNS = """reports.number, status, filed, updated, latitude, longitude, district, type, company, phones, reason, is_mine,
    is_withdrawn, is_unseen"""


def finding(workshop):
    """Parts of phone numbers and words in 100,000 reports, beside sqlite3 with the same query on the same rows."""
    environment = workshop.environment("groups-posters")
    environment["XDG_DATA_HOME"] = str(workshop.folder / "posters-data")
    environment["DBUS_SESSION_BUS_ADDRESS"] = ""
    # The first command makes the tables.
    first = subprocess.run([POSTERS, "search", "nothing"], env=environment, capture_output=True, text=True)
    assert first.returncode in (0, NOTHING_FOUND), first.stderr
    store = workshop.folder / "posters-data/posters/posters.sqlite"
    _fill(store)
    for text, column in (("41", "digits"), ("4123", "digits"), ("hooves", "words"), ("99999999999", "digits")):
        trigrams = [f'"{text[start:start + 3]}"' for start in range(0, len(text) - 2, 3)] + [f'"{text[-3:]}"']
        candidates = ("" if len(text) < 3 else
                      f"number IN (SELECT rowid FROM trigrams WHERE trigrams MATCH '{' '.join(trigrams)}') AND")
        query = f"""SELECT {COLUMNS} FROM reports WHERE number IN (SELECT number FROM texts WHERE {candidates}
            instr({column}, '{text}') > 0 ORDER BY number DESC LIMIT 51) ORDER BY number DESC"""
        ours, theirs = medians(
            Command(["sh", "-c", f"{POSTERS} search {text} --format tsv 2>/dev/null || [ $? = {NOTHING_FOUND} ]"],
                    environment),
            Command(["sh", "-c", f'sqlite3 {store} "$QUERY"'], environment | {"QUERY": query}), rounds=3, runs=10)
        beside(f"`posters search {text}`, {REPORTS:,} reports", ours, theirs, "`sqlite3`", 1.5)


def _fill(store):
    """Writes reports as a sync does, much faster than through a server."""
    source = random.Random(20)
    companies = [f"{first} & {second}" for first in ("Horns", "Boards", "Posters", "Ромашка")
                 for second in ("Sons", "Partners", "Hooves", "Друзі")]
    with contextlib.closing(sqlite3.connect(store)) as database:
        for number in range(1, REPORTS + 1):
            phone = f"+380{source.choice((44, 50, 67))}{source.randrange(10**7):07}"
            company = source.choice(companies)
            place = (50.3 + source.random() * 0.3, 30.3 + source.random() * 0.5)
            database.execute(
                "INSERT INTO reports(number, version, status, filed, updated, latitude, longitude, district, type, company,"
                " phones, photos, is_mine, is_withdrawn, document) VALUES(?, ?, 'new', ?, ?, ?, ?, 'Podil', 'Lamp post', ?,"
                " ?, 1, 0, 0, ?)",
                (number, number, number, number, *place, company, phone, "{" + " " * 1500 + "}"))
            database.execute("INSERT INTO phones(report, number) VALUES(?, ?)", (number, phone))
            database.execute(
                "INSERT INTO texts(number, digits, words) VALUES(?, ?, ?)",
                (number, f"{number}\n0{phone[4:]}\n{phone[1:]}", f"{company} podil lamp post".lower()))
        database.commit()
