"""Runs Dovecot with a mailbox of its own on free ports until its standard input ends.

    dovecot.py FOLDER [plain]

Prints one line of JSON: the ports of POP3 over TLS (`tls`) and of POP3 with STLS (`stls`), and the file of the authority's
certificate (`authority`). The user is anna@example.org, the password is secret; the mailbox is the Maildir FOLDER/Maildir, and the
log is FOLDER/log. With the word `plain`, the server offers no STLS.
"""

import getpass
import json
import os
import pathlib
import socket
import subprocess
import sys
import time

folder = pathlib.Path(sys.argv[1])
PROGRAM = "/usr/sbin/dovecot"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def certificates():
    """An authority, and a certificate for localhost that it has signed."""
    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "authority.key",
            "-out", "authority.pem", "-subj", "/CN=Test authority", "-days", "2")
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "server.key",
            "-out", "server.csr", "-subj", "/CN=localhost")
    (folder / "names").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial",
            "-out", "server.pem", "-days", "2", "-extfile", "names")


def configure(tls, stls, encryption):
    # A login process refuses to run as root. Debian's package has made users for it.
    is_root = os.getuid() == 0
    internal_user, login_user = ("dovecot", "dovenull") if is_root else [getpass.getuser()] * 2
    group = subprocess.run(["id", "-gn", internal_user], capture_output=True, text=True, check=True).stdout.strip()
    # Dovecot refuses to open a mailbox as root.
    uid, gid = (65534, 65534) if is_root else (os.getuid(), os.getgid())
    for name in ("cur", "new", "tmp"):
        (folder / "Maildir" / name).mkdir(parents=True, exist_ok=True)
    if is_root:
        for path in [folder, folder / "Maildir", *(folder / "Maildir").iterdir()]:
            os.chown(path, uid, gid)
    (folder / "users").write_text("anna@example.org:{PLAIN}secret\n")
    text = f"""
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
auth_verbose = yes
protocols = pop3
listen = 127.0.0.1
default_internal_user = {internal_user}
default_login_user = {login_user}
default_internal_group = {group}
ssl = {encryption}
ssl_cert = <{folder}/server.pem
ssl_key = <{folder}/server.key
disable_plaintext_auth = no
mail_location = maildir:{folder}/Maildir
mail_max_userip_connections = 100
first_valid_uid = 1
# A client that is asked to log in once must not try a second time within the test.
auth_failure_delay = 0
passdb {{
  driver = passwd-file
  args = {folder}/users
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}
}}
service anvil {{
  chroot =
}}
service pop3-login {{
  chroot =
  inet_listener pop3 {{
    port = {stls}
  }}
  inet_listener pop3s {{
    port = {tls}
    ssl = {"yes" if encryption != "no" else "no"}
  }}
}}
"""
    (folder / "dovecot.conf").write_text(text)


def main():
    encryption = "no" if "plain" in sys.argv[2:] else "yes"
    folder.mkdir(parents=True, exist_ok=True)
    os.chmod(folder, 0o755)
    certificates()
    tls, stls = free_port(), free_port()
    configure(tls, stls, encryption)
    with open(folder / "output", "w") as output:
        server = subprocess.Popen(
            [PROGRAM, "-F", "-c", folder / "dovecot.conf"], stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    try:
        end = time.monotonic() + 120
        while True:
            try:
                socket.create_connection(("127.0.0.1", stls)).close()
                break
            except OSError:
                if server.poll() is not None or time.monotonic() > end:
                    log = folder / "log"
                    sys.exit((folder / "output").read_text() + (log.read_text() if log.exists() else ""))
                time.sleep(0.02)
        print(json.dumps({"tls": tls, "stls": stls, "authority": str(folder / "authority.pem")}), flush=True)
        sys.stdin.read()
    finally:
        server.terminate()
        server.wait()


main()
