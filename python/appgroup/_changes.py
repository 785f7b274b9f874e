"""Changes in a group, made by any process."""

import asyncio
import ctypes
import json
import select
import weakref
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from types import TracebackType

from ._library import NOTHING_YET, call, library, take_text


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


class Changes(Iterator[Change], AsyncIterator[Change]):
    """The changes in a group from now on: `for` waits for the next one, and `async for` lets other tasks run meanwhile.

    No thread is started. For an event loop of your own, poll `fileno()` and call `next_now()` until it returns None.
    """

    def __init__(self, group: ctypes.c_void_p) -> None:
        handle = ctypes.c_void_p()
        call("watch_open", group, ctypes.byref(handle))
        self._handle: ctypes.c_void_p | None = handle
        self._waiting: tuple[asyncio.AbstractEventLoop, int, asyncio.Event] | None = None
        self._end = weakref.finalize(self, library.appgroup_watch_close, handle)
        self._end.atexit = False

    def fileno(self) -> int:
        """A descriptor that is ready for reading when there may be a change; -1 once this is closed."""
        number: int = library.appgroup_watch_descriptor(self._handle)
        return number

    def next_now(self) -> Change | None:
        """The next change, without waiting; None if there is none now, or if this is closed."""
        if self._handle is None:
            return None
        line = ctypes.c_void_p()
        if call("watch_next", self._handle, ctypes.byref(line)) == NOTHING_YET:
            return None
        members = json.loads(take_text(line) or "{}")
        return Change(**{name: members[name] for name in Change.__dataclass_fields__ if name in members})

    def close(self) -> None:
        """Ends the watch. Whoever waits in an `async for` gets no further change."""
        self._handle = None
        # Before the number of the descriptor can belong to another one.
        self._stop_waiting()
        self._end()

    def __iter__(self) -> "Changes":
        return self

    def __next__(self) -> Change:
        while self._handle is not None:
            change = self.next_now()
            if change is not None:
                return change
            poll = select.poll()
            poll.register(self.fileno(), select.POLLIN)
            poll.poll()
        raise StopIteration

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
        loop, number, woken = asyncio.get_running_loop(), self.fileno(), asyncio.Event()
        # Only while this waits: the descriptor stays ready until everything was taken.
        loop.add_reader(number, woken.set)
        self._waiting = loop, number, woken
        try:
            await woken.wait()
        finally:
            self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._waiting is None:
            return
        (loop, number, woken), self._waiting = self._waiting, None
        if not loop.is_closed():
            loop.remove_reader(number)
            woken.set()

    def __enter__(self) -> "Changes":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
