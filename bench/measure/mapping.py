"""Maps: `MapClusters` beside pysupercluster, and posters-server with 100,000 reports beside Flask, gunicorn and an R*Tree."""

import contextlib
import hashlib
import http.client
import io
import json
import os
import random
import re
import sqlite3
import subprocess
import time
import uuid

from PIL import Image

from report import at_least, at_most, beside, row
from serving import _ended, _free_port, _median, _wait
from workshop import BENCH, BUILD, RELEASE

POSTERS_SERVER = BUILD / "installed/bin/posters-server"
CLUSTER_BENCH = RELEASE / "cluster-bench"
MODULES = BENCH.parent / ".build/tools/georeport-0.3.1/lib/python3.11/site-packages"
POINTS, REPORTS, ROUNDS = 100_000, 100_000, 3
WRK = ["wrk", "-t1", "-c16", "-d4s", "-s", BENCH / "peers/paths.lua"]

SUPERCLUSTER = """
import sys, time
sys.path.insert(0, sys.argv[1])
import numpy, pysupercluster
points = numpy.loadtxt(sys.argv[2])
def milliseconds(count, body):
    times = []
    for _ in range(count):
        start = time.perf_counter()
        result = body()
        times.append((time.perf_counter() - start) * 1e3)
    return sorted(times)[count // 2], result
build, index = milliseconds(
    7, lambda: pysupercluster.SuperCluster(points, min_zoom=0, max_zoom=16, radius=40, extent=512))
query, entries = milliseconds(
    101, lambda: index.getClusters(top_left=(-180, 90), bottom_right=(180, -90), zoom=int(sys.argv[3])))
print(build, query, len(entries))
"""


def mapping(workshop):
    """An index of points, and a server that shows reports."""
    _index(workshop)
    _server_rows(workshop)


def _index(workshop):
    """100,000 points, of which most crowd around cities, and a zoom at which the world has about 1,900 entries."""
    source, file = random.Random(1), workshop.folder / "points"
    cities = [(source.uniform(-160, 160), source.uniform(-60, 65)) for _ in range(400)]
    with open(file, "w", encoding="ascii") as lines:
        for number in range(POINTS):
            x, y = source.choice(cities) if number % 10 else (source.uniform(-180, 180), source.uniform(-80, 80))
            lines.write(f"{max(-180, min(180, x + source.gauss(0, 0.3))):.6f} {y + source.gauss(0, 0.3):.6f}\n")
    zoom = next(z for z in range(17) if _clustered([CLUSTER_BENCH, file, z])[2] >= 1900)
    ours, theirs = [], []
    for _ in range(ROUNDS):
        theirs.append(_clustered(["/usr/bin/python3", "-c", SUPERCLUSTER, MODULES, file, zoom]))
        ours.append(_clustered([CLUSTER_BENCH, file, zoom]))
    assert ours[0][2] == theirs[0][2], (ours, theirs)
    (build, query, count), (peer_build, peer_query, _) = _median(ours), _median(theirs)
    beside(f"index of {POINTS:,} points", build, peer_build, "pysupercluster", 1.5)
    beside(f"a query for {count:,.0f} entries of it", query, peer_query, "pysupercluster", 1.5)


def _clustered(words):
    said = subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout
    return [float(number) for number in said.split()]


def _server_rows(workshop):
    data = workshop.folder / "mapped-posters"
    data.mkdir(mode=0o700)
    _fill(workshop, data)
    paths = workshop.folder / "paths"
    with posters_server(workshop, data) as address, _flask(workshop, data / "posters.sqlite") as peer:
        source = random.Random(2)
        lines = []
        for _ in range(500):
            # A window of 1,000 × 700 pixels at a place and a zoom that people look at.
            zoom, x, y = source.randint(8, 15), source.uniform(30.3, 30.7), source.uniform(50.3, 50.6)
            width = 360 / 2 ** zoom * 1000 / 512
            lines.append(f"/map.geojson?bbox={x - width / 2:.5f},{y - width * 0.23:.5f},{x + width / 2:.5f},"
                         f"{y + width * 0.23:.5f}&zoom={zoom}\n")
        paths.write_text("".join(lines))
        _beside(f"/map.geojson over {REPORTS:,} reports, 16 connections", address, peer, paths, 8)
        ours, theirs = (json.loads(_get(each, "/open311/v2/requests.json")) for each in (address, peer))
        assert len(ours) == 1000 and ours == theirs, (ours[:1], theirs[:1])
        paths.write_text("/open311/v2/requests.json\n")
        _beside("requests.json, 1,000 reports, 16 connections", address, peer, paths, 5)
        _current(address)


