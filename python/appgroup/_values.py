"""Values between Python and C."""

import ctypes
import operator
from datetime import datetime, timedelta, timezone

from ._error import Error
from ._library import DATE, INTEGER, NONE, STRING, CValue

Value = str | int | datetime
"""The value of a field or setting. A datetime has whole milliseconds; one without a time zone is in local time."""

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_MILLISECOND = timedelta(milliseconds=1)


def encoded(text: str) -> bytes:
    """Text for the library, which refuses what is not UTF-8."""
    if "\0" in text:
        raise Error("invalidValue", 65, "The text holds U+0000; leave it out.")
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def clamped(number: int, name: str) -> int:
    """The nearest integer of 64 bits. The name is that of the argument, for the error."""
    try:
        number = operator.index(number)
    except TypeError:
        raise TypeError(f"{name} must be an int, not {type(number).__name__}") from None
    return max(-(2**63), min(number, 2**63 - 1))


def to_c(value: Value | None) -> CValue:
    if value is None:
        return CValue(NONE, 0, 0, None)
    if isinstance(value, str):
        return CValue(STRING, 0, 0, encoded(value))
    if isinstance(value, datetime):
        moment = value if value.tzinfo else value.astimezone()
        return CValue(DATE, 0, (moment - _EPOCH) // _MILLISECOND, None)
    if isinstance(value, int):
        if clamped(value, "value") != value:
            raise Error("invalidValue", 65, f"{value} is not a whole number of 64 bits.")
        return CValue(INTEGER, 0, int(value), None)
    raise TypeError(f"a value is a str, an int or a datetime, not {type(value).__name__}")


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


def words(texts: "list[bytes]") -> "ctypes.Array[ctypes.c_char_p]":
    """An array of texts that ends with NULL."""
    return (ctypes.c_char_p * (len(texts) + 1))(*texts, None)
