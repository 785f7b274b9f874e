"""Checks NTLM logins, as a server does, by pyspnego.

    ntlm_acceptor.py USERS [CERTIFICATE HASH]

USERS has lines DOMAIN:user:password; CERTIFICATE is one in PEM that logins must be bound to. Reads messages in hexadecimal,
one a line: for a first message it writes the challenge, for a third one "accepted USER" or "refused REASON".
"""

import hashlib
import os
import ssl
import sys

import spnego
import spnego.channel_bindings

HASHES = {"sha256": hashlib.sha256, "sha384": hashlib.sha384, "sha512": hashlib.sha512}


def main():
    os.environ["NTLM_USER_FILE"] = sys.argv[1]
    binding = None
    if len(sys.argv) > 2:
        with open(sys.argv[2], encoding="ascii") as file:
            certificate = ssl.PEM_cert_to_DER_cert(file.read())
        binding = spnego.channel_bindings.GssChannelBindings(
            application_data=b"tls-server-end-point:" + HASHES[sys.argv[3]](certificate).digest())
    context = None
    for line in sys.stdin:
        message = bytes.fromhex(line.strip())
        if message[8:9] == b"\1":
            context = spnego.server(
                protocol="ntlm", options=spnego.NegotiateOptions.use_ntlm, channel_bindings=binding)
        try:
            answer = context.step(message)
            print(f"accepted {context.client_principal}" if context.complete else answer.hex(), flush=True)
        except spnego.exceptions.SpnegoError as error:
            print(f"refused {error}".replace("\n", " "), flush=True)


main()
