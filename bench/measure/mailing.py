"""The example `fund`: 1,000 messages by POP3 from Dovecot, beside getmail6 with the same mailbox."""

import json
import os
import shlex
import subprocess

from report import times_as_fast
from timing import Command, medians
from workshop import BENCH, BUILD

FUND = BUILD / "installed/bin/fund"
SERVER = BENCH.parent / "examples/Tests/Oracle/dovecot.py"
MESSAGES = 1_000
# A peer that takes longer is ended, and counts as if it were done.
LONGEST = 60


def mailing(workshop):
    """Fetches a whole mailbox each time, and leaves it on the server."""
    folder = workshop.folder / "dovecot"
    folder.mkdir()
    # Dovecot serves as another user, who must reach the mailbox.
    workshop.folder.chmod(0o755)
    server = subprocess.Popen(["/usr/bin/python3", SERVER, folder], stdout=subprocess.PIPE, text=True)
    try:
        greeting = json.loads(server.stdout.readline())
        _deliver(folder / "Maildir/new")
        ours, theirs = medians(_fund(workshop, greeting), _getmail(workshop, greeting), rounds=2, runs=1, warmup=0)
    finally:
        server.terminate()
        server.wait()
    times_as_fast(f"`fund mail fetch`, {MESSAGES:,} messages by POP3", ours, theirs, "getmail6", 5)


def _deliver(folder):
    for number in range(MESSAGES):
        file = folder / f"{1_700_000_000 + number}.message"
        file.write_text(
            f"Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\nFrom: Ben <ben@example.com>\n"
            f"Subject: [Equity 500] Report {number}\nDate: Tue, 03 Nov 2026 08:00:00 +0000\n"
            f"Message-ID: <{number}@example.com>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
            f"--b\n\n{'The charges of the fund fell again. ' * 20}\n--b\nContent-Type: application/pdf; name=a.pdf\n"
            f"Content-Transfer-Encoding: base64\n\n" + ("QUJD" * 19 + "\n") * 40 + "--b--\n")
        file.chmod(0o666)


def _fund(workshop, greeting):
    """A command that fetches everything into a new store."""
    environment = workshop.environment("groups-mailing")
    home, fresh = workshop.folder / "mailing", workshop.folder / "mailing-fresh"
    environment |= {"XDG_DATA_HOME": str(fresh), "SSL_CERT_FILE": greeting["authority"], "DBUS_SESSION_BUS_ADDRESS": ""}
    for words in (["new", "Equity 500"], ["mail", "trust", "ben@example.com"],
                  ["mail", "account", "add", "anna@example.org", "--server", f"localhost:{greeting['tls']}",
                   "--password-command", "echo secret", "--authserv-id", "mx.example.org"]):
        subprocess.run([FUND, *words], env=environment, check=True, capture_output=True)
    environment = environment | {"XDG_DATA_HOME": str(home)}
    before = shlex.join(["sh", "-c", f"rm -rf '{home}' && cp -r '{fresh}' '{home}'"])
    return Command([FUND, "mail", "fetch", "--keep", "--quiet"], environment, before)


def _getmail(workshop, greeting):
    """The same for getmail6 and a Maildir."""
    home = workshop.folder / "getmail"
    home.mkdir()
    (home / "getmailrc").write_text(
        f"[retriever]\ntype = SimplePOP3SSLRetriever\nserver = localhost\nport = {greeting['tls']}\n"
        f"username = anna@example.org\npassword = secret\nca_certs = {greeting['authority']}\n"
        f"[destination]\ntype = Maildir\npath = {home}/Maildir/\n[options]\nread_all = true\nverbose = 0\n"
        "delivered_to = false\nreceived = false\n")
    maildir = home / "Maildir"
    before = shlex.join(["sh", "-c", f"rm -rf '{maildir}' && mkdir -p '{maildir}'/cur '{maildir}'/new '{maildir}'/tmp && "
                                     f"chmod -R a+rwX '{home}'"])
    words = ["timeout", str(LONGEST), "getmail", "--getmaildir", str(home), "--rcfile", "getmailrc"]
    if os.getuid() == 0:
        # As root, it would start a process for each message.
        words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *words]
    line = f"{shlex.join(words)} || [ $? = 124 ]"
    return Command(["sh", "-c", line], os.environ | {"HOME": str(home)}, before)
