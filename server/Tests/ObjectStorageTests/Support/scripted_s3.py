"""An S3 server that fails as it is told: `scripted_s3.py FOLDER`. It keeps one bucket in memory and checks no signature.

It prints its port. FOLDER/script has a JSON list of faults, each {"when": REGEX, "do": FAULT, "times": N}; REGEX
is matched with "METHOD PATH?QUERY". Each request is appended to FOLDER/requests.
"""

import base64
import email.utils
import hashlib
import http.server
import json
import pathlib
import re
import sys
import time
import urllib.parse

folder = pathlib.Path(sys.argv[1])
objects, uploads = {}, {}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words): pass

    def fault(self):
        script = json.loads((folder / "script").read_text())
        line = f"{self.command} {self.path}"
        with open(folder / "requests", "a") as file:
            names = ("Range", "Authorization", "x-amz-security-token")
            file.write(" ".join([line, *(self.headers.get(name, "") for name in names)]) + "\n")
        for fault in script:
            if fault["times"] > 0 and re.search(fault["when"], line):
                fault["times"] -= 1
                (folder / "script.new").write_text(json.dumps(script))
                (folder / "script.new").rename(folder / "script")
                return fault["do"]
        return None

    def date_time_string(self, timestamp=None):
        return email.utils.formatdate(time.time() + self.skew, usegmt=True)

    skew = 0

    def answer(self, status, body=b"", fields=(), cut=False):
        self.send_response(status)
        for name, value in fields: self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD": self.wfile.write(body[:len(body) // 2] if cut else body)
        if cut: self.close_connection = True

    def error(self, status, code, message=""):
        self.answer(status, f"<Error><Code>{code}</Code><Message>{message}</Message></Error>".encode())

    def serve(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        do = self.fault()
        target = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(target.query, keep_blank_values=True))
        key = urllib.parse.unquote(target.path)
        tag = None
        if do == "503": return self.error(503, "SlowDown")
        if do == "500": return self.error(500, "InternalError")
        if do == "expired": return self.error(400, "ExpiredToken", "The provided token has expired.")
        if do == "409": return self.error(409, "ConditionalRequestConflict")
        if do == "412": return self.error(412, "PreconditionFailed")
        if do == "denied": return self.error(403, "AccessDenied", "No.")
        if do == "skew":
            self.skew = 20 * 60
            return self.error(403, "RequestTimeTooSkewed")
        if do == "hang up":
            self.close_connection = True
            return None
        if do == "stall":
            time.sleep(8)
            self.close_connection = True
            return None
        if do == "error in success":
            return self.answer(200, b"<?xml version='1.0'?><Error><Code>InternalError</Code></Error>")
        if do == "other sum":
            return self.answer(200, fields=[("ETag", '"x"'), ("x-amz-checksum-sha256", base64.b64encode(bytes(32)).decode())])
        if do == "other tag": tag = '"another"'
        sum_ = self.headers.get("x-amz-checksum-sha256")
        if sum_ and "uploads" not in query and base64.b64encode(hashlib.sha256(body).digest()).decode() != sum_:
            return self.error(400, "BadDigest")
        if self.command == "POST" and "uploads" in query:
            name = f"upload-{len(uploads)}"
            uploads[name] = {}
            return self.answer(200, f"<InitiateMultipartUploadResult><UploadId>{name}</UploadId></InitiateMultipartUploadResult>".encode())
        if self.command == "PUT" and "partNumber" in query:
            uploads[query["uploadId"]][int(query["partNumber"])] = body
            tag = "another" if do == "wrong part tag" else hashlib.md5(body).hexdigest()
            return self.answer(200, fields=[("ETag", f'"{tag}"')])
        if self.command == "DELETE" and "uploadId" in query:
            uploads.pop(query["uploadId"], None)
            return self.answer(204)
        if self.command == "POST" and "uploadId" in query:
            if self.headers.get("If-None-Match") == "*" and key in objects: return self.error(412, "PreconditionFailed")
            tags = re.findall("<ETag>(?:&quot;|\")?([^<&\"]*)", body.decode())
            if tags != [hashlib.md5(part).hexdigest() for _, part in sorted(uploads[query["uploadId"]].items())]:
                return self.error(400, "InvalidPart", "A part has another ETag.")
            objects[key] = b"".join(part for _, part in sorted(uploads.pop(query["uploadId"]).items()))
            return self.answer(200, b"<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>")
        if self.command == "PUT":
            if self.headers.get("If-None-Match") == "*" and key in objects: return self.error(412, "PreconditionFailed")
            objects[key] = body
            return self.answer(200, fields=[("ETag", '"x"')])
        if self.command == "DELETE":
            objects.pop(key, None)
            return self.answer(204)
        if "uploads" in query:
            items = "".join(f"<Upload><Key>k</Key><UploadId>{name}</UploadId></Upload>" for name in uploads)
            return self.answer(200, f"<ListMultipartUploadsResult>{items}</ListMultipartUploadsResult>".encode())
        if key not in objects: return self.error(404, "NoSuchKey")
        whole = objects[key]
        tag = tag or '"%s"' % hashlib.md5(whole).hexdigest()
        if self.headers.get("If-Match") not in (None, tag): return self.error(412, "PreconditionFailed")
        found = re.match(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        fields = [("ETag", tag)]
        if not found: return self.answer(200, whole, fields, cut=do == "cut")
        first, last = int(found[1]), min(int(found[2]), len(whole) - 1)
        if first >= len(whole): return self.error(416, "InvalidRange")
        fields.append(("Content-Range", f"bytes {first}-{last}/{len(whole)}"))
        return self.answer(206, whole[first:last + 1], fields, cut=do == "cut")

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = serve


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
