"""The program behind the desktop's search, as the session bus starts it, beside the least that a call on the bus costs."""

import subprocess

from report import beside
from timing import Command, medians
from workshop import BUILD

SEARCH = BUILD / "installed/bin/launcher-search"
NAME = "local.app_group.Search"
APPS = 1_000
# A start takes longer, and its bus has to notice the end of the one before.
STARTS = 15

# Ends the program, so that the next call starts it.
STOP = f"""#!/bin/sh
pid=$(gdbus call --session --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus \\
    --method org.freedesktop.DBus.GetConnectionUnixProcessID {NAME} 2>/dev/null | sed 's/.*uint32 \\([0-9]*\\).*/\\1/')
[ -n "$pid" ] || exit 0
kill "$pid"
# Some systems leave it in the list of processes for a while.
while grep -q '^State:.[^Z]' "/proc/$pid/status" 2>/dev/null; do sleep 0.01; done
"""


def searching(workshop):
    """A search among many apps: in a process that runs already, and in one that the bus starts for it."""
    home = workshop.group(APPS)
    services = workshop.folder / "data/dbus-1/services"
    services.mkdir(parents=True)
    (services / f"{NAME}.service").write_text(f"[D-BUS Service]\nName={NAME}\nExec={SEARCH}\n")
    stop = workshop.folder / "stop-search"
    stop.write_text(STOP)
    stop.chmod(0o755)
    with workshop.bus(home) as environment:
        search = _call(NAME, "/local/app_group/Search", "org.gnome.Shell.SearchProvider2.GetInitialResultSet", "['app', '7']")
        found = subprocess.run(search, env=environment, check=True, capture_output=True, text=True).stdout
        assert found.count("com.example.bench") > 100, found
        least = _call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.GetId")
        warm, call = medians(Command(search, environment), Command(least, environment))
        beside(f"a search among {APPS:,} apps", warm, call, "`gdbus call … GetId`", 1.5)
        cold, call = medians(Command(search, environment, before=stop), Command(least, environment), runs=STARTS)
        beside("the same, started by the bus", cold, call, "`gdbus call … GetId`", 4)
        subprocess.run([stop], env=environment, check=True)


def _call(name, path, method, *arguments):
    return ["gdbus", "call", "--session", "--dest", name, "--object-path", path, "--method", method, *arguments]
