"""The badges on a real dock: how soon Plank shows what the registry says, for apps that are docked and others."""

import os
import random
import subprocess
import time

from report import at_most, milliseconds, row
from workshop import BADGE_BRIDGE, GROUP, LAUNCHER

SIZE = (640, 200)
ICON = 48
COLORS = {
    "red": (255, 0, 0), "lime": (0, 255, 0), "blue": (0, 0, 255), "cyan": (0, 255, 255), "magenta": (255, 0, 255),
    "yellow": (255, 255, 0),
}
DOCKED = ["red", "lime", "blue", "cyan"]
CHANGES = 20
# A time that is shown if the dock is still wrong then, in seconds.
PATIENCE = 5


def docks(workshop):
    """Changes badges at random, and compares the pictures of the docked apps with pictures of known badges."""
    dock = _Dock(workshop)
    try:
        dock.learn()
        badges = dict.fromkeys(COLORS, 0)
        for name in COLORS:
            dock.run([LAUNCHER, "register", f"{GROUP}.{name}", "--name", name, "--group", GROUP, "--", "/bin/true"])
        dock.start([BADGE_BRIDGE])
        time.sleep(2)
        times = []
        for number in range(CHANGES):
            name = random.choice(list(COLORS))
            badges[name] = random.choice([badge for badge in range(10) if badge != badges[name]])
            begin = time.monotonic()
            dock.run([LAUNCHER, "badge", "set", f"{GROUP}.{name}", str(badges[name]), "--group", GROUP])
            # A change of an app that is not docked must not be seen, so the pictures are compared for a second.
            least = 0 if name in DOCKED else 1
            times.append(dock.seconds_until([badges[name] for name in DOCKED], begin, least))
        slowest = max(times)
        row(f"badges on Plank after {CHANGES} random changes: the slowest to be right", milliseconds(1000 * slowest),
            "", "", at_most(slowest, 1, " s"))
    finally:
        dock.end()


class _Dock:
    """Plank on a virtual screen, with icons of one color each."""

    def __init__(self, workshop):
        self.folder = workshop.folder / "dock"
        applications = self.folder / "data/applications"
        launchers = self.folder / "config/plank/dock1/launchers"
        for folder in (applications, launchers):
            folder.mkdir(parents=True)
        self.processes = []
        reader, writer = os.pipe()
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-nolisten", "tcp"],
            pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as stream:
            display = stream.readline().strip()
        self.environment = workshop.environment() | {
            "DISPLAY": f":{display}", "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1", "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder / "data"), "XDG_CONFIG_HOME": str(self.folder / "config"),
            "APP_GROUP_HOME": str(self.folder / "groups"),
        }
        # Plank asks a service that needs the screen. It gets a bus of its own, which knows the screen.
        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address=1"], env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.processes.append(bus)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        for name in COLORS:
            icon = self.folder / f"{name}.png"
            self.run(["convert", "-size", f"{ICON}x{ICON}", f"xc:{name}", icon])
            entry = applications / f"{GROUP}.{name}.desktop"
            entry.write_text(f"[Desktop Entry]\nType=Application\nName={name}\nExec=/bin/true\nIcon={icon}\n")
            if name in DOCKED:
                (launchers / f"{name}.dockitem").write_text(f"[PlankDockItemPreferences]\nLauncher=file://{entry}\n")
        self.start(["plank"])
        self.known = {}
        end = time.monotonic() + 60
        while len(self.icons()) < len(DOCKED):
            assert time.monotonic() < end, "Plank shows no icons"

    def run(self, words):
        subprocess.run([str(word) for word in words], env=self.environment, check=True, stdout=subprocess.DEVNULL)

    def start(self, words):
        self.processes.append(subprocess.Popen(
            [str(word) for word in words], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL))

    def end(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait()
        self.screen.terminate()
        self.screen.wait()

    def icons(self):
        """The pixels of each icon on the screen, by name."""
        pixels = subprocess.run(
            ["import", "-window", "root", "-depth", "8", "rgb:-"], env=self.environment, check=True,
            stdout=subprocess.PIPE).stdout
        icons = {}
        for name, color in COLORS.items():
            # The lowest row of an icon is never covered by a badge.
            place = pixels.rfind(bytes(color))
            while place > 0 and place % 3:
                place = pixels.rfind(bytes(color), 0, place + 2)
            right, bottom = place // 3 % SIZE[0], place // 3 // SIZE[0]
            if place > 0 and right >= ICON - 1 and bottom >= ICON - 1:
                rows = range(bottom - ICON + 1, bottom + 1)
                starts = [3 * (row * SIZE[0] + right - ICON + 1) for row in rows]
                icons[name] = b"".join(pixels[start:start + 3 * ICON] for start in starts)
        return icons

    def learn(self):
        """Takes pictures of all badges up to 9, each sent by a connection that sends no other app's."""
        from gi.repository import Gio, GLib
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        address = self.environment["DBUS_SESSION_BUS_ADDRESS"]
        buses = {name: Gio.DBusConnection.new_for_address_sync(address, flags, None, None) for name in DOCKED}
        seen = [self.icons()]
        for badge in range(1, 10):
            for name, bus in buses.items():
                properties = {"count": GLib.Variant("x", badge), "count-visible": GLib.Variant("b", True)}
                bus.emit_signal(
                    None, "/app", "com.canonical.Unity.LauncherEntry", "Update",
                    GLib.Variant("(sa{sv})", (f"application://{GROUP}.{name}.desktop", properties)))
                bus.flush_sync(None)
            while True:
                now = self.icons()
                if all(now[name] not in [icons[name] for icons in seen] for name in DOCKED) and now == self.icons():
                    break
            seen.append(now)
        for bus in buses.values():
            bus.close_sync(None)
        self.known = {name: [icons[name] for icons in seen] for name in DOCKED}
        assert self.seconds_until([0] * len(DOCKED), time.monotonic(), 0) < PATIENCE

    def seconds_until(self, badges, begin, least):
        """The time until the dock shows these badges, and goes on to show them until so many seconds have passed."""
        right = None
        while time.monotonic() < begin + PATIENCE:
            icons = self.icons()
            if all(icons.get(name) == self.known[name][badge] for name, badge in zip(DOCKED, badges)):
                right = right or time.monotonic()
                if time.monotonic() >= begin + least:
                    return right - begin
            else:
                right = None
        return PATIENCE
