"""Uses everything, and compares the process with what it was before the package was imported."""

import asyncio
import ctypes
import locale
import os
import select


def environment():
    entries = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
    found = []
    while entries[len(found)] is not None:
        found.append(entries[len(found)])
    return found


def state():
    with open("/proc/self/status") as file:
        signals = [line for line in file if line.startswith(("SigBlk", "SigIgn", "SigCgt"))]
    return {
        "threads": len(os.listdir("/proc/self/task")), "descriptors": len(os.listdir("/proc/self/fd")), "signals": signals,
        "locale": locale.setlocale(locale.LC_ALL), "environment": environment()}


locale.setlocale(locale.LC_ALL, "C.UTF-8")
before = state()

import appgroup  # noqa: E402

ID = "org.example.tool"
group = appgroup.Group(os.environ["APP_GROUP"])
assert not os.path.exists(os.environ["APP_GROUP_HOME"])
group.register(ID, "Tool", command=["true"])
changes = group.changes()
group.add_badge(ID, 1)
group.settings["k"] = "x"
assert group.apps(order="smart") and group.total() == 1 and group.settings["k"] == "x"
group.open(ID)
poll = select.poll()
poll.register(changes.fileno(), select.POLLIN)
assert poll.poll(600_000)
assert changes.next_now()
during = state()
assert during["threads"] == before["threads"] and during["signals"] == before["signals"], (before, during)
assert not os.get_inheritable(changes.fileno())


async def wait():
    async with asyncio.timeout(600):
        group.set_badge(ID, 7)
        async for change in changes:
            if change.badge == 7:
                return


asyncio.run(wait())
changes.close()
with group.join(ID, "Tool", command=["true"]) as member:
    member.set_badge(2)
group.close()
assert state() == before, (before, state())
print("done")
