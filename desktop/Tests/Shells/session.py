"""A user's session in a temporary folder: installed programs, a group of apps, and the buses that a desktop needs."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILT = ROOT / ".build/debug"
GROUP = "com.example.tools"
# How long to wait for what must happen, in seconds. Both desktops may start on a busy machine.
PATIENCE = 300

APPS = [
    ("inbox", "Inbox", "mail-unread", 3, ["--action", "new-message=inbox:new", "--action", "newest=inbox:newest"]),
    ("rooms", "Rooms", "system-users", 0, []),
    ("notes", "Notes", "accessories-text-editor", 1000, ["--action", "news=notes:news"]),
    ("disk-space", "Disk space", "drive-harddisk", 0, []),
]


class Session:
    """Everything ends and goes away when the `with` statement ends."""

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="app-group-shells-"))
        self.processes = []
        for name in ("home", "run", "prefix/bin", "prefix/share/gnome-shell/search-providers"):
            (self.folder / name).mkdir(parents=True, mode=0o700)
        for name in ("launcher", "launcher-search", "launcher-badge-bridge"):
            shutil.copy2(BUILT / name, self.folder / "prefix/bin")
        shutil.copy2(
            ROOT / "desktop/Resources/local.app_group.Search.ini", self.folder / "prefix/share/gnome-shell/search-providers")
        self.environment = {
            # The bus asks the user database for the home folder, so it gets the data folder by its own name.
            "HOME": str(self.folder / "home"), "XDG_DATA_HOME": str(self.folder / "home/.local/share"), "LANG": "C.UTF-8", "USER": "ann", "XDG_RUNTIME_DIR": str(self.folder / "run"),
            "PATH": f"{self.folder}/prefix/bin:/usr/local/bin:/usr/bin:/bin",
            "XDG_DATA_DIRS": f"{self.folder}/prefix/share:/usr/local/share:/usr/share",
            "APP_GROUP_HOME": str(self.folder / "groups"), "GSETTINGS_BACKEND": "keyfile", "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        self._make_apps()
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _make_apps(self):
        program = self.folder / "prefix/bin/opened"
        program.write_text(f'#!/bin/sh\necho "$*" >>"{self.folder}/opened.txt"\n')
        program.chmod(0o755)
        for name, title, icon, badge, options in APPS:
            self.launcher(
                "register", f"{GROUP}.{name}", "--name", title, "--icon", icon, "--badge", badge, "--scheme", name,
                *options, "--", program, name, "%u")

    def launcher(self, *words):
        """Runs the launcher, which must succeed."""
        return subprocess.run(
            [self.folder / "prefix/bin/launcher", *map(str, words)], check=True, stdout=subprocess.PIPE, text=True,
            env=self.environment | {"APP_GROUP": GROUP}).stdout

    @property
    def opened(self):
        """What the apps were opened with, line by line."""
        file = self.folder / "opened.txt"
        return file.read_text().splitlines() if file.exists() else []

    def start(self, *words, **variables):
        """Starts a program that ends with the session; what it prints goes to a file beside its folder."""
        self.environment |= variables
        log = (self.folder / f"{pathlib.Path(str(words[0])).name}.log").open("ab")
        process = subprocess.Popen(
            [str(word) for word in words], env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.processes.append(process)
        return process

    def log(self, name):
        file = self.folder / f"{name}.log"
        return file.read_text(errors="replace") if file.exists() else ""

    def start_bus(self, variable):
        """Starts a bus; the variable tells other programs its address."""
        process = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address=1"], env=self.environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.processes.append(process)
        self.environment[variable] = process.stdout.readline().strip()

    def connect(self):
        """Connects this process to the session bus."""
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(
            self.environment["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)

    def call(self, name, path, method, arguments=None, reply=None):
        """Calls a method and returns its results."""
        interface, member = method.rsplit(".", 1)
        answer = self.bus.call_sync(
            name, path, interface, member, arguments, GLib.VariantType(reply) if reply else None,
            Gio.DBusCallFlags.NONE, 60_000, None)
        return answer.unpack()


def until(what, condition, pause=0.2):
    """Waits until something is true, and returns what made it so."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if result := condition():
                return result
        except GLib.Error:
            pass
        time.sleep(pause)
    raise AssertionError(f"waited in vain for {what}")


def check(what, is_true, detail=""):
    """Says what was seen to hold, or ends with what was seen instead."""
    if not is_true:
        raise AssertionError(f"{what}: {detail}")
    print(f"ok  {what}", flush=True)
