"""Checks of upgrades, removal and purging."""

import re

from machine import expect, run
from service import AS_SERVER, SETTINGS

OLD = "0.0.9"

LIST = "launcher list --group com.example.tools --all --format json"
AUDIT = f"{AS_SERVER} audit --format json {SETTINGS}"


def make_old(machine):
    """Packages of an older release: the same programs under an older number, and a server with other settings."""
    (machine.root / "packages/old").mkdir()
    for package in machine.packages:
        folder = machine.folder / "old" / package.name
        folder.parent.mkdir(exist_ok=True)
        run(["dpkg-deb", "--raw-extract", package, folder])
        control = folder / "DEBIAN/control"
        version = re.search(r"^Version: (.*)$", control.read_text(), re.MULTILINE)[1]
        # The packages depend on each other's version.
        control.write_text(control.read_text().replace(version, OLD))
        settings = folder / "etc/catalog-server/settings.json"
        if settings.exists():
            settings.write_text(settings.read_text().replace("8080", "8081"))
        run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", folder, machine.root / "packages/old" / package.name])


def versions(machine):
    return set(machine.run(f"dpkg-query --show --showformat '${{Version}}\\n' {machine.names}").split())


def upgraded(machine):
    """An upgrade of all packages keeps groups, the catalog, settings that the administrator has changed, and a running service."""
    make_old(machine)
    new = versions(machine)
    machine.run("apt-get install -qq -y --allow-downgrades -o Dpkg::Options::=--force-confnew ./packages/old/*.deb")
    expect(versions(machine) == {OLD}, versions(machine))
    expect("8081" in machine.run("cat /etc/catalog-server/settings.json"))
    machine.run("""
        sed -i 's/8081/8090/' /etc/catalog-server/settings.json
        export APP_GROUP=com.example.tools
        launcher register com.example.kept --name Kept --badge 2 -- /bin/true
        python3 -c 'import appgroup; appgroup.Group("com.example.tools").set_field("com.example.kept", "newest", "Ada")'""")
    if machine.boots:
        machine.run("systemctl restart catalog-server")
        wait_for_server(machine)
    before = machine.run(AUDIT), machine.run(LIST)
    machine.install("*.deb")
    expect(len(new) == 1 and versions(machine) == new, versions(machine), new)
    if machine.boots:
        wait_for_server(machine)
    expect("8090" in machine.run("cat /etc/catalog-server/settings.json"))
    expect("8080" in machine.run("cat /etc/catalog-server/settings.json.dpkg-dist"))
    after = machine.run(AUDIT), machine.run(LIST)
    expect("ada" in before[0] and "Ada" in before[1] and before == after, before, after)
    expect(not machine.boots or "com.example.large" in before[0], before[0])


def wait_for_server(machine):
    machine.wait_for("the server", lambda: machine.attempt("curl -sf http://127.0.0.1:8090/readyz").returncode == 0)


def removed(machine):
    """Removing the packages stops the service and keeps the catalog and the settings."""
    machine.run(f"apt-get remove -qq -y {machine.names}")
    if machine.boots:
        expect(machine.attempt("systemctl is-active catalog-server").stdout.strip() == "inactive")
    machine.run("test -s /var/lib/catalog-server/catalog.sqlite && grep -q 8090 /etc/catalog-server/settings.json")
    expect(machine.attempt("command -v launcher catalog-server").returncode != 0)


def purged(machine, before):
    """Purging leaves no file, even if a disk is mounted in place of the server's folder."""
    machine.run("rm -rf /root/Large.ipa /root/.local /root/.cache /root/.config /root/.state")
    machine.run(f"""
        mount --bind /var/lib/catalog-server /var/lib/catalog-server
        dpkg --purge {machine.names}
        umount /var/lib/catalog-server
        rmdir /var/lib/catalog-server""")
    after = machine.files()
    expect(after == before, "left: " + " ".join(sorted(after - before)), "gone: " + " ".join(sorted(before - after)))
