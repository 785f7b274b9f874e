"""A relay to a server on this machine that can hold a transfer in the middle, and counts what passes.

    sync_gate.py FOLDER PORT

It prints its own port. While FOLDER has a file `hold-up` or `hold-down` with a number, a connection stops after so many bytes
to the server or from it, and FOLDER gets a file `held`. When the file goes away, such a connection is cut. FOLDER/counts has
the bytes in both directions so far.
"""

import os
import pathlib
import socket
import sys
import threading
import time

FOLDER, PORT = pathlib.Path(sys.argv[1]), int(sys.argv[2])
counts, lock = {"up": 0, "down": 0}, threading.Lock()


def limit(way):
    try:
        return int((FOLDER / f"hold-{way}").read_text() or 0)
    except (FileNotFoundError, ValueError):
        return None


def count(way, number):
    with lock:
        counts[way] += number
        draft = FOLDER / "counts.new"
        draft.write_text(f"{counts['up']} {counts['down']}")
        os.replace(draft, FOLDER / "counts")


def pump(way, source, sink):
    passed = 0
    try:
        while True:
            most = limit(way)
            if most is not None and passed >= most:
                (FOLDER / "held").touch()
                while limit(way) is not None:
                    time.sleep(0.01)
                break
            piece = source.recv(16384 if most is None else min(16384, most - passed))
            if not piece:
                break
            # Before it is passed on: whoever has an answer finds its bytes counted.
            count(way, len(piece))
            sink.sendall(piece)
            passed += len(piece)
    except OSError:
        pass
    for end in (source, sink):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def serve(client):
    try:
        server = socket.create_connection(("127.0.0.1", PORT))
    except OSError:
        client.close()
        return
    threads = [threading.Thread(target=pump, args=args, daemon=True)
               for args in (("up", client, server), ("down", server, client))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    client.close()
    server.close()


with socket.create_server(("127.0.0.1", 0)) as listener:
    print(listener.getsockname()[1], flush=True)
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
