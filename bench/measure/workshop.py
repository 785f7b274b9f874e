"""A scratch home with groups of any size, and the programs that are measured."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile

BENCH = pathlib.Path(__file__).resolve().parent.parent
BUILD = BENCH.parent / ".build/bench"
LAUNCHER = BUILD / "installed/bin/launcher"
# It writes the packages that are measured, and is not measured itself.
PACKAGE_CORPUS = BENCH.parent / ".build/debug/package-corpus"
LAUNCHER_STORE = BUILD / "installed/bin/launcher-store"
LAUNCHER_WINDOW = BUILD / "installed/bin/launcher-window"
WINDOW_PEER = BUILD / "window"
BADGE_BRIDGE = BUILD / "installed/bin/launcher-badge-bridge"
CATALOG_SERVER = BUILD / "installed/bin/catalog-server"
# With the standard library linked in, and with everything, as the installed launcher is.
RELEASE = BENCH.parent / ".build/release"
STATIC = BENCH.parent / ".build-static/release"
STORE_BENCH = RELEASE / "store-bench"
TOOL_EMBEDDING = RELEASE / "tool-embedding"
ADD_LOOP = BUILD / "add-loop"

GROUP = "com.example.bench"
TARGET = f"{GROUP}.app1"


class Workshop:
    """A folder that goes away at the end. Whatever a measured program reads or writes lies in it."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="app-group-bench-"))
        for name in ("config", "data", "cache", "groups"):
            (self.folder / name).mkdir()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def environment(self, home="groups"):
        """What the programs see; `home` names the folder of groups."""
        return {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "DISPLAY": ":0",  # xdg-open asks a handler for schemes only where there is a display
            "DBUS_SESSION_BUS_ADDRESS": os.environ["DBUS_SESSION_BUS_ADDRESS"],
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "APP_GROUP_HOME": str(self.folder / home),
        }

    @contextlib.contextmanager
    def bus(self, home="groups"):
        """A session bus whose services lie in this folder, too; gives the environment of its clients."""
        environment = self.environment(home)
        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address=1"], env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        try:
            yield environment | {"DBUS_SESSION_BUS_ADDRESS": bus.stdout.readline().strip()}
        finally:
            bus.terminate()
            bus.wait()

    def store(self, home="groups"):
        """The store's file."""
        return self.folder / home / GROUP / "registry.sqlite"

    def group(self, apps):
        """A group of so many apps, in a folder of groups of its own; gives that folder's name."""
        home = f"groups-{apps}"
        if not (self.folder / home).exists():
            self.run([STORE_BENCH, "fill", str(apps)], home)
            # As a cold start finds it: most of it in the file, a little in the log.
            self.run([LAUNCHER, "badge", "add", TARGET, "1"], home)
        return home

    def copy(self, home, page_size=None, name="copy"):
        """A copy of a folder of groups, with pages of another size where one is given; gives its name."""
        copy = f"{home}-{page_size or name}"
        if not (self.folder / copy).exists():
            shutil.copytree(self.folder / home, self.folder / copy)
            if page_size:
                self.run(["sqlite3", self.store(copy),
                          f"PRAGMA journal_mode = DELETE; PRAGMA page_size = {page_size}; VACUUM; PRAGMA journal_mode = WAL"])
        return copy

    def run(self, command, home="groups"):
        """Runs a program to its end; it must succeed."""
        return subprocess.run(
            [str(word) for word in command], env=self.environment(home), cwd=self.folder, check=True,
            capture_output=True, text=True,
        ).stdout

    def handler(self, scheme, program):
        """Makes a program the desktop's handler of a scheme."""
        applications = self.folder / "data/applications"
        applications.mkdir(exist_ok=True)
        (applications / f"{scheme}.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName={scheme}\nExec={program} %u\n"
            f"MimeType=x-scheme-handler/{scheme};\n")
        self.run(["update-desktop-database", applications])
        self.run(["xdg-mime", "default", f"{scheme}.desktop", f"x-scheme-handler/{scheme}"])

    def desktop_entries(self, count):
        """As many desktop files as a group has apps, in a data folder of their own."""
        folder = self.folder / "many"
        (folder / "applications").mkdir(parents=True)
        for number in range(1, count + 1):
            (folder / f"applications/app{number}.desktop").write_text(
                f"[Desktop Entry]\nType=Application\nName=Application {number}\nComment=One of many\n"
                f"Icon=application-x-executable\nExec=/bin/true %u\nTerminal=false\n"
                f"MimeType=x-scheme-handler/bench{number};\n")
        return folder
