"""Clients of posters-server that send slowly or too much. See ``OperationTests``."""

import json
import pathlib
import sys

from posters import Server, digest, drip, photo


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    found = {}
    with Server(program, folder, "--transfer-seconds", "2") as server:
        inspector = server.client(server.add_user("Inspector"))
        login = f"Authorization: Bearer {inspector.token}\r\n"

        def head(method, path, length, more=""):
            return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n{more}\r\n".encode()

        body = b'{"mail": "' + b"x" * 7000
        for path in ("/v1/login", "/v1/register"):
            found[path] = status(drip(server, head("POST", path, len(body)), body))
        found["/v1/reports"] = status(drip(server, head("POST", "/v1/reports", len(body), login), body))
        picture = photo("slow", 400, 400)
        path = f"/media/{digest(picture)}"
        found["slow photo"] = status(drip(server, head("PUT", path, len(picture), login), picture))
        found["slow small photo"] = status(drip(server, head("PUT", path, 60_000, login), picture[:60_000]))
        form = b'--x\r\nContent-Disposition: form-data; name="description"\r\n\r\n' + b"x" * 60_000
        kind = "Content-Type: multipart/form-data; boundary=x\r\n"
        requests = "/open311/v2/requests.json"
        found["slow form"] = status(drip(server, head("POST", requests, len(form), kind), form))
        found["photo after that"] = patient(lambda: inspector.upload(picture)).status
        found["photo of nobody"] = patient(lambda: server.client().upload(photo("nobody's"))).status
        before = server.memory()
        huge = bytes(1 << 20)
        for path, size in (("/v1/login", 9 << 10), ("/v1/register", 9 << 10), ("/v1/reports", 257 << 10)):
            found[f"large {path}"] = patient(lambda: inspector.send("POST", path, huge[:size])).status
        announced = drip(server, head("PUT", f"/media/{digest(huge)}", 1 << 40, login), huge)
        found["announced terabyte"] = status(announced)
        found["wrong hash"] = patient(lambda: inspector.send("PUT", f"/media/{digest(huge)}", photo("wrong"))).code
        grown = server.memory() - before
        found["still serves"] = inspector.send("GET", "/v1/info").status
    left = [str(file) for file in (server.data / "incoming").rglob("*") if file.is_file()]
    print(json.dumps({"answers": {name: str(value) for name, value in found.items()}, "grown": grown, "left": left}))


def patient(send):
    """The first answer but status 408: on a busy machine, this process may be slower than the server allows."""
    while (answer := send()).status == 408:
        pass
    return answer


def status(answer):
    """The status of an answer; "cut" if the server hung up without one."""
    return int(answer.split(" ")[1]) if answer.startswith("HTTP/1.1 ") else answer or "cut"


main()
