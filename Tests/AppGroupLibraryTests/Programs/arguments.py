"""Passes arguments of wrong types, which are refused with an error that names the argument and the type."""

import datetime
import os
import pathlib

import appgroup

group = appgroup.Group(os.environ["APP_GROUP"])


def refuses(message, call):
    try:
        call()
    except TypeError as error:
        assert str(error) == message, error
    else:
        raise AssertionError(f"not refused: {message}")


def describing(**more):
    return lambda: group.register("org.example.notes", "Notes", **{"command": ["true"], **more})


# The items of a text are its letters.
for text, kind in ("echo hello", "str"), (b"echo", "bytes"):
    refuses(f"command must be a list, not {kind}", describing(command=text))
    refuses(f"schemes must be a list, not {kind}", describing(schemes=text))
    refuses(f"arguments must be a list, not {kind}", lambda: group.opened_url("org.example.notes", text))
refuses("command must be a list, not int", describing(command=3))
refuses("command must be a list, not str", lambda: group.join("org.example.notes", "Notes", command="echo hello"))

refuses("command[1] must be a str, not int", describing(command=["true", 3]))
refuses("command[0] must be a str, not bytes", describing(command=[b"true"]))
refuses("schemes[0] must be a str, not int", describing(schemes=[3]))
refuses("actions[0] must be an Action, not tuple", describing(actions=[("new", "New note", "notes://new")]))
refuses("actions[0].url must be a str, not int", describing(actions=[appgroup.Action("new", "New note", 3)]))
refuses("version must be a str, not float", describing(version=1.2))
refuses("desktop_file must be a str, not int", describing(command=None, desktop_file=3))
refuses("fields must be a dict, not list", describing(fields=[1]))
refuses("a key of fields must be a str, not int", describing(fields={1: 2}))
day = datetime.date(2026, 3, 4)
refuses("fields['when'] must be a str, an int or a datetime, not date", describing(fields={"when": day}))
refuses("name must be a str, not NoneType", lambda: group.register("org.example.notes", None, command=["true"]))
refuses("name must be a str, not bytes", lambda: appgroup.Group(b"org.example.tools"))
refuses("patience must be a number of seconds, not str", lambda: appgroup.Group("org.example.tools", patience="1"))
refuses("what must be a str, not NoneType", lambda: group.open(None))
refuses("key must be a str, not int", lambda: group.set_field("org.example.notes", 1, 2))
refuses("value must be a str, an int or a datetime, not float", lambda: group.set_field("org.example.notes", "k", 1.5))

# A number is no descriptor.
refuses("icon must be a str, bytes or a path, not bool", describing(icon=False))
refuses("icon must be a str, bytes or a path, not bytearray", describing(icon=bytearray(b"<svg/>")))
os.fstat(0)

assert group.apps(all=True) == []
describing(command=[pathlib.Path("/bin/true"), "%u"], schemes=("notes",))()
assert group.app("org.example.notes").installed
print("done")
