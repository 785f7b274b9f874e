"""Values between Python and C. A `name` is what an error calls an argument that has the wrong type."""

import ctypes
import operator
import os
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone
from typing import TypeAlias, TypeVar

from ._error import Error
from ._library import DATE, INTEGER, NONE, STRING, CValue

Value = str | int | datetime
"""The value of a field or setting. A datetime has whole milliseconds; one without a time zone is in local time."""

Word: TypeAlias = str | os.PathLike[str]
"""A word of a command, which may be a path."""

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_MILLISECOND = timedelta(milliseconds=1)

Item = TypeVar("Item")


def encoded(text: str, name: str) -> bytes:
    """Text for the library, which refuses what is not UTF-8."""
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a str, not {type(text).__name__}")
    if "\0" in text:
        raise Error("invalidValue", 65, f"{name} holds U+0000; leave it out.")
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def items(values: Sequence[Item], name: str) -> list[tuple[Item, str]]:
    """The items of a list, each with its name, such as "schemes[0]". A str is refused: its items would be its letters."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Sequence):
        raise TypeError(f"{name} must be a list, not {type(values).__name__}")
    return [(value, f"{name}[{index}]") for index, value in enumerate(values)]


def copied(values: Mapping[str, Item] | None, name: str) -> dict[str, Item]:
    """A copy that its caller cannot change; an empty one of None."""
    if values is not None and not isinstance(values, Mapping):
        raise TypeError(f"{name} must be a dict, not {type(values).__name__}")
    return dict(values or {})


def words(texts: Sequence[Word], name: str) -> "ctypes.Array[ctypes.c_char_p]":
    """An array of words that ends with NULL."""
    array = [encoded(os.fspath(word) if isinstance(word, os.PathLike) else word, place) for word, place in items(texts, name)]
    return (ctypes.c_char_p * (len(array) + 1))(*array, None)


def clamped(number: int, name: str) -> int:
    """The nearest integer of 64 bits."""
    try:
        number = operator.index(number)
    except TypeError:
        raise TypeError(f"{name} must be an int, not {type(number).__name__}") from None
    return max(-(2**63), min(number, 2**63 - 1))


def to_c(value: Value | None, name: str) -> CValue:
    if value is None:
        return CValue(NONE, 0, 0, None)
    if isinstance(value, str):
        return CValue(STRING, 0, 0, encoded(value, name))
    if isinstance(value, datetime):
        moment = value if value.tzinfo else value.astimezone()
        return CValue(DATE, 0, (moment - _EPOCH) // _MILLISECOND, None)
    if isinstance(value, int):
        if clamped(value, name) != value:
            raise Error("invalidValue", 65, f"{value} is not a whole number of 64 bits.")
        return CValue(INTEGER, 0, int(value), None)
    raise TypeError(f"{name} must be a str, an int or a datetime, not {type(value).__name__}")


def from_c(value: CValue) -> Value | None:
    if value.kind == STRING:
        text: bytes = value.string
        return text.decode()
    if value.kind == INTEGER:
        return int(value.integer)
    if value.kind == DATE:
        return _moment(int(value.integer))
    return None


def _moment(milliseconds: int) -> datetime:
    try:
        return _EPOCH + milliseconds * _MILLISECOND
    except OverflowError:
        # Python's years are 1 to 9999.
        end = datetime.max if milliseconds > 0 else datetime.min
        return end.replace(tzinfo=timezone.utc)
