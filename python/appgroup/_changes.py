"""Changes in a group, made by any process."""

import asyncio
import contextlib
import ctypes
import json
import os
import select
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from types import TracebackType

from ._library import NOTHING_YET, Handle, call, library, take_text


@dataclass(frozen=True)
class Change:
    """One change, as `launcher watch --format json` prints it.

    `change` is joined, left, updated, badge, field, opened or setting. The others are None unless they belong to that change;
    `value` is also None if a field or setting was removed. A date is a text in RFC 3339.
    """

    change: str
    group: str
    id: str | None = None
    badge: int | None = None
    key: str | None = None
    value: str | int | None = None


class _Wake:
    """Wakes a thread that polls. Its descriptor is closed when no thread can use it."""

    def __init__(self) -> None:
        self.number = os.eventfd(0)

    def up(self) -> None:
        os.eventfd_write(self.number, 1)

    def __del__(self) -> None:
        os.close(self.number)


class Changes(Iterator[Change], AsyncIterator[Change]):
    """The changes in a group from now on: `for` waits for the next one, and `async for` lets other tasks run meanwhile.

    No thread is started. For an event loop of your own, poll `fileno()` and call `next_now()` until it returns None.
    """

    def __init__(self, group: ctypes.c_void_p) -> None:
        handle = Handle()
        call("watch_open", group, ctypes.byref(handle))
        handle.free_by(library.appgroup_watch_close)
        self._handle: Handle | None = handle
        # The loops that read the descriptor, and who waits in each.
        self._waiting: dict[asyncio.AbstractEventLoop, tuple[int, set[asyncio.Event]]] = {}
        self._sleeping: set[_Wake] = set()

    def fileno(self) -> int:
        """A descriptor that is ready for reading when there may be a change; -1 once this is closed."""
        number: int = library.appgroup_watch_descriptor(self._handle)
        return number

    def next_now(self) -> Change | None:
        """The next change, without waiting; None if there is none now, or if this is closed."""
        handle = self._handle
        if handle is None:
            return None
        line = ctypes.c_void_p()
        if call("watch_next", handle, ctypes.byref(line)) == NOTHING_YET:
            return None
        members = json.loads(take_text(line) or "{}")
        return Change(**{name: members[name] for name in Change.__dataclass_fields__ if name in members})

    def close(self) -> None:
        """Ends the watch. Threads that wait get no further change."""
        # Kept until no thread waits, so that the number of the descriptor cannot belong to another one yet.
        handle, self._handle = self._handle, None
        running = None
        with contextlib.suppress(RuntimeError):
            running = asyncio.get_running_loop()
        for loop in list(self._waiting):
            if loop is running:
                self._stop_waiting(loop)
                continue
            # Only its own thread may change what a loop reads, and only this call wakes it. A closed loop waits for nothing.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._stop_waiting, loop, handle)
        for wake in list(self._sleeping):
            wake.up()

    def __iter__(self) -> "Changes":
        return self

    def __next__(self) -> Change:
        while (handle := self._handle) is not None:
            change = self.next_now()
            if change is not None:
                return change
            self._sleep(handle)
        raise StopIteration

    def _sleep(self, handle: Handle) -> None:
        """Waits until there may be a change, or until another thread closes this."""
        wake = _Wake()
        self._sleeping.add(wake)
        try:
            poll = select.poll()
            poll.register(library.appgroup_watch_descriptor(handle), select.POLLIN)
            poll.register(wake.number, select.POLLIN)
            # If it was closed before it knew of this, nobody wakes it.
            if self._handle is not None:
                poll.poll()
        finally:
            self._sleeping.discard(wake)

    def __aiter__(self) -> "Changes":
        return self

    async def __anext__(self) -> Change:
        while self._handle is not None:
            change = self.next_now()
            if change is not None:
                return change
            await self._wait()
        raise StopAsyncIteration

    async def _wait(self) -> None:
        loop, woken, handle = asyncio.get_running_loop(), asyncio.Event(), self._handle
        if handle is None:
            return
        if loop not in self._waiting:
            # Only while somebody waits: the descriptor stays ready until everything was taken.
            number = library.appgroup_watch_descriptor(handle)
            loop.add_reader(number, self._stop_waiting, loop)
            self._waiting[loop] = number, set()
        self._waiting[loop][1].add(woken)
        try:
            # If it was closed by a thread that did not know of this yet, nobody wakes it.
            if self._handle is not None:
                # `close` keeps it as long as this loop reads the descriptor.
                del handle
                await woken.wait()
        finally:
            # If all were woken, there is nothing left to do.
            others = self._waiting[loop][1] if loop in self._waiting else {woken}
            others.discard(woken)
            if not others:
                self._stop_waiting(loop)

    def _stop_waiting(self, loop: asyncio.AbstractEventLoop, _: Handle | None = None) -> None:
        """Wakes all tasks of a loop, on its thread; those that find no change wait again."""
        if loop not in self._waiting:
            return
        number, waiting = self._waiting.pop(loop)
        if not loop.is_closed():
            loop.remove_reader(number)
            for woken in waiting:
                woken.set()

    def __enter__(self) -> "Changes":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
