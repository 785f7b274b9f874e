"""Checks of the service, as systemd runs it with all of its restrictions."""

import json

from machine import expect

ADDRESS = "http://127.0.0.1:8080"
AS_SERVER = "sudo -u catalog-server catalog-server"
SETTINGS = "--config /etc/catalog-server/settings.json"


def begun(machine):
    """An administrator begins a catalog as the service's user, who alone can read it, and it can be backed up."""
    machine.run(f"""
        echo 'a password of ada' | {AS_SERVER} init {SETTINGS} --group com.example.tools --administrator ada --password-stdin
        {AS_SERVER} backup /var/lib/catalog-server/backup.sqlite {SETTINGS}
        test -s /var/lib/catalog-server/backup.sqlite""")
    expect(machine.run("stat -c '%U %a' /var/lib/catalog-server").split() == ["catalog-server", "700"])


def property_of(machine, name):
    return machine.run(f"systemctl show --value --property={name} catalog-server").strip()


def waiting(machine):
    """Before there is a catalog, the service is enabled but skipped, and its status says what to do."""
    machine.run("systemctl start catalog-server")
    expect(property_of(machine, "ActiveState") == "inactive", property_of(machine, "ActiveState"))
    expect(property_of(machine, "Result") == "exec-condition", property_of(machine, "Result"))
    expect(machine.run("systemctl is-enabled catalog-server").strip() == "enabled")
    status = machine.attempt("systemctl status catalog-server --no-pager --full").stdout
    expect(f"{AS_SERVER} init {SETTINGS} --group com.example.tools" in status, status)
    expect(machine.state() == "running", machine.run("systemctl --failed --no-pager"))


def serving(machine):
    """After `catalog-server init`, the service serves a login, an upload of 200 MB, a ranged download and a backup."""
    machine.run(f"""
        echo 'a password of ada' | {AS_SERVER} init {SETTINGS} --group com.example.tools --administrator ada --password-stdin
        systemctl start catalog-server""")
    machine.wait_for("the server", lambda: machine.attempt(f"curl -sf {ADDRESS}/readyz").returncode == 0)
    expect(property_of(machine, "ActiveState") == "active")
    output = machine.run(f"""
        mkdir -p /root/Large.app && cd /root
        cat >Large.app/Info.plist <<'PLIST'
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>CFBundleIdentifier</key><string>com.example.large</string><key>CFBundleName</key><string>Large</string>
<key>CFBundleShortVersionString</key><string>1.0</string><key>CFBundleVersion</key><string>1</string>
<key>CFBundleExecutable</key><string>large</string>
</dict></plist>
PLIST
        printf '#!/bin/sh\\n' >Large.app/large && chmod 755 Large.app/large
        head -c 200000000 /dev/urandom >Large.app/data
        launcher pack Large.app -o Large.ipa >&2
        echo 'a password of ada' | launcher login {ADDRESS} --user ada --password-stdin --no-handler >&2
        launcher publish Large.ipa >&2
        {AS_SERVER} grant add '*' user:ada {SETTINGS} >&2
        curl -sf -H 'Content-Type: application/json' -d '{{"user":"ada","password":"a password of ada"}}' {ADDRESS}/v1/login""",
        timeout=900)
    token = json.loads(output)["token"]
    digest = machine.run("sha256sum /root/Large.ipa").split()[0]
    path = f"/v1/packages/com.example.large/releases/{digest}/file"
    machine.run(f"""
        cd /root
        curl -sf -H 'Authorization: Bearer {token}' -r 100000000-150000000 -o part {ADDRESS}{path}
        tail -c +100000001 Large.ipa | head -c 50000001 | cmp - part
        {AS_SERVER} backup /var/lib/catalog-server/backup.sqlite {SETTINGS}
        test -s /var/lib/catalog-server/backup.sqlite
        launcher install large >&2 && rm -r part Large.app""")


def private(machine):
    """The running server is its own user's, without capabilities or new privileges, and with a filter of system calls."""
    pid = property_of(machine, "MainPID")
    status = dict(line.split(":\t", 1) for line in machine.run(f"cat /proc/{pid}/status").splitlines() if ":\t" in line)
    expect(int(status["CapBnd"], 16) == 0 and int(status["CapEff"], 16) == 0, status["CapBnd"], status["CapEff"])
    expect(status["NoNewPrivs"].strip() == "1" and status["Seccomp"].strip() == "2", status)
    expect(machine.run(f"ps -o user= -p {pid} 2>/dev/null || stat -c %U /proc/{pid}").strip() == "catalog-server")
    expect(machine.run("stat -c '%U %a' /var/lib/catalog-server").split() == ["catalog-server", "700"])


def ended(machine):
    """A server whose settings can't be used is not started again by itself, and starts once they are corrected."""
    file = "/etc/catalog-server/settings.json"
    machine.run(f"""
        cp -p {file} /root/settings.json
        echo '{{"tlsKey": "/nowhere.pem"}}' >{file}
        systemctl restart catalog-server""")
    # Between two attempts, it would be "activating".
    machine.wait_for("the end of the server", lambda: property_of(machine, "ActiveState") == "failed")
    expect(property_of(machine, "ExecMainStatus") == "78", property_of(machine, "ExecMainStatus"))
    expect(property_of(machine, "NRestarts") == "0", property_of(machine, "NRestarts"))
    machine.run(f"""
        mv /root/settings.json {file}
        systemctl start catalog-server""")
    machine.wait_for("the server", lambda: machine.attempt(f"curl -sf {ADDRESS}/readyz").returncode == 0)


CHECKS = [waiting, serving, private, ended]
