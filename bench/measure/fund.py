"""The example `fund`: feeds with nothing new, a search in many notes and items, the list of funds, and syncs."""

import contextlib
import os
import random
import shutil
import sqlite3
import subprocess

from report import beside
from serving import _ended, _free_port, _wait, nginx
from timing import Command, medians
from workshop import BUILD

FUND = BUILD / "installed/bin/fund"
FUND_SERVER = BUILD / "installed/bin/fund-server"
VISA = BUILD / "installed/bin/visa"
FEEDS, FUNDS, TEXTS, NOTES = 500, 100, 100_000, 10_000


def fund(workshop):
    """Everything about `fund`."""
    _updating(workshop)
    _listing(workshop)
    _searching(workshop)
    _syncing(workshop)


def _environment(workshop, name):
    """A home of its own for each subject."""
    environment = workshop.environment(f"groups-{name}")
    environment["XDG_DATA_HOME"] = str(workshop.folder / name)
    environment["DBUS_SESSION_BUS_ADDRESS"] = ""
    return environment


def _run(words, environment):
    subprocess.run([str(word) for word in words], env=environment, check=True, capture_output=True)


def _updating(workshop):
    """500 feeds, of which none has changed, on a server of this machine, beside curl with the same condition for each."""
    environment = _environment(workshop, "updating")
    served = workshop.folder / "feeds"
    served.mkdir()
    item = "<item><guid>{0}</guid><title>Item {0}</title><description>{1}</description></item>"
    body = "".join(item.format(number, "text " * 50) for number in range(20))
    for number in range(1, FEEDS + 1):
        file = served / f"{number:03}.xml"
        file.write_text(f"<rss version='2.0'><channel><title>Feed</title>{body}</channel></rss>")
        # nginx makes the ETag of size and time, so all feeds have the same one.
        os.utime(file, (1_700_000_000, 1_700_000_000))
    with nginx(workshop, served, None) as address:
        outlines = "".join(f'<outline type="rss" text="{number}" xmlUrl="{address}/{number:03}.xml"/>'
                           for number in range(1, FEEDS + 1))
        opml = workshop.folder / "feeds.opml"
        opml.write_text(f"<opml version='2.0'><body>{outlines}</body></opml>")
        _run([FUND, "feed", "import", opml], environment)
        _run([FUND, "news", "update", "--quiet"], environment)
        head = subprocess.run(["curl", "-sI", f"{address}/001.xml"], capture_output=True, text=True, check=True).stdout
        tag = next(line.split(": ", 1)[1] for line in head.splitlines() if line.lower().startswith("etag: "))
        ours, theirs = medians(
            Command([FUND, "news", "update", "--now", "--quiet"], environment),
            Command(["curl", "--silent", "--fail", "--parallel", "--parallel-max", "4", "--header",
                     f"If-None-Match: {tag}", "--output", "/dev/null", f"{address}/[001-{FEEDS}].xml"], environment),
            rounds=3, runs=5)
    beside(f"`fund news update`, {FEEDS} feeds, nothing new", ours, theirs, "`curl --parallel`", 1.5)


def _listing(workshop):
    """The list of 100 funds beside visa's list of 20 numbers."""
    environment = _environment(workshop, "listing")
    for number in range(FUNDS):
        _run([FUND, "new", f"Fund {number:03}"], environment)
    for number in range(20):
        _run([VISA, "track", f"2100000{number:04}", "--source", "http://127.0.0.1:1/list.pdf"], environment)
    with contextlib.suppress(subprocess.CalledProcessError):
        _run([VISA, "status"], environment)
    ours, theirs = medians(
        *[Command(["sh", "-c", f"{words} || [ $? = 66 ]"], environment) for words in (f"{FUND} list", f"{VISA} status")],
        rounds=3, runs=20)
    beside(f"`fund list`, {FUNDS} funds", ours, theirs, "`visa status`", 1.3)


def _searching(workshop):
    """A search in 50,000 notes and 50,000 items by a new process, beside sqlite3 with the same query on the same table."""
    environment = _environment(workshop, "searching")
    _run([FUND, "new", "Equity"], environment)
    store = workshop.folder / "searching/fund/.fund/store.sqlite"
    _fill(store)
    for text in ("percentage points of duration", "金利", "q7"):
        words = [f'"{text[start:start + 3]}"' for start in range(0, len(text) - 2, 3)] + [f'"{text[-3:]}"']
        candidates = f"id IN (SELECT rowid FROM trigrams WHERE trigrams MATCH '{' '.join(words)}') AND" if len(text) > 2 else ""
        query = f"SELECT kind, owner, date FROM texts WHERE {candidates} instr(folded, '{text}') > 0 ORDER BY date DESC LIMIT 51"
        ours, theirs = medians(
            Command([FUND, "search", text, "--format", "tsv"], environment), Command(["sqlite3", store, query], environment),
            rounds=3, runs=10)
        beside(f"`fund search {text}`, {TEXTS:,} notes and items", ours, theirs, "`sqlite3`", 1.8)


