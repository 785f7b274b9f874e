"""Apps of a group, and what a tool says about itself."""

import ctypes
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import TracebackType
from typing import TypeAlias, cast

from ._error import Error
from ._library import CValue, call, library, take_text
from ._values import Value, Word, encoded, from_c, items, to_c, words


@dataclass(frozen=True)
class Action:
    """A place in an app that it can be opened at, as `launcher open notes#newest` does."""

    id: str
    name: str
    url: str
    icon: str | None = None


@dataclass(frozen=True)
class App:
    """An app in a list: a copy of what the group knew at that moment. The members are those of `launcher list --format json`."""

    id: str
    name: str
    badge: int
    schemes: tuple[str, ...]
    icon: str | None
    installed: bool
    reason: str | None
    fields: Mapping[str, Value]
    last_opened: datetime | None
    open_count: int
    version: str | None
    available_version: str | None
    group: str
    pinned: bool
    hidden: bool
    actions: Mapping[str, str]
    """The URL of each action, by its id."""


class AppList:
    """A list of the library, freed at the end of a `with`."""

    def __init__(self, handle: ctypes.c_void_p) -> None:
        self._handle = handle
        self._value = CValue()

    def __enter__(self) -> "AppList":
        return self

    def __exit__(self, *_: object) -> None:
        library.appgroup_list_free(self._handle)

    def _get(self, index: int, what: str) -> Value | None:
        call("list_get", self._handle, index, what.encode(), ctypes.byref(self._value))
        return from_c(self._value)

    def _app(self, index: int) -> App:
        def text(what: str) -> str | None:
            return cast(str | None, self._get(index, what))

        def number(what: str) -> int:
            return cast(int, self._get(index, what))

        def names(what: str) -> list[str]:
            # Not split(): a key may hold characters that Python takes for white space.
            joined = text(what)
            return joined.split(" ") if joined else []

        return App(
            id=text("id") or "", name=text("name") or "", badge=number("badge"), schemes=tuple(names("schemes")),
            icon=text("icon"), installed=bool(number("installed")), reason=text("reason"),
            fields={key: cast(Value, self._get(index, f"field:{key}")) for key in names("fields")},
            last_opened=cast(datetime | None, self._get(index, "lastOpened")), open_count=number("openCount"),
            version=text("version"), available_version=text("availableVersion"), group=text("group") or "",
            pinned=bool(number("pinned")), hidden=bool(number("hidden")),
            actions={id: text(f"action:{id}") or "" for id in names("actions")})

    def __len__(self) -> int:
        count: int = library.appgroup_list_count(self._handle)
        return count

    def apps(self) -> list[App]:
        return [self._app(index) for index in range(len(self))]


Icon: TypeAlias = str | bytes | os.PathLike[str]
"""The name of a themed icon, the bytes of a PNG or SVG image, or the path of one.

A text with a slash, or with the ending of an image, is a path, too.
"""

# As in `launcher register`: an image must not be taken for the name of an icon.
_IMAGE_ENDINGS = (".png", ".svg", ".jpg", ".jpeg", ".gif", ".ico", ".webp", ".xpm")

# The library refuses what is larger.
_MAXIMUM_IMAGE = 1 << 20


def _is_path(icon: str) -> bool:
    return "/" in icon or icon.lower().endswith(_IMAGE_ENDINGS)


def _image(icon: Icon) -> bytes:
    if isinstance(icon, bytes):
        return icon
    if not isinstance(icon, (str, os.PathLike)):
        # A number would be a descriptor, which open() would read and close.
        raise TypeError(f"icon must be a str, bytes or a path, not {type(icon).__name__}")
    try:
        with open(icon, "rb") as file:
            return file.read(_MAXIMUM_IMAGE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise Error(
            "invalidValue", 65,
            f"The icon “{os.fspath(icon)}” cannot be read: {reason}. Give a PNG or SVG file, or the name of a themed icon."
        ) from error


@dataclass(frozen=True)
class Description:
    """What a tool says about itself."""

    id: str
    name: str
    icon: Icon | None
    schemes: Sequence[str]
    actions: Sequence[Action]
    command: Sequence[Word] | None
    terminal: bool
    desktop_file: str | None
    version: str | None
    fields: Mapping[str, Value]

    def register(self, group: ctypes.c_void_p) -> None:
        with _Draft(self) as draft:
            call("register", group, draft)

    def opened_url(self, arguments: Sequence[str]) -> str | None:
        """The first argument after the program's name that is a URL with one of the schemes."""
        texts = words(arguments, "arguments")
        url = ctypes.c_void_p()
        # What else it says, such as an icon that cannot be read, has no say in this.
        with _Draft(replace(self, icon=None, actions=(), version=None, fields={})) as draft:
            call("app_opened_url", draft, len(texts) - 1, texts, ctypes.byref(url))
        return take_text(url)


class _Draft:
    """A description of the library, freed at the end of a `with`."""

    def __init__(self, app: Description) -> None:
        self._app = app

    def __enter__(self) -> ctypes.c_void_p:
        self._handle = ctypes.c_void_p(
            library.appgroup_app_new(encoded(self._app.id, "id"), encoded(self._app.name, "name")))
        try:
            self._fill()
        except BaseException:
            library.appgroup_app_free(self._handle)
            raise
        return self._handle

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        library.appgroup_app_free(self._handle)

    def _fill(self) -> None:
        app, handle = self._app, self._handle
        if app.command is not None and app.desktop_file is not None:
            raise Error("usage", 64, "A desktop entry says how the app starts; leave out the command.")
        if isinstance(app.icon, str) and not _is_path(app.icon):
            library.appgroup_app_set_icon_name(handle, encoded(app.icon, "icon"))
        elif app.icon is not None:
            image = _image(app.icon)
            library.appgroup_app_set_icon_data(handle, image, len(image))
        for scheme, place in items(app.schemes, "schemes"):
            library.appgroup_app_add_scheme(handle, encoded(scheme, place))
        for action, place in items(app.actions, "actions"):
            self._add(action, place)
        if app.command is not None:
            library.appgroup_app_set_command(handle, words(app.command, "command"), app.terminal)
        if app.desktop_file is not None:
            library.appgroup_app_set_desktop_file(handle, encoded(app.desktop_file, "desktop_file"))
        if app.version is not None:
            library.appgroup_app_set_version(handle, encoded(app.version, "version"))
        for key, value in app.fields.items():
            library.appgroup_app_set_field(
                handle, encoded(key, "a key of fields"), ctypes.byref(to_c(value, f"fields[{key!r}]")))

    def _add(self, action: Action, place: str) -> None:
        if not isinstance(action, Action):
            raise TypeError(f"{place} must be an Action, not {type(action).__name__}")
        library.appgroup_app_add_action(
            self._handle, encoded(action.id, f"{place}.id"), encoded(action.name, f"{place}.name"),
            None if action.icon is None else encoded(action.icon, f"{place}.icon"), encoded(action.url, f"{place}.url"))
