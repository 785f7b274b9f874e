"""Signs what schemathesis sends. The environment has the session and its key, in Base64. See ``DescriptionTests``."""

import base64
import hashlib
import hmac
import os
import time

import requests
import schemathesis


class Signed(requests.auth.AuthBase):
    def __call__(self, request):
        body = request.body or b""
        body = body.encode() if isinstance(body, str) else body
        lines = {"@method": request.method, "@target-uri": request.url}
        if body:
            request.headers["Content-Digest"] = f"sha-256=:{base64.b64encode(hashlib.sha256(body).digest()).decode()}:"
            lines["content-digest"] = request.headers["Content-Digest"]
        parameters = (
            "(" + " ".join(f'"{name}"' for name in lines) + ")"
            + f';created={int(time.time())};keyid="{os.environ["FUND_SESSION"]}";nonce="{os.urandom(16).hex()}"')
        base = "".join(f'"{name}": {value}\n' for name, value in lines.items()) + f'"@signature-params": {parameters}'
        code = hmac.new(base64.b64decode(os.environ["FUND_KEY"]), base.encode(), hashlib.sha256).digest()
        request.headers["Signature-Input"] = f"fund={parameters}"
        request.headers["Signature"] = f"fund=:{base64.b64encode(code).decode()}:"
        return request


schemathesis.auth.set_from_requests(Signed())
