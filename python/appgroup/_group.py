"""A group, whose calls raise Error."""

import ctypes
import sys
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType

from ._apps import Action, App, AppList, Description, Icon
from ._changes import Changes
from ._error import Error
from ._library import STRING, CValue, Handle, call, library, take_text
from ._member import Member
from ._values import Value, Word, clamped, copied, encoded, from_c, to_c, words


class Group:
    """A group of tools, such as Group("com.example.tools"). Making one touches no file.

    The environment is read now: variables that change later affect neither this group, nor the apps that `open` starts.

    `patience` is how long a call may wait for another writer, in seconds; then it raises Error with the code "busy".
    """

    def __init__(self, name: str, *, patience: float = 0.45) -> None:
        self.name = name
        self._patience = patience
        handle = Handle()
        call("group_open", encoded(name, "name"), ctypes.byref(handle))
        handle.free_by(library.appgroup_group_close)
        self._handle: Handle | None = handle
        self.patience = patience

    @property
    def patience(self) -> float:
        return self._patience

    @patience.setter
    def patience(self, seconds: float) -> None:
        if not isinstance(seconds, (int, float)):
            raise TypeError(f"patience must be a number of seconds, not {type(seconds).__name__}")
        self._patience = seconds
        library.appgroup_group_set_patience(self._open, int(max(0.0, min(seconds * 1000, 2**31 - 1))))

    @property
    def _open(self) -> Handle:
        # Another thread may close the group; a call that has begun keeps the handle.
        handle = self._handle
        if handle is None:
            raise Error("usage", 64, f"The group {self.name} was closed; open it again.")
        return handle

    @property
    def settings(self) -> "Settings":
        """The settings that all tools of the group share."""
        return Settings(self)

    def join(
        self, id: str, name: str, *, icon: Icon | None = None, schemes: Sequence[str] = (),
        actions: Sequence[Action] = (), command: Sequence[Word] | None = None, terminal: bool = False,
        desktop_file: str | None = None, version: str | None = None, fields: Mapping[str, Value] | None = None,
        on_failure: Callable[[Error], object] | None = None,
    ) -> Member:
        """Registers this tool, and returns its place in the group. Never raises Error: failures go to `on_failure`.

        See `register` for the other parameters.
        """
        app = Description(
            id, name, icon, schemes, actions, command, terminal, desktop_file, version, copied(fields, "fields"))
        return Member(Group(self.name, patience=self.patience), app, on_failure)

    def register(
        self, id: str, name: str, *, icon: Icon | None = None, schemes: Sequence[str] = (),
        actions: Sequence[Action] = (), command: Sequence[Word] | None = None, terminal: bool = False,
        desktop_file: str | None = None, version: str | None = None, fields: Mapping[str, Value] | None = None,
    ) -> None:
        """Registers an app, or updates its description completely. Registering the same again writes nothing.

        An app of another group is refused with the code "appTaken": `launcher register --move` moves it.

        `icon` is the name of a themed icon, the bytes of a PNG or SVG image, or the path of one. `command` is the list of
        the program and its arguments, in which %u stands for the URL and %% for a percent sign; `terminal` says whether
        it needs a terminal. `desktop_file` is the id of a desktop entry instead of a command.
        """
        Description(
            id, name, icon, schemes, actions, command, terminal, desktop_file, version, copied(fields, "fields")
        ).register(self._open)

    def unregister(self, id: str) -> None:
        """Hides an app at once; it is deleted when the grace period ends."""
        call("unregister", self._open, encoded(id, "id"))

    def set_badge(self, id: str, badge: int) -> None:
        """Sets a badge: how many things need attention. A negative number counts as 0."""
        call("badge_set", self._open, encoded(id, "id"), clamped(badge, "badge"))

    def add_badge(self, id: str, delta: int) -> int:
        """Adds to a badge, which never falls below 0, and returns it. Concurrent additions all count."""
        now = ctypes.c_int64()
        call("badge_add", self._open, encoded(id, "id"), clamped(delta, "delta"), ctypes.byref(now))
        return now.value

    def set_field(self, id: str, key: str, value: Value | None) -> None:
        """Sets a field of an app; None removes it."""
        call("field_set", self._open, encoded(id, "id"), encoded(key, "key"), ctypes.byref(to_c(value, "value")))

    def total(self, key: str | None = None) -> int:
        """The sum of an integer field over all apps that lists show; without a key, the sum of the badges."""
        result = ctypes.c_int64()
        call("total", self._open, None if key is None else encoded(key, "key"), ctypes.byref(result))
        return result.value

    def apps(self, order: str | None = None, all: bool = False) -> list[App]:
        """The apps of the group.

        `order` is name, recent, frequent, frecency, smart or badge; None is the one that suits the group. With `all`, hidden
        and missing apps are listed, too.
        """
        handle = ctypes.c_void_p()
        call("apps", self._open, None if order is None else encoded(order, "order"), all, ctypes.byref(handle))
        with AppList(handle) as apps:
            return apps.apps()

    def app(self, id: str) -> App | None:
        """One app of the group, even if it is hidden or missing; None if there is no such app."""
        handle = ctypes.c_void_p()
        try:
            call("find", self._open, encoded(id, "id"), ctypes.byref(handle))
        except Error as error:
            # No app has such an identifier.
            if error.code == "invalidValue":
                return None
            raise
        with AppList(handle) as found:
            return next(iter(found.apps()), None)

    def record_opening(self, id: str) -> None:
        """Counts that the user opened this app, unless the launcher that opened it has counted that."""
        call("record_opening", self._open, encoded(id, "id"))

    def opened_url(self, id: str, arguments: Sequence[str] | None = None) -> str | None:
        """The URL that the app was opened with: the first argument after the program's name with one of its schemes."""
        texts = words(sys.argv if arguments is None else arguments, "arguments")
        url = ctypes.c_void_p()
        call("opened_url", self._open, encoded(id, "id"), len(texts) - 1, texts, ctypes.byref(url))
        return take_text(url)

    def open(self, what: str) -> None:
        """Opens an app by its id, one of its actions as "id#action", or a URL."""
        call("open", self._open, encoded(what, "what"))

    def can_open(self, url: str) -> bool:
        """Whether an app of the group, or else the desktop, would open a URL."""
        result = ctypes.c_bool()
        call("can_open", self._open, encoded(url, "url"), ctypes.byref(result))
        return result.value

    def changes(self) -> Changes:
        """The changes from now on, for `for` or `async for`."""
        return Changes(self._open)

    def close(self) -> None:
        """Closes the group's file. Further calls raise Error."""
        self._handle = None

    def __repr__(self) -> str:
        return f"Group({self.name!r})"

    def __enter__(self) -> "Group":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[object, ...]:
        # Another process opens the group again.
        return _reopen, (self.name, self._patience)


def _reopen(name: str, patience: float) -> Group:
    return Group(name, patience=patience)


class Settings:
    """The settings of a group: settings["name"] = "Tools". A setting that is not set is None."""

    # The library does not list them. Otherwise, Python would ask for settings[0].
    __iter__ = None

    def __init__(self, group: Group) -> None:
        self._group = group

    def __contains__(self, key: str) -> bool:
        return self[key] is not None

    def __getitem__(self, key: str) -> Value | None:
        value = CValue()
        call("setting_get", self._group._open, encoded(key, "key"), ctypes.byref(value))
        result = from_c(value)
        if value.kind == STRING:
            # The field is at a multiple of its size; through the attribute, ctypes would give a copy.
            place = ctypes.addressof(value) + CValue.string.offset
            library.appgroup_free(ctypes.c_void_p.from_address(place))
        return result

    def __setitem__(self, key: str, value: Value | None) -> None:
        call("setting_set", self._group._open, encoded(key, "key"), ctypes.byref(to_c(value, "value")))

    def __delitem__(self, key: str) -> None:
        self[key] = None
