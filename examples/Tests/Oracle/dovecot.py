"""Runs Dovecot with a mailbox of its own on free ports until it is ended itself.

    dovecot.py FOLDER

Prints one line of JSON: the ports of POP3 over TLS (`tls`) and of POP3 with STLS (`stls`), and the file of the authority's
certificate (`authority`). The user is anna@example.org, the password is secret; the mailbox is the Maildir FOLDER/Maildir, and the
log is FOLDER/log.
"""

import ctypes
import getpass
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

import mail_certificates

folder = pathlib.Path(sys.argv[1])
PROGRAM = "/usr/sbin/dovecot"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def end_with_parent():
    """Makes the next program of this process end when its parent does."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


def configure(tls, stls):
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
ssl = yes
ssl_cert = <{folder}/server.pem
ssl_key = <{folder}/server.key
disable_plaintext_auth = no
mail_location = maildir:{folder}/Maildir
mail_max_userip_connections = 100
first_valid_uid = 1
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
    ssl = yes
  }}
}}
"""
    (folder / "dovecot.conf").write_text(text)


def main():
    folder.mkdir(parents=True, exist_ok=True)
    os.chmod(folder, 0o755)
    mail_certificates.make(folder)
    tls, stls = free_port(), free_port()
    configure(tls, stls)
    with open(folder / "output", "w") as output:
        server = subprocess.Popen(
            [PROGRAM, "-F", "-c", folder / "dovecot.conf"], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            preexec_fn=end_with_parent)
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
        server.wait()
    finally:
        server.terminate()
        server.wait()


main()
