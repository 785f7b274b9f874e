"""Many connections to posters-server at once, which allows fewer. See ``OperationTests``."""

import collections
import contextlib
import json
import pathlib
import select
import socket
import sys
import time

from posters import Server, raise_file_limit

REQUEST = b"GET /v1/info HTTP/1.1\r\nHost: localhost\r\n\r\n"


def main():
    program, folder, wanted, allowed = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    raise_file_limit()
    answers, served, words = collections.Counter(), [], set()
    with Server(program, folder, "--connections", allowed) as server:
        before = server.memory()
        waiting = select.epoll()
        connections = {}
        for _ in range(wanted):
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=300)
            # Who is refused at once may be so before asking.
            with contextlib.suppress(ConnectionError):
                connection.sendall(REQUEST)
            connection.setblocking(False)
            connections[connection.fileno()] = connection
            waiting.register(connection, select.EPOLLIN)
            # A server that had to tell thousands at the same moment would only close some.
            while len(connections) > 200:
                collect(waiting, connections, served, answers, words, 1)
        end = time.monotonic() + 300
        while connections and time.monotonic() < end:
            collect(waiting, connections, served, answers, words, 1)
        during = server.memory()
        closed = sum(is_closed(connection) for connection in served)
        for connection in served:
            connection.close()
        again = until_served(server)
    print(json.dumps({
        "answers": answers, "closed": closed, "unanswered": len(connections), "words": sorted(words), "grown": during - before,
        "servesAgain": again,
    }))


def collect(waiting, connections, served, answers, words, timeout):
    """Reads the answers that have come. Those who were served stay; those who were refused leave."""
    for number, _ in waiting.poll(timeout):
        connection = connections.pop(number)
        waiting.unregister(connection)
        try:
            text = connection.recv(65536).decode()
        except ConnectionError:
            text = ""
        status = text.split(" ")[1] if text else "none"
        answers[status] += 1
        if status == "200":
            served.append(connection)
            continue
        if status == "503":
            words.add(json.loads(text.partition("\r\n\r\n")[2])["error"]["code"])
            words.update(line.split(":")[0] for line in text.split("\r\n") if line.startswith("Retry-After"))
        connection.close()


def is_closed(connection):
    """Whether the server has closed a connection, since nothing was asked on it for long: this process may be slow."""
    try:
        return not connection.recv(1)
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def until_served(server):
    for _ in range(600):
        if server.client().send("GET", "/v1/info").status == 200:
            return True
        time.sleep(0.1)
    return False


main()
