"""Checks of the packages as files."""

import json
import os
import pathlib
import re
import subprocess
import tempfile

from machine import Failure, expect, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPDX = ROOT / ".build/tools/spdx-tools-0.8.5/bin/pyspdxtools"
# What `make deb` makes, without versions.
NAMES = ["app-group", "app-group-server", "app-group-window", "libappgroup-dev", "libappgroup1", "python3-appgroup"]


def complete(packages):
    """SHA256SUMS names the packages, the archive of launcher and the SPDX document, and is right."""
    lines = run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=packages).splitlines()
    files = sorted(path.name for path in packages.iterdir() if path.name != "SHA256SUMS")
    expect(sorted(line.removesuffix(": OK") for line in lines) == files, lines, files)
    debs = [file.split("_")[0] for file in files if file.endswith(".deb")]
    expect(sorted(debs) == NAMES and len(files) == len(NAMES) + 2, files)


def clean(packages):
    """lintian finds neither an error nor a warning."""
    words = ["lintian", "--fail-on", "error,warning", "--allow-root", *sorted(packages.glob("*.deb"))]
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    expect(result.returncode == 0, result.stdout, result.stderr)
    for file in (ROOT / "packaging/debian").glob("*.lintian-overrides"):
        previous = ""
        for line in file.read_text().splitlines():
            expect(line.startswith("#") or previous.startswith("#"), f"{file.name} gives no reason for {line}")
            previous = line


def repeatable(packages):
    """The same programs, packed again, give the same bytes."""
    with tempfile.TemporaryDirectory(prefix="app-group-again-") as folder:
        again = pathlib.Path(folder) / "another/place"
        run([ROOT / "scripts/make-packages", ROOT / ".build/release", again])
        expect((again / "SHA256SUMS").read_text() == (packages / "SHA256SUMS").read_text(),
               (again / "SHA256SUMS").read_text(), (packages / "SHA256SUMS").read_text())


def named(packages):
    """Packages that are made for a maintainer name that person, and nothing else is different; an address alone is refused."""
    with tempfile.TemporaryDirectory(prefix="app-group-named-") as folder:
        words = [ROOT / "scripts/make-packages", ROOT / ".build/release", folder]
        refused = subprocess.run(words, env=os.environ | {"MAINTAINER": "ada@example.org"}, capture_output=True, text=True)
        expect(refused.returncode == 64 and "is not a name and an address" in refused.stderr, refused)
        run(words, env=os.environ | {"MAINTAINER": "Ada B. & Søn <ada@example.org>"})
        for package in sorted(pathlib.Path(folder).glob("*.deb")):
            ours, other = (run(["dpkg-deb", "--field", place / package.name]) for place in (packages, package.parent))
            expect(other == re.sub("(?m)^Maintainer: .*", "Maintainer: Ada B. & Søn <ada@example.org>", ours), ours, other)


def described(packages):
    """The SPDX document is valid, and names each package with its digest and each Swift package with its version."""
    [place] = packages.glob("*.spdx.json")
    run([SPDX, "--infile", place])
    document = json.loads(place.read_text())
    sums = dict(reversed(line.split()) for line in (packages / "SHA256SUMS").read_text().splitlines())
    digests = {entry["packageFileName"]: entry["checksums"][0]["checksumValue"]
               for entry in document["packages"] if "packageFileName" in entry}
    del sums[place.name]
    expect(digests == sums, digests, sums)
    versions = {entry["name"]: entry["versionInfo"] for entry in document["packages"]}
    for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]:
        name = pin["location"].rsplit("/", 1)[-1].removesuffix(".git")
        if name in versions:
            expect(versions[name] == pin["state"]["version"], name, versions[name])
    expect({"swift-nio", "swift-argument-parser", "GRDB.swift", "swift", "libzip4"} <= versions.keys(), versions)


def alone(packages):
    """The archive of launcher contains one static program that runs."""
    [archive] = packages.glob("launcher-*.tar.xz")
    with tempfile.TemporaryDirectory() as folder:
        run(["tar", "--extract", "--file", archive.resolve(), "--strip-components=1"], cwd=folder)
        program = pathlib.Path(folder) / "bin/launcher"
        if "INTERP" in run(["readelf", "--program-headers", program]):
            raise Failure("launcher wants a dynamic linker")
        expect(run([program, "--version"]).strip() == re.split("[-~+]", archive.name)[1], archive.name)


def small(packages):
    """libappgroup has at most 9.5 MB and needs no library but SQLite and the C library: both cost time at each start."""
    [package] = packages.glob("libappgroup1_*.deb")
    with tempfile.TemporaryDirectory() as folder:
        run(["dpkg-deb", "--extract", package, folder])
        [library] = pathlib.Path(folder).glob("usr/lib/*/libappgroup.so.1")
        expect(library.stat().st_size <= 9_500_000, library.stat().st_size)
        needed = set(re.findall(r"\(NEEDED\).*\[(?!ld-)(.*)\]", run(["readelf", "--dynamic", "--wide", library])))
        expect(needed == {"libc.so.6", "libm.so.6", "libsqlite3.so.0"}, needed)


def hardened(packages):
    """systemd-analyze finds an exposure of the service of at most 1.5."""
    [package] = packages.glob("app-group-server_*.deb")
    with tempfile.TemporaryDirectory() as folder:
        run(["dpkg-deb", "--extract", package, folder])
        unit = pathlib.Path(folder) / "lib/systemd/system/catalog-server.service"
        run(["systemd-analyze", "security", "--offline=true", "--threshold=15", unit])


def verified(packages):
    """systemd-analyze finds no fault in the unit of the service."""
    [package] = packages.glob("app-group-server_*.deb")
    with tempfile.TemporaryDirectory() as folder:
        run(["dpkg-deb", "--extract", package, folder])
        unit = pathlib.Path(folder) / "lib/systemd/system/catalog-server.service"
        # The program and its manual page are where the package would put them.
        unit.write_text(unit.read_text().replace("ExecStart=/usr/", f"ExecStart={folder}/usr/"))
        run(["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", unit])


CHECKS = [complete, clean, repeatable, named, described, alone, small, hardened, verified]
