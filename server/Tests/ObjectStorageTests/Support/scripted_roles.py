"""Three services that give temporary credentials, which answer as they are told: `scripted_roles.py FOLDER`.

The metadata service of a machine (IMDSv2), the credentials of a container, and a server of roles (STS). They listen at a free port,
which is printed, and at the Unix socket FOLDER/socket. FOLDER/script has an object in JSON with any of

    role           the machine's role; none if it is missing
    lifetime       seconds until the credentials expire; 3600 unless said
    document       text instead of the document with credentials
    authorization  what a container must send
    identity       the token that the server of roles takes
    forgets        how many times a token is refused (401)
    status         an answer of this status instead of credentials
    silent         whether no request for a token is answered
    hold           whether credentials are held back until there is FOLDER/go

Each request is appended to FOLDER/requests. The keys are KEY-1, KEY-2 and so on.
"""

import datetime
import http.server
import json
import pathlib
import socketserver
import sys
import threading
import time
import urllib.parse

folder = pathlib.Path(sys.argv[1])
lock = threading.Lock()
tokens, issued, refused = set(), 0, 0


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words): pass

    def address_string(self): return "local"

    def answer(self, status, body=""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def serve(self):
        global refused
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        script = json.loads((folder / "script").read_text())
        with lock, open(folder / "requests", "a") as file:
            file.write(f"{self.command} {self.path} {self.headers.get('Authorization', '')} {body}\n")
        if self.path == "/latest/api/token":
            if script.get("silent"):
                time.sleep(30)
                return None
            if self.command != "PUT" or not self.headers.get("X-aws-ec2-metadata-token-ttl-seconds"): return self.answer(400)
            with lock: tokens.add(f"token-{len(tokens)}==")
            return self.answer(200, f"token-{len(tokens) - 1}==")
        if self.path.startswith("/latest/"):
            with lock:
                forgets = refused < script.get("forgets", 0)
                refused += forgets
            if forgets or self.headers.get("X-aws-ec2-metadata-token") not in tokens: return self.answer(401)
            base = "/latest/meta-data/iam/security-credentials/"
            if not script.get("role") or self.path not in (base, base + urllib.parse.quote(script["role"])): return self.answer(404)
            if self.path == base: return self.answer(200, script["role"])
            return self.give(script, "Token", {"Code": "Success", "Type": "AWS-HMAC"})
        if self.command == "POST":
            form = dict(urllib.parse.parse_qsl(body))
            if form.get("Action") != "AssumeRoleWithWebIdentity" or form.get("WebIdentityToken") != script.get("identity"):
                return self.answer(400, "<ErrorResponse><Error><Code>ExpiredTokenException</Code><Message>Too old.</Message></Error></ErrorResponse>")
            return self.give(script, "SessionToken", None)
        if self.headers.get("Authorization") != script.get("authorization"): return self.answer(403)
        return self.give(script, "Token", {})

    def give(self, script, token, more):
        global issued
        if script.get("hold"):
            (folder / "held").touch()
            while not (folder / "go").exists(): time.sleep(0.005)
        if "status" in script: return self.answer(script["status"])
        if "document" in script: return self.answer(200, script["document"])
        with lock: issued = number = issued + 1
        end = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=script.get("lifetime", 3600))
        values = {"AccessKeyId": f"KEY-{number}", "SecretAccessKey": "secret", token: f"session-{number}",
                  "Expiration": end.strftime("%Y-%m-%dT%H:%M:%SZ")}
        if more is not None: return self.answer(200, json.dumps({**more, **values}))
        inner = "".join(f"<{name}>{value}</{name}>" for name, value in values.items())
        return self.answer(
            200, "<AssumeRoleWithWebIdentityResponse xmlns='https://sts.amazonaws.com/doc/2011-06-15/'><AssumeRoleWithWebIdentityResult>"
            f"<Credentials>{inner}</Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>")

    do_GET = do_PUT = do_POST = serve


class LocalServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True


threading.Thread(target=LocalServer(str(folder / "socket"), Handler).serve_forever, daemon=True).start()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
