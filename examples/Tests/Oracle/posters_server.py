#!/usr/bin/env python3
"""A server of posters that fails on command: what the tests of the client need, and posters-server doesn't do.

    posters_server.py PORT

It keeps everything in memory and prints a line when it listens. GET /_state tells what it has and which requests came; POST
/_state changes it. The faults are a list of {"method", "path", "kind", "times"}; the kinds are

    cut         closes the connection instead of doing anything
    lost        does what it is asked, and closes the connection instead of answering
    stall       does what it is asked, and answers after ten minutes
    slow        does what it is asked, and answers after a second
    hold        does what it is asked, and answers when other faults are set
    403, 409, 429, 503, 507
                answers with this status instead of doing anything; 403 comes as a page, as from a proxy
    503 cut     closes the connection before the end of an answer with this status, instead of doing anything
"""

import hashlib
import json
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

USERS = {
    "anna@example.com": {"id": 1, "name": "Anna", "role": "inspector", "phone": "+380671112233"},
    "boris@example.com": {"id": 2, "name": "Boris", "role": "inspector", "phone": "+380671112244"},
    "sofia@example.com": {"id": 3, "name": "Sofia", "role": "supervisor", "phone": "+380671112255"},
}
PASSWORD = "Пароль1"
LISTS = {
    "cities": [{"code": "kyiv", "name": "Kyiv"}],
    "districts": [
        {"code": "pechersk", "name": "Pechersk", "city": "kyiv"},
        {"code": "podil", "name": "Podil", "city": "kyiv"},
    ],
    "types": [
        {"code": "pole", "name": "Lamp post", "description": "", "holder": "Kyivsvitlo", "group": None},
        {"code": "other", "name": "Other", "description": "", "holder": None, "group": None},
    ],
}
INFO = {
    "version": 1, "law": "Law of Ukraine on Advertising, article 16", "contact": "complaints@example.com",
    "registration": "open",
    "limits": {"phones": 5, "photos": 10, "photoBytes": 25000000, "photoPixels": 200000000, "commentCharacters": 4000},
}


class World:
    """Everything that the server knows."""

    def __init__(self):
        self.lock = threading.RLock()
        self.tokens = {}
        self.photos = {}
        self.uploads = []
        self.reports = {}
        self.answers = {}
        self.changes = []
        self.blocked = set()
        self.faults = []
        self.requests = []
        self.version = 0

    def change(self, report, kind, user):
        self.version += 1
        report["version"] = self.version
        report["updated"] = moment()
        self.changes = [change for change in self.changes if change["number"] != report["number"]]
        self.changes.append({"version": self.version, "number": report["number"], "kind": kind, "by": user["id"]})

    def view(self, report, user):
        shown = {key: value for key, value in report.items() if key != "owner"}
        shown["mine"] = report["owner"] == user["id"]
        shown["phones"] = [phone | {"blocked": phone["number"] in self.blocked} for phone in report["phones"]]
        if not shown["mine"]:
            shown["key"] = None
        if user["role"] == "supervisor":
            shown["reporter"] = next(person["name"] for person in USERS.values() if person["id"] == report["owner"])
        return shown


WORLD = World()


def moment():
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def e164(text):
    digits = re.sub("[^0-9]", "", text)
    return "+38" + digits[-10:] if len(digits) <= 12 else "+" + digits


