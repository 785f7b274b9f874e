#!/usr/bin/env python3
"""Runs a program on Linux, and leaves nothing behind when it ends, crashes or is interrupted.

    run-tidily.py PROGRAM [ARGUMENT …]

The program and all that it starts get folders of their own for temporary files: TMPDIR, and in the machine's memory TEST_MEMORY. At
the end, their processes are ended and the folders are deleted. The status is the program's own, or 128 and the number of a signal.
"""

import contextlib
import ctypes
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time

PR_SET_CHILD_SUBREAPER = 36
INTERRUPTIONS = signal.SIGHUP, signal.SIGINT, signal.SIGTERM
# Some servers clean up once the program has ended.
PATIENCE = 5


@contextlib.contextmanager
def folder(parent=None):
    # The path of a socket has at most 107 bytes, so this one is short.
    with tempfile.TemporaryDirectory(prefix="t", dir=parent, ignore_cleanup_errors=True) as path:
        # Some tests start programs as another user.
        os.chmod(path, 0o1777)
        yield path


def ignore_interruptions():
    for number in INTERRUPTIONS:
        signal.signal(number, signal.SIG_IGN)


def interrupt(number, _):
    # Only the first one counts: another one must not interrupt the tidying.
    ignore_interruptions()
    raise SystemExit(128 + number)


def wait_for(program):
    """Waits for a child, and meanwhile for those that became children because their parents have ended."""
    while True:
        number, status = os.wait()
        if number == program.pid:
            program.returncode = os.waitstatus_to_exitcode(status)
            return program.returncode if program.returncode >= 0 else 128 - program.returncode


def children():
    """The numbers and the words of all children that have not ended."""
    for place in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            # A name is cut after 15 bytes, so it may not be UTF-8.
            state, parent = (place / "stat").read_text(errors="replace").rpartition(")")[2].split()[:2]
            if int(parent) == os.getpid() and state not in "ZX":
                yield int(place.name), (place / "cmdline").read_text(errors="replace").replace("\0", " ").strip()


def end_children():
    limit = time.monotonic() + PATIENCE
    while running := list(children()):
        if time.monotonic() > limit:
            for number, words in running:
                print(f"This was still running and was ended: {words[:200]}", file=sys.stderr)
                with contextlib.suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)
        time.sleep(0.05)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def remove_dead_sockets():
    """Deletes the sockets of SeaweedFS that has been killed: they are in /tmp, whatever TMPDIR says."""
    for path in pathlib.Path("/tmp").glob("seaweedfs-*.sock"):
        # Another suite's server may still be listening at one, or have removed it just now.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as connection:
            # One that accepts nothing, with a full queue, would hold up the end.
            connection.setblocking(False)
            try:
                connection.connect(str(path))
            except ConnectionRefusedError:
                path.unlink()


def run(words, environment):
    program = None
    try:
        try:
            program = subprocess.Popen(words, env=environment)
            return wait_for(program)
        finally:
            ignore_interruptions()
    finally:
        if program and program.returncode is None:
            program.kill()
        end_children()
        remove_dead_sockets()


def main(words):
    # The children of a process that has ended become children of this one.
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for number in INTERRUPTIONS:
        # With nohup, the end of a session interrupts nothing.
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, interrupt)
    with contextlib.ExitStack() as folders:
        environment = dict(os.environ, TMPDIR=folders.enter_context(folder()))
        if os.access("/dev/shm", os.W_OK):
            environment["TEST_MEMORY"] = folders.enter_context(folder("/dev/shm"))
        return run(words, environment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
