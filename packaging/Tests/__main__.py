"""Tests the packages that `make deb` has made.

    Tests PACKAGES [files] [images] [machine] [folders]
    Tests PACKAGES root

First the files themselves, then container images, then a fresh Debian, booted by systemd in a container, in which the packages are
installed, run, upgraded, removed and purged, and last the same packages made again in another folder.

The part `root` does the same as the third in a Debian that is not booted, and without the window. Its packages may be those of a debug
build. Only root can make and boot systems.
"""

import os
import pathlib
import signal
import subprocess
import sys

import documents
import folders
import images
import life
import service
import tools
from machine import Failure, Machine, Root, report


def files(packages):
    return [report(check, packages) for check in documents.CHECKS]


def containers(packages):
    return [report(check, packages) for check in images.CHECKS]


def machine(packages):
    with Machine(packages) as fresh:
        before = fresh.files()
        passed = [report(check, fresh) for check in [*tools.CHECKS, *service.CHECKS, life.upgraded, life.removed]]
        return [*passed, report(life.purged, fresh, before)]


def root(packages):
    with Root(packages) as fresh:
        before = fresh.files()
        passed = [report(check, fresh) for check in [*tools.CHECKS, service.begun, life.upgraded, life.removed]]
        return [*passed, report(life.purged, fresh, before)]


def copies(packages):
    return [report(check, packages) for check in folders.CHECKS]


PARTS = {"files": files, "images": containers, "machine": machine, "folders": copies}
OTHERS = {"root": root}


def main():
    names = sys.argv[2:] or list(PARTS)
    parts = PARTS | OTHERS
    if len(sys.argv) < 2 or not parts.keys() >= set(names):
        sys.exit(__doc__.strip())
    packages = pathlib.Path(sys.argv[1]).resolve()
    # A person who ends the tests expects that everything the tests have started ends, too.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))
    passed = []
    for name in names:
        if os.geteuid() and name in ("images", "machine", "root"):
            passed.append(subprocess.run(["sudo", sys.executable, sys.argv[0], packages, name]).returncode == 0)
        else:
            try:
                passed += parts[name](packages)
            except Failure as failure:
                sys.exit(f"FAILED  {failure}")
    if not all(passed):
        sys.exit(f"{passed.count(False)} of {len(passed)} checks failed")


main()
