"""Checks of upgrades, removal and purging."""

import re

from machine import expect, run

OLD = "0.0.9"
NAMES = "app-group app-group-window app-group-server libappgroup1 libappgroup-dev python3-appgroup"

AUDIT = "sudo -u catalog-server catalog-server audit --format json --config /etc/catalog-server/settings.json"


def make_old(machine):
    """A package of an older release: the same programs under an older number, with other settings."""
    [package] = machine.packages.glob("app-group-server_*.deb")
    folder = machine.folder / "old"
    run(["dpkg-deb", "--raw-extract", package, folder])
    control = folder / "DEBIAN/control"
    control.write_text(re.sub(r"^Version: .*", f"Version: {OLD}", control.read_text(), flags=re.MULTILINE))
    settings = folder / "etc/catalog-server/settings.json"
    settings.write_text(settings.read_text().replace("8080", "8081"))
    (machine.root / "packages/old").mkdir()
    run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", folder, machine.root / "packages/old/app-group-server.deb"])


def upgraded(machine):
    """An upgrade keeps the catalog, settings that the administrator has changed, and a running service."""
    make_old(machine)
    machine.run("apt-get install -qq -y --allow-downgrades -o Dpkg::Options::=--force-confnew "
                "./packages/old/app-group-server.deb")
    expect("8081" in machine.run("cat /etc/catalog-server/settings.json"))
    machine.run("""
        sed -i 's/8081/8090/' /etc/catalog-server/settings.json
        systemctl restart catalog-server""")
    machine.wait_for("the older server", lambda: machine.attempt("curl -sf http://127.0.0.1:8090/readyz").returncode == 0)
    before = machine.run(AUDIT)
    machine.install("*.deb")
    machine.wait_for("the newer server", lambda: machine.attempt("curl -sf http://127.0.0.1:8090/readyz").returncode == 0)
    expect("8090" in machine.run("cat /etc/catalog-server/settings.json"))
    expect("8080" in machine.run("cat /etc/catalog-server/settings.json.dpkg-dist"))
    after = machine.run(AUDIT)
    expect("com.example.large" in before and before == after, before, after)


def removed(machine):
    """Removing the packages stops the service and keeps the catalog and the settings."""
    machine.run(f"apt-get remove -qq -y {NAMES}")
    expect(machine.attempt("systemctl is-active catalog-server").stdout.strip() == "inactive")
    machine.run("test -s /var/lib/catalog-server/catalog.sqlite && grep -q 8090 /etc/catalog-server/settings.json")
    expect(machine.attempt("command -v launcher catalog-server").returncode != 0)


def purged(machine, before):
    """Purging leaves no file."""
    machine.run("rm -rf /root/Large.ipa /root/.local /root/.cache /root/.config /root/.state")
    machine.run(f"dpkg --purge {NAMES}")
    after = machine.files()
    expect(after == before, "left: " + " ".join(sorted(after - before)), "gone: " + " ".join(sorted(before - after)))
