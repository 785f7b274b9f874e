"""Uploads and downloads of fund-server: whole, in parts, wrong, cut and unused. See ``OperationTests``."""

import hashlib
import json
import os
import pathlib
import sqlite3
import sys
import time

from funds import Server, change, digest, identifier

SIZE = 20_000_000
UNFINISHED = b"a file that nobody goes on to send"


def until(condition, patience=120):
    """Waits for what the server does on its own."""
    end = time.monotonic() + patience
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return bool(condition())


def said(answer):
    return [answer.status, answer.code or "", int(answer.headers.get("upload-offset", -1))]


def parts(server, ada, answers):
    """Uploads a file in parts, with every mistake."""
    data = hashlib.shake_128(b"in parts").digest(3000)
    name = digest(data)
    answers["nothing of it yet"] = ada.offset(data) is None
    answers["a later part first"] = said(ada.part(data, 5, 10))
    answers["first part"] = said(ada.part(data, 0, 1000))
    server.add_user("ben")
    answers["another account's offset"] = server.client("ben").offset(data) is None
    answers["the same part"] = said(ada.part(data, 0, 1000))
    answers["a part too far"] = said(ada.part(data, 1001, 2000))
    signed = ada.headers("PUT", f"/v1/files/{name}", data[1000:2000])
    answers["another part than was signed"] = said(server.plain(
        "PUT", f"/v1/files/{name}", bytes(1000), {**signed, "Content-Range": "bytes 1000-1999/3000"}))
    answers["part without a range"] = said(ada.send("PUT", f"/v1/files/{name}", data[1000:]))
    answers["another length than the range"] = said(ada.send(
        "PUT", f"/v1/files/{name}", data[1000:], {"Content-Range": "bytes 1000-1999/3000"}))
    answers["last part"] = ada.part(data, 1000, 3000).status
    answers["parts, whole"] = ada.send("GET", f"/v1/files/{name}").body == data
    # A beginning that does not belong to the file shows only at the end.
    other = hashlib.shake_128(b"other").digest(3000)
    ada.send("PUT", f"/v1/files/{digest(other)}", bytes(100), {"Content-Range": "bytes 0-99/3000"})
    answers["a wrong beginning"] = said(ada.part(other, 100, 3000))
    answers["nothing is left of it"] = ada.offset(other) is None
    ada.send("PUT", f"/v1/files/{digest(UNFINISHED)}", UNFINISHED[:5], {
        "Content-Range": f"bytes 0-4/{len(UNFINISHED)}"})


def killed(server, ada, answers):
    """Kills the server in the middle of an upload."""
    data = hashlib.shake_128(b"a third film").digest(SIZE)
    with ada.begin(data, SIZE // 2):
        until(lambda: (ada.offset(data) or 0) > 1 << 20)
        server.end(9)
    server.start()
    answers["left by the kill"] = ada.offset(data) > 1 << 20
    answers["continued after the kill"] = ada.resume(data).status
    answers["continued after the kill, whole"] = ada.send("GET", f"/v1/files/{digest(data)}").body == data


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
        with ada.begin(rest, SIZE // 2):
            answers["arriving"] = until(lambda: ada.offset(rest))
        answers["cut"] = ada.send("HEAD", target).status
        answers["continued"] = ada.resume(rest).status
        answers["continued, whole"] = ada.send("GET", target).body == rest
        parts(server, ada, answers)
        killed(server, ada, answers)
        file = {"fund": identifier(1), "path": "film.mp4", "sha256": name, "size": SIZE, "modified": 1}
        ada.change(change("file", identifier(2), file))
        answers["exit"] = server.end()
        with sqlite3.connect(server.data / "fund.sqlite") as database:
            database.execute("UPDATE upload SET moment = moment - 90000000")
        draft = server.data / "uploads" / "1" / f"{digest(UNFINISHED)}.part"
        answers["an unfinished upload"] = draft.exists()
        os.utime(draft, (time.time() - 8 * 86400,) * 2)
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
        answers["an unfinished upload after a week"] = until(lambda: not draft.exists())
    print(json.dumps(answers))


main()
