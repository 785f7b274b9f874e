"""The cost of a registry after long use, and the cost of starting a tool that embeds the library."""

import fcntl
import shutil
import statistics
import subprocess
import time

from report import at_most, beside, milliseconds, row
from timing import Command, medians
from workshop import CATALOG_SERVER, GROUP, LAUNCHER, LAUNCHER_STORE, RELEASE, STATIC, TARGET, TOOL_EMBEDDING


def aging(workshop):
    """Ten thousand processes that write once and end."""
    kinds = {"`list`": ["list", "--format", "tsv"], "`badge add`": ["badge", "add", TARGET, "1"]}
    environments = []
    largest_log = 0
    for name, writes in (("young", 10), ("old", 10_000)):
        home = workshop.group(100)
        shutil.copytree(workshop.folder / home, workshop.folder / name)
        environment = workshop.environment(name)
        log = workshop.store(name).with_name("registry.sqlite-wal")
        for _ in range(writes):
            subprocess.run([LAUNCHER, "badge", "add", TARGET, "1"], env=environment, check=True)
            largest_log = max(largest_log, log.stat().st_size)
        environments.append(environment)
    for name, words in kinds.items():
        young, old = medians(*(Command([LAUNCHER, *words], environment) for environment in environments))
        row(f"{name} after 10,000 processes that wrote", milliseconds(old), f"after 10 {milliseconds(young)}",
            f"{old / young:.2f}", at_most(old / young, 1.1))
    row("the log's largest size", f"{largest_log / 1000:.0f} KB", "", "", at_most(largest_log / 1000, 1000, " KB"))


def starting(workshop):
    """The start of a tool with the lines of README.md, beside the same tool without the library. Both are copied first, as every
    installed program is: the kernel holds a file in memory as it was written, and the linker writes small pieces."""
    environment = workshop.environment()
    workshop.run([TOOL_EMBEDDING])
    for linked, folder, most in (("static", STATIC, 1.0), ("static standard library", RELEASE, 1.5)):
        programs = [shutil.copy(folder / name, workshop.folder / f"{folder.parent.name}-{name}")
                    for name in ("tool-plain", "tool-embedding")]
        plain, embedding = medians(*(Command([program], environment) for program in programs), runs=120)
        more = embedding - plain
        row(f"start of a tool with the lines of README.md, {linked}", milliseconds(embedding),
            f"without them {milliseconds(plain)}", f"{more:+.2f} ms", at_most(more, most, " ms"))
    linked = subprocess.run(["ldd", TOOL_EMBEDDING], check=True, capture_output=True, text=True).stdout
    heavy = [name for name in ("Foundation", "icu") if name in linked]
    row("of Foundation and ICU it loads", ", ".join(heavy) or "nothing", "", "", ("nothing", not heavy))


def waiting(workshop):
    """The start of a tool that has something to write while a stopped process holds the lock."""
    environment = workshop.environment("locked")
    lock = workshop.folder / "locked" / f".{GROUP}.lock"
    workshop.run([TOOL_EMBEDDING], "locked")
    workshop.run([LAUNCHER, "unregister", f"{GROUP}.tool"], "locked")
    free = [_start(environment, f"2.{number}", "ready") for number in range(9)]
    with open(lock, "r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        held = [_start(environment, f"3.{number}", "alone") for number in range(9)]
    cost = 1000 * (statistics.median(held) - statistics.median(free))
    row("what a stopped holder of the lock costs a start", milliseconds(cost), "", "", at_most(cost, 500, " ms"))


def _start(environment, version, answer):
    """The seconds that a start takes which changes the tool's version; it must print this answer."""
    begin = time.monotonic()
    done = subprocess.run([TOOL_EMBEDDING, version], env=environment, check=True, capture_output=True, text=True)
    assert answer in done.stdout, done.stdout
    return time.monotonic() - begin


def size(workshop):
    """The installed programs: their sizes, the symbols that they export, and the start of the client."""
    for program, limit in ((LAUNCHER, 20), (LAUNCHER_STORE, 25)):
        megabytes = program.stat().st_size / 1e6
        row(f"installed `{program.name}`", f"{megabytes:.2f} MB", "", "", at_most(megabytes, limit, " MB"))
    symbols = 0
    for program in (LAUNCHER, LAUNCHER_STORE, CATALOG_SERVER):
        found = subprocess.run(["nm", "--dynamic", "--defined-only", program], capture_output=True, text=True)
        symbols += len(found.stdout.splitlines())
    row("symbols that the installed programs export", symbols, "", "", at_most(symbols, 0))
    environment = workshop.environment()
    store, launcher = medians(
        *(Command([program, "--version"], environment) for program in (LAUNCHER_STORE, LAUNCHER)))
    beside("`launcher-store --version`", store, launcher, "`launcher --version`", 1.5)
