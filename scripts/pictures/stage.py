"""A home folder with a group of tools in it, which is deleted afterwards: the three real examples and some made up ones."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILT = ROOT / ".build/debug"
GROUP = "com.example.tools"

# The tools beside inbox, visa and disk-space: identifier, name, color, icon in a square of 24, badge, how often they were opened.
TOOLS = [
    ("calendar", "Calendar", "#d6453d", "M6 8h12v10H6zM6 8V6.5h12V8M9 5v3M15 5v3M9 12h2M13 12h2M9 15h2", 3, 4),
    ("notes", "Notes", "#7a4fc9", "M7 6h10v12H7zM9.5 9.5h5M9.5 12h5M9.5 14.5h3", 12, 3),
    ("rooms", "Meeting rooms", "#2a8f57", "M8 5.5h8v13H8zM5.5 18.5h13M13.5 12v.6", 1, 2),
    ("chat", "Chat", "#0f8b8d", "M5.5 7h13v8.5H12L8.5 18v-2.5h-3z", 0, 2),
    ("photos", "Photos", "#d9822b", "M5.5 7h13v10h-13zM6 16l3.5-4 2.5 2.5 2-2 4 4M15 10v.2", 0, 1),
    ("timer", "Timer", "#4a5568", "M12 7.5a5.5 5.5 0 1 0 .01 0M12 10v3h2.2M10.5 5h3", 0, 1),
    ("city-maps", "City maps", "#3b7dd8",
     "M12 19c-3-3.5-4.5-6-4.5-8.2a4.5 4.5 0 0 1 9 0C16.5 13 15 15.5 12 19zM12 11v.2", 0, 0),
    ("radio", "Radio", "#b83280", "M6 10h12v8H6zM9 14v.2M13 13h3M13 15.5h3M8 10l7-4", 0, 0),
    ("backup", "Backup", "#2c7a7b",
     "M7 16a3 3 0 0 1 .5-6 4.5 4.5 0 0 1 8.7 0A3 3 0 0 1 17 16M12 18v-6M9.8 14l2.2-2.2 2.2 2.2", 0, 0),
]
ACTIONS = {
    "calendar": {"today": "Show today", "new": "New event", "invitations": "Open invitations"},
    "notes": {"new": "New note", "search": "Search all notes"},
    "rooms": {"free": "Find a free room"},
}


class Stage:
    """The folder, the environment of the programs in it, and what they do before the first picture."""

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="app-group-pictures-"))
        self.started = []
        try:
            self.home, self.programs = self.folder / "home", self.folder / "bin"
            for folder in (self.home, self.programs, self.folder / "run", self.folder / "icons"):
                folder.mkdir(mode=0o700)
            # What the launcher runs is beside it.
            for program in [BUILT / "inbox", BUILT / "visa", *BUILT.glob("launcher*")]:
                if "." not in program.name and program.is_file() and os.access(program, os.X_OK):
                    (self.programs / program.name).symlink_to(program)
            shutil.copy(ROOT / "examples/shell/disk-space.sh", self.programs / "disk-space")
            self.environment = {
                "HOME": str(self.home), "PATH": f"{self.programs}:/usr/bin:/bin", "APP_GROUP": GROUP, "LANG": "C.UTF-8",
                "XDG_RUNTIME_DIR": str(self.folder / "run"), "XDG_DATA_DIRS": "/usr/share", "TZ": "UTC", "USER": "ann",
                "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "keyfile",
                # The faster llvmpipe shows images below text in wrong colors in kitty.
                "LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "softpipe",
            }
            self.fill()
            return self
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_):
        for process in reversed(self.started):
            end(process)
        shutil.rmtree(self.folder, ignore_errors=True)

    def fill(self):
        """Lets the tools join their group, and opens some of them."""
        fonts = self.home / ".config/fontconfig"
        fonts.mkdir(parents=True)
        (fonts / "fonts.conf").write_text(FONTS)
        self.run(ROOT / "examples/samples/into-maildir.sh", self.home / "Mail")
        self.run("inbox", "maildir", self.home / "Mail")
        self.run("disk-space")
        self.run("launcher", "badge", "set", "com.example.disk-space", 1)
        self.look_up_visa()
        for name, title, color, drawing, badge, _ in TOOLS:
            script = self.programs / name
            script.write_text(f"#!/bin/sh\necho '{title}: nothing more to show.'\n")
            script.chmod(0o755)
            actions = [word for action, said in ACTIONS.get(name, {}).items() for word in (
                "--action", f"{action}={name}://{action}", "--action-name", f"{action}={said}")]
            self.run("launcher", "register", f"com.example.{name}", "--name", title, "--scheme", name, "--badge", badge,
                     "--icon", self.icon(name, color, drawing), *actions, "--terminal", "--", script)
        self.run("launcher", "settings", "set", "name", "My tools")
        for name, _, _, _, _, count in TOOLS:
            for _ in range(count):
                self.run("launcher", "open", f"{name}:")
        for _ in range(5):
            self.run("launcher", "open", "inbox:")

    def icon(self, name, color, drawing):
        """A PNG image of a white drawing in a colored square with round corners."""
        file = self.folder / "icons" / f"{name}.png"
        # The margin is that of the examples' icons.
        svg = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1.714 -1.714 27.428 27.428">'
               f'<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".22"/><stop offset="1" stop-opacity=".12"/></linearGradient></defs>'
               f'<rect width="24" height="24" rx="5.4" fill="{color}"/><rect width="24" height="24" rx="5.4" fill="url(#g)"/>'
               f'<path d="{drawing}" fill="none" stroke="#fff" stroke-width="1.5" stroke-linecap="round" '
               f'stroke-linejoin="round"/></svg>')
        subprocess.run(["rsvg-convert", "--width", "128", "--output", file], input=svg.encode(), check=True)
        return file

    def look_up_visa(self):
        """Lets visa find a decision in a table, and then a later one, so that it has news."""
        office = self.folder / "office"
        office.mkdir()
        shutil.copy(ROOT / "examples/samples/decisions.pdf", office / "decisions.pdf")
        # The server says its port on its first line.
        server = self.start("/usr/bin/python3", "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", office, 0,
                            stdout=subprocess.PIPE)
        port = server.stdout.readline().split(b" port ")[1].split()[0].decode()
        self.run("visa", "track", "2100", "0007919", "--label", "Anna", "--source", f"http://127.0.0.1:{port}/decisions.pdf")
        self.run("visa", "update")
        shutil.copy(ROOT / "examples/samples/decisions-later.pdf", office / "decisions.pdf")
        self.run("visa", "update")
        end(server)

    def deliver(self, sender, subject):
        """Delivers a message into the Maildir, as a mail server does."""
        number = len(list((self.home / "Mail/new").iterdir())) + 1
        name = f"{2_000_000_000 + number}.{os.getpid()}_{number}.pictures"
        written = self.home / "Mail/tmp" / name
        written.write_text(f"From: {sender}\nTo: ann@example.com\nSubject: {subject}\nDate: Mon, 24 Nov 2025 09:41:00 +0000\n"
                           f"Message-ID: <{number}@example.com>\n\n{subject}\n")
        written.rename(self.home / "Mail/new" / name)

    def run(self, *words, **options):
        """Runs a program to its end, which must be a success, and returns its output."""
        result = subprocess.run([str(word) for word in words], env=self.environment | options.get("env", {}), cwd=self.home,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if result.returncode != 0:
            sys.exit(f"picture: {words} ended with status {result.returncode}:\n{result.stdout}{result.stderr}")
        return result.stdout

    def start(self, *words, env={}, **options):
        """Starts a program, which ends with the stage at the latest."""
        options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL} | options
        process = subprocess.Popen([str(word) for word in words], env=self.environment | env, cwd=self.home,
                                   start_new_session=True, **options)
        self.started.append(process)
        return process

    def total(self):
        return int(self.run("launcher", "badge", "total"))


def end(process):
    """Ends a program and those that it started, even if the program itself has ended already."""
    if process.returncode is not None:
        return
    # Until the program is waited for, no other group of processes can have its number.
    os.killpg(process.pid, signal.SIGTERM)
    limit = time.monotonic() + 5
    while not os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) and time.monotonic() < limit:
        time.sleep(0.02)
    time.sleep(0.2)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_until(condition, what, seconds=30):
    """Waits until a condition holds."""
    limit = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > limit:
            sys.exit(f"picture: {what} did not happen within {seconds} seconds")
        time.sleep(0.05)


FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <alias binding="same"><family>sans-serif</family><prefer><family>Inter</family></prefer></alias>
  <alias binding="same"><family>system-ui</family><prefer><family>Inter</family></prefer></alias>
  <alias binding="same"><family>monospace</family><prefer><family>JetBrains Mono</family></prefer></alias>
</fontconfig>
"""
