"""Gives a certificate that signs itself another time in which it is valid.

    dated_certificate.py CERTIFICATE KEY FROM UNTIL    both in days from now
"""

import datetime
import pathlib
import sys

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization

file, key = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
begin, end = (datetime.timedelta(days=int(days)) for days in sys.argv[3:])
old = x509.load_pem_x509_certificate(file.read_bytes())
now = datetime.datetime.now(datetime.timezone.utc)
builder = x509.CertificateBuilder(
    old.issuer, old.subject, old.public_key(), old.serial_number, now + begin, now + end, list(old.extensions))
new = builder.sign(serialization.load_pem_private_key(key.read_bytes(), None), hashes.SHA256())
file.write_bytes(new.public_bytes(serialization.Encoding.PEM))
