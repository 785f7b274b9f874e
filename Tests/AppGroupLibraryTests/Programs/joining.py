"""Joins a group that can be written, one that is busy, and one that is damaged."""

import fcntl
import os
import pathlib
import signal
import subprocess
import threading

import appgroup

name, home = os.environ["APP_GROUP"], pathlib.Path(os.environ["APP_GROUP_HOME"])
group = appgroup.Group(name)
failures = []


def join(id="org.example.notes", **more):
    return group.join(id, "Notes", command=["true", "%u"], schemes=["notes"], on_failure=failures.append, **more)


with join() as notes:
    notes.set_badge(3)
    notes.add_badge(1)
    notes.fields["newest"] = "Ada"
    notes.record_opening()
    assert notes.is_joined and notes.badge == 4 and notes.fields["newest"] == "Ada" and list(notes.fields) == ["newest"]
    assert notes.opened_url(["x", "notes:1"]) == "notes:1"
    del notes.fields["newest"]
    assert "newest" not in notes.fields and notes.fields.get("newest") is None
    # A value that breaks a rule is a failure, too.
    notes.fields["a b"] = 1
    assert [error.code for error in failures] == ["invalidValue"]
notes.set_badge(9)
assert not notes.is_joined and notes.badge == 0 and len(failures) == 1
[app] = group.apps()
assert app.badge == 4 and app.open_count == 1

# Another process writes: the tool carries on, and is registered by a later call.
failures.clear()
group.patience = 0.25
lock = open(home / f".{name}.lock", "a")
fcntl.flock(lock, fcntl.LOCK_EX)
late = group.join("org.example.late", "Late", command=["true"], schemes=["late"], on_failure=failures.append)
# What the user opened is not lost, and nothing is reported again.
assert late.opened_url(["x", "late:1"]) == "late:1" and len(failures) == 1
late.set_badge(1)
late.set_badge(2)
assert not late.is_joined and {error.code for error in failures} == {"busy"} and len(failures) == 3, failures
# Only the first call waits. Reading in between does not make the next one wait again.
for _ in range(2):
    assert late.badge == 0
    late.set_badge(3)
assert ["0.0 s" in str(error) for error in failures] == [False] + [True] * 4, failures
fcntl.flock(lock, fcntl.LOCK_UN)
late.set_badge(5)
assert late.is_joined and late.badge == 5
late.leave()
assert not late.is_joined and [app.id for app in group.apps()] == ["org.example.notes"]

# A tool that leaves before it could be registered does not register itself, then or later.
failures.clear()
fcntl.flock(lock, fcntl.LOCK_EX)
early = group.join("org.example.early", "Early", command=["true"], on_failure=failures.append)
fcntl.flock(lock, fcntl.LOCK_UN)
early.leave()
early.set_badge(1)
assert not early.is_joined and group.app("org.example.early") is None and [error.code for error in failures] == ["busy"]


# A signal that arrives while the tool tries to join finds a tool that its handler can use.
class Ringing(list):
    """Schemes that send a signal to their process when they are read."""

    def __iter__(self):
        if handled == [None]:
            signal.raise_signal(signal.SIGUSR1)
        return super().__iter__()


def handle(*_):
    handled.append("begun")
    rung.set_badge(8)
    handled.append(rung.is_joined)


handled = []
signal.signal(signal.SIGUSR1, handle)
signal.alarm(600)
fcntl.flock(lock, fcntl.LOCK_EX)
rung = group.join("org.example.rung", "Rung", command=["true"], schemes=Ringing(["rung"]))
fcntl.flock(lock, fcntl.LOCK_UN)
handled.append(None)
rung.add_badge(1)
signal.alarm(0)
assert handled == [None, "begun", True] and rung.is_joined and rung.badge == 9, handled
rung.leave()

# A child that is forked while another thread tries to join is not stuck.
reporting, forked = threading.Event(), threading.Event()


