"""Sets values of every kind, and compares what comes back with what was set and with what launcher prints."""

import json
import os
import pickle
import subprocess
import sys
from datetime import datetime, timedelta, timezone

import appgroup

LAUNCHER = os.environ["LAUNCHER"]
group = appgroup.Group(os.environ["APP_GROUP"])


def launcher(*words):
    return subprocess.run([LAUNCHER, *words], check=True, capture_output=True, text=True).stdout


def fails(code, status, call, *arguments):
    try:
        call(*arguments)
    except appgroup.Error as error:
        assert (error.code, error.exit_status) == (code, status), (error.code, error.exit_status)
        assert str(error) and pickle.loads(pickle.dumps(error)).code == code
    else:
        raise AssertionError(f"{call} did not fail")


svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
group.register(
    "org.example.notes", "Заметки", icon=svg, schemes=["notes", "memo"], command=["true", "%u"], version="1.2",
    actions=[appgroup.Action("new", "New note", "notes://new", icon="document-new")], fields={"kept": "x"})
assert appgroup.version() == tuple(int(part) for part in launcher("--version").split("."))

moment = datetime(2026, 3, 4, 5, 6, 7, 89000, timezone.utc)
for value in ["", "x", "a\nb\t\x1b", "é", "e\u0301", "🧪" * 1000, "x" * 65536, 0, -1, 2**63 - 1, -2**63, moment,
              datetime(1969, 12, 31, 23, 59, 59, 999000, timezone.utc), datetime(1, 1, 1, tzinfo=timezone.utc)]:
    group.set_field("org.example.notes", "k", value)
    group.settings["k"] = value
    [app] = group.apps(all=True)
    assert app.fields["k"] == value and type(app.fields["k"]) is type(value), value
    assert group.settings["k"] == value
    [listed] = json.loads(launcher("list", "--all", "--format", "json"))["apps"]
    if not isinstance(value, datetime):
        assert listed["fields"]["k"] == value
# A time zone is no matter, and a time without one is local.
group.set_field("org.example.notes", "k", moment.astimezone(timezone(timedelta(hours=5))))
assert group.apps(all=True)[0].fields["k"] == moment
group.set_field("org.example.notes", "k", moment.astimezone().replace(tzinfo=None))
assert group.apps(all=True)[0].fields["k"] == moment
launcher("field", "set", "org.example.notes", "k", "--type", "integer", "7")
assert group.total("k") == 7
group.set_field("org.example.notes", "k", None)
group.settings["k"] = 0
assert "k" in group.settings
try:
    iter(group.settings)
except TypeError as error:
    assert str(error) == "'Settings' object is not iterable", error
else:
    raise AssertionError("settings were listed")
del group.settings["k"]
assert group.settings["k"] is None and "k" not in group.settings and "k" not in group.apps()[0].fields

assert group.add_badge("org.example.notes", 5) == 5 and group.add_badge("org.example.notes", -9) == 0
group.set_badge("org.example.notes", 2**70)
assert group.total() == 2**53 - 1
group.set_badge("org.example.notes", -3)
group.record_opening("org.example.notes")
[app] = group.apps(order="smart")
[listed] = json.loads(launcher("list", "--all", "--format", "json"))["apps"]
assert [app.id, app.name, list(app.schemes), app.icon, app.badge, app.installed, app.fields, app.open_count, app.version,
        app.available_version, app.group, app.pinned, app.hidden] == [
    listed[name] for name in ["id", "name", "schemes", "icon", "badge", "installed", "fields", "openCount", "version",
                              "availableVersion", "group", "pinned", "hidden"]]
assert group.app("ORG.Example.notes").name == app.name
assert group.app("org.example.none") is None and group.app("no id") is None and group.app("a\0b") is None
assert repr(group) == f"Group('{group.name}')"
for call in (group.set_badge, group.add_badge):
    try:
        call("org.example.notes", "3")
    except TypeError as error:
        assert str(error) in ("badge must be an int, not str", "delta must be an int, not str"), error
    else:
        raise AssertionError(f"{call} took a str")
assert app.reason is None and app.actions == {"new": "notes://new"}
assert app.last_opened == datetime.fromisoformat(listed["lastOpened"])
assert group.opened_url("org.example.notes", ["tool", "x", "memo:1", "notes:2"]) == "memo:1"
assert group.opened_url("org.example.notes", []) is None
assert group.can_open("notes:x") and not group.can_open("no-such-scheme:x")

fails("invalidValue", 65, appgroup.Group, "one")
fails("noSuchApp", 66, group.set_badge, "org.example.none", 1)
fails("noSuchApp", 66, group.open, "org.example.none")
fails("invalidValue", 65, group.set_field, "org.example.notes", "a b", 1)
fails("invalidValue", 65, group.set_field, "org.example.notes", "k", "x" * 65537)
fails("invalidValue", 65, group.set_field, "org.example.notes", "k", "a\0b")
fails("invalidValue", 65, group.set_field, "org.example.notes", "k", 2**63)
fails("usage", 64, group.set_field, "org.example.notes", "k", "\udce9")
fails("usage", 64, group.set_field, "org.example.notes", "k", "\ud800")
fails("usage", 64, group.apps, "size")
fails("usage", 64, group.register, "org.example.x", "X")
fails("schemeTaken", 65, lambda: group.register("org.example.x", "X", schemes=["notes"], command=["true"]))
fails("invalidValue", 65, lambda: group.register("org.example.x", "X", icon=b"GIF89a", command=["true"]))
fails("invalidValue", 65, lambda: group.register("org.example.x", "X", icon="missing.svg", command=["true"]))
fails("usage", 64, lambda: group.register("org.example.x", "X", command=["true"], desktop_file="x.desktop"))
fails("invalidValue", 65, lambda: group.register("org.example.x", "X", icon=svg * 100_000, command=["true"]))

again = pickle.loads(pickle.dumps(group))
assert again.apps() == group.apps() and again.patience == group.patience
group.unregister("org.example.notes")
assert group.apps() == [] and group.apps(all=True)[0].reason
group.close()
fails("usage", 64, group.apps)
with appgroup.Group("org.example.other") as other:
    assert other.apps() == [] and other.settings["k"] is None
assert not os.path.exists(os.path.join(os.environ["APP_GROUP_HOME"], "org.example.other"))
# Keys are told apart by their bytes.
with appgroup.Group("org.example.keys") as keys:
    keys.register("org.example.composed", "Composed", command=["true"], fields={"é": "one", "e\u0301": "two"})
    assert keys.app("org.example.composed").fields == {"é": "one", "e\u0301": "two"}
print("done", file=sys.stdout)
