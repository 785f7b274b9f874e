"""posters-server on a small file system of its own, which is filled and emptied. See ``OperationTests``.

Run it in a mount namespace of its own: unshare --mount.
"""

import json
import pathlib
import sqlite3
import subprocess
import sys

from posters import Server, digest, photo


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    disk = folder / "disk"
    disk.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=100m", "none", disk], check=True)
    ballast, said = disk / "ballast", {}
    server = Server(program, folder)
    server.data = disk / "data"
    with server:
        inspector = server.client(server.add_user("Inspector"))
        small, large = photo("small"), photo("large", 1200, 1200)
        said["upload"] = inspector.upload(small).status
        with open(ballast, "wb") as file:
            try:
                while file.write(b"\0" * 65536):
                    pass
            except OSError:
                pass
        said["large upload on the full disk"] = [inspector.upload(large).status, inspector.upload(large).code]
        said["report on the full disk"] = until_full(inspector, digest(small))
        said["photo on the full disk"] = inspector.send("GET", f"/media/{digest(small)}").status
        said["ready on the full disk"] = inspector.send("GET", "/readyz").status
        before = numbers(inspector)
        ballast.unlink()
        said["ready again"] = inspector.send("GET", "/readyz").status
        said["report again"] = inspector.file([digest(small)]).status
        said["large upload again"] = inspector.upload(large).status
        said["large photo"] = inspector.send("GET", f"/media/{digest(large)}").body == large
        said["reports added"] = len(numbers(inspector)) - len(before)
        said["exit"] = server.end()
    with sqlite3.connect(server.data / "posters.sqlite") as database:
        said["integrity"] = database.execute("PRAGMA integrity_check").fetchone()[0]
        copies = {row[0] for row in database.execute("SELECT copy FROM photo")}
    said["files"] = sorted(
        str(file.relative_to(server.data)) for name in ("photos", "incoming")
        for file in (server.data / name).rglob("*") if file.is_file() and file.name not in copies)
    print(json.dumps(said))


def until_full(inspector, name):
    """Files reports until the database has no room either, and returns the last answer."""
    for _ in range(2000):
        answer = inspector.file([name], comment="x" * 3000)
        if answer.status != 201:
            return [answer.status, answer.code]
    return None


def numbers(inspector):
    found, before = [], None
    while True:
        page = inspector.send("GET", "/v1/reports?mine=true" + (f"&before={before}" if before else "")).json
        found += [report["number"] for report in page["reports"]]
        before = page.get("next")
        if not before:
            return found


main()
