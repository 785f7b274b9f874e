#!/usr/bin/env python3
"""unpushed: lists Git repositories with work that exists only on this machine, and shows their number as a badge in the group.

    unpushed.py [FOLDER …]     the folders to search, else your home

Run it hourly from cron.
"""

import os
import pathlib
import subprocess
import sys

import appgroup


def git(repository, *words):
    """The lines that git prints; none if it fails."""
    run = subprocess.run(["git", "-C", repository, *words], capture_output=True, text=True, errors="replace")
    return run.stdout.splitlines() if run.returncode == 0 else []


def repositories(folder):
    """The repositories below a folder; hidden folders are left out."""
    for path, folders, files in os.walk(folder):
        if ".git" in folders + files:
            yield pathlib.Path(path)
        folders[:] = sorted(name for name in folders if not name.startswith("."))


def unpushed(repository):
    """What is only here, in a few words; nothing if everything is elsewhere, too."""
    changed = len(git(repository, "status", "--porcelain"))
    commits = len(git(repository, "log", "--branches", "--not", "--remotes", "--format=%h"))
    counts = [(changed, "changed file"), (commits, "unpushed commit")]
    return ", ".join(f"{count} {what}{'s' * (count > 1)}" for count, what in counts if count)


def main():
    group = appgroup.Group(os.environ.get("APP_GROUP") or "com.example.tools")
    # A URL that opened this tool is no folder.
    words = [word for word in sys.argv[1:] if not word.lower().startswith("unpushed:")]
    folders = words or [pathlib.Path.home()]
    found = [(path, work) for folder in folders for path in repositories(folder) if (work := unpushed(path))]
    for path, work in found:
        print(f"{path}: {work}")
    if not found:
        print("Everything is pushed.")
    # In a command, %u stands for a URL, and %% for a percent sign.
    command = [os.path.realpath(__file__), *(os.path.abspath(folder).replace("%", "%%") for folder in folders)]
    with group.join(
        "com.example.unpushed", "Unpushed work", icon="vcs-commit", schemes=["unpushed"], command=command, terminal=True,
        on_failure=lambda error: print(f"unpushed: {error}", file=sys.stderr),
    ) as tool:
        tool.set_badge(len(found))
        tool.fields["first"] = found[0][0].name if found else None


main()
