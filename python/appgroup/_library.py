"""Loads libappgroup and declares its functions."""

import ctypes
import importlib.machinery
import importlib.util
import mmap
import os
import pathlib
import weakref
from collections.abc import Callable
from ctypes import POINTER, c_bool, c_char_p, c_int, c_int32, c_int64, c_size_t, c_uint32, c_void_p
from typing import Any

from ._error import Error

NONE, STRING, INTEGER, DATE = range(4)
NOTHING_YET = 100


class CValue(ctypes.Structure):
    """`appgroup_value` of appgroup.h."""

    _fields_ = [("kind", c_int32), ("reserved", c_int32), ("integer", c_int64), ("string", c_char_p)]


# Every SQLite contains this statement, even one whose functions are hidden.
SQLITE_STATEMENT = b"CREATE TABLE x(type text,name text,tbl_name text,rootpage int,sql text)"
# Where a distribution has its libraries, which share its SQLite. They are not searched, since importing should be fast.
SYSTEM_FOLDERS = ("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/")

VALUE = POINTER(CValue)
WORDS = POINTER(c_char_p)
HANDLE = POINTER(c_void_p)

# The parameters of each function with a status, without the last one, which is the error.
CALLS: dict[str, list[Any]] = {
    "group_open": [c_char_p, HANDLE],
    "register": [c_void_p, c_void_p],
    "unregister": [c_void_p, c_char_p],
    "badge_set": [c_void_p, c_char_p, c_int64],
    "badge_add": [c_void_p, c_char_p, c_int64, POINTER(c_int64)],
    "field_set": [c_void_p, c_char_p, c_char_p, VALUE],
    "total": [c_void_p, c_char_p, POINTER(c_int64)],
    "setting_get": [c_void_p, c_char_p, VALUE],
    "setting_set": [c_void_p, c_char_p, VALUE],
    "record_opening": [c_void_p, c_char_p],
    "opened_url": [c_void_p, c_char_p, c_int, WORDS, POINTER(c_void_p)],
    "app_opened_url": [c_void_p, c_int, WORDS, POINTER(c_void_p)],
    "open": [c_void_p, c_char_p],
    "can_open": [c_void_p, c_char_p, POINTER(c_bool)],
    "apps": [c_void_p, c_char_p, c_bool, HANDLE],
    "find": [c_void_p, c_char_p, HANDLE],
    "list_get": [c_void_p, c_size_t, c_char_p, VALUE],
    "watch_open": [c_void_p, HANDLE],
    "watch_next": [c_void_p, POINTER(c_void_p)],
}

# The result and the parameters of each function that cannot fail.
OTHERS: dict[str, tuple[Any, list[Any]]] = {
    "version": (c_uint32, []),
    "error_code": (c_char_p, [c_void_p]),
    "error_message": (c_char_p, [c_void_p]),
    "error_free": (None, [c_void_p]),
    "free": (None, [c_void_p]),
    "app_new": (c_void_p, [c_char_p, c_char_p]),
    "app_free": (None, [c_void_p]),
    "app_set_icon_name": (None, [c_void_p, c_char_p]),
    "app_set_icon_data": (None, [c_void_p, c_char_p, c_size_t]),
    "app_add_scheme": (None, [c_void_p, c_char_p]),
    "app_add_action": (None, [c_void_p, c_char_p, c_char_p, c_char_p, c_char_p]),
    "app_set_command": (None, [c_void_p, WORDS, c_bool]),
    "app_set_desktop_file": (None, [c_void_p, c_char_p]),
    "app_set_version": (None, [c_void_p, c_char_p]),
    "app_set_field": (None, [c_void_p, c_char_p, VALUE]),
    "group_set_patience": (None, [c_void_p, c_int32]),
    "group_close": (None, [c_void_p]),
    "list_count": (c_size_t, [c_void_p]),
    "list_free": (None, [c_void_p]),
    "watch_descriptor": (c_int, [c_void_p]),
    "watch_close": (None, [c_void_p]),
}


