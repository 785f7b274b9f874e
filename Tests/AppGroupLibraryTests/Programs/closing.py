"""Closes groups, watches and members while other threads and tasks use them."""

import asyncio
import fcntl
import os
import pathlib
import threading
import time

import appgroup

name, home = os.environ["APP_GROUP"], pathlib.Path(os.environ["APP_GROUP_HOME"])
group = appgroup.Group(name)
ID = "org.example.tool"
group.register(ID, "Tool", command=["true"])


def ends(body):
    """Starts a thread, which must end."""
    thread = threading.Thread(target=body, daemon=True)
    thread.start()
    return thread


def use(opened):
    try:
        while True:
            opened.can_open("no-such-scheme:x")
    except appgroup.Error as error:
        assert error.code == "usage", error


def take(changes):
    while changes.fileno() >= 0:
        changes.next_now()


# Nothing is freed while a call of another thread uses it.
for round in range(300):
    opened, changes = appgroup.Group(name), group.changes()
    threads = [ends(lambda: use(opened)), ends(lambda: take(changes))]
    time.sleep(0.0001 * (round % 3))
    opened.close()
    changes.close()
    for thread in threads:
        thread.join()

# A loop that waits in another thread ends, and at once.
changes = group.changes()
thread = ends(lambda: list(changes))
time.sleep(0.2)
changes.close()
thread.join(30)
assert not thread.is_alive()


async def listen_alone(changes):
    async for _ in changes:
        pass


# So does an event loop of another thread, which nothing else wakes.
changes = group.changes()
thread = ends(lambda: asyncio.run(listen_alone(changes)))
while not changes._waiting:
    time.sleep(0.001)
changes.close()
thread.join(60)
assert not thread.is_alive()


async def tasks():
    """Of two tasks that wait for one watch, each goes on waiting, and both end."""
    changes, seen = group.changes(), []

    async def listen():
        async for change in changes:
            seen.append(change.badge)

    listening = [asyncio.create_task(listen()) for _ in range(2)]
    for badge in (1, 2, 3):
        await asyncio.sleep(0)
        group.set_badge(ID, badge)
        while seen[-1:] != [badge]:
            await asyncio.sleep(0.01)
    changes.close()
    await asyncio.wait_for(asyncio.gather(*listening), 30)
    assert seen == [1, 2, 3], seen


asyncio.run(tasks())

# on_failure may use the member, which is not registered yet, and a member may be closed while a call of another thread waits.
failures = []


def look(error):
    failures.append((error.code, late.badge if late else None))


late = None
lock = open(home / f".{name}.lock", "a")
fcntl.flock(lock, fcntl.LOCK_EX)
late = group.join("org.example.late", "Late", command=["true"], on_failure=look)
thread = ends(lambda: late.set_badge(1))
thread.join(30)
assert not thread.is_alive() and failures == [("busy", None), ("busy", 0)], failures
fcntl.flock(lock, fcntl.LOCK_UN)
late.set_badge(1)
assert late.badge == 1
fcntl.flock(lock, fcntl.LOCK_EX)
raised = []


def write():
    try:
        late.set_badge(2)
    except appgroup.Error as error:
        raised.append(error)


thread = ends(write)
time.sleep(0.1)
late.close()
thread.join(30)
assert not thread.is_alive() and not raised, raised
print("done")