class Refusal(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.serve()

    do_POST = do_PUT = do_DELETE = do_PATCH = do_GET

    def serve(self):
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.split("?")[0]
        if path == "/_state":
            return self.control()
        # Who sees that a request has come sees what it did, too.
        with WORLD.lock:
            WORLD.requests.append(f"{self.command} {path}")
            fault, faults = self.fault(path), WORLD.faults
            if fault not in ("cut", "403", "409", "429", "503", "503 cut", "507"):
                try:
                    status, document = self.route(path)
                except Refusal as refusal:
                    status, document = refusal.status, {"error": {"code": "refused", "message": str(refusal)}}
        if fault == "cut":
            return self.cut()
        if fault == "403":
            return self.answer(403, b"<h1>Forbidden</h1>")
        if fault in ("409", "429", "503", "507"):
            return self.answer(int(fault), {"error": {"code": "overloaded", "message": "Not now."}})
        if fault == "503 cut":
            self.send_response(503)
            self.send_header("Content-Length", "1000")
            self.end_headers()
        if fault in ("lost", "503 cut"):
            return self.cut()
        if fault in ("stall", "slow"):
            time.sleep(600 if fault == "stall" else 1)
        while fault == "hold" and WORLD.faults is faults:
            time.sleep(0.05)
        self.answer(status, document)

    def fault(self, path):
        for fault in WORLD.faults:
            if fault["method"] == self.command and re.fullmatch(fault["path"], path) and fault["times"] > 0:
                fault["times"] -= 1
                return fault["kind"]
        return None

    def cut(self):
        self.close_connection = True
        self.connection.shutdown(2)

    def answer(self, status, document):
        data = document if isinstance(document, bytes) else b"" if document is None else json.dumps(document).encode()
        self.send_response(status)
        if self.path == "/v1/lists":
            self.send_header("ETag", '"lists"')
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if status not in (204, 304):
            self.wfile.write(data)

    def control(self):
        if self.command == "POST":
            order = json.loads(self.body)
            with WORLD.lock:
                WORLD.faults = order.get("faults", WORLD.faults)
                if "requests" in order:
                    WORLD.requests = order["requests"]
        with WORLD.lock:
            state = {
                "reports": list(WORLD.reports.values()), "uploads": WORLD.uploads, "requests": WORLD.requests,
                "blocked": sorted(WORLD.blocked), "tokens": len(WORLD.tokens),
            }
        self.answer(200, state)

    def user(self):
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        if token not in WORLD.tokens:
            raise Refusal(401, "The token belongs to no session.")
        return WORLD.tokens[token]

    def supervisor(self):
        user = self.user()
        if user["role"] != "supervisor":
            raise Refusal(403, "Only supervisors may do that.")
        return user

    def json(self):
        return json.loads(self.body or b"{}")

    def route(self, path):
        command = f"{self.command} {path}"
        if command == "GET /v1/info":
            return 200, INFO
        if command == "GET /v1/lists":
            return (304, None) if self.headers.get("If-None-Match") == '"lists"' else (200, LISTS)
        if command in ("POST /v1/login", "POST /v1/register"):
            return self.enter(command)
        if command == "GET /v1/account":
            return 200, self.account(self.user())
        if command == "POST /v1/logout":
            self.user()
            del WORLD.tokens[self.headers["Authorization"].removeprefix("Bearer ")]
            return 204, None
        if command == "DELETE /v1/sessions":
            user = self.user()
            WORLD.tokens = {token: other for token, other in WORLD.tokens.items() if other is not user}
            return 204, None
        if command == "POST /v1/account/deletion":
            self.user()
            if self.json()["password"] != PASSWORD:
                raise Refusal(401, "The password is wrong.")
            return 204, None
        if command == "GET /v1/changes":
            return self.list_changes(self.user())
        if command == "GET /v1/near":
            return self.near(self.user())
        if command == "GET /map.geojson":
            return 200, self.map()
        if command == "GET /v1/blocked":
            self.supervisor()
            return 200, {"phones": [{"number": phone, "moment": moment()} for phone in sorted(WORLD.blocked)]}
        if command == "POST /v1/blocked":
            self.supervisor()
            phone = e164(self.json()["phone"])
            WORLD.blocked.add(phone)
            return 200, {"number": phone, "moment": moment(), "reports": 0}
        if command == "POST /v1/reports":
            return self.file(self.user())
        if match := re.fullmatch("/media/([0-9a-f]{64})", path):
            return self.media(match[1])
        if match := re.fullmatch("/v1/reports/([0-9]+)(/[a-z]+)?", path):
            return self.report(int(match[1]), (match[2] or "").lstrip("/"))
        raise Refusal(404, "This does not exist.")

    def account(self, user):
        return user | {"created": "2026-01-01T00:00:00Z"}

    def enter(self, command):
        document = self.json()
        if command == "POST /v1/register":
            mail = document["mail"]
            if mail in USERS:
                raise Refusal(409, f"{mail} is registered already.")
            USERS[mail] = {"id": len(USERS) + 1, "name": document["name"], "role": "resident", "mail": mail}
        login = document.get("mail") or document.get("phone")
        user = next((user | {"mail": mail} for mail, user in USERS.items() if login in (mail, user.get("phone"))), None)
        if user is None or command == "POST /v1/login" and document["password"] != PASSWORD:
            raise Refusal(401, "The mail, the phone or the password is wrong.")
        token = f"token-{len(WORLD.tokens) + 1}"
        WORLD.tokens[token] = user
        answer = {"token": token, "expires": "2027-01-01T00:00:00Z", "account": self.account(user)}
        return 201 if "register" in command else 200, answer

    def media(self, digest):
        if self.command == "GET":
            if digest not in WORLD.photos:
                raise Refusal(404, "This does not exist.")
            return 200, WORLD.photos[digest]
        self.user()
        if digest in WORLD.photos:
            return 200, {}
        if hashlib.sha256(self.body).hexdigest() != digest:
            raise Refusal(422, "The bytes have another SHA-256.")
        WORLD.uploads.append(digest)
        WORLD.photos[digest] = self.body
        return 201, {}

    def once(self, document):
        """The first answer to a key; a Refusal if the key came with another document."""
        key = self.headers["Idempotency-Key"]
        if key in WORLD.answers:
            known, answer = WORLD.answers[key]
            if known != document:
                raise Refusal(422, "The key belongs to another report.")
            return key, answer
        return key, None

    def file(self, user):
        document = self.json()
        key, known = self.once(document)
        if known:
            return 201, known
        if missing := [digest for digest in document["photos"] if digest not in WORLD.photos]:
            raise Refusal(422, f"The photo {missing[0]} is missing.")
        if document.get("company") == "refused":
            raise Refusal(422, "This company is refused.")
        number = len(WORLD.reports) + 1
        report = {"number": number, "owner": user["id"], "status": "new", "filed": moment(), "key": key, "reason": None,
                  "history": [{"status": "new", "moment": moment()}], "comments": [], "links": [],
                  "photosArePublic": False, "deletionWanted": False}
        self.fill(report, document)
        report["photos"] = [
            {"sha256": digest, "mediaType": "image/jpeg", "bytes": len(WORLD.photos[digest]), "width": 8, "height": 8,
             "url": f"/media/{digest}"} for digest in document["photos"]]
        numbers = {phone["number"] for phone in report["phones"]}
        same = [other for other in WORLD.reports.values() if numbers & {phone["number"] for phone in other["phones"]}]
        report["links"] = [{"number": other["number"], "distance": 12} for other in same]
        WORLD.reports[number] = report
        WORLD.change(report, "filed", user)
        warnings = [f"The number was reported nearby: report {other['number']}." for other in same]
        answer = {"report": WORLD.view(report, user), "warnings": warnings}
        WORLD.answers[key] = (document, answer)
        return 201, answer

    def fill(self, report, document):
        for name in ("company", "comment", "address"):
            if name in document or name not in report:
                report[name] = document.get(name) or None
        if "place" in document:
            report["place"] = document["place"]
        if "phones" in document:
            report["phones"] = [
                {"number": e164(phone), "written": phone, "extension": None} for phone in document["phones"]]
        if "district" in document or "district" not in report:
            code = document.get("district")
            found = next((district for district in LISTS["districts"] if district["code"] == code), None)
            report["district"] = found and {"code": code, "name": found["name"]}
            report["city"] = found and {"code": "kyiv", "name": "Kyiv"}
        if "type" in document or "type" not in report:
            kind = next(kind for kind in LISTS["types"] if kind["code"] == (document.get("type") or "other"))
            report["type"] = {"code": kind["code"], "name": kind["name"]}
            report["holder"] = kind["holder"]

    def report(self, number, action):
        user = self.supervisor() if action == "status" or self.command == "DELETE" else self.user()
        report = WORLD.reports.get(number)
        if report is None or user["role"] != "supervisor" and report["owner"] != user["id"]:
            raise Refusal(404, "This does not exist, or you do not have access to it.")
        if self.command == "DELETE":
            if not report["deletionWanted"]:
                raise Refusal(409, "Nobody wants it deleted.")
            WORLD.change(report, "deleted", user)
            del WORLD.reports[number]
            return 204, None
        if action == "status":
            document = self.json()
            report["status"] = document["status"]
            report["reason"] = document.get("reason")
            report["history"].append({"status": report["status"], "moment": moment(), "reason": report["reason"]})
            WORLD.change(report, "status", user)
        elif action == "cancel":
            report["deletionWanted"] = True
            WORLD.change(report, "deletionWanted", user)
        elif self.command == "PATCH":
            return self.edit(report, user)
        return 200, WORLD.view(report, user)

    def edit(self, report, user):
        # A repetition may name another version.
        document = {name: value for name, value in self.json().items() if name != "version"}
        key, known = self.once(document)
        if known:
            return 200, known
        is_applied = report["status"] == "new"
        if is_applied:
            self.fill(report, document)
        else:
            report["comments"].append({"text": json.dumps(document), "moment": moment(), "by": "reporter"})
        WORLD.change(report, "edited" if is_applied else "commented", user)
        notice = None if is_applied else f"It was {report['status']} before: the change was added as a comment."
        answer = {"report": WORLD.view(report, user), "applied": is_applied, "notice": notice}
        WORLD.answers[key] = (document, answer)
        return 200, answer

    def list_changes(self, user):
        after = int(re.search("after=([0-9]+)", self.path)[1])
        limit = int(re.search("limit=([0-9]+)", self.path)[1])
        changes = []
        for change in sorted(WORLD.changes, key=lambda change: change["version"]):
            report = WORLD.reports.get(change["number"])
            hidden = report and user["role"] != "supervisor" and report["owner"] != user["id"]
            if change["version"] > after and not hidden:
                shown = {key: change[key] for key in ("version", "number", "kind")}
                shown["byYou"] = change["by"] == user["id"]
                changes.append(shown | {"report": report and WORLD.view(report, user)})
        page = changes[:limit]
        end = page[-1]["version"] if len(changes) > limit else WORLD.version
        return 200, {"changes": page, "next": end, "more": len(changes) > limit}

    def near(self, user):
        """All reports, two at most."""
        limit = min(int(re.search("limit=([0-9]+)", self.path)[1]), 2)
        reports = [{"distance": 0, "report": WORLD.view(report, user)} for report in WORLD.reports.values()]
        return 200, {"reports": reports[:limit], "more": len(reports) > limit}

    def map(self):
        features = []
        for report in WORLD.reports.values():
            place = [report["place"]["long"], report["place"]["lat"]]
            properties = {"number": report["number"], "status": report["status"], "type": report["type"]["code"]}
            features.append({"type": "Feature", "geometry": {"type": "Point", "coordinates": place},
                             "properties": properties})
        return {"type": "FeatureCollection", "features": features}


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
    server.daemon_threads = True
    print("listening", flush=True)
    server.serve_forever()
