"""PostgreSQL with a streaming standby."""

import os
import secrets
import signal
import subprocess
import urllib.parse

from programs import NOBODY, POSTGRES, Failure, Program, free_port, run

USER = "catalog"
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


class Database:
    """The server that takes changes, and the one that follows it."""

    def __init__(self, folder):
        self.folder = folder
        self.folder.mkdir()
        if os.geteuid() == 0:
            os.chown(self.folder, NOBODY, NOBODY)
        # Other users of this machine reach the ports, too, so connections need the password in this file.
        self._password, self.passwords = secrets.token_urlsafe(24), self.folder / "passwords"
        self._write(self.passwords, f"*:*:*:{USER}:{self._password}\n")
        self.environment = {**ENVIRONMENT, "PGPASSFILE": str(self.passwords)}
        self.ports = {"primary": free_port(), "standby": free_port()}
        self.programs = {name: self._program(name, port) for name, port in self.ports.items()}
        self.is_promoted = False

    @property
    def url(self):
        """Clients try one server after the other, and take the one that allows changes. They find the password in the file that
        this names, which only the user of the servers may read."""
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.ports.values())
        passwords = urllib.parse.quote(str(self.passwords))
        return f"postgres://{USER}@{hosts}/catalog?target_session_attrs=read-write&passfile={passwords}"

    def start(self):
        """Makes the database and starts its server."""
        first = self.folder / "password"
        self._write(first, f"{self._password}\n")
        self._run("initdb", "-D", self.folder / "primary", "-U", USER, "-A", "scram-sha-256", "--pwfile", first, "-E", "UTF8",
                  "--locale", "C.UTF-8", "--no-sync")
        first.unlink()
        self.start_server("primary")
        self._run("createdb", "-h", "127.0.0.1", "-p", self.ports["primary"], "-U", USER, "catalog")

    def follow(self):
        """Makes the standby, and starts it."""
        self._run("pg_basebackup", "-h", "127.0.0.1", "-p", self.ports["primary"], "-U", USER, "-D", self.folder / "standby",
                  "--write-recovery-conf", "--create-slot", "--slot", "standby", "--checkpoint", "fast", "--no-sync")
        self.start_server("standby")

    def execute(self, sql):
        """Runs SQL where changes are possible, and returns its unaligned output."""
        return self._run("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", self.url, "-c", sql).strip()

    def start_server(self, name):
        """Starts one of the two. After a crash, it waits until the last process of the old one has ended."""
        if name == "primary" and self.is_promoted:
            raise Failure("the standby was promoted, so the old primary must not come back")
        program = self.programs[name]
        program.expect_ended()
        for attempt in range(40):
            try:
                program.start(lambda: self._is_ready(name))
                return
            except Failure:
                if attempt == 39:
                    raise
                program.kill()

    def promote(self):
        """Makes the standby the server that takes changes."""
        self.programs["primary"].kill()
        self.is_promoted = True
        # This waits until it is done.
        self._run("pg_ctl", "promote", "-D", self.folder / "standby")

    def end(self):
        # The standby first, so that the primary need not wait for it.
        for name in ("standby", "primary"):
            self.programs[name].end(signal.SIGINT)

    @staticmethod
    def _write(file, text):
        """Writes a file that only the user of PostgreSQL may read."""
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as opened:
            opened.write(text)
            if os.geteuid() == 0:
                os.fchown(opened.fileno(), NOBODY, NOBODY)

    def _program(self, name, port):
        options = ["listen_addresses=127.0.0.1", f"port={port}", "unix_socket_directories=", "max_connections=200"]
        words = [POSTGRES / "postgres", "-D", self.folder / name, *(word for each in options for word in ("-c", each))]
        return Program(f"PostgreSQL ({name})", words, self.folder.parent / f"{name}.log", self.environment, unprivileged=True)

    def _is_ready(self, name):
        return subprocess.run(
            [POSTGRES / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.ports[name])], env=ENVIRONMENT,
            check=False).returncode == 0

    def _run(self, program, *words):
        return run([POSTGRES / program, *words], self.environment, unprivileged=True)
