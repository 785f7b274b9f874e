"""Plays the desktop's notification service while a program runs, and writes each notification to a file.

    notifications.py FILE PROGRAM [ARGUMENT …]
"""

import subprocess
import sys
import threading

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)


class Notifications(dbus.service.Object):
    @dbus.service.method("org.freedesktop.Notifications", in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaced, icon, title, body, actions, hints, timeout):
        with open(sys.argv[1], "a") as notes:
            notes.write(f"{title}\n{body}\n")
        return 1


bus = dbus.SessionBus()
name = dbus.service.BusName("org.freedesktop.Notifications", bus)
server = Notifications(bus, "/org/freedesktop/Notifications")
loop = GLib.MainLoop()
status = []


def run():
    status.append(subprocess.run(sys.argv[2:]).returncode)
    GLib.idle_add(loop.quit)


threading.Thread(target=run).start()
loop.run()
sys.exit(status[0])
