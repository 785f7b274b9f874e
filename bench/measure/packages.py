"""Packages, beside Info-ZIP's programs. The trees and packages are generated and are the same in each run."""

import plistlib
import random
import shlex
import shutil
import zipfile

from report import at_most, beside, row
from timing import Command, medians
from workshop import GROUP, LAUNCHER, LAUNCHER_STORE, PACKAGE_CORPUS

# The number of folders that a tree's files lie in. Each folder is an entry of the package as well, and so are `Payload`, the
# app, its property list and its program.
FOLDERS = 50
ENTRIES_BESIDE_FILES = FOLDERS + 4
# The size of the tree that a package is made of: half of it is noise, half is words.
PACKED = 0.805


def packages(workshop):
    """`inspect`, `pack` and `install`, in time and in memory."""
    tree, package = package_of(workshop, megabytes=50, entries=1_250)
    _packing(workshop, tree)
    _installing(workshop, package)
    _memory(workshop, "`install`, 50 MB: largest memory", [LAUNCHER, "install", package], 64)
    for path in (tree.parent, package):
        _discard(path)

    tree, package = package_of(workshop, megabytes=200, entries=5_000)
    _discard(tree.parent)
    _inspecting(workshop, package)
    _memory(workshop, "`inspect`, 200 MB, 5,000 entries: largest memory", [LAUNCHER, "inspect", package], 32)
    _discard(package)

    tree, package = package_of(workshop, megabytes=500, entries=12_500)
    _discard(tree.parent)
    _memory(workshop, "`install`, 500 MB: largest memory", [LAUNCHER, "install", package], 64)
    _discard(package)
    _discard(workshop.folder / "installed")
    _refusing(workshop)


def _refusing(workshop):
    """The hostile packages of the tests, each refused by its own process: the largest memory and the longest time."""
    folder, figures = workshop.folder / "corpus", workshop.folder / "figures"
    workshop.run([PACKAGE_CORPUS, folder])
    packages = list(folder.iterdir())
    largest = longest = 0
    for package in packages:
        inspect = f"time -f '%M %e %x' -o {figures} {LAUNCHER} inspect {package}"
        workshop.run(["sh", "-c", f"{inspect}; test $? = 65"])
        kibibytes, seconds, _ = figures.read_text().split("\n")[-2].split()
        largest, longest = max(largest, int(kibibytes) * 1024 / 1e6), max(longest, float(seconds))
    _discard(folder)
    what = "`inspect` of each [hostile package](refused-packages.md)"
    row(f"{what}: largest memory", f"{largest:.1f} MB", "", "", at_most(largest, 64, " MB"))
    row(f"{what}: longest time", f"{longest:.2f} s", "", "", at_most(longest, 1, " s"))


def _inspecting(workshop, package):
    """`inspect` as a person types it, and without the launcher's own start. The package is in the page cache."""
    environment = workshop.environment("installed")
    ours, store, unzip = medians(
        Command([LAUNCHER, "inspect", package], environment),
        Command([LAUNCHER_STORE, "inspect", package], environment),
        Command(["unzip", "-l", package], environment),
        runs=30, before_round=lambda: workshop.run(["sh", "-c", f"cat {package} >/dev/null"]),
    )
    beside("`inspect`, 200 MB, 5,000 entries", ours, unzip, "`unzip -l`", 2)
    beside("the same, `launcher-store inspect`", store, unzip, "`unzip -l`", 2)


def _installing(workshop, package):
    """`install` into a group of its own each time, beside the commands that do the same job."""
    home, out = workshop.folder / "installed", workshop.folder / "unzipped"
    environment = workshop.environment(home.name)
    steps = f"sha256sum {package} && unzip -q {package} -d {out} && sync -f {out}"
    fresh = _untimed(f"rm -rf {home} {out}; mkdir {home}; cat {package} >/dev/null; sync -f {package}")
    ours, unzip = medians(
        Command([LAUNCHER, "install", package], environment, before=fresh),
        Command(["sh", "-c", steps], environment, before=fresh),
        runs=1, warmup=0,
    )
    _discard(out)
    beside("`install`, 50 MB", ours, unzip, "`sha256sum && unzip && sync -f`", 1.3)


def _packing(workshop, tree):
    """`pack` beside zip, both at zlib's level 6."""
    ours_to, zip_to = workshop.folder / "packed.ipa", workshop.folder / "packed.zip"
    environment = workshop.environment()
    fresh = _untimed(f"rm -f {ours_to} {zip_to}; find {tree} -type f -exec cat {{}} + >/dev/null; sync -f {tree}")
    ours, peer = medians(
        Command([LAUNCHER, "pack", tree, "-o", ours_to], environment, before=fresh),
        Command(["zip", "-q", "-r", "-6", zip_to, tree], environment, before=fresh),
        runs=1, warmup=0,
    )
    for path in (ours_to, zip_to):
        _discard(path)
    beside("`pack`, 50 MB", ours, peer, "`zip -r -6`", 1.3)


def _memory(workshop, what, command, limit):
    """A row for a command's peak resident memory, in a home folder without a group."""
    _discard(workshop.folder / "installed")
    (workshop.folder / "installed").mkdir()
    # wait4 would not do: for our own children it counts the memory that Python has before the child's exec.
    kibibytes = workshop.folder / "kibibytes"
    workshop.run(["time", "-f", "%M", "-o", kibibytes, *command], "installed")
    megabytes = int(kibibytes.read_text()) * 1024 / 1e6
    row(what, f"{megabytes:.1f} MB", "", "", at_most(megabytes, limit, " MB"))


def package_of(workshop, megabytes, entries):
    """An app's folder and its package, of about this many megabytes and exactly this many entries."""
    tree = workshop.folder / f"{megabytes}" / "Big.app"
    tree.mkdir(parents=True)
    (tree / "Info.plist").write_bytes(plistlib.dumps({
        "CFBundleIdentifier": f"{GROUP}.big", "CFBundleName": "Big", "CFBundleExecutable": "big",
        "CFBundleShortVersionString": "1", "AppGroup": {"Group": GROUP},
    }))
    (tree / "big").write_text("#!/bin/sh\n")
    (tree / "big").chmod(0o755)
    chance = random.Random(1)
    words = [chance.randbytes(chance.randint(2, 20)).hex() for _ in range(3_000)]
    text = " ".join(chance.choices(words, k=100_000)).encode()
    files = entries - ENTRIES_BESIDE_FILES
    half = int(megabytes * 1e6 / PACKED / files / 2)
    for number in range(files):
        folder = tree / f"folder{number % FOLDERS}"
        folder.mkdir(exist_ok=True)
        start = chance.randrange(len(text) - half)
        (folder / f"file{number}").write_bytes(chance.randbytes(half) + text[start:start + half])
    package = workshop.folder / f"{megabytes}.ipa"
    workshop.run([LAUNCHER, "pack", tree, "-o", package])
    with zipfile.ZipFile(package) as archive:
        assert len(archive.namelist()) == entries, len(archive.namelist())
    assert abs(package.stat().st_size / 1e6 / megabytes - 1) < 0.02, package.stat().st_size
    return tree, package


def _untimed(steps):
    """A step before each run: both sides start with their input in the page cache and nothing left to write."""
    return shlex.join(["sh", "-c", steps])


def _discard(path):
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
