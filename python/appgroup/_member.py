"""A tool's own place in a group, whose calls never raise Error."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, ItemsView, Iterator, Mapping, MutableMapping, Sequence, ValuesView
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

from ._apps import App, Description
from ._error import Error
from ._values import Value

if TYPE_CHECKING:
    from ._group import Group

Result = TypeVar("Result")


class Member:
    """A tool that has joined its group. Get one with `Group.join`.

    Failures go to the function that was given to `join`, and the tool carries on. After one call has waited without success for
    another writer, later calls do not wait until one succeeds. If the tool could not be registered because the group was busy
    or the disk full, each later call that writes tries that again first.
    """

    def __init__(self, group: Group, app: Description, on_failure: Callable[[Error], object] | None) -> None:
        self.id = app.id
        self._description = app
        self._group = group
        self._patience = group.patience
        self._on_failure = on_failure
        # The threads that are in on_failure.
        self._reporting: set[int] = set()
        self._pending: Description | None = None
        self._joined = False
        # Whether it was closed, or has left the group.
        self._ended = False
        self._register(app)

    @property
    def is_joined(self) -> bool:
        """Whether the tool could be registered and the group still has it. This reads the group; False if it cannot be read.

        If registering failed, calls that write do nothing but try again, if the failure may pass. If somebody has since
        unregistered the tool, deleted it or moved it to another group, it comes back by joining again.
        """
        return self._joined and self._app() is not None

    @property
    def badge(self) -> int:
        """The badge as the group sees it, even if the tool could not be registered; 0 if the group does not have the tool."""
        app = self._app()
        return 0 if app is None else app.badge

    def set_badge(self, badge: int) -> None:
        """Sets the badge: how many things need attention. 0 clears it, and a negative number counts as 0."""
        self._perform(lambda: self._group.set_badge(self.id, badge))

    def add_badge(self, delta: int) -> None:
        """Adds to the badge, which never falls below 0. If several processes add at the same time, every addition counts."""
        self._perform(lambda: self._group.add_badge(self.id, delta))

    @property
    def fields(self) -> Fields:
        """The fields of this tool, as a dict: fields["newest"] = "Ada"; fields.get("newest"); del fields["newest"]."""
        return Fields(self)

    def record_opening(self) -> None:
        """Counts that the user opened this tool, unless the launcher has counted that. Call it once, when the tool starts."""
        self._perform(lambda: self._group.record_opening(self.id))

    def opened_url(self, arguments: Sequence[str] | None = None) -> str | None:
        """The URL that the tool was opened with: the first argument after the program's name with one of its schemes.

        None if there is none. This reads no group, so a tool that cannot be registered still finds what the user opened.
        """
        if self._ended:
            return None
        # Whatever is wrong with the description was reported when it was registered.
        with contextlib.suppress(Error):
            return self._description.opened_url(sys.argv if arguments is None else arguments)
        return None

    def leave(self) -> None:
        """Leaves the group: the tool is hidden at once. Afterwards, the other calls do nothing."""
        may_be_registered = self._joined or self._pending is not None
        self._pending = None

        def unregister() -> bool:
            if self._group.app(self.id) is not None:
                self._group.unregister(self.id)
            return True

        if not may_be_registered or self._attempt(unregister):
            self._joined, self._ended = False, True

    def close(self) -> None:
        """Ends the tool's part in this process. It stays registered; further calls do nothing."""
        self._joined, self._pending, self._ended = False, None, True
        self._group.close()

    def __enter__(self) -> Member:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _app(self) -> App | None:
        """What the group has of the tool; None if it has none, or if the tool was unregistered."""
        if self._ended:
            return None
        # Reading takes no lock: if it succeeds, this does not mean that the next call should wait for one again.
        try:
            app = self._group.app(self.id)
        except Error as error:
            self._report([error])
            return None
        return None if app is None or app.reason == "unregistered" else app

    def _register(self, app: Description) -> None:
        # Without a lock: a signal handler that runs in the middle of this may use the tool, too.
        try:
            app.register(self._group._open)
        except Error as error:
            # Another thread may have registered it in the meantime. Only these failures may be over the next time.
            self._pending = app if not self._joined and error.code in ("busy", "inputOutput") else None
            self._note(error)
            self._report([error])
            return
        self._pending, self._joined = None, True
        self._report(self._withheld(app))

    def _withheld(self, app: Description) -> list[Error]:
        """A failure for each scheme that another app took over while this one was not installed."""
        wanted = [scheme.lower() for scheme in app.schemes]
        try:
            registered = self._group.app(self.id) if wanted else None
            withheld = [] if registered is None else [scheme for scheme in wanted if scheme not in registered.schemes]
            apps = self._group.apps("name", all=True) if withheld else []
        except Error as error:
            return [error]
        owners = [next((other.id for other in apps if scheme in other.schemes), "another app") for scheme in withheld]
        return [
            Error(
                "schemeTaken", 65,
                f"{self.id} is registered without the scheme “{scheme}”: {owner} took it over while {self.id} was not "
                "installed.")
            for scheme, owner in zip(withheld, owners)
        ]

    def _perform(self, body: Callable[[], Result]) -> Result | None:
        # A call of on_failure itself does not try to register again, which could go on forever.
        pending = self._pending
        if pending is not None and threading.get_ident() not in self._reporting:
            self._register(pending)
        return self._attempt(body) if self._joined else None

    def _attempt(self, body: Callable[[], Result]) -> Result | None:
        try:
            result = body()
        except Error as error:
            self._note(error)
            self._report([error])
            return None
        if self._group.patience != self._patience:
            self._set_patience(self._patience)
        return result

    def _note(self, error: Error) -> None:
        if error.code == "busy":
            self._set_patience(0)

    def _set_patience(self, seconds: float) -> None:
        # Another thread may have closed this in the meantime.
        with contextlib.suppress(Error):
            self._group.patience = seconds

    def _report(self, failures: list[Error]) -> None:
        thread = threading.get_ident()
        # A failure of a call that on_failure itself makes is not reported, which could go on forever.
        if self._on_failure is None or thread in self._reporting:
            return
        self._reporting.add(thread)
        try:
            for error in failures:
                self._on_failure(error)
        finally:
            self._reporting.discard(thread)


class Fields(MutableMapping[str, Value]):
    """The fields of a member. Each use reads the group; a field that is not set, or cannot be read, is missing.

    Setting a field to None removes it, and so does `del`, whether it is set or not.
    """

    def __init__(self, member: Member) -> None:
        self._member = member

    def _read(self) -> Mapping[str, Value]:
        app = self._member._app()
        return {} if app is None else app.fields

    def __getitem__(self, key: str) -> Value:
        return self._read()[key]

    def __setitem__(self, key: str, value: Value | None) -> None:
        self._member._perform(lambda: self._member._group.set_field(self._member.id, key, value))

    def __delitem__(self, key: str) -> None:
        self[key] = None

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    # Those of the base class would read the group again for each field.
    def items(self) -> ItemsView[str, Value]:
        return self._read().items()

    def values(self) -> ValuesView[Value]:
        return self._read().values()

    def clear(self) -> None:
        # That of the base class would go on until no field is left: forever, if the group cannot be written.
        for key in self:
            del self[key]
