"""Tests the packages that `make deb` has made.

    Tests PACKAGES [files] [images] [machine] [folders]

First the files themselves, then container images, then a fresh Debian, booted by systemd in a container, in which the packages are
installed, run, upgraded, removed and purged, and last the same packages made again in another folder. The second and the third part
are run by root, because only root can boot a system.
"""

import os
import pathlib
import subprocess
import sys

import documents
import folders
import images
import life
import service
import tools
from machine import Machine, report


def files(packages):
    return [report(check, packages) for check in documents.CHECKS]


def containers(packages):
    return [report(check, packages) for check in images.CHECKS]


def machine(packages):
    with Machine(packages) as fresh:
        before = fresh.files()
        passed = [report(check, fresh) for check in [*tools.CHECKS, *service.CHECKS, life.upgraded, life.removed]]
        return [*passed, report(life.purged, fresh, before)]


def copies(packages):
    return [report(check, packages) for check in folders.CHECKS]


PARTS = {"files": files, "images": containers, "machine": machine, "folders": copies}


def main():
    names = sys.argv[2:] or list(PARTS)
    if len(sys.argv) < 2 or not PARTS.keys() >= set(names):
        sys.exit(__doc__.strip())
    packages = pathlib.Path(sys.argv[1]).resolve()
    passed = []
    for name in names:
        if os.geteuid() and name in ("images", "machine"):
            passed.append(subprocess.run(["sudo", sys.executable, sys.argv[0], packages, name]).returncode == 0)
        else:
            passed += PARTS[name](packages)
    if not all(passed):
        sys.exit(f"{passed.count(False)} of {len(passed)} checks failed")


main()
