"""Signs or verifies requests with http-message-signatures. See ``PeerTests``.

    peer.py sign|verify < MESSAGES
"""

import base64
import datetime
import json
import sys

import requests
from http_message_signatures import HTTPMessageSigner, HTTPMessageVerifier, HTTPSignatureKeyResolver, algorithms


class OneKey(HTTPSignatureKeyResolver):
    def __init__(self, key):
        self.key = key

    def resolve_public_key(self, key_id):
        return self.key

    def resolve_private_key(self, key_id):
        return self.key


def prepared(message):
    request = requests.Request(message["method"], "https://replaced.example/", headers=message["headers"]).prepare()
    # requests would write the address in its own way.
    request.url = message["url"]
    return request


def sign(message):
    request = prepared(message)
    signer = HTTPMessageSigner(
        signature_algorithm=algorithms.HMAC_SHA256, key_resolver=OneKey(base64.b64decode(message["key"])))
    signer.sign(
        request, key_id="peer", created=datetime.datetime.fromtimestamp(message["created"]), nonce=message["nonce"],
        label="fund", covered_component_ids=message["covered"],
        use_existing_digest="Content-Digest" in message["headers"], body=message["body"].encode() or None)
    return {name: request.headers[name] for name in ("Signature-Input", "Signature")}


def verify(message):
    verifier = HTTPMessageVerifier(
        signature_algorithm=algorithms.HMAC_SHA256, key_resolver=OneKey(base64.b64decode(message["key"])))
    try:
        body = message["body"].encode() if message["body"] else None
        results = verifier.verify(prepared(message), body=body)
    except Exception as error:
        print(f"{message['url']}: {error}", file=sys.stderr)
        return False
    return len(results) == 1


print(json.dumps([{"sign": sign, "verify": verify}[sys.argv[1]](message) for message in json.load(sys.stdin)]))
