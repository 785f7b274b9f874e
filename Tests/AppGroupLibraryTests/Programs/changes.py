"""Waits for changes that launcher makes: in asyncio, beside another task, and in a plain loop."""

import asyncio
import os
import subprocess

import appgroup

group = appgroup.Group(os.environ["APP_GROUP"])


def set_badge(number):
    subprocess.run([os.environ["LAUNCHER"], "badge", "set", "org.example.tool", str(number)], check=True)


async def main():
    changes = group.changes()
    waiting = asyncio.create_task(anext(changes))
    await asyncio.sleep(0)
    await asyncio.to_thread(set_badge, 3)
    change = await waiting
    print("async", change.change, change.badge)
    # Closing ends a wait.
    waiting = asyncio.create_task(anext(changes, None))
    await asyncio.sleep(0)
    changes.close()
    assert await waiting is None
    assert changes.fileno() == -1 and changes.next_now() is None
    await reuse()


async def reuse():
    """The number of a watch that was closed belongs to the next descriptor at once."""
    changes = group.changes()
    ours, others = os.pipe()
    waiting = asyncio.create_task(anext(changes, None))
    await asyncio.sleep(0)
    number = changes.fileno()
    changes.close()
    os.dup2(ours, number)
    came = asyncio.Event()
    asyncio.get_running_loop().add_reader(number, came.set)
    assert await waiting is None
    os.write(others, b"x")
    await asyncio.wait_for(came.wait(), 600)
    asyncio.get_running_loop().remove_reader(number)


asyncio.run(main())
with group.changes() as changes:
    set_badge(4)
    change = next(changes)
    print("loop", change.change, change.badge)
assert list(changes) == []
print("closed")
