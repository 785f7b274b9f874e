"""The programs of a cluster on this machine: started, looked at and ended by their own ids."""

import contextlib
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOLS = ROOT / ".build/tools"
POSTGRES = TOOLS / "postgresql-15/usr/lib/postgresql/15/bin"
NGINX = TOOLS / "nginx/usr/sbin/nginx"
WEED = TOOLS / "s3-1/bin/weed"

# How long a program may take to start or to end, in seconds: on a busy machine, that may be minutes.
PATIENCE = 300

NOBODY = 65_534
# PostgreSQL refuses to run as root.
UNPRIVILEGED = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"] if os.geteuid() == 0 else []


class Failure(Exception):
    """What went wrong, as a sentence."""


class Program:
    """A program that runs until it is ended. It ends with this script, too, however the script ends."""

    def __init__(self, name, words, log, environment=None, unprivileged=False):
        self.name, self.log = name, log
        self.words = ["setpriv", "--pdeathsig", "KILL", *(UNPRIVILEGED if unprivileged else []), "--", *words]
        self.environment = environment
        self.process = None

    @property
    def pid(self):
        return self.process.pid if self.process else None

    @property
    def runs(self):
        return self._is_unreaped and os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None

    @property
    def _is_unreaped(self):
        return self.process is not None and self.process.returncode is None

    def expect_ended(self):
        """- Raises: Failure if the program runs."""
        if self.runs:
            raise Failure(f"{self.name} runs already")

    def start(self, is_ready):
        """Starts the program and waits until `is_ready()` is true. - Raises: Failure if it runs already or does not start."""
        self.expect_ended()
        self.kill()
        with open(self.log, "ab") as log:
            # In a session of its own, so that Ctrl-C reaches this script alone, which then ends everything in order.
            self.process = subprocess.Popen(
                [str(word) for word in self.words], env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True)
        wait_until(is_ready, lambda: self.runs, f"{self.name} does not start; see {self.log}")

    def kill(self):
        """Ends the program as a crash would, and what it has started. Its own process may have ended before."""
        if self._is_unreaped:
            # As long as nobody has waited for the process, no other group can have its number.
            os.killpg(self.pid, signal.SIGKILL)
            self.process.wait()

    def end(self, number=signal.SIGTERM):
        """Ends the program in its own way, or by force if it takes too long."""
        if self.runs:
            os.kill(self.pid, number)
            with contextlib.suppress(Failure):
                wait_until(lambda: not self.runs, lambda: True, f"{self.name} does not end")
        self.kill()


def wait_until(holds, goes_on, otherwise):
    """Waits until `holds()`. - Raises: Failure with the sentence `otherwise` if that takes too long or `goes_on()` is false."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if not goes_on() or time.monotonic() > end:
            raise Failure(otherwise)
        time.sleep(0.05)


def run(words, environment=None, text=None, unprivileged=False):
    """Runs a program to its end and returns its output. - Raises: Failure with what it says if it fails."""
    prefix = ["setpriv", *UNPRIVILEGED, "--"] if unprivileged and UNPRIVILEGED else []
    try:
        done = subprocess.run(
            prefix + [str(word) for word in words], env=environment, input=text, capture_output=True, text=True,
            check=False, start_new_session=True, timeout=2 * PATIENCE)
    except FileNotFoundError as error:
        raise Failure(f"{error.filename} is missing; run scripts/setup cluster") from None
    if done.returncode != 0:
        raise Failure(f"{pathlib.Path(str(words[0])).name} failed: {(done.stderr or done.stdout).strip()}")
    return done.stdout


_given = set()


def free_port():
    """A port of the loopback interface that nothing listens at, and none of those that the system gives by itself. The one
    10,000 above it is free, too: SeaweedFS wants both."""
    for port in random.sample(range(10_000, 22_000), 1_000):
        if port not in _given and _is_free(port) and _is_free(port + 10_000):
            _given.add(port)
            return port
    raise Failure("no port between 10000 and 22000 is free")


def _is_free(port):
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def answers(url):
    """Whether a server answers a request with success."""
    return subprocess.run(["curl", "-sf", "--max-time", "5", "-o", os.devnull, url], check=False).returncode == 0


def say(text):
    print(text, flush=True)


def fail(error):
    sys.exit(f"cluster: {error}.")
