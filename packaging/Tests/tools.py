"""Checks of installed programs and libraries."""

import pathlib

from machine import expect

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = "launcher launcher-store launcher-badge-bridge launcher-search catalog-server"


def installed(machine):
    """apt installs the packages, and nothing else is missing."""
    machine.install("*.deb")
    expect(machine.run("dpkg --audit") == "")
    # A program with files of root in it would be a program that anybody could have changed.
    expect(machine.run("find /usr /etc /lib -newer /packages ! -user root ! -type l -print") == "")


def starting(machine):
    """Every program runs, has a man page, and is completed by three shells."""
    for program in PROGRAMS.split() + ["launcher-window"] * ("app-group-window" in machine.names):
        version = machine.run(f"{program} --version").strip()
        expect(version == "0.1.0", program, version)
        machine.run(f"test -s /usr/share/man/man1/{program}.1.gz")
    for program in ("launcher", "launcher-store", "catalog-server"):
        machine.run(f"""
            test -s /usr/share/bash-completion/completions/{program}
            test -s /usr/share/zsh/vendor-completions/_{program}
            test -s /usr/share/fish/vendor_completions.d/{program}.fish""")


def listed(machine):
    """A shell script, a C program and a Python program take part in one group."""
    (machine.root / "root/restarts.c").write_bytes((ROOT / "examples/c/restarts.c").read_bytes())
    output = machine.run("""
        export APP_GROUP=com.example.tools
        launcher register com.example.shell --name Shell --scheme scripted --badge 2 -- /bin/true %u
        cd /root
        cc -Wall -Werror -o restarts restarts.c $(pkg-config --cflags --libs appgroup)
        ./restarts >/dev/null
        python3 -c '
import appgroup
group = appgroup.Group("com.example.tools")
with group.join("com.example.python", "Python", command=["/bin/true"]) as member:
    member.set_badge(3)
'
        launcher list --all --order name --format tsv""")
    expect([line.split("\t")[0] for line in output.splitlines()[1:]] or output, output)
    for word in ("com.example.python", "com.example.restarts", "com.example.shell"):
        expect(word in output, output)
    machine.run("rm -r /root/restarts* /root/.local")


CHECKS = [installed, starting, listed]
