"""Two accounts on one fund-server that know nothing of each other, and sessions that end. See ``OperationTests``."""

import json
import pathlib
import sys
import time

from funds import PASSWORD, Server, change, digest, fund, identifier, note


def status(answer):
    return answer.status if answer.status < 400 else [answer.status, answer.code]


def until(condition):
    """Waits for what another process has caused."""
    end = time.monotonic() + 120
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


def together(server, answers):
    """Sends files at the same time that each would fit alone, in an account of a megabyte."""
    server.plain("POST", "/v1/register", json.dumps({"name": "kim", "password": PASSWORD}))
    kim, first, second = server.client("kim"), b"1" * 600_000, b"2" * 600_000
    with kim.begin(first, 300_000):
        until(lambda: kim.offset(first) is not None)
        answers["a second file meanwhile"] = status(kim.upload(second))
        results = kim.change(note(identifier("long"), "x" * 500_000), note(identifier("short"), "x"))
        answers["a note meanwhile"] = results[0].get("error", {}).get("code")
        answers["a small note meanwhile"] = results[1]["result"]
    answers["after the cut"] = until(lambda: kim.upload(second).status < 300)
    answers["kept for later"] = kim.offset(first) > 0
    answers["more than is left beside it"] = status(kim.upload(b"3" * 300_000))
    answers["made way"] = kim.offset(first) is None
    answers["what it takes"] = 900_000 < kim.send("GET", "/v1/session").json["usage"]["bytes"] < 901_000


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    answers = {}
    server = Server(program, folder)
    with server:
        server.add_user("ada")
        server.add_user("ben")
        ada, second, ben = server.client("ada"), server.client("ada", "laptop"), server.client("Ben")
        secret = b"the bytes of a report"
        file = {"fund": identifier(1), "path": "a/b.pdf", "sha256": digest(secret), "size": len(secret), "modified": 0}
        ada.change(fund(identifier(1), "Equity 500"), note(identifier(2), "mine"), change("file", identifier(3), file))
        ada.upload(secret)

        answers["own object"] = status(ada.send("GET", f"/v1/objects/note/{identifier(2)}"))
        answers["own object, other device"] = status(second.send("GET", f"/v1/objects/note/{identifier(2)}"))
        answers["another's object"] = status(ben.send("GET", f"/v1/objects/note/{identifier(2)}"))
        answers["no object"] = status(ben.send("GET", f"/v1/objects/note/{identifier(9)}"))
        answers["another's changes"] = len(ben.pull())
        answers["another's file"] = status(ben.send("GET", f"/v1/files/{digest(secret)}"))
        answers["another's file, HEAD"] = ben.send("HEAD", f"/v1/files/{digest(secret)}").status
        # Naming a file that one knows the hash of is no way to it.
        answers["naming another's file"] = ben.change(change("file", identifier(3), file))[0]["result"]
        answers["another's file, named"] = status(ben.send("GET", f"/v1/files/{digest(secret)}"))
        answers["uploading it oneself"] = status(ben.upload(secret))
        answers["file, uploaded"] = status(ben.send("GET", f"/v1/files/{digest(secret)}"))
        # The same ID in two accounts is two objects.
        answers["the same ID"] = ben.change(note(identifier(2), "ben's"))[0]["result"]
        answers["still one's own"] = ada.send("GET", f"/v1/objects/note/{identifier(2)}").json["content"]["text"]
        answers["versions"] = [max(one["version"] for one in client.pull()) for client in (ada, ben)]

        sessions = ada.send("GET", "/v1/sessions").json["sessions"]
        answers["sessions"] = sorted([one["device"], one["current"]] for one in sessions)
        other = next(one["id"] for one in sessions if not one["current"])
        answers["another's session"] = status(ben.send("DELETE", f"/v1/sessions/{other}"))
        answers["ending a lost device"] = status(ada.send("DELETE", f"/v1/sessions/{other}"))
        answers["the lost device"] = status(second.send("GET", "/v1/session"))
        second = server.client("ada", "laptop")
        answers["logging out"] = status(second.send("DELETE", "/v1/session"))
        answers["logged out"] = status(second.send("GET", "/v1/session"))
        second = server.client("ada", "laptop")
        answers["a wrong current password"] = status(
            ada.send("PUT", "/v1/password", {"current": "wrong password", "new": "a new password"}))
        answers["a new password"] = status(ada.send("PUT", "/v1/password", {"current": PASSWORD, "new": "a new password"}))
        answers["the other device then"] = status(second.send("GET", "/v1/session"))
        answers["this device then"] = ada.send("GET", "/v1/session").status
        server.run("user", "disable", "ada")
        answers["disabled"] = until(lambda: status(ada.send("GET", "/v1/session")) == [401, "notLoggedIn"])
        answers["login when disabled"] = status(server.plain(
            "POST", "/v1/login", json.dumps({"name": "ada", "password": "a new password"})))
        server.run("user", "enable", "ada")
        answers["the old session when enabled"] = status(ada.send("GET", "/v1/session"))
        server.run("user", "password", "ben", "--password-stdin", text="another password\n")
        answers["password by command"] = until(lambda: status(ben.send("GET", "/v1/session")) == [401, "notLoggedIn"])
        server.run("user", "remove", "ben")
        answers["registration"] = status(server.plain(
            "POST", "/v1/register", json.dumps({"name": "eve", "password": PASSWORD})))
        answers["second server on the same data"] = server.run("serve", "--listen", "127.0.0.1:0").returncode
        listed = json.loads(server.run("user", "list", "--format", "json").stdout)["accounts"]
        answers["accounts"] = [[one["name"], one["objects"], one["sessions"]] for one in listed]
        answers["exit"] = server.end()
        server.options = ("--registration", "open", "--user-objects", "2", "--user-mebibytes", "1")
        server.start()
        first = server.plain("POST", "/v1/register", json.dumps({"name": "Eve", "password": PASSWORD, "device": "x"}))
        answers["open registration"] = [first.status, first.json["account"], len(first.json["session"])]
        answers["the name again"] = status(server.plain(
            "POST", "/v1/register", json.dumps({"name": "eve", "password": PASSWORD})))
        answers["a bad name"] = status(server.plain(
            "POST", "/v1/register", json.dumps({"name": "../eve", "password": PASSWORD})))
        eve = server.client("eve")
        results = eve.change(*(fund(identifier(number), f"Fund {number}") for number in range(3)))
        answers["objects beyond the limit"] = [one.get("error", {}).get("code", one["result"]) for one in results]
        results = eve.change(note(identifier("long"), "x" * 1_048_576), fund(identifier(0), None, results[0]["version"]))
        answers["bytes beyond the limit"] = [one.get("error", {}).get("code", one["result"]) for one in results]
        answers["room again"] = eve.change(fund(identifier(5), "Fund 5"))[0]["result"]
        answers["a file beyond the limit"] = status(eve.upload(bytes(1_100_000)))
        answers["a file within it"] = status(eve.upload(bytes(900_000)))
        answers["that file again"] = status(eve.upload(bytes(900_000)))
        answers["another file"] = status(eve.upload(bytes(200_000)))
        together(server, answers)
    print(json.dumps(answers))


main()
