"""Kills fund-server at random moments while devices send changes and files, and looks for what was lost. See
``OperationTests``.

    crashes.py SERVER FOLDER KILLS SEED
"""

import hashlib
import json
import pathlib
import random
import sqlite3
import sys
import threading
import time

from funds import Server, digest, identifier, note


# How often the server was ended or started: odd while it is down.
restarts = [0]


class Device(threading.Thread):
    """Writes notes of its own and sends files until it is told to stop. What got no answer is sent again, as it was."""

    def __init__(self, server, name, seed):
        super().__init__()
        self.client, self.name_, self.chance = server.client(name), name, random.Random(f"{seed} {name}")
        self.texts, self.versions, self.files = {}, {}, {}
        self.stopped, self.fault = False, None

    def run(self):
        try:
            self.work()
        except Exception as error:
            self.fault = f"{self.name_} gave up: {error!r}"

    def work(self):
        number = 0
        while not self.stopped:
            number += 1
            wanted = {}
            for _ in range(self.chance.randint(1, 20)):
                id = identifier(f"{self.name_} {self.chance.randint(1, 200)}")
                wanted[id] = f"{self.name_} {number}"
            changes = [note(id, text, self.versions.get(id, 0)) for id, text in wanted.items()]
            for one in self.insist(lambda: self.client.send("POST", "/v1/changes", {"changes": changes})).json["results"]:
                assert one["result"] == "stored", one
                self.texts[one["id"]], self.versions[one["id"]] = wanted[one["id"]], one["version"]
            if number % 3 == 0:
                data = hashlib.shake_128(f"{self.name_} {number}".encode()).digest(self.chance.randint(0, 300_000))
                self.insist(lambda: self.client.upload(data))
                self.files[digest(data)] = data

    def insist(self, request):
        while True:
            before = restarts[0]
            try:
                answer = request()
            except OSError:
                answer = None
            except Exception as error:  # http.client has errors of its own for half an answer
                if "http.client" not in type(error).__module__:
                    raise
                answer = None
            # While the server is down, its port may be that of another program.
            if before % 2 or restarts[0] != before:
                answer = None
            if answer and answer.status < 300:
                return answer
            assert answer is None or answer.status in (401, 503) and answer.code != "notLoggedIn", answer
            time.sleep(0.02)


def check(server, devices):
    faults = []
    for device in devices:
        found = {one["id"]: one for one in device.client.pull()}
        if set(found) != set(device.texts):
            faults.append(f"{device.name_} has {len(found)} objects instead of {len(device.texts)}")
        for id, text in device.texts.items():
            one = found.get(id)
            if not one or one["content"]["text"] != text or one["version"] != device.versions[id]:
                faults.append(f"note {id} of {device.name_}: {one}")
        if len({one["version"] for one in found.values()}) != len(found):
            faults.append("a version was given twice")
        for name, data in device.files.items():
            if device.client.send("GET", f"/v1/files/{name}").body != data:
                faults.append(f"file {name}")
        usage = device.client.send("GET", "/v1/session").json["usage"]
        if usage["objects"] != len(found):
            faults.append(f"{device.name_} is charged for {usage['objects']} objects")
    with sqlite3.connect(server.data / "fund.sqlite") as database:
        if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            faults.append("the database is damaged")
    for file in (server.data / "files").glob("??/*"):
        if digest(file.read_bytes()) != file.name:
            faults.append(f"{file} is not what its name says")
    return faults


def main():
    program, folder, kills, seed = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    chance = random.Random(seed)
    server = Server(program, folder)
    with server:
        devices = [Device(server, server.add_user(name), seed) for name in ("ada", "ben", "eve")]
        for device in devices:
            device.start()
        for _ in range(kills):
            time.sleep(chance.uniform(0, 0.3))
            restarts[0] += 1
            server.end(9)
            server.start()
            restarts[0] += 1
        # On a busy machine, nothing may have been acknowledged so far.
        end = time.monotonic() + 300
        while not all(device.files and device.texts for device in devices) and time.monotonic() < end:
            time.sleep(0.02)
        for device in devices:
            device.stopped = True
        for device in devices:
            device.join()
        faults = [device.fault for device in devices if device.fault] + check(server, devices)
        if faults:
            faults += [line for line in server.log.read_text().splitlines() if '"level":"error"' in line][:5]
    print(json.dumps({
        "notes": sum(len(device.texts) for device in devices), "files": sum(len(device.files) for device in devices),
        "faults": faults[:20]}))


main()
