"""Passes connections on to a server on this machine, and meddles with them as the file `plan.json` in its folder says.

    meddling_proxy.py FOLDER PORT

Prints its own port. The plan is read for each connection:

    reset, end  bytes of the server's side after which the connection is reset, or ended as if all had been said
    resetUpload bytes of the client's side after which it is reset
    flip        a byte of the server's side, by its place, of which one bit is turned
    delay       seconds before each piece of 64 KiB of the server's side
    hold        bytes of the server's side after which only a few bytes a second come, which keeps clients from giving up,
                until the plan no longer says this
    replace     [from, to], of the same length, in what the client says
    connect     the client first asks for a tunnel (RFC 9110, section 9.3.6), and must say this in doing so; what it says is
                added to FOLDER/tunnels. Wherever it wants to go, it comes to the server.
    answer      the text that it gets in place of a tunnel
"""

import json
import pathlib
import socket
import struct
import sys
import threading
import time

FOLDER, TARGET = pathlib.Path(sys.argv[1]), int(sys.argv[2])


def main():
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    while True:
        client, _ = listener.accept()
        plan = read_plan()
        try:
            server = socket.create_connection(("127.0.0.1", TARGET))
        except OSError:
            client.close()
            continue
        pair = (client, server)
        if "connect" in plan and not tunnel(client, plan):
            client.close()
            continue
        threading.Thread(target=up, args=(*pair, plan), daemon=True).start()
        threading.Thread(target=down, args=(*pair, plan), daemon=True).start()


def read_plan():
    return json.loads((FOLDER / "plan.json").read_text())


def tunnel(client, plan):
    """Whether the client asked for a tunnel, and may have it."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        piece = client.recv(1)
        if not piece:
            return False
        head += piece
    with open(FOLDER / "tunnels", "ab") as log:
        log.write(head)
    if "answer" in plan:
        try:
            client.sendall(plan["answer"].encode())
        except OSError:
            pass
        return False
    if not head.startswith(b"CONNECT ") or plan["connect"].encode() not in head:
        client.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n")
        return False
    client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
    return True


def up(client, server, plan):
    """From the client to the server."""
    said = 0
    try:
        while piece := client.recv(1 << 16):
            if "replace" in plan:
                old, new = (each.encode() for each in plan["replace"])
                piece = piece.replace(old, new)
            server.sendall(piece)
            said += len(piece)
            if said >= plan.get("resetUpload", said + 1):
                return reset(client, server)
        server.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def down(client, server, plan):
    """From the server to the client."""
    said = 0
    try:
        while piece := server.recv(1 << 16):
            time.sleep(plan.get("delay", 0))
            while said >= plan.get("hold", said + 1) and len(piece) > 8 and "hold" in read_plan():
                client.sendall(piece[:8])
                piece, said = piece[8:], said + 8
                time.sleep(0.2)
            limit = min(plan.get("reset", 1 << 62), plan.get("end", 1 << 62))
            piece = bytearray(piece[:limit - said])
            place = plan.get("flip", -1) - said
            if 0 <= place < len(piece):
                piece[place] ^= 1
            client.sendall(piece)
            said += len(piece)
            if said >= limit:
                if "reset" in plan:
                    return reset(client, server)
                break
        client.shutdown(socket.SHUT_RDWR)
        server.close()
    except OSError:
        pass


def reset(*sockets):
    for each in sockets:
        each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        # Ends the other thread's waiting; a shutdown of the writing side would say that all was said.
        each.shutdown(socket.SHUT_RD)
        each.close()


main()
