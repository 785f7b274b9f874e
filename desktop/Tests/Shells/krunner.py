"""A real KRunner on a virtual screen: it lists our results and opens one."""

import os
import subprocess

from gi.repository import GLib
from session import GROUP, check, until


def krunner(session, pictures):
    reader, writer = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1024x600x24", "-nolisten", "tcp"], pass_fds=[writer],
        stderr=subprocess.DEVNULL)
    session.processes.append(screen)
    os.close(writer)
    with os.fdopen(reader) as stream:
        session.environment["DISPLAY"] = f":{stream.readline().strip()}"
    session.environment |= {"XDG_CURRENT_DESKTOP": "KDE", "QT_QUICK_BACKEND": "software", "QT_QPA_PLATFORM": "xcb"}
    session.launcher("integrate")
    session.start_bus("DBUS_SESSION_BUS_ADDRESS")
    session.connect()
    # KRunner also finds actions in desktop entries. The monitor shows which of them it opens.
    session.start("dbus-monitor", "--address", session.environment["DBUS_SESSION_BUS_ADDRESS"], "interface='org.kde.krunner1'")
    until("dbus-monitor", lambda: "NameLost" in session.log("dbus-monitor"))
    session.start("krunner")
    until("KRunner", lambda: session.call("org.kde.krunner", "/App", "org.kde.krunner.App.display") == ())
    query(session, "new mess")
    focus(session)
    picture(session, pictures / "search-krunner.png")
    subprocess.run(["xdotool", "key", "Return"], env=session.environment, check=True)
    until("the action", lambda: session.opened)
    check("Return opens the action in KRunner, once", session.opened == ["inbox inbox:new"], session.opened)
    calls = session.log("dbus-monitor")
    check("KRunner had our program open it", "member=Run\n" in calls and f"{GROUP}.inbox#new-message" in calls, calls)
    query(session, "inbox")
    picture(session, pictures / "search-krunner-badge.png")


def query(session, text):
    """Types a text, and waits until KRunner has asked our program and shows what all its plugins have found."""
    before = session.log("dbus-monitor").count("member=Match\n")
    session.call("org.kde.krunner", "/App", "org.kde.krunner.App.query", GLib.Variant("(s)", (text,)))
    until("a question of KRunner", lambda: session.log("dbus-monitor").count("member=Match\n") > before)
    seen = [pixels(session)]

    def steady():
        seen.append(pixels(session))
        return len(seen) > 5 and len(set(seen[-4:])) == 1

    until("the results", steady, pause=1)


def pixels(session):
    """What is on the screen below the line for the text, in which a cursor blinks."""
    return subprocess.run(
        ["import", "-window", "root", "-crop", "1024x560+0+40", "-depth", "8", "rgb:-"], env=session.environment, check=True,
        stdout=subprocess.PIPE).stdout


def focus(session):
    """Gives the keyboard to KRunner's window, since there is no window manager."""
    found = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", ".*"], env=session.environment, stdout=subprocess.PIPE, text=True)
    for window in found.stdout.split():
        subprocess.run(["xdotool", "windowfocus", window], env=session.environment)


def picture(session, path):
    subprocess.run(["import", "-window", "root", "-crop", "1024x240+0+0", "+repage", str(path)], env=session.environment, check=True)
    check(f"a picture of KRunner: {path.name}", path.stat().st_size > 2000)