def _beside(what, address, peer, paths, bar):
    ours, theirs = [], []
    for _ in range(ROUNDS):
        theirs.append(_wrk(peer, paths))
        ours.append(_wrk(address, paths))
    rate, peer_rate = _median(ours)[0], _median(theirs)[0]
    row(what, f"{rate:,.0f}/s", f"Flask, gunicorn, SQLite R*Tree {peer_rate:,.1f}/s", f"{rate / peer_rate:.1f} × as many",
        at_least(rate / peer_rate, bar))


def _current(address):
    """How long a new report takes to be on the map, counted from the answer that says that it was filed."""
    token = json.loads(_send(address, "POST", "/v1/register", json.dumps(
        {"name": "A", "mail": "a@example.org", "password": "correct horse battery staple"})))["token"]
    times = []
    for number in range(20):
        picture = io.BytesIO()
        Image.new("RGB", (64, 48), (number, 0, 0)).save(picture, "JPEG")
        name = hashlib.sha256(picture.getvalue()).hexdigest()
        _send(address, "PUT", f"/media/{name}", picture.getvalue(), token)
        place = {"lat": -40 - number / 10, "long": 100}
        _send(address, "POST", "/v1/reports", json.dumps(
            {"photos": [name], "place": place, "phones": ["0441234567"]}), token, key=str(uuid.uuid4()))
        start = time.perf_counter()
        box = f"{place['long'] - 0.01},{place['lat'] - 0.01},{place['long'] + 0.01},{place['lat'] + 0.01}"
        assert len(json.loads(_get(address, f"/map.geojson?bbox={box}&zoom=16"))["features"]) == 1
        times.append((time.perf_counter() - start) * 1e3)
    slowest = max(times)
    row(f"one more report at {REPORTS:,}: until the map shows it, slowest of {len(times)}", f"{slowest:.2f} ms", "", "",
        at_most(slowest, 50, " ms"))


def _send(address, method, path, body, token=None, key=None):
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=60)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if key:
        headers["Idempotency-Key"] = key
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    said = answer.read()
    assert answer.status < 300, (answer.status, said)
    return said


def _get(address, path):
    return _send(address, "GET", path, None)


def _fill(workshop, data):
    """A database with a city's reports of the last 80 days, without photos and phones."""
    lists = workshop.folder / "lists.csv"
    lists.write_text("city,kyiv,Київ\ntype,pole,Стовп,Опора освітлення,Київміськсвітло,Вулиця\n")
    subprocess.run([POSTERS_SERVER, "lists", "import", "--data", data, lists], check=True, capture_output=True,
                   env=workshop.environment())
    source, now = random.Random(3), int(time.time() * 1000)
    with contextlib.closing(sqlite3.connect(data / "posters.sqlite")) as database, database:
        spots = [(source.uniform(50.3, 50.6), source.uniform(30.3, 30.7)) for _ in range(2000)]
        for number in range(1, REPORTS + 1):
            # Filed places have 7 decimals.
            latitude, longitude = (round(side + source.gauss(0, 0.002), 7) for side in source.choice(spots))
            filed = now - number * 69_000
            status = source.choice(["new", "new", "confirmed", "rejected", "removed"])
            database.execute(
                "INSERT INTO report (number, version, change, status, filed, updated, latitude, longitude, type, holder) "
                "VALUES (?, ?, 'filed', ?, ?, ?, ?, ?, 'pole', 'Київміськсвітло')",
                (number, number, status, filed, filed, latitude, longitude))
            database.execute(
                "INSERT INTO reportPlace VALUES (?, ?, ?, ?, ?)", (number, longitude, longitude, latitude, latitude))
        database.execute("UPDATE counter SET value = ?", (REPORTS,))


@contextlib.contextmanager
def posters_server(workshop, data):
    """A running server's address."""
    port = _free_port()
    with open(workshop.folder / "posters.log", "a", encoding="utf-8") as log:
        process = subprocess.Popen(
            [POSTERS_SERVER, "serve", "--data", data, "--listen", f"127.0.0.1:{port}", "--log-level", "warning"],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=workshop.environment())
    with _ended(process):
        _wait(port, process)
        yield f"http://127.0.0.1:{port}"


@contextlib.contextmanager
def _flask(workshop, database):
    port = _free_port()
    process = subprocess.Popen(
        ["gunicorn", "--workers=2", f"--bind=127.0.0.1:{port}", "--log-level=warning", f"posters_flask:serving('{database}')"],
        cwd=BENCH / "peers", env={**workshop.environment(), "PYTHONDONTWRITEBYTECODE": "1"}, stdout=subprocess.DEVNULL)
    with _ended(process):
        _wait(port, process)
        yield f"http://127.0.0.1:{port}"


def _wrk(address, paths):
    said = subprocess.run([str(word) for word in [*WRK, address]], env={**os.environ, "PATHS": str(paths)}, check=True,
                          capture_output=True, text=True).stdout
    rate, median, last, failed = re.search(r"RESULT (\S+) (\S+) (\S+) (\S+)", said).groups()
    assert int(failed) == 0, said
    return float(rate), float(median), float(last)