def wait_for_fork(error):
    if threading.current_thread() is not threading.main_thread():
        reporting.set()
        forked.wait()


fcntl.flock(lock, fcntl.LOCK_EX)
forking = group.join("org.example.forking", "Forking", command=["true"], on_failure=wait_for_fork)
thread = threading.Thread(target=forking.set_badge, args=(1,))
thread.start()
reporting.wait()
fcntl.flock(lock, fcntl.LOCK_UN)
child = os.fork()
if child == 0:
    signal.alarm(600)
    forking.set_badge(6)
    os._exit(0 if forking.is_joined and forking.badge == 6 else 1)
assert os.waitpid(child, 0)[1] == 0
forked.set()
thread.join()
forking.leave()

# on_failure may use the member. Failures of these calls are not reported, which could go on forever.
failures.clear()


def note(error):
    failures.append(error.code)
    noting.fields["failed"] = error.code
    noting.set_badge(1)


noting = group.join("org.example.noting", "Noting", command=["true"], on_failure=note)
fcntl.flock(lock, fcntl.LOCK_EX)
noting.set_badge(1)
assert failures == ["busy"], failures
fcntl.flock(lock, fcntl.LOCK_UN)
noting.set_badge(2)
assert noting.badge == 2 and failures == ["busy"], failures
noting.leave()

# What cannot get better is not tried again.
failures.clear()
taken = join("org.example.thief")
taken.set_badge(1)
assert [error.code for error in failures] == ["schemeTaken"], failures
# A scheme that another app took over while this one was not installed.
failures.clear()
absent = group.join("org.example.absent", "Absent", command=["/missing"], schemes=["Absent"], on_failure=failures.append)
group.register("org.example.heir", "Heir", command=["true"], schemes=["absent"])
assert absent.is_joined and not failures
back = group.join("org.example.absent", "Absent", command=["true"], schemes=["Absent"], on_failure=failures.append)
assert back.is_joined and [error.code for error in failures] == ["schemeTaken"], failures
assert "“absent”: org.example.heir took it over" in str(failures[0]), failures[0]
failures.clear()
damaged = home / "org.example.damaged"
damaged.mkdir(0o700)
(damaged / "registry.sqlite").write_bytes(b"\7" * 8192)
broken = appgroup.Group(damaged.name).join("org.example.broken", "Broken", command=["true"], on_failure=failures.append)
broken.set_badge(1)
assert broken.badge == 0 and "x" not in broken.fields
# Joining and both readings failed; nothing was written.
assert [error.code for error in failures] == ["damaged"] * 3, failures
# A member notices that somebody else took its app away, and comes back by joining again.
failures.clear()
taken = group.join("org.example.taken", "Taken", command=["true"], on_failure=failures.append)
taken.set_badge(3)
taken.fields["newest"] = "Ada"
group.unregister("org.example.taken")
assert not taken.is_joined and taken.badge == 0 and not taken.fields
taken = group.join("org.example.taken", "Taken", command=["true"], on_failure=failures.append)
assert taken.is_joined and not failures
group.unregister("org.example.taken")
# What a registry of a newer release has of the tool can be read, although the tool cannot be registered.
failures.clear()
newer = appgroup.Group("org.example.newer")
newer.register("org.example.aged", "Aged", command=["true"], fields={"newest": "Ada"})
newer.set_badge("org.example.aged", 5)
age = "PRAGMA user_version = 99; UPDATE meta SET value = 99 WHERE key = 'oldestWriter'"
subprocess.run(["sqlite3", home / newer.name / "registry.sqlite", age], check=True)
old = newer.join("org.example.aged", "Aged", command=["true"], version="2", on_failure=failures.append)
old.set_badge(6)
assert not old.is_joined and old.badge == 5 and old.fields == {"newest": "Ada"}
assert [error.code for error in failures] == ["tooNew"], failures
old.leave()
assert old.badge == 0 and not old.fields
group.join("org.example.silent", "Silent", command=["true"]).set_badge(1)
print("done")
