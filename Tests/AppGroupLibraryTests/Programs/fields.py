"""Uses the fields of a member as the dict that they are, in a group that can be written and in one that cannot."""

import fcntl
import os
import pathlib

import appgroup

name, home = os.environ["APP_GROUP"], pathlib.Path(os.environ["APP_GROUP_HOME"])
failures = []
group = appgroup.Group(name, patience=0.05)
notes = group.join("org.example.notes", "Notes", command=["true"], fields={"newest": "Ada"}, on_failure=failures.append)
fields = notes.fields

assert dict(fields) == fields == {"newest": "Ada"} and len(fields) == 1 and "newest" in fields and "unread" not in fields
try:
    fields["unread"]
except KeyError as error:
    assert error.args == ("unread",), error
else:
    raise AssertionError("a field that is not set was read")
assert fields.get("unread") is None and fields.get("unread", 0) == 0
fields.update(unread=3, total=4)
assert fields.setdefault("unread", 5) == 3 and fields.pop("total") == 4 and fields.pop("total", None) is None
assert list(fields.items()) == [(key, fields[key]) for key in fields] and sorted(map(str, fields.values())) == ["3", "Ada"]
fields["unread"] = None
del fields["unread"]
assert list(fields.keys()) == ["newest"] and failures == []

# Another process writes.
lock = open(home / f".{name}.lock", "a")
fcntl.flock(lock, fcntl.LOCK_EX)
fields.clear()
assert fields == {"newest": "Ada"} and [error.code for error in failures] == ["busy"], failures
fcntl.flock(lock, fcntl.LOCK_UN)
fields.clear()
assert not fields and group.app("org.example.notes").fields == {}
print("done")
