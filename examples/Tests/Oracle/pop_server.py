"""Serves the messages of a folder by POP3 over TLS, on a free port, until it is ended.

    pop_server.py FOLDER [BEHAVIOR]

Prints one line of JSON with the `port` and the file of the `authority` that signed its certificate, and then each command. A
message is a file FOLDER/*.eml; its UIDL is the name of the file. Any user may log in with the password secret. A behavior is a
fault of the server: `busy`, `denies` (every password), `nonsense`, `cut` (in the middle of the second message), `refuses` (the
second message), `breaks` (refuses each message, and ends the session over it), `huge` (the second message never ends), `lost`
(the connection, at the command after the list of messages), `silent` (after the login), `keeps` (the second message, when it is
to be deleted), `waits` (answers the first RETR only after the last one has come), `alike` (each message has the UIDL "same"),
`alone` (allows no command before the last one was answered, and ends the session if one comes), `old` (doesn't know CAPA), or
a command such as `DELE 2`, at which it falls silent. What is in the file FOLDER/behavior counts for the next sessions.
"""

import base64
import json
import pathlib
import socketserver
import ssl
import sys

import mail_certificates

FOLDER = pathlib.Path(sys.argv[1])
BEHAVIOR = sys.argv[2] if len(sys.argv) > 2 else ""


class Handler(socketserver.StreamRequestHandler):
    def say(self, *lines):
        self.wfile.write(b"".join(line.encode() + b"\r\n" for line in lines))

    def handle(self):
        self.files = sorted(FOLDER.glob("*.eml"))
        self.deleted = set()
        choice = FOLDER / "behavior"
        self.behavior = choice.read_text() if choice.exists() else BEHAVIOR
        if self.behavior == "nonsense":
            return self.say("HTTP/1.1 400 Bad Request", "")
        self.say("+OK ready")
        if self.behavior == "alone":
            # Reads no further than the line.
            self.rfile = self.connection.makefile("rb", 0)
        for line in self.rfile:
            if self.behavior == "alone" and self.connection.pending():
                return self.say("-ERR too early")
            words = line.decode("utf-8", "replace").split()
            print(" ".join(words), flush=True)
            if " ".join(words) == self.behavior:
                self.rfile.read()
                return
            if self.answer(words[0].upper() if words else "", words[1:]):
                return

    def extensions(self):
        return [] if self.behavior in ("alone", "breaks") else ["PIPELINING"]

    def login(self, password):
        if password != "secret" or self.behavior == "denies":
            self.say("-ERR [AUTH] no")
        elif self.behavior == "busy":
            self.say("-ERR [IN-USE] another program has the mailbox")
        else:
            self.say("+OK in")

    def answer(self, word, words):
        """Returns whether the session is over."""
        if word == "CAPA" and self.behavior == "old":
            self.say("-ERR what?")
        elif word == "CAPA":
            self.say("+OK", "USER", "UIDL", "SASL PLAIN", *self.extensions(), ".")
        elif word == "AUTH":
            self.say("+ ")
            self.login(base64.b64decode(self.rfile.readline()).decode().split("\0")[-1])
        elif word == "USER":
            self.say("+OK")
        elif word == "PASS":
            self.login(" ".join(words))
        elif word == "UIDL":
            if self.behavior == "silent":
                self.rfile.readline()
                return True
            names = ["same" if self.behavior == "alike" else file.name for file in self.files]
            self.say("+OK", *(f"{number} {name}" for number, name in enumerate(names, 1)), ".")
            if self.behavior == "lost":
                self.rfile.readline()
                return True
        elif word == "LIST":
            self.say("+OK", *(f"{number} {file.stat().st_size}" for number, file in enumerate(self.files, 1)), ".")
        elif word == "RETR":
            return self.retrieve(int(words[0]))
        elif word == "DELE" and self.behavior == "keeps" and words == ["2"]:
            self.say("-ERR it stays")
        elif word == "DELE":
            self.deleted.add(int(words[0]))
            self.say("+OK")
        elif word == "QUIT":
            for number in self.deleted:
                self.files[number - 1].unlink()
            self.say("+OK bye")
            return True
        else:
            self.say("-ERR what?")
        return False

    def retrieve(self, number):
        later = []
        if self.behavior == "waits" and number == 1:
            later = [self.rfile.readline().decode().split() for _ in self.files[1:]]
            for words in later:
                print(" ".join(words), flush=True)
        return any([self.send(number)] + [self.send(int(words[1])) for words in later])

    def send(self, number):
        if number == 2 and self.behavior == "refuses":
            self.say("-ERR cannot read it")
            return False
        if self.behavior == "breaks":
            self.say("-ERR cannot read it")
            return True
        lines = self.files[number - 1].read_bytes().splitlines()
        self.say("+OK")
        if number == 2 and self.behavior == "cut":
            self.wfile.write(b"\r\n".join(lines)[:-5])
            return True
        if number == 2 and self.behavior == "huge":
            block = b"x" * 1000 + b"\r\n"
            while True:
                self.wfile.write(block * 1000)
        for line in lines:
            self.wfile.write((b"." if line.startswith(b".") else b"") + line + b"\r\n")
        self.say(".")
        return False


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass


FOLDER.mkdir(parents=True, exist_ok=True)
mail_certificates.make(FOLDER)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(FOLDER / "server.pem", FOLDER / "server.key")
with Server(("127.0.0.1", 0), Handler) as server:
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print(json.dumps({"port": server.server_address[1], "authority": str(FOLDER / "authority.pem")}), flush=True)
    server.serve_forever()
