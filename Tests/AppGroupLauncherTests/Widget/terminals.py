"""Runs commands of the launcher in a real terminal of 32 columns on a virtual screen, and prints as JSON what came of it.

Arguments: the terminal, the launcher, and a question. `rows`: how many lines each command wrote, and in which row the terminal had
its cursor then. `icons`, only in foot: how many red and blue pixels are on the screen once there are many of both."""

import fcntl
import json
import os
import pty
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import tty

from PIL import Image

COMMANDS = (["list"], ["widget"], ["widget", "--size", "large"])
SIZE = (32, 40)


def inside(launcher, question, file):
    """What runs in the terminal."""
    if question == "icons":
        subprocess.run([launcher, "widget"], check=True)
        sys.stdin.read()
    tty.setraw(0)
    size = fcntl.ioctl(1, termios.TIOCGWINSZ, bytes(8))
    rows, columns = struct.unpack("HHHH", size)[:2]
    seen = []
    for command in COMMANDS:
        os.write(1, b"\x1b[H\x1b[2J")
        lines = relayed([launcher, *command], size).count(b"\n")
        # What the terminal answered too late for the launcher comes before this answer.
        answer(b"\x1b[5n", rb"\x1b\[0n")
        row = int(answer(b"\x1b[6n", rb"\x1b\[(\d+);\d+R")[1])
        seen.append({"command": command, "columns": columns, "rows": rows, "lines": lines, "row": row})
    with open(f"{file}.new", "w") as output:
        json.dump(seen, output)
    os.rename(f"{file}.new", file)


def relayed(command, size):
    """Runs a command in a terminal of its own, whose input and output are those of the real one. - Returns: its output."""
    child, end = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, size)
        os.execv(command[0], command)
    output = b""
    while True:
        ready = select.select([0, end], [], [])[0]
        if 0 in ready:
            os.write(end, os.read(0, 4096))
        if end in ready:
            try:
                data = os.read(end, 4096)
            except OSError:
                break
            output += data
            while data:
                data = data[os.write(1, data):]
    assert os.waitpid(child, 0)[1] == 0, output
    return output


def answer(question, pattern):
    """Asks the terminal, and waits for its answer."""
    os.write(1, question)
    data = b""
    while not (match := re.search(pattern, data)):
        data += os.read(0, 4096)
    return match


def outside(terminal, launcher, question):
    temporary = tempfile.TemporaryDirectory(prefix="terminal-", ignore_cleanup_errors=True)
    folder = temporary.name
    file = f"{folder}/seen"
    environment = dict(os.environ, XDG_RUNTIME_DIR=folder, LIBGL_ALWAYS_SOFTWARE="1", GALLIUM_DRIVER="softpipe")
    started = []

    def start(*command, **options):
        with open(f"{folder}/log", "a") as log:
            options = {"stdout": log, "stderr": log, **options}
            started.append(subprocess.Popen(command, env=environment, start_new_session=True, **options))

    def colors():
        """The numbers of red and blue pixels on the screen, if there are many."""
        subprocess.run(["grim", f"{folder}/screen.png"], env=environment, check=True)
        with Image.open(f"{folder}/screen.png") as image:
            pixels = list(image.convert("RGB").getdata())
        found = {"red": pixels.count((255, 0, 0)), "blue": pixels.count((0, 0, 255))}
        return found if min(found.values()) > 400 else None

    def wait(condition):
        deadline = time.monotonic() + 180
        while not (result := condition()):
            if time.monotonic() > deadline:
                with open(f"{folder}/log") as log:
                    sys.exit(f"{terminal} does not get there: {log.read()}")
            time.sleep(0.1)
        return result

    words = [sys.executable, "-B", os.path.abspath(__file__), "inside", launcher, question, file]
    columns, rows = SIZE
    try:
        if terminal == "foot":
            environment.update(WLR_BACKENDS="headless", WLR_RENDERER="pixman", WLR_LIBINPUT_NO_DEVICES="1")
            with open(f"{folder}/sway", "w") as settings:
                settings.write("output HEADLESS-1 resolution 1280x1280\nfor_window [app_id=foot] floating enable\n")
            start("dbus-run-session", "sway", "-c", f"{folder}/sway")
            environment["WAYLAND_DISPLAY"] = wait(
                lambda: next((name for name in os.listdir(folder) if name.startswith("wayland-") and "lock" not in name), None))
            start("foot", "--config=/dev/null", f"--window-size-chars={columns}x{rows}", *words)
        else:
            with open(f"{folder}/display", "w") as number:
                start("Xvfb", "-displayfd", "1", "-screen", "0", "1280x1280x24", "-noreset", "-nolisten", "tcp", stdout=number)
            environment["DISPLAY"] = ":" + wait(
                lambda: (text := open(f"{folder}/display").read()).endswith("\n") and text.strip())
            if terminal == "xterm":
                start("xterm", "-u8", "-geometry", f"{columns}x{rows}", "-e", shlex.join(words))
            else:
                start("kitty", "--config", "NONE", "-o", "remember_window_size=no", "-o", f"initial_window_width={columns}c",
                      "-o", f"initial_window_height={rows}c", "-o", "update_check_interval=0", *words)
        answer = wait(colors) if question == "icons" else wait(lambda: os.path.exists(file) and open(file).read())
    finally:
        for process in reversed(started):
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
    print(answer if question == "rows" else json.dumps(answer))


if sys.argv[1] == "inside":
    inside(*sys.argv[2:])
elif sys.argv[1] == "foot" and os.geteuid() == 0:
    # sway refuses to run as root.
    sys.exit(subprocess.run(["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", sys.executable, "-B", *sys.argv])
             .returncode)
else:
    outside(*sys.argv[1:])
