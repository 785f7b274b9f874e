"""Becomes a daemon, which closes all descriptors before its next call: daemon FOLDER. The daemon's own files stay its own."""

import os
import signal
import sys

import appgroup

ID = "org.example.tool"
name, folder = os.environ["APP_GROUP"], sys.argv[1]
group = appgroup.Group(name)
group.register(ID, "Tool", command=["true"])
changes = group.changes()
for badge in range(30):
    group.set_badge(ID, badge)


def fails(call, *arguments):
    try:
        call(*arguments)
    except appgroup.Error as error:
        assert (error.code, error.exit_status) == ("configuration", 78), error
        assert "before the fork" in str(error), error
    else:
        raise AssertionError(f"{call} did not fail")


def work():
    """What the daemon does. Its files have the numbers that the library's descriptors had."""
    global group, changes
    os.closerange(3, 256)
    files = [open(f"{folder}/daemon.{number}", "w") for number in range(30)]
    for call in (group.apps, changes.next_now, appgroup.Group(name).apps):
        fails(call)
    fails(group.set_badge, ID, 7)
    group.close()
    changes.close()
    group = changes = None
    for number, file in enumerate(files):
        print(number, file=file, flush=True)
        assert os.path.sameopenfile(file.fileno(), os.open(file.name, os.O_RDONLY)), file
        with open(file.name) as content:
            assert content.read() == f"{number}\n", file


child = os.fork()
if child == 0:
    signal.alarm(600)
    work()
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
group.set_badge(ID, 31)
assert group.app(ID).badge == 31
seen = []
while change := changes.next_now():
    seen.append(change.badge)
assert seen[-1:] == [31], seen
print("done")
