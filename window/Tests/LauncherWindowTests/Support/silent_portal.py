"""A desktop portal that never answers: it owns the portal's name on the session bus, and notes each call in a file.

    silent_portal.py FILE

Prints a line once it owns the name.
"""

import sys

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
from gi.repository import GLib

NAME = "org.freedesktop.portal.Desktop"
METHOD_CALL = 1


def note(_, message):
    """Takes a call, and says nothing."""
    if message.get_type() != METHOD_CALL:
        return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
    with open(sys.argv[1], "a") as file:
        file.write(" ".join([f"{message.get_interface()}.{message.get_member()}", *map(str, message.get_args_list())]) + "\n")
    return dbus.lowlevel.HANDLER_RESULT_HANDLED


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
bus.add_message_filter(note)
bus.request_name(NAME)
print("ready", flush=True)
GLib.MainLoop().run()