def _load() -> ctypes.CDLL:
    # Python's own module first: libappgroup then shares the SQLite that it has loaded.
    own = importlib.util.find_spec("_sqlite3")
    if own is not None and isinstance(own.loader, importlib.machinery.ExtensionFileLoader):
        ctypes.CDLL(own.loader.path)
    bundled = pathlib.Path(__file__).with_name("libappgroup.so.1")
    is_wheel = bundled.exists()
    try:
        library = ctypes.CDLL(str(bundled) if is_wheel else "libappgroup.so.1")
    except OSError as error:
        remedy = (
            "It needs glibc 2.36 or later, and the system's libsqlite3.so.0: on Debian, install libsqlite3-0." if is_wheel
            else "Install the wheel of appgroup, or name the folder of the library in LD_LIBRARY_PATH.")
        raise ImportError(f"libappgroup.so.1 cannot be loaded: {error}. {remedy}") from error
    if own is not None and own.origin == "built-in":
        _refuse("this Python interpreter")
    _check_sqlite(library)
    return library


def _check_sqlite(library: ctypes.CDLL) -> None:
    """Two copies of SQLite in one process release each other's file locks, and data could be lost."""
    ours = _address(library)
    try:
        maps = pathlib.Path("/proc/self/maps").read_text(errors="surrogateescape")
    except OSError:
        return
    files = {line.split(maxsplit=5)[5] for line in maps.splitlines() if ".so" in line}
    for file in sorted(files):
        try:
            loaded = ctypes.CDLL(file, mode=os.RTLD_NOLOAD | os.RTLD_LAZY)
        except OSError:
            continue  # a file that is only read
        address = _address(loaded)
        if address not in (None, ours) or address is None and _hides_sqlite(file):
            _refuse(file)


def _hides_sqlite(file: str) -> bool:
    """Whether a library contains a SQLite whose functions cannot be seen from outside, as that of apsw does."""
    if file.startswith(SYSTEM_FOLDERS):
        return False
    try:
        with open(file, "rb") as opened, mmap.mmap(opened.fileno(), 0, prot=mmap.PROT_READ) as content:
            return content.find(SQLITE_STATEMENT) >= 0
    except (OSError, ValueError):
        return False  # replaced since it was loaded


def _address(library: ctypes.CDLL) -> int | None:
    try:
        return ctypes.cast(library.sqlite3_libversion_number, c_void_p).value
    except AttributeError:
        return None


def _refuse(place: str) -> None:
    raise ImportError(
        f"appgroup cannot be used here: {place} has a SQLite of its own, and two in one process release each other's file "
        "locks. Use a Python that loads the system's libsqlite3.so.0, or run the program launcher instead.")


def _declare(library: ctypes.CDLL) -> None:
    for name, parameters in CALLS.items():
        function = getattr(library, f"appgroup_{name}")
        function.argtypes, function.restype = [*parameters, HANDLE], c_int32
    for name, (result, parameters) in OTHERS.items():
        function = getattr(library, f"appgroup_{name}")
        function.argtypes, function.restype = parameters, result


library = _load()
_declare(library)


def call(name: str, *arguments: Any) -> int:
    """Calls a function with a status, and returns the status: 0 or NOTHING_YET.

    Raises Error for any other.
    """
    error = c_void_p()
    status: int = getattr(library, f"appgroup_{name}")(*arguments, ctypes.byref(error))
    if error.value is None:
        return status
    try:
        code = library.appgroup_error_code(error).decode()
        message = library.appgroup_error_message(error).decode()
    finally:
        library.appgroup_error_free(error)
    raise Error(code, status, message)


class Handle(c_void_p):
    """A handle of the library, freed once nothing refers to it: neither its owner, nor a call of another thread."""

    def free_by(self, free: Callable[[c_void_p], object]) -> None:
        weakref.finalize(self, free, c_void_p(self.value)).atexit = False


def take_text(pointer: c_void_p) -> str | None:
    """The text that a function has returned for its caller to free."""
    if pointer.value is None:
        return None
    try:
        return ctypes.string_at(pointer.value).decode()
    finally:
        library.appgroup_free(pointer)


def version() -> tuple[int, int, int]:
    """The version of libappgroup: major, minor and patch."""
    number: int = library.appgroup_version()
    return number >> 16, number >> 8 & 0xFF, number & 0xFF
