"""libappgroup and its Python package, beside the command line and beside a program that links SQLite alone."""

import statistics
import subprocess
import sys

from report import at_most, beside, milliseconds, row
from timing import Command, medians
from workshop import BENCH, BUILD, GROUP, LAUNCHER, TARGET

LIBRARY = BUILD / "installed/lib/libappgroup.so.1"
WITH_APPGROUP = BUILD / "with-appgroup"
WITH_SQLITE = BUILD / "with-sqlite"
TOOL = f"{GROUP}.tool"
ADDING = f"""
import sys, time, appgroup
group = appgroup.Group("{GROUP}")
group.add_badge("{TARGET}", 1)
start = time.monotonic_ns()
for _ in range(int(sys.argv[1])):
    group.add_badge("{TARGET}", 1)
print((time.monotonic_ns() - start) // int(sys.argv[1]))
"""


def library(workshop):
    """The start of a C program, one addition, one registration, and the size."""
    home = workshop.group(100)
    environment = workshop.environment(home) | {
        "LD_LIBRARY_PATH": str(LIBRARY.parent), "PYTHONPATH": str(BENCH.parent / "python")}
    sqlite, ours = medians(
        Command([WITH_SQLITE], environment), Command([WITH_APPGROUP, "start"], environment), runs=120)
    row("start of a C program with libappgroup", milliseconds(ours), f"with libsqlite3 {milliseconds(sqlite)}",
        f"{ours - sqlite:+.2f} ms", at_most(ours - sqlite, 1.0, " ms"))

    [command] = medians(Command([LAUNCHER, "badge", "add", TARGET, "1"], environment))
    for name, words, share in (
        ("C", [WITH_APPGROUP, "add", TARGET, "2000"], 30), ("Python", ["/usr/bin/python3", "-c", ADDING, "2000"], 20),
    ):
        times = [_nanoseconds(words, environment) for _ in range(9)]
        time = statistics.median(times) / 1e6
        row(f"`badge_add` from {name}", f"{1000 * time:.0f} µs", f"`badge add` {milliseconds(command)}",
            f"1/{command / time:.0f}", (f"≤ 1/{share}", time * share <= command))

    words = [LAUNCHER, "register", TOOL, "--group", GROUP, "--name", "Tool", "--scheme", "tool", "--terminal",
             "--", "/bin/true", "%u"]
    workshop.run(words, home)
    ours, launcher = medians(
        Command([WITH_APPGROUP, "register", TOOL], environment), Command(words, environment))
    beside("register the same again, a whole C program", ours, launcher, "`launcher register`", 0.9)

    megabytes = LIBRARY.stat().st_size / 1e6
    row("installed `libappgroup.so.1`", f"{megabytes:.1f} MB", "", "", at_most(megabytes, 11, " MB"))
    dynamic = subprocess.run(["readelf", "--dynamic", LIBRARY], check=True, capture_output=True, text=True).stdout
    needed = dynamic.count("(NEEDED)")
    row("shared libraries that it needs", needed, "", "", at_most(needed, 5))


def _nanoseconds(words, environment):
    run = subprocess.run([str(word) for word in words], env=environment, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{words[0]} failed: {run.stderr}")
    return int(run.stdout)
