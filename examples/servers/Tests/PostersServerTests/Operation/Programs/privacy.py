"""Looks for personal data in the log of posters-server and in what it answers to nobody. See ``OperationTests``."""

import json
import pathlib
import sqlite3
import sys
import urllib.parse

from posters import PASSWORD, Server, digest, photo

NAME, MAIL, PHONE = "Ludmyla Zinchenkova", "ludmyla.z@example.org", "+380 67 765-43-21"
SUPERVISOR, OTHER = "Bohuslava Oliinykova", "bohuslava@example.net"
NUMBER, COMMENT, REASON = "+380 44 987-65-43", "Pinned on the linden tree", "Wrong courtyard entirely"
# Parts that survive however a name or a number is written.
SECRETS = [
    "Zinchenkova", "Oliinykova", "ludmyla.z", "bohuslava", "677654321", "67 765", "67-765", "449876543", "44 987", "44-987",
    "987-65-43", "765-43-21", "linden", "courtyard", PASSWORD]


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    with Server(program, folder, "--log-level", "debug") as server:
        nobody = server.client()
        answer = nobody.send("POST", "/v1/register", {"name": NAME, "mail": MAIL, "phone": PHONE, "password": PASSWORD})
        assert answer.status == 201, answer
        resident = server.client(phone=PHONE)
        supervisor = server.client(server.add_user(SUPERVISOR, "supervisor", mail=OTHER))
        picture = photo("private")
        assert resident.upload(picture).status == 201
        numbers = [
            resident.file([digest(picture)], phones=[NUMBER], comment=COMMENT).json["report"]["number"] for _ in range(3)]
        decisions = [("confirmed", None, True), ("rejected", REASON, False)]
        for number, (status, reason, publishes) in zip(numbers, decisions):
            body = {"status": status, "publishPhotos": publishes, **({"reason": reason} if reason else {})}
            answer = supervisor.send("POST", f"/v1/reports/{number}/status", body)
            assert answer.status == 200, answer
        assert supervisor.send("POST", "/v1/blocked", {"phone": NUMBER, "reason": REASON}).status in (200, 201)
        # What people send when they err: wrong passwords, names in paths and in queries, bodies that can't be read.
        for mail in (MAIL, "ludmyla.z@example.com"):
            nobody.send("POST", "/v1/login", {"mail": mail, "password": "not " + PASSWORD})
        nobody.send("POST", "/v1/login", b'{"mail": "ludmyla.z@example.org", "password": "' + PASSWORD.encode())
        for client in (nobody, resident, supervisor):
            client.send("GET", "/v1/search?q=" + urllib.parse.quote(NUMBER))
            client.send("GET", "/v1/reports/" + urllib.parse.quote(NUMBER))
            client.send("DELETE", "/v1/blocked/" + urllib.parse.quote("+380676543210677654321"))
            client.send("DELETE", "/v1/blocked/" + urllib.parse.quote("+380677654321"))
            client.send("GET", "/v1//blocked/" + urllib.parse.quote("+380677654321"))
            client.send("DELETE", "/v1/%62locked/" + urllib.parse.quote("+380677654321"))
        supervisor.send("DELETE", "/v1/blocked/" + urllib.parse.quote("+380449876543"))
        seen = public_answers(nobody, numbers, picture)
        server.end()
    faults = [f"{place}: {secret}" for place, text in seen.items() for secret in SECRETS if secret in text]
    log = server.log.read_text()
    faults += [f"log: {line[:300]}" for line in log.splitlines() if any(secret in line for secret in SECRETS)]
    print(json.dumps({"answers": len(seen), "lines": log.count("\n"), "faults": faults[:20]}))


def public_answers(nobody, numbers, picture):
    """What everybody can get without a login, by path."""
    paths = ["/v1/info", "/v1/lists", "/openapi.json", "/metrics", "/readyz", "/", "/map", "/map.geojson",
             "/map.geojson?bbox=-180,-90,180,90&zoom=16", "/map.geojson?bbox=30,50,31,51&zoom=20"]
    for ending in ("json", "xml"):
        paths += [f"/open311/v2/{name}.{ending}" for name in ("discovery", "services", "requests", "services/other")]
        paths += [f"/{name}.{ending}" for name in ("discovery", "services", "requests", "services/other")]
        paths += [f"/requests.{ending}?extensions=true", f"/open311/v2/requests.{ending}?extensions=true"]
        paths += [f"/requests/{number}.{ending}?extensions=true" for number in numbers]
        paths += [f"/open311/v2/requests/{number}.{ending}?extensions=true" for number in numbers]
    paths += [f"/media/{digest(picture)}"] + [f"/v1/reports/{number}" for number in numbers]
    paths += ["/v1/reports", "/v1/search?q=44", "/v1/near?lat=50.4501&long=30.5234", "/v1/changes?after=0", "/v1/queue",
              "/v1/offenders", "/v1/blocked", "/v1/export.csv", "/v1/export.geojson", "/v1/account"]
    return {path: nobody.send("GET", path).body.decode(errors="replace") for path in paths}


main()
