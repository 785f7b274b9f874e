"""Tokens that posters-server must not accept, some of them made by PyJWT. See ``OperationTests``."""

import json
import pathlib
import sys
import time

import jwt
from posters import Client, Server


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    with Server(program, folder / "one") as one, Server(program, folder / "other") as other:
        for server in (one, other):
            server.add_user("Inspector")
            server.add_user("Supervisor", "supervisor")
        supervisor = one.client("supervisor@example.org")
        claims = {"sub": "2", "role": "supervisor", "exp": 4102444800}
        tokens = {
            "own": supervisor.token,
            "none": jwt.encode(claims, None, algorithm="none"),
            "HS256 without a key": jwt.encode(claims, "", algorithm="HS256"),
            "HS256 with the token as key": jwt.encode(claims, supervisor.token, algorithm="HS256"),
            "of another server": other.client("supervisor@example.org").token,
            "shortened": supervisor.token[:-1],
            "changed": supervisor.token[:-1] + ("A" if supervisor.token[-1] != "A" else "B"),
            "empty": " ",
        }
        statuses = {name: Client(one, token).send("GET", "/v1/queue").status for name, token in tokens.items()}
        inspector = one.client("inspector@example.org")
        statuses["of an inspector"] = inspector.send("GET", "/v1/queue").status
        statuses["of an inspector, deciding"] = inspector.send(
            "POST", "/v1/reports/1/status", {"status": "confirmed"}).status
        assert supervisor.send("POST", "/v1/logout").status == 204
        statuses["logged out"] = supervisor.send("GET", "/v1/queue").status
        statuses["before blocking"] = inspector.send("GET", "/v1/account").status
        assert one.run("user", "disable", "inspector@example.org").returncode == 0
        statuses["blocked"] = until(inspector, 401)
    print(json.dumps(statuses))


def until(client, status):
    """The status once it is this one, or after five minutes."""
    end = time.monotonic() + 300
    while (last := client.send("GET", "/v1/account").status) != status and time.monotonic() < end:
        time.sleep(0.05)
    return last


main()
