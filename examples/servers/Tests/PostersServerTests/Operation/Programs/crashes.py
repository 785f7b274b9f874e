"""Kills posters-server at random moments while clients upload photos and file reports. See ``OperationTests``."""

import http.client
import json
import pathlib
import random
import sqlite3
import sys
import threading
import time
import uuid

from posters import Server, digest, photo


class Load:
    """Users who send photos and reports, and remember what was acknowledged."""

    def __init__(self, server, clients, seed):
        self.server, self.clients, self.seed = server, clients, seed
        self.photos, self.reports, self.sent = {}, {}, {}
        self.lock, self.stopping = threading.Lock(), threading.Event()
        self.unexpected = []

    def run(self):
        self.threads = [threading.Thread(target=self._work, args=(*item,)) for item in enumerate(self.clients)]
        for thread in self.threads:
            thread.start()

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join()

    def _work(self, number, client):
        count = 0
        while not self.stopping.is_set():
            count += 1
            data = photo(f"{self.seed} {number} {count}")
            with self.lock:
                self.sent[digest(data)] = data
            answer = self._until_answered(lambda: client.upload(data))
            if answer is None:
                continue
            if answer.status not in (200, 201):
                self.unexpected.append(f"upload {answer}")
                continue
            with self.lock:
                self.photos[digest(data)] = number
            key = str(uuid.uuid4())
            # A lost answer is asked for again with the same key, as the client of this server does.
            answer = self._until_answered(lambda: client.file([digest(data)], key, comment=key), again=True)
            if answer is None:
                continue
            if answer.status != 201:
                self.unexpected.append(f"report {answer}")
                continue
            with self.lock:
                self.reports[key] = (answer.json["report"]["number"], digest(data), number)

    def _until_answered(self, send, again=False):
        while True:
            try:
                return send()
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)
                if self.stopping.is_set() or not again:
                    return None


def check(server, load):
    """What is wrong after the last start."""
    faults = list(load.unexpected)
    for key, (number, name, owner) in load.reports.items():
        answer = load.clients[owner].send("GET", f"/v1/reports/{number}")
        if answer.status != 200:
            faults.append(f"report {number}: {answer}")
        elif answer.json["comment"] != key or [one["sha256"] for one in answer.json["photos"]] != [name]:
            faults.append(f"report {number} is another one")
    for name, data in load.sent.items():
        answer = load.clients[load.photos.get(name, 0)].send("GET", f"/media/{name}")
        if answer.status == 404 and name not in load.photos:
            continue
        # A picture of noise has nothing that its published copy lacks.
        if answer.status != 200 or answer.body != data:
            faults.append(f"photo {name}: {answer}")
    with sqlite3.connect(server.data / "posters.sqlite") as database:
        if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            faults.append("the database is damaged")
        copies = {row[0] for row in database.execute("SELECT copy FROM photo")}
        keys = [row[0] for row in database.execute("SELECT comment FROM report")]
    if len(keys) != len(set(keys)):
        faults.append("a report was filed twice")
    files = {file.name for file in (server.data / "photos").glob("??/*")}
    if copies - files:
        faults.append(f"{len(copies - files)} photos have no file")
    return faults


def main():
    program, folder, kills, seed = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    chance = random.Random(seed)
    server = Server(program, folder)
    with server:
        mails = [server.add_user(f"Inspector{number}") for number in range(3)]
        clients = [server.client(mail) for mail in mails]
        load = Load(server, clients, seed)
        load.run()
        for round in range(kills):
            time.sleep(chance.uniform(0, 0.3))
            # On a busy machine, nothing may have been acknowledged so far.
            end = time.monotonic() + 300
            while round == kills - 1 and len(load.reports) < 5 and time.monotonic() < end:
                time.sleep(0.02)
            server.end(9)
            server.start()
        load.stop()
        faults = check(server, load)
    print(json.dumps({"reports": len(load.reports), "photos": len(load.photos), "faults": faults[:20]}))


main()
