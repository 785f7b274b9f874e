"""Checks that packages do not depend on the folder in which they are made."""

import os
import pathlib
import random
import shutil
import string

from machine import expect, run

ROOT = pathlib.Path(__file__).resolve().parents[2]


def another_folder():
    """A folder beside this one. Its name has the same length, on which four bytes of catalog-server depend: decision 2."""
    while True:
        folder = ROOT.with_name("".join(random.choices(string.ascii_lowercase, k=len(ROOT.name))))
        if not folder.exists():
            return folder


def built_elsewhere(packages):
    """A clone of this commit, built in another folder, gives packages with the same bytes."""
    clone = another_folder()
    try:
        run(["git", "clone", "--quiet", ROOT, clone])
        # What SwiftPM has fetched, so that no network is needed.
        (clone / ".build").mkdir()
        for name in ("checkouts", "repositories", "workspace-state.json"):
            run(["cp", "-a", ROOT / ".build" / name, clone / ".build"])
        # The variables of the `make` that runs these checks are not for another one.
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        run(["make", "deb"], cwd=clone, env=environment)
        again = (clone / ".build/packages/SHA256SUMS").read_text()
        expect(again == (packages / "SHA256SUMS").read_text(), again, (packages / "SHA256SUMS").read_text())
    finally:
        shutil.rmtree(clone, ignore_errors=True)


CHECKS = [built_elsewhere]
