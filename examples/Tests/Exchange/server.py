"""A test server that speaks Exchange Web Services over TLS, with NTLM or Basic, as far as the tests need it.

    server.py --certificate FILE --key FILE --state FOLDER [--auth ntlm,basic] [--binding] [--plan JSON] [--port PORT]

Prints "PORT" when it is ready. FOLDER/log has one line of JSON for each request, FOLDER/faults may hold a JSON object of faults,
and FOLDER/world holds the meetings after each request. A user is DOMAIN:user:password in FOLDER/users.

The plan, a JSON object, says what the server knows and how it behaves:

    rooms           how many rooms there are, in turns in five cities; or lists, a list of {"name", "address", "rooms"}
    hidden_rooms    rooms that are in no list
    events          what takes rooms: {"room", "start", "end", "level", "subject"}; busy_days fills all rooms for so many days
    events_only     availability without merged levels, as grommunio answers
    meetings        the user's calendar: {"subject", "start", "end", "rooms", "kind", "properties"}; kind is the CalendarItemType
    aliases         other addresses of rooms, each with the primary one
    broken          mailboxes with the code of their failure, and lists whose rooms can't be read
    behavior        rooms that "decline", answer "tentative" or stay "silent"; the others accept unless they are taken
    answers_after   the seconds until a room answers; reason is why a room declines
    no_time_zones   GetServerTimeZones is unknown
    offers          the ways of logging in by NTLM that are offered
    greets          the seconds until a login goes on
    thinks          the seconds that each answer takes; meets is how many requests must run at once before availability is told
    keeps_requests  the log has the whole requests
    autodiscover    see autodiscover.py

The faults, with how many times each happens (true: always), which start again when the file changes:

    busy            {"times": 1, "milliseconds": 3000, "style": "fault" | "status" | "date" | "many" | "nested"}; with the style
                    "fault", also {"code": "ErrorExceededConnectionCount"}
    drop_answer     the request is carried out, and the connection closed; {"times": 1, "operation": "CreateItem"}
    untold          a change is saved, no room is told of it, and the connection closed; {"times": 1, "operation": "UpdateItem"}
    gateway         the request is carried out, and a gateway answers instead; {"times": 1, "operation": "CreateItem", "status": 504}
    half_done       the request is carried out, and the server reports a failure; {"times": 1, "operation": "CreateItem",
                    "code": "ErrorInternalServerError", "style": "fault" | "message"}
    slow            the answer comes in eight pieces; {"times": 1, "operation": "GetRoomLists", "seconds": 4}
    drop_challenge  the connection is closed after the NTLM challenge
    stray401        a logged-in connection gets 401
    locked          the right password gets 401, too; {"times": true, "after": 2} spares the first two requests
    undecided       no room answers
    edit            before the request, the user edits their bookings in another program: see World.edit
    html, redirect, cut, bomb, huge, fault, empty, silent    an answer that is no answer
"""

import argparse
import base64
import email.utils
import hashlib
import http.server
import json
import os
import ssl
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree

import spnego
import spnego.channel_bindings

sys.dont_write_bytecode = True  # no folder beside the sources

import autodiscover
import operations
from schema import SOAP, fault, local
from world import World, written

ERRORS = "http://schemas.microsoft.com/exchange/services/2006/errors"
HEAD = ('<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">'
        '<s:Header><h:ServerVersionInfo xmlns:h="http://schemas.microsoft.com/exchange/services/2006/types" MajorVersion="15" '
        'MinorVersion="1" MajorBuildNumber="2507" MinorBuildNumber="6" Version="V2017_07_11"/></s:Header>'
        '<s:Body xmlns:m="http://schemas.microsoft.com/exchange/services/2006/messages" '
        'xmlns:t="http://schemas.microsoft.com/exchange/services/2006/types">')
TAIL = "</s:Body></s:Envelope>"
BOMB = ('<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "aaaaaaaaaaaaaaaa">'
        + "".join(f'<!ENTITY {chr(98 + n)} "{"&" + chr(97 + n) + ";"}{("&" + chr(97 + n) + ";") * 9}">' for n in range(9))
        + ']><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>&j;</s:Body></s:Envelope>')


def soap_fault(code, text, milliseconds=None, inner=None):
    """A SOAP fault as Exchange writes it."""
    inner = f'<t:Value Name="InnerErrorResponseCode">{inner}</t:Value>' if inner else ""
    wait = (f'<t:MessageXml xmlns:t="http://schemas.microsoft.com/exchange/services/2006/types"><t:Value Name="BackOffMilliseconds">'
            f"{milliseconds}</t:Value>{inner}</t:MessageXml>") if milliseconds is not None else ""
    return (f'{HEAD}<s:Fault><faultcode xmlns:a="http://schemas.microsoft.com/exchange/services/2006/types">a:{code}</faultcode>'
            f'<faultstring xml:lang="en-US">{text}</faultstring><detail><e:ResponseCode xmlns:e="{ERRORS}">{code}</e:ResponseCode>'
            f'<e:Message xmlns:e="{ERRORS}">{text}</e:Message>{wait}</detail></s:Fault>{TAIL}')


