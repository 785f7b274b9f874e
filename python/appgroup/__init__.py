"""Takes part in a group of tools: names, badges, fields, URLs and changes, shared through App Group.

    import os, appgroup

    group = appgroup.Group("com.example.tools")
    with group.join("com.example.notes", "Notes", schemes=["notes"], command=[os.path.abspath(__file__), "%u"]) as notes:
        notes.set_badge(3)

A call takes microseconds, because it happens in this process. Handles may be used by several threads and after a fork.
A daemon that closes all descriptors opens its group after that.
"""

from ._apps import Action, App, Icon
from ._changes import Change, Changes
from ._error import Error
from ._group import Group, Settings
from ._library import version
from ._member import Fields, Member
from ._values import Value

__all__ = ["Action", "App", "Change", "Changes", "Error", "Fields", "Group", "Icon", "Member", "Settings", "Value", "version"]
