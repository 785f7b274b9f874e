"""Requests whose signature fund-server must not accept, and some that it must. See ``OperationTests``."""

import json
import pathlib
import sys
import threading
import time

from funds import Client, Server, fund, identifier


def said(answer):
    return "ok" if answer.status < 300 else answer.code if answer.status == 401 else f"{answer.status} {answer.code}"


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    server = Server(program, folder)
    with server:
        server.add_user("ada")
        ada = server.client("ada")
        path, now = "/v1/session", int(time.time())
        answers = {}

        def get(name, **signing):
            answers[name] = said(ada.send("GET", path, **signing))

        get("signed")
        get("a replay, first", nonce="0123456789abcdef")
        get("a replay", nonce="0123456789abcdef")
        get("an hour old", created=now - 3600)
        get("six minutes old", created=now - 360)
        get("four minutes old", created=now - 240)
        get("four minutes ahead", created=now + 240)
        get("an hour ahead", created=now + 3600)
        get("expired", extra=f";expires={now - 1}")
        get("not yet expired", extra=f";expires={now + 60}")
        get("with its algorithm", extra=';alg="hmac-sha256"')
        get("with another algorithm", extra=';alg="ed25519"')
        get("a short nonce", nonce="abc")
        get("a nonce with blanks", nonce="0123456789 abcdef")
        get("for another host", host="example.org")
        get("only the method", covered=["@method"])
        get("more than needed", covered=["@path", "@method", "@target-uri"])
        answers["without a signature"] = said(server.plain("GET", path))
        answers["another label"] = said(server.plain("GET", path, headers={
            name: value.replace("fund=", "other=", 1) for name, value in ada.headers("GET", path).items()}))
        answers["no structured field"] = said(server.plain(
            "GET", path, headers={"Signature-Input": "fund=(", "Signature": "fund=:AA==:"}))
        answers["another key"] = said(Client(server, ada.session, bytes(32)).send("GET", path))
        answers["the key ID as key"] = said(Client(server, ada.session, ada.session.encode()).send("GET", path))
        answers["an unknown session"] = said(Client(server, "A" * 43, ada.key).send("GET", path))
        ended = server.client("ada")
        ended.send("DELETE", path)
        answers["an ended session"] = said(ended.send("GET", path))
        answers["a short session"] = said(Client(server, "A", ada.key).send("GET", path))
        answers["another path"] = said(server.plain("GET", "/v1/sessions", headers=ada.headers("GET", path)))
        answers["another query"] = said(
            server.plain("GET", "/v1/changes?after=2", headers=ada.headers("GET", "/v1/changes?after=1")))
        answers["another method"] = said(server.plain("DELETE", path, headers=ada.headers("GET", path)))

        body = json.dumps({"changes": [fund(identifier(1), "Equity 500")]}).encode()
        other = body.replace(b"500", b"600")
        signed = ada.headers("POST", "/v1/changes", body)
        answers["a changed body"] = said(server.plain("POST", "/v1/changes", other, signed))
        signed = {**ada.headers("POST", "/v1/changes", body),
                  "Content-Digest": ada.headers("POST", "/v1/changes", other)["Content-Digest"]}
        answers["a changed body and digest"] = said(server.plain("POST", "/v1/changes", other, signed))
        answers["a body that is not covered"] = said(
            ada.send("POST", "/v1/changes", body, covered=["@method", "@target-uri"]))
        answers["a body without a digest"] = said(
            server.plain("POST", "/v1/changes", body, ada.headers("POST", "/v1/changes")))
        answers["nothing stored by these"] = len(ada.pull())
        signed = ada.headers("POST", "/v1/changes", body)
        answers["a body"] = said(server.plain("POST", "/v1/changes", body, signed))
        answers["the same body replayed"] = said(server.plain("POST", "/v1/changes", body, signed))

        signed = ada.headers("GET", path)
        results = []
        threads = [threading.Thread(target=lambda: results.append(said(server.plain("GET", path, headers=signed))))
                   for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        answers["one nonce 16 times at once"] = {word: results.count(word) for word in sorted(set(results))}

        host = server.port
        kept = ada.headers("GET", path, host=f"127.0.0.1:{host}", created=now + 200)
        answers["before a kill"] = said(server.plain("GET", path, headers={**kept, "Host": f"127.0.0.1:{host}"}))
        server.end(9)
        server.start()
        # The server takes its address from Host, so the same request reaches it on its new port.
        answers["replayed after a kill"] = said(
            server.plain("GET", path, headers={**kept, "Host": f"127.0.0.1:{host}"}))
        get("signed after a kill")
    print(json.dumps(answers))


main()
