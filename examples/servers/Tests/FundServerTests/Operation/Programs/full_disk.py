"""fund-server on a small file system of its own, which is filled, emptied and made read-only. See ``OperationTests``.

Run it in a mount namespace of its own: unshare --mount.
"""

import contextlib
import json
import pathlib
import sqlite3
import subprocess
import sys

from funds import Server, identifier, note


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    disk = folder / "disk"
    disk.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=100m", "none", disk], check=True)
    ballast, said = disk / "ballast", {}
    server = Server(program, folder)
    server.data = disk / "data"
    with server:
        server.add_user("ada")
        ada = server.client("ada")
        said["upload"] = ada.upload(b"small").status
        stored = [ada.change(note(identifier("first"), "before"))[0]["result"]]
        with open(ballast, "wb", buffering=0) as file:
            try:
                while file.write(b"\0" * 65536):
                    pass
            except OSError:
                pass
        answer = ada.upload(bytes(5_000_000))
        said["upload on the full disk"] = [answer.status, answer.code]
        errors = [line for line in server.log.read_text().splitlines() if '"level":"error"' in line]
        said["its error in the log"] = len(errors) == 1 and str(disk) in errors[0]
        count = 0
        while True:
            answer = ada.send("POST", "/v1/changes", {"changes": [note(identifier(count), "x" * 100_000)]})
            if answer.status != 200 or count > 2000:
                break
            stored.append("stored")
            count += 1
        said["change on the full disk"] = [answer.status, answer.code]
        said["reading on the full disk"] = ada.send("GET", "/v1/changes?limit=1").status
        said["ready on the full disk"] = server.plain("GET", "/readyz").status
        ballast.unlink()
        said["ready again"] = server.plain("GET", "/readyz").status
        said["change again"] = ada.change(note(identifier("last"), "after"))[0]["result"]
        said["upload again"] = ada.upload(bytes(5_000_000)).status
        said["all there, once"] = len(ada.pull()) == len(stored) + 1
        said["exit"] = server.end()
    with contextlib.closing(sqlite3.connect(server.data / "fund.sqlite")) as database:
        said["integrity"] = database.execute("PRAGMA integrity_check").fetchone()[0]
    said["drafts"] = len(list((server.data / "files" / "new").iterdir()))
    subprocess.run(["mount", "-o", "remount,bind,ro", disk], check=True)
    done = server.run("serve", "--listen", "127.0.0.1:0")
    said["read-only"] = [done.returncode, str(server.data) in done.stderr]
    done = server.run("user", "add", "ben", "--password-stdin", text="long enough\n")
    said["read-only, adding an account"] = done.returncode
    print(json.dumps(said))


main()
