"""Runs a real status bar with a configuration, changes a badge, clicks, and prints what happened as JSON.

Arguments: the bar, its configuration, and for waybar its style sheet."""

import json
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

from PIL import Image

bar, configuration = sys.argv[1:3]
temporary = tempfile.TemporaryDirectory(prefix="bar-", ignore_cleanup_errors=True)
folder = temporary.name
environment = dict(os.environ, XDG_RUNTIME_DIR=folder, PATH=f"{os.environ['PATH']}:/usr/sbin")


def run(*command):
    return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def start(*command, **options):
    with open(f"{folder}/log", "a") as log:
        return subprocess.Popen(command, env=environment, **{"stdout": log, "stderr": log, **options})


def wait(condition):
    deadline = time.monotonic() + 120
    while not (answer := condition()):
        if time.monotonic() > deadline:
            with open(f"{folder}/log") as log:
                sys.exit(f"{bar} does not get there: {log.read()}")
        time.sleep(0.1)
    return answer


def red(take):
    """How many pixels of a screenshot are as red as a count."""
    wait(lambda: subprocess.run([*take, f"{folder}/screen.png"], env=environment, stdout=subprocess.DEVNULL).returncode == 0)
    with Image.open(f"{folder}/screen.png") as image:
        return sum(red > 170 and green < 110 and blue < 110 for red, green, blue in image.convert("RGB").getdata())


def changes(take):
    """The red of a badge of 3, of one of six digits, and of none."""
    one = wait(lambda: red(take))
    run("launcher", "badge", "set", "org.example.tea", "888888")
    six = wait(lambda: (now := red(take)) > one and now)
    return [one, six]


def polybar():
    with tempfile.TemporaryFile("w+") as number:
        server = start("Xvfb", "-displayfd", "1", "-screen", "0", "800x100x24", "-noreset", "-nolisten", "tcp", stdout=number)
        wait(lambda: number.seek(0) == 0 and number.read().endswith("\n"))
        number.seek(0)
        environment["DISPLAY"] = f":{number.read().strip()}"
    program = start("polybar", "-c", configuration, "test")
    take = ("import", "-window", "root")
    seen = changes(take)
    run("xdotool", "mousemove", "8", "15", "click", "1")
    opened = wait(lambda: json.loads(run("launcher", "info", "tea", "--format", "json"))["app"]["openCount"])
    run("launcher", "badge", "clear", "org.example.tea")
    wait(lambda: red(take) == 0)
    program.terminate()
    program.wait()
    server.terminate()
    server.wait()
    return {"red": seen, "opened": opened}


class Pointer:
    """A pointer for sway, which has no devices here: the protocol wlr-virtual-pointer-unstable-v1 of its compositor library."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(f"{folder}/{environment['WAYLAND_DISPLAY']}")
        self.send(1, 1, struct.pack("I", 2))  # wl_display.get_registry
        self.send(1, 0, struct.pack("I", 3))  # wl_display.sync, whose answer follows the list
        manager = None
        while True:
            sender, opcode, data = self.receive()
            if sender == 3:
                break
            if sender == 2 and opcode == 0:
                name, length = struct.unpack_from("II", data)
                if data[8:8 + length - 1] == b"zwlr_virtual_pointer_manager_v1":
                    manager = name
        interface = b"zwlr_virtual_pointer_manager_v1\0"
        self.send(2, 0, struct.pack("II", manager, len(interface)) + interface + bytes(-len(interface) % 4) + struct.pack("II", 1, 4))
        self.send(4, 0, struct.pack("II", 0, 5))  # create_virtual_pointer for any seat

    def send(self, receiver, opcode, data):
        self.socket.sendall(struct.pack("II", receiver, len(data) + 8 << 16 | opcode) + data)

    def receive(self):
        sender, head = struct.unpack("II", self.socket.recv(8, socket.MSG_WAITALL))
        size = (head >> 16) - 8
        return sender, head & 0xFFFF, self.socket.recv(size, socket.MSG_WAITALL) if size else b""

    def click(self, x, y):
        """Presses and releases the left button at a place on the screen."""
        self.send(5, 1, struct.pack("IIIII", 0, x, y, 800, 100))
        self.send(5, 4, b"")
        for state in (1, 0):
            time.sleep(0.2)
            self.send(5, 2, struct.pack("III", 0, 0x110, state))
            self.send(5, 4, b"")


def waybar():
    environment.update(WLR_BACKENDS="headless", WLR_RENDERER="pixman", WLR_LIBINPUT_NO_DEVICES="1")
    with open(f"{folder}/sway", "w") as file:
        file.write("output HEADLESS-1 resolution 800x100\n")
    compositor = start("dbus-run-session", "sway", "-c", f"{folder}/sway", start_new_session=True)
    environment["WAYLAND_DISPLAY"] = wait(
        lambda: next((name for name in os.listdir(folder) if name.startswith("wayland-") and "lock" not in name), None))
    with open(f"{folder}/choose", "w") as file:
        file.write(f"#!/bin/sh\ncat >'{folder}/offered'\n")
    os.chmod(file.name, 0o755)
    environment["LAUNCHER_MENU"] = file.name
    program = start("waybar", "-c", configuration, "-s", sys.argv[3])
    seen = changes(("grim",))
    pointer = Pointer()

    def offered():
        # waybar may not know yet that there is a pointer.
        pointer.click(12, 12)
        return os.path.exists(f"{folder}/offered") and open(f"{folder}/offered").read()

    menu = wait(offered)
    run("launcher", "badge", "clear", "org.example.tea")
    wait(lambda: red(("grim",)) == 0)
    program.terminate()
    program.wait()
    os.killpg(compositor.pid, signal.SIGTERM)
    compositor.wait()
    return {"red": seen, "menu": menu}


if bar == "waybar" and os.geteuid() == 0:
    # sway refuses to run as root.
    sys.exit(subprocess.run(["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", sys.executable, "-B", *sys.argv])
             .returncode)
print(json.dumps({"polybar": polybar, "waybar": waybar}[bar]()))
