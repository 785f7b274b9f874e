"""Large photos that arrive at once, whole and cut off. See ``OperationTests``."""

import concurrent.futures
import json
import pathlib
import socket
import sys

from posters import Server, digest, photo

AT_ONCE = 8
# Of noise, three bytes each: 20 MB.
SIDE = 2_583


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    found = {}
    with Server(program, folder) as server:
        inspectors = [server.client(server.add_user(name)) for name in ("First", "Second")]
        first = inspectors[0]
        photos = [photo(seed, SIDE, SIDE) for seed in range(AT_ONCE)]
        # The password of a login is hashed in memory that the server gives back a little later.
        assert first.upload(photo("small")).status == 201
        before = server.settle()
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            found["at once"] = sorted(answer.status for answer in pool.map(first.upload, photos))
            found["grown"] = server.peak() - before
            same = photo("same", SIDE, SIDE)
            senders = inspectors * (AT_ONCE // 2)
            found["same"] = sorted(answer.status for answer in pool.map(lambda sender: sender.upload(same), senders))
        found["whole"] = all(
            first.send("GET", f"/media/{digest(each)}").body == each for each in (photos[0], photos[-1], same))
        last = photo("cut", SIDE, SIDE)
        for part in (0, 1, len(last) // 2, len(last) - 1):
            cut(server, first, last, part)
        found["after cuts"] = first.send("GET", f"/media/{digest(last)}").status
        found["again"] = first.upload(last).status
        found["again, whole"] = first.send("GET", f"/media/{digest(last)}").body == last
        found["exit"] = server.end()
    found["left"] = [str(file) for file in (server.data / "incoming").rglob("*") if file.is_file()]
    found["photos"] = sum(1 for file in (server.data / "photos").rglob("*") if file.is_file())
    print(json.dumps(found))


def cut(server, inspector, data, part):
    """Sends so many bytes of a photo, and then breaks the connection."""
    head = (f"PUT /media/{digest(data)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {inspector.token}\r\n"
            f"Content-Length: {len(data)}\r\n\r\n")
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(head.encode() + data[:part])


main()
