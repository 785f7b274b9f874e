"""nginx in front of the servers, with the configuration of docs/cluster.md."""

import os
import re
import signal

from programs import NGINX, ROOT, Failure, Program, answers, free_port

PAGE = ROOT / "docs/cluster.md"


class Front:
    """The address that users know."""

    def __init__(self, folder):
        folder.mkdir()
        self.folder, self.port = folder, free_port()
        self.program = Program("nginx", [
            NGINX, "-p", folder, "-c", folder / "nginx.conf", "-e", folder.parent / "nginx.log"], folder.parent / "nginx.log")

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self, servers):
        """Starts nginx in front of these servers' ports."""
        self._write(servers)
        self.program.start(lambda: answers(f"{self.address}/readyz"))

    def use(self, servers):
        """Puts nginx in front of these servers' ports, while it serves."""
        self._write(servers)
        if self.program.runs:
            os.kill(self.program.pid, signal.SIGHUP)

    def end(self):
        self.program.end()

    def _write(self, ports):
        kept = " ".join(f"{name}_temp_path {self.folder}/{name};"
                        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (self.folder / "nginx.conf").write_text(
            f"{'user root;' if os.geteuid() == 0 else ''} daemon off; worker_processes 2; pid {self.folder}/pid;\n"
            f"error_log {self.folder.parent}/nginx.log;\nevents {{ worker_connections 1024; }}\n"
            f"http {{\naccess_log off; {kept}\n{documented(self.port, ports)}}}\n")


def documented(port, servers):
    """The configuration of the page, without TLS, with this port and the ports of these servers."""
    block = re.search(r"^```nginx\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    if not block:
        raise Failure(f"{PAGE} has no block that begins with ```nginx")
    text = block.group(1)
    for pattern, here in ((r"listen 443 ssl;", f"listen 127.0.0.1:{port};"), (r" *ssl_certificate(_key)? [^\n]*\n", "")):
        text, count = re.subn(pattern, here, text)
        _expect(count, pattern)
    # The first line of each group of servers is the model of all others.
    line = r"( *server )10\.0\.0\.\d+:8080([^\n]*\n)"
    text, count = re.subn(
        rf"{line}(?:{line})*",
        lambda match: "".join(f"{match[1]}127.0.0.1:{server}{match[2]}" for server in servers), text)
    _expect(count, line)
    return text


def _expect(count, what):
    if count == 0:
        raise Failure(f"the configuration in {PAGE} has no {what}")
