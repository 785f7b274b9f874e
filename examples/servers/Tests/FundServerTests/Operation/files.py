"""Uploads and downloads of fund-server: whole, in parts, wrong, cut and unused. See ``OperationTests``."""

import hashlib
import json
import pathlib
import socket
import sqlite3
import sys
import time

from funds import Server, change, digest, identifier

SIZE = 20_000_000


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    answers, server = {}, Server(program, folder)
    data = hashlib.shake_128(b"a film").digest(SIZE)
    name, path = digest(data), f"/v1/files/{digest(data)}"
    with server:
        server.add_user("ada")
        ada = server.client("ada")
        ada.upload(b"warm")
        server.settle()
        before = server.memory()
        answers["upload"] = ada.upload(data).status
        answers["upload again"] = ada.upload(data).status
        whole = ada.send("GET", path)
        answers["whole"] = whole.status == 200 and whole.body == data
        answers["grown"] = max(0, server.memory() - before)
        head = ada.send("HEAD", path)
        answers["head"] = [head.status, int(head.headers["content-length"]), head.body == b""]
        part = ada.send("GET", path, headers={"Range": f"bytes={SIZE - 10}-", "If-Range": head.headers["etag"]})
        answers["part"] = part.status == 206 and part.body == data[-10:]
        answers["other version"] = ada.send("GET", path, headers={"Range": "bytes=5-", "If-Range": '"x"'}).status
        answers["beyond"] = ada.send("GET", path, headers={"Range": f"bytes={SIZE}-"}).status
        answers["known"] = ada.send("GET", path, headers={"If-None-Match": head.headers["etag"]}).status
        empty = ada.upload(b"")
        answers["empty"] = [empty.status, ada.send("GET", f"/v1/files/{digest(b'')}").body == b""]
        answers["other name"] = [(answer := ada.upload(data, digest(b"x"))).status, answer.code]
        answers["no name"] = [(answer := ada.upload(data, "x" * 64)).status, answer.code]
        signed = ada.headers("PUT", f"/v1/files/{digest(b'one')}", b"one")
        answers["other bytes"] = [
            (answer := server.plain("PUT", f"/v1/files/{digest(b'one')}", b"two", signed)).status, answer.code]
        answers["nothing kept"] = ada.send("HEAD", f"/v1/files/{digest(b'two')}").status
        # Cut off in the middle.
        rest = hashlib.shake_128(b"another film").digest(SIZE)
        target = f"/v1/files/{digest(rest)}"
        signed = {**ada.headers("PUT", target, rest), "Content-Length": str(SIZE), "Host": f"127.0.0.1:{server.port}"}
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            lines = "".join(f"{key}: {value}\r\n" for key, value in signed.items())
            connection.sendall(f"PUT {target} HTTP/1.1\r\n{lines}\r\n".encode() + rest[: SIZE // 2])
        answers["cut"] = ada.send("HEAD", target).status
        answers["after the cut"] = ada.upload(rest).status
        file = {"fund": identifier(1), "path": "film.mp4", "sha256": name, "size": SIZE, "modified": 1}
        ada.change(change("file", identifier(2), file))
        answers["exit"] = server.end()
        with sqlite3.connect(server.data / "fund.sqlite") as database:
            database.execute("UPDATE upload SET moment = moment - 90000000")
        server.start()
        # The server collects at its start and then every hour.
        files = lambda: sorted(one.name for one in (server.data / "files").glob("??/*"))
        end = time.monotonic() + 200
        while files() != [name] and time.monotonic() < end:
            time.sleep(0.1)
        answers["collected"] = files() == [name]
        answers["still there"] = ada.send("GET", path, headers={"Host": f"127.0.0.1:{server.port}"}).status
        answers["gone"] = ada.send("HEAD", target).status
        answers["bytes"] = ada.send("GET", "/v1/session").json["usage"]["bytes"] - SIZE < 1000
        answers["drafts"] = len(list((server.data / "files" / "new").iterdir()))
    print(json.dumps(answers))


main()