def _fill(store):
    """Writes notes and items as fund does, much faster than by its commands."""
    source = random.Random(19)
    words = [f"{stem}{ending}" for stem in ("yield", "fund", "rate", "bond", "share", "credit", "market", "margin")
             for ending in ("", "s", "ing", "ed", " of", " and", " rises", " falls")] + ["Фонд растёт", "基金 上昇"]
    with contextlib.closing(sqlite3.connect(store)) as database:
        fund, = database.execute("SELECT id FROM funds").fetchone()
        feed = database.execute("INSERT INTO feeds(address, title) VALUES('http://e.example/', 'Feed')").lastrowid
        for number in range(TEXTS):
            text = " ".join(source.choices(words, k=60))
            if number % 5_000 == 0:
                text += " percentage points of duration 金利 q7"
            title = f"Title {number}"
            if number % 2 == 0:
                owner = database.execute(
                    "INSERT INTO notes(fund, title, created, changed, text) VALUES(?, ?, ?, ?, ?)",
                    (fund, title, number, number, text)).lastrowid
            else:
                owner = database.execute(
                    "INSERT INTO items(feed, identity, title, date, seen, text) VALUES(?, ?, ?, ?, ?, ?)",
                    (feed, str(number), title, number, number, text)).lastrowid
            database.execute(
                "INSERT INTO texts(kind, owner, date, folded) VALUES(?, ?, ?, ?)",
                (2 + number % 2, owner, number, f"{title}\n{text}".lower().replace("\n", " ")))
        database.commit()


def _syncing(workshop):
    """10,000 notes that come to a new device, beside a clone of a git repository with the same notes as files; and a sync with
    nothing new beside `git fetch`."""
    data, port = workshop.folder / "sync-server", _free_port()
    password = "correct horse battery"
    subprocess.run([FUND_SERVER, "user", "add", "ada", "--password-stdin", "--data", data], input=password.encode(), check=True,
                   capture_output=True)
    server = subprocess.Popen([FUND_SERVER, "serve", "--data", data, "--listen", f"127.0.0.1:{port}"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with _ended(server):
        _wait(port, server)
        desk, laptop = (_environment(workshop, name) for name in ("desk", "laptop"))
        for environment in (laptop, desk):
            _run([FUND, "login", f"http://127.0.0.1:{port}", "--user", "ada", "--password-command", f"echo {password}"],
                 environment)
        empty, clone, repository = (workshop.folder / name for name in ("empty", "clone", "notes"))
        shutil.copytree(laptop["XDG_DATA_HOME"], empty)
        _run([FUND, "new", "Equity"], desk)
        _write_notes(workshop.folder / "desk/fund/.fund/store.sqlite", repository)
        _run([FUND, "sync", "--quiet"], desk)
        environment = workshop.environment()
        again = f"sh -c 'rm -rf {laptop['XDG_DATA_HOME']} && cp -r {empty} {laptop['XDG_DATA_HOME']}'"
        ours, theirs = medians(
            Command([FUND, "sync", "--quiet"], laptop, before=again),
            Command(["git", "clone", "--quiet", f"file://{repository}", clone], environment, before=f"rm -rf {clone}"),
            rounds=3, runs=3, warmup=1)
        beside(f"`fund sync`, {NOTES:,} notes to a new device", ours, theirs, "`git clone`", 3)
        ours, theirs = medians(
            Command([FUND, "sync", "--quiet"], laptop), Command(["git", "-C", clone, "fetch", "--quiet"], environment),
            rounds=3, runs=20)
        beside(f"`fund sync` at {NOTES:,} notes, nothing new", ours, theirs, "`git fetch`", 4)


def _write_notes(store, repository):
    """Writes notes into a store and, as files, into a git repository."""
    repository.mkdir()
    with contextlib.closing(sqlite3.connect(store)) as database:
        fund, = database.execute("SELECT id FROM funds").fetchone()
        for number in range(NOTES):
            text = f"Yields of {number} and margins of {number * 7919 % 10_007}. " * 10
            database.execute("INSERT INTO notes(fund, title, created, changed, text) VALUES(?, ?, 0, 0, ?)",
                             (fund, f"Note {number}", text))
            (repository / f"Note {number}.md").write_text(text)
        database.commit()
    git = ["git", "-C", repository, "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "Notes"]):
        subprocess.run(git + words, check=True, capture_output=True)