class Faults:
    """The faults that are still to happen."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.seen = None
        self.left = {}

    def take(self, name, operation=None):
        """What a fault says, if it happens now; None otherwise."""
        with self.lock:
            try:
                with open(self.path, encoding="utf-8") as file:
                    text = file.read()
            except FileNotFoundError:
                text = "{}"
            if text != self.seen:
                self.seen, self.left = text, {}
                for key, value in json.loads(text or "{}").items():
                    self.left[key] = dict(value) if isinstance(value, dict) else {"times": value}
            entry = self.left.get(name)
            if not entry or not entry.get("times", 1):
                return None
            if entry.get("operation", operation) != operation:
                return None
            if entry.get("after", 0) > 0:
                entry["after"] -= 1
                return None
            if entry.get("times", 1) is not True:
                entry["times"] = entry.get("times", 1) - 1
            return entry


class Log:
    """A file with one line of JSON for each request."""

    def __init__(self, path):
        self.lock = threading.Lock()
        self.file = open(path, "a", encoding="utf-8")
        self.active = 0
        self.most = 0

    def enter(self):
        with self.lock:
            self.active += 1
            self.most = max(self.most, self.active)
            return self.active

    def wait_for(self, requests):
        """Waits until there have been so many requests at once, for four minutes at most."""
        end = time.monotonic() + 240
        while self.most < requests and time.monotonic() < end:
            time.sleep(0.01)

    def leave(self):
        with self.lock:
            self.active -= 1

    def write(self, **entry):
        with self.lock:
            self.file.write(json.dumps({"time": time.time(), **entry}) + "\n")
            self.file.flush()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Answers are whole before they are sent.
    wbufsize = -1
    disable_nagle_algorithm = True

    def setup(self):
        super().setup()
        self.context = None
        self.is_known = False
        self.is_under_way = False
        self.binding = None

    def log_message(self, *_):
        pass

    def do_GET(self):
        autodiscover.answer(self)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        server = self.server
        active = server.log.enter()
        entry = {"connection": self.client_address[1], "active": active, "path": self.path, "bytes": len(body)}
        self.is_under_way = True
        try:
            self.handle_post(body, entry)
        finally:
            self.note(entry)

    def note(self, entry):
        """Writes a request down as ended, once: before its client can know that."""
        if self.is_under_way:
            self.is_under_way = False
            self.server.log.leave()
            self.server.log.write(**entry)

    def handle_post(self, body, entry):
        if self.path.lower().startswith("/autodiscover/"):
            if self.server.plan.get("autodiscover") is None:
                return self.reply(entry, 404, "")
            target = self.server.plan["autodiscover"].get("redirects_to")
            if target:
                entry["authorization"] = self.headers.get("Authorization", "")
                return self.redirect(entry, target)
        if not self.authorize(entry):
            return None
        if self.path.lower().startswith("/autodiscover/"):
            return autodiscover.answer_post(self, body, entry)
        return self.answer(body, entry)

    # Logging in.

    def authorize(self, entry):
        """Whether the request may go on; otherwise it has been answered."""
        header = self.headers.get("Authorization", "")
        scheme, _, token = header.partition(" ")
        entry["authorization"] = scheme
        if self.is_known and self.server.faults.take("stray401"):
            self.is_known = False
            return self.challenge(entry)
        if self.server.faults.take("locked"):
            return self.challenge(entry)
        if scheme == "Basic" and "basic" in self.server.ways:
            given = base64.b64decode(token).decode("utf-8", "replace")
            if given in self.server.passwords:
                self.is_known = True
                return True
            return self.challenge(entry)
        if self.is_known:
            return True
        if scheme in ("NTLM", "Negotiate") and "ntlm" in self.server.ways:
            return self.negotiate(scheme, base64.b64decode(token), entry)
        return self.challenge(entry)

    def negotiate(self, scheme, token, entry):
        if token[8:12] == b"\x01\0\0\0" or self.context is None:
            self.context = spnego.server(
                protocol="ntlm", options=spnego.NegotiateOptions.use_ntlm, channel_bindings=self.server.binding)
        entry["message"] = int.from_bytes(token[8:12], "little")
        if entry["message"] == 3:
            entry["binding"] = channel_binding(token)
            if self.server.binding and entry["binding"] in (None, "00" * 16):
                return self.challenge(entry)
        try:
            reply = self.context.step(token)
        except (spnego.exceptions.SpnegoError, ValueError) as error:
            entry["refused"] = str(error)
            self.context = None
            return self.challenge(entry)
        if self.context.complete:
            self.is_known = True
            entry["user"] = self.context.client_principal
            return True
        time.sleep(self.server.plan.get("greets", 0))
        # A challenge closes the connection only by fault, without saying so before.
        closes = self.server.faults.take("drop_challenge")
        if closes:
            entry["dropped"] = "challenge"
        self.reply(entry, 401, "", [("WWW-Authenticate", f"{scheme} {base64.b64encode(reply).decode()}")])
        if closes:
            self.close_connection = True
        return False

    def challenge(self, entry):
        offers = []
        if "ntlm" in self.server.ways:
            offers += [("WWW-Authenticate", way) for way in self.server.plan.get("offers", ["Negotiate", "NTLM"])]
        if "basic" in self.server.ways:
            offers.append(("WWW-Authenticate", 'Basic realm="mail.example.com"'))
        self.reply(entry, 401, "", offers)
        return False

    # Answers.

    def answer(self, body, entry):
        try:
            envelope, request = operations.parse(body)
        except (ElementTree.ParseError, StopIteration, IndexError):
            return self.reply(entry, 500, soap_fault("ErrorSchemaValidation", "The request is not XML."))
        operation = local(request)
        entry["operation"] = operation
        if operation == "GetUserAvailabilityRequest":
            entry["mailboxes"] = sum(1 for child in request.iter() if local(child) == "MailboxData")
        if self.server.plan.get("keeps_requests"):
            entry["request"] = body.decode()
        if self.spoil(operation, entry):
            return None
        problem = fault(envelope)
        if problem:
            entry["invalid"] = problem
            return self.reply(entry, 500, soap_fault("ErrorSchemaValidation", "The request failed schema validation: " + problem))
        if self.server.plan.get("thinks"):
            time.sleep(self.server.plan["thinks"])
        if operation == "GetUserAvailabilityRequest":
            self.server.log.wait_for(self.server.plan.get("meets", 0))
        edit = self.server.faults.take("edit", operation)
        if edit:
            self.server.world.edit(edit)
        untold = self.server.faults.take("untold", operation)
        if untold:
            request.set("SendMeetingInvitationsOrCancellations", "SendToNone")
        try:
            content = operations.OPERATIONS[operation](self.server.world, request)
        except KeyError:
            return self.reply(entry, 500, soap_fault("ErrorInvalidRequest", f"{operation} is unknown."))
        except operations.Refusal as refusal:
            return self.reply(entry, 500, soap_fault(refusal.code, str(refusal)))
        self.server.keep()
        if untold or self.server.faults.take("drop_answer", operation):
            entry["dropped"] = "answer"
            self.close_connection = True
            return None
        late = self.server.faults.take("gateway", operation)
        if late:
            return self.reply(entry, late.get("status", 504), "<html><body>Gateway</body></html>", kind="text/html")
        half = self.server.faults.take("half_done", operation)
        if half and half["style"] == "fault":
            return self.reply(entry, 500, soap_fault(half["code"], "The operation failed."))
        if half:
            content = operations.answer(operation, operations.message(operation, "<m:Items/>", half["code"]))
        text = HEAD + content + TAIL
        if self.server.faults.take("cut", operation):
            text = text[:len(text) // 2]
        slow = self.server.faults.take("slow", operation)
        return self.reply(entry, 200, text, seconds=slow["seconds"] if slow else 0)

    def spoil(self, operation, entry):
        """Whether a fault has answered the request instead."""
        faults = self.server.faults
        busy = faults.take("busy", operation)
        if busy:
            return self.busy(busy, entry)
        page = "<html><head><title>Outlook</title></head><body><h1>Something went wrong &nbsp; &copy;</h1></body></html>"
        if faults.take("html", operation):
            self.reply(entry, 200, page, kind="text/html")
        elif faults.take("redirect", operation):
            self.redirect(entry, "https://mail.example.com/owa/genericerrorpage.htm")
        elif faults.take("bomb", operation):
            self.reply(entry, 200, BOMB)
        elif faults.take("huge", operation):
            self.reply(entry, 200, f'<s:Envelope xmlns:s="{SOAP}"><s:Header>' + "<h/>" * (3 << 20) + "</s:Header></s:Envelope>")
        elif faults.take("fault", operation):
            self.reply(entry, 500, soap_fault("ErrorInternalServerError", "An internal server error occurred."))
        elif faults.take("empty", operation):
            self.reply(entry, 200, "")
        elif faults.take("silent", operation):
            entry["dropped"] = "silence"
            time.sleep(600)
            self.close_connection = True
        else:
            return False
        return True

    def busy(self, busy, entry):
        milliseconds, style = busy.get("milliseconds", 3000), busy.get("style", "fault")
        entry["busy"] = milliseconds
        if style in ("status", "date", "many"):
            seconds = milliseconds // 1000
            until = email.utils.formatdate(int(time.time()) + seconds, usegmt=True)
            status, text = (429, "Too Many Requests") if style == "many" else (503, "Service Unavailable")
            self.reply(entry, status, text, [("Retry-After", until if style == "date" else seconds)], "text/plain")
        elif style == "nested":
            self.reply(entry, 200, soap_fault("ErrorInternalServerError", "An internal server error occurred.", milliseconds,
                                              "ErrorServerBusy"))
        else:
            self.reply(entry, 500, soap_fault(
                busy.get("code", "ErrorServerBusy"), "The server cannot service this request right now. Try again later.",
                milliseconds))
        return True

    def redirect(self, entry, target):
        self.reply(entry, 302, "<!DOCTYPE html><title>Object moved</title>", [("Location", target)], "text/html")

    def reply(self, entry, status, text, fields=(), kind="text/xml; charset=utf-8", seconds=0):
        entry["status"] = status
        self.note(entry)
        body = text.encode()
        self.send_response(status)
        for name, value in fields:
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        pieces = 8 if seconds else 1
        size = max(1, -(-len(body) // pieces))
        try:
            for start in range(0, len(body), size):
                self.wfile.write(body[start:start + size])
                self.wfile.flush()
                time.sleep(seconds / pieces)
        except OSError:
            self.close_connection = True


def channel_binding(token):
    """The channel binding in an NTLM authenticate message, in hexadecimal; None if there is none."""
    length, offset = int.from_bytes(token[20:22], "little"), int.from_bytes(token[24:28], "little")
    place, end = offset + 16 + 28, offset + length
    while place + 4 <= end:
        kind, size = int.from_bytes(token[place:place + 2], "little"), int.from_bytes(token[place + 2:place + 4], "little")
        if kind == 10:
            return token[place + 4:place + 4 + size].hex()
        if kind == 0:
            return None
        place += 4 + size
    return None


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, arguments):
        super().__init__(("127.0.0.1", arguments.port), Handler)
        self.plan = json.loads(arguments.plan)
        self.state = arguments.state
        self.faults = Faults(os.path.join(arguments.state, "faults"))
        self.world = World(self.plan, lambda: self.faults.take("undecided"))
        self.ways = arguments.auth.split(",")
        self.log = Log(os.path.join(arguments.state, "log"))
        users = os.path.join(arguments.state, "users")
        os.environ["NTLM_USER_FILE"] = users
        with open(users, encoding="utf-8") as file:
            lines = [line.rstrip("\n").split(":", 2) for line in file if line.strip()]
        self.passwords = {f"{domain}\\{user}:{password}" for domain, user, password in lines}
        self.passwords |= {f"{user}:{password}" for _, user, password in lines}
        self.binding = None
        if arguments.certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(arguments.certificate, arguments.key)
            self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
            if arguments.binding:
                with open(arguments.certificate, encoding="ascii") as file:
                    certificate = ssl.PEM_cert_to_DER_cert(file.read().split("-----END CERTIFICATE-----")[0]
                                                           + "-----END CERTIFICATE-----\n")
                self.binding = spnego.channel_bindings.GssChannelBindings(
                    application_data=b"tls-server-end-point:" + hashlib.sha256(certificate).digest())
        self.keep()

    def keep(self):
        """Writes down the meetings, for the tests."""
        with self.world.lock:
            self.world.settle()
            items = [{
                "id": item["id"], "subject": item["subject"], "start": written(item["start"]), "end": written(item["end"]),
                "resources": item["resources"], "properties": item["properties"], "version": item["version"],
                "answers": {address: answer["response"] for address, answer in item["answers"].items()},
            } for item in self.world.items.values()]
            path = os.path.join(self.state, "world")
            with open(path + ".new", "w", encoding="utf-8") as file:
                json.dump(items, file)
            os.replace(path + ".new", path)

    def handle_error(self, request, client_address):
        # A client that goes away in the middle is what the tests are about.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    parser.add_argument("--state", required=True)
    parser.add_argument("--auth", default="ntlm")
    parser.add_argument("--binding", action="store_true")
    parser.add_argument("--plan", default="{}")
    parser.add_argument("--port", type=int, default=0)
    server = Server(parser.parse_args())
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
