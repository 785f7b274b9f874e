"""Users and packages, made from a seed."""

import plistlib
import random
import shutil

from programs import ROOT, run

LAUNCHER_STORE = ROOT / ".build/debug/launcher-store"
GROUP = "com.example.tools"
ADMINISTRATOR, USER = "ada", "ben"



def password(user):
    return f"a password of {user}"


def fill(servers, folder, largest):
    """Publishes packages, and lets everybody have them. - Parameter largest: how many bytes are in the largest one."""
    chance = random.Random(1)
    servers.administer("user", "add", USER, "--password-stdin", text=password(USER))
    for name, version, size in (("Hello", "1.0", 0), ("Hello", "1.1", 0), ("Atlas", "1.0", largest)):
        package = _package(folder, name, version, chance.randbytes(size))
        servers.administer("package", "publish", package)
    servers.administer("grant", "add", "*", "everyone")


def _package(folder, name, version, payload):
    """A package of an app that prints its version."""
    app = folder / f"{name}.app"
    app.mkdir(parents=True)
    (app / "Info.plist").write_bytes(plistlib.dumps({
        "CFBundleIdentifier": f"{GROUP}.{name.lower()}", "CFBundleName": name, "CFBundleExecutable": "run",
        "CFBundleShortVersionString": version, "AppGroup": {"Group": GROUP, "Interface": "terminal"}}))
    (app / "run").write_text(f"#!/bin/sh\necho '{name} {version}'\n")
    (app / "run").chmod(0o755)
    if payload:
        (app / "payload").write_bytes(payload)
    package = folder / f"{name}-{version}.ipa"
    run([LAUNCHER_STORE, "pack", app, "-o", package])
    shutil.rmtree(app)
    return package
