"""Input that fund-server must refuse with a clear answer, and what it must take. See ``OperationTests``."""

import json
import pathlib
import sys

from funds import Server, change, digest, identifier


def feed(address, **more):
    return change("feed", digest(f"feed\n{address}".encode())[:32],
                  {"address": address, "title": "", "folders": [], "fund": None, **more})


def file(path, **more):
    return change("file", identifier(path), {
        "fund": identifier(1), "path": path, "sha256": digest(b"x"), "size": 1, "modified": 0, **more})


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    server = Server(program, folder)
    with server:
        server.add_user("ada")
        ada = server.client("ada")
        fund = {"kind": "fund", "id": identifier(1), "base": 0, "deleted": False, "content": {"name": "a"}}
        bodies = {
            "not JSON": b"{", "empty": b"", "a list": b"[]", "no changes": b"{}", "null": b"null",
            "not UTF-8": b'{"changes":[]}\xff', "a lone surrogate": json.dumps(
                {"changes": [{**fund, "content": {"name": "\ud800"}}]}).encode(),
            "deep": b"[" * 100_000, "unknown member": json.dumps({"changes": [], "x": 1}).encode(),
        }
        changes = {
            "unknown kind": {**fund, "kind": "x"}, "no base": {key: fund[key] for key in fund if key != "base"},
            "base below zero": {**fund, "base": -1}, "base as text": {**fund, "base": "0"},
            "huge base": {**fund, "base": 10**30}, "ID in capitals": {**fund, "id": "A" * 32},
            "short ID": {**fund, "id": "a"}, "deleted with content": {**fund, "deleted": True},
            "no content": {**fund, "content": None}, "unknown content": {**fund, "content": {"name": "a", "x": 1}},
            "number as name": {**fund, "content": {"name": 1}}, "list as content": {**fund, "content": []},
            "a feed without fund": {**feed("https://example.org/"), "content": {
                "address": "https://example.org/", "title": "", "folders": []}},
        }
        refused = {name: ada.send("POST", "/v1/changes", body) for name, body in bodies.items()}
        refused |= {name: ada.send("POST", "/v1/changes", {"changes": [one]}) for name, one in changes.items()}
        refused["1,001 changes"] = ada.send("POST", "/v1/changes", {"changes": [fund] * 1001})
        refused["9 MB"] = ada.send("POST", "/v1/changes", b" " * 9_000_000)
        for query in ("after=-1", "after=x", "limit=0", "limit=1001", "after="):
            refused[query] = ada.send("GET", f"/v1/changes?{query}")
        refused["kind in a path"] = ada.send("GET", f"/v1/objects/x/{identifier(1)}")
        refused["ID in a path"] = ada.send("GET", "/v1/objects/fund/..%2f..%2fetc%2fpasswd")
        refused["method"] = ada.send("PATCH", "/v1/changes")
        refused["path"] = ada.send("GET", "/v1/nothing")
        refused["login without a name"] = server.plain("POST", "/v1/login", b"{}")
        refused["large login"] = server.plain("POST", "/v1/login", b" " * 20_000)
        refused["metrics through a proxy"] = server.plain("GET", "/metrics", headers={"X-Forwarded-For": "192.0.2.1"})
        answers = {name: [answer.status, answer.code] for name, answer in refused.items()}
        sentences = [answer.json["error"]["message"] for answer in refused.values()]
        long = "x" * 5000
        contents = {
            "empty name": change("fund", identifier(1), {"name": ""}),
            "long name": change("fund", identifier(1), {"name": "x" * 201}),
            "control character": change("fund", identifier(1), {"name": "a\u001b[31m"}),
            "line feed": change("fund", identifier(1), {"name": "a\nb"}),
            "long text": change("note", identifier(1), {"fund": identifier(1), "title": "t", "text": "x" * 1_048_577}),
            "underived feed": {**feed("https://example.org/"), "id": identifier(1)},
            "underived mark": change("read", identifier(1), {"feed": identifier(1), "item": "1", "read": True}),
            "long address": feed("https://" + long), "21 folders": feed("https://b.example/", folders=["x"] * 21),
            "path up": file("a/../../b"), "absolute path": file("/etc/passwd"), "dot": file("./a"),
            "empty part": file("a//b"), "zero in a path": file("a\0b"), "long path": file(long),
            "wrong hash": file("a", sha256="x"), "size below zero": file("b", size=-1),
        }
        results = ada.change(*contents.values())
        answers |= {name: one["error"]["code"] if one["result"] == "refused" else one["result"]
                    for name, one in zip(contents, results)}
        sentences += [one["error"]["message"] for one in results if one["result"] == "refused"]
        text = "ноты 基金 👩‍👩‍👧 \u202e \u0000 \"\\ \u2028 e\u0301 é"
        taken = [
            change("note", identifier("odd"), {"fund": identifier(1), "title": "日本 = 50%", "text": text}),
            change("note", identifier("empty"), {"fund": identifier(1), "title": "t", "text": ""}),
            change("fund", identifier(2), {"name": "a] b"}), file("a+b c/日本 =.pdf", size=2**53, modified=-1),
            feed("https://example.org/?q=基金", title="T", folders=["News", "Daily"]),
        ]
        answers["odd contents"] = [one["result"] for one in ada.change(*taken)]
        found = {one["id"]: one["content"] for one in ada.pull()}
        answers["as they were sent"] = all(found[one["id"]] == one["content"] for one in taken)
        composed = change("note", identifier("odd"), {
            "fund": identifier(1), "title": "日本 = 50%", "text": text.replace("e\u0301", "é")})
        answers["other letters that look the same"] = ada.change(composed)[0]["result"]
        answers["sentences"] = all(one.endswith((".", "-", "?")) for one in sentences)
        log = server.log.read_text()
        answers["in the log"] = [word for word in (ada.session, "example.org", "passwd", identifier(1)) if word in log]
        answers["errors in the log"] = log.count('"level":"error"')
    print(json.dumps(answers))


main()
