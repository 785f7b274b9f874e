#!/usr/bin/env python3
"""unpushed: lists Git repositories with work that exists only on this machine, and shows their number as a badge in the group.

Run it hourly from cron. It searches folders that you may never have entered, and a repository's configuration can name programs
that Git runs: those that watch for changes are off here, but filters, such as those of Git LFS, still run.
"""

import argparse
import os
import pathlib
import subprocess
import sys

import appgroup


def git(repository, *words):
    """The number of lines that git prints. It neither waits for the index nor writes it.

    Raises CalledProcessError if it fails, for example because the repository belongs to another user.
    """
    command = ["git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-C", repository, *words]
    return len(subprocess.run(command, capture_output=True, text=True, errors="replace", check=True).stdout.splitlines())


def shown(path):
    """A path for a terminal or a field: without control characters, and without bytes that are not UTF-8."""
    return "".join(character if character.isprintable() else "?" for character in str(path))


def repositories(folder):
    """The repositories below a folder; hidden folders are left out."""
    for path, folders, files in os.walk(folder):
        if ".git" in folders + files:
            yield pathlib.Path(path)
        folders[:] = sorted(name for name in folders if not name.startswith("."))


def unpushed(repository):
    """What is only here, in a few words; nothing if everything is elsewhere, too."""
    try:
        changed = git(repository, "status", "--porcelain")
        commits = git(repository, "rev-list", "--branches", "--not", "--remotes")
    except (OSError, subprocess.CalledProcessError) as failure:
        return "unknown, because git failed: " + shown((getattr(failure, "stderr", "") or str(failure)).splitlines()[0])
    counts = [(changed, "changed file"), (commits, "unpushed commit")]
    return ", ".join(f"{count} {what}{'s' * (count > 1)}" for count, what in counts if count)


def main():
    group = appgroup.Group(os.environ.get("APP_GROUP") or "com.example.tools")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="a folder to search; by default, your home")
    # A URL that opened this tool is no folder.
    words = [word for word in parser.parse_args().folders if not word.lower().startswith("unpushed:")]
    folders = words or [pathlib.Path.home()]
    for folder in folders:
        if not os.path.isdir(folder):
            parser.error(f"There is no folder {shown(folder)}.")
    sys.stdout.reconfigure(errors="replace")
    found = [(path, work) for folder in folders for path in repositories(folder) if (work := unpushed(path))]
    for path, work in found:
        print(f"{shown(path)}: {work}")
    if not found:
        print("Everything is pushed.")
    # In a command, %u stands for a URL, and %% for a percent sign.
    command = [os.path.realpath(__file__), *(os.path.abspath(folder).replace("%", "%%") for folder in folders)]
    with group.join(
        "com.example.unpushed", "Unpushed work", icon="vcs-commit", schemes=["unpushed"], command=command, terminal=True,
        on_failure=lambda error: print(f"unpushed: {error}", file=sys.stderr),
    ) as tool:
        tool.set_badge(len(found))
        tool.fields["first"] = shown(found[0][0].name) if found else None


main()
