"""The order `smart`: its cost for a list, for an opening and for replaying histories."""

import random
import shutil

from report import at_least, at_most, beside, row
from timing import Command, medians
from workshop import GROUP, LAUNCHER

APPS = 100
KEPT = 20_000


def smart(workshop):
    """`list --order smart` beside `--order frecency`, with as many openings as a group keeps."""
    home = _history(workshop)
    environment = workshop.environment(home)
    ours, frecency, default = medians(
        Command([LAUNCHER, "list", "--format", "tsv", "--order", "smart"], environment),
        Command([LAUNCHER, "list", "--format", "tsv", "--order", "frecency"], environment),
        Command([LAUNCHER, "list", "--format", "tsv"], environment),
    )
    what = f"{APPS} apps, {KEPT:,} openings"
    beside(f"`list --order smart`, {what}", ours, frecency, "`--order frecency`", 1.2)
    beside("`list` without `--order`, the same", default, frecency, "`--order frecency`", 1.3)
    query = "SELECT length(state) FROM model"
    kilobytes = int(workshop.run(["sqlite3", workshop.store(home), query], home)) / 1000
    row("size of the stored model, the same", f"{kilobytes:.1f} KB", "", "", at_most(kilobytes, 40, " KB"))


def forgetting(workshop):
    """`open` and `list --order smart` after an app was deleted, beside the same before."""
    before = _history(workshop)
    after = workshop.copy(before)
    for command in (["unregister", f"{GROUP}.app3"], ["prune", "--yes", "--grace", "0"]):
        workshop.run([LAUNCHER, *command], after)
    for words in (["open", f"{GROUP}.app1"], ["list", "--order", "smart", "--format", "tsv"]):
        old, new = medians(
            Command([LAUNCHER, *words], workshop.environment(before)),
            Command([LAUNCHER, *words], workshop.environment(after)),
        )
        name = "open ID" if words[0] == "open" else "list --order smart"
        beside(f"`{name}` after an app was deleted, {APPS} apps, {KEPT:,} openings", new, old, "before", 1.5)


def replaying(workshop):
    """`rank-eval` of one user: all orders and rules, and the order smart alone."""
    events = 50_000
    trace, few = workshop.folder / "trace.tsv", workshop.folder / "few.tsv"
    lines = ["user\tunix_time\titem"] + [f"u\t{time}\titem{app}" for time, app in _openings(events)]
    trace.write_text("\n".join(lines) + "\n")
    few.write_text("\n".join(lines[:APPS]) + "\n")
    environment = workshop.environment()
    every, alone, start = medians(
        Command([LAUNCHER, "rank-eval", trace], environment),
        Command([LAUNCHER, "rank-eval", "--order", "smart", trace], environment),
        Command([LAUNCHER, "rank-eval", few], environment),
        runs=2, warmup=1,
    )
    rate = events / every * 1000
    row(f"`rank-eval`, {APPS} items, all orders and rules", f"{rate:,.0f} events a second", "", "", at_least(rate, 20_000))
    microseconds = (alone - start) / events * 1000
    row(f"one ranking of {APPS} apps and one update, in process", f"{microseconds:.1f} µs", "", "",
        at_most(microseconds, 25, " µs"))


def _openings(count):
    """A realistic history: few apps are opened often, some in sequence, with pauses of seconds to a night."""
    chance = random.Random(7)
    time, last = 1_600_000_000, 0
    # Opens each app once, so that all of them are ranked from the beginning.
    for number in range(count):
        time += chance.choice([3, 20, 90, 400, 2_000, 30_000])
        if number < APPS:
            last = number
        elif chance.random() < 0.5:
            last = (last * 7 + 3) % APPS
        else:
            last = min(int(chance.paretovariate(0.7)) - 1, APPS - 1)
        yield time, last


def _history(workshop):
    """A group with as many openings as are kept. The stored model has not learned the last ones yet."""
    home = f"{workshop.group(APPS)}-opened"
    if not (workshop.folder / home).exists():
        shutil.copytree(workshop.folder / f"groups-{APPS}", workshop.folder / home)
        file = workshop.folder / "history.tsv"
        lines = ["unix_time\tapp"] + [f"{time}\t{GROUP}.app{app + 1}" for time, app in _openings(KEPT)]
        file.write_text("\n".join(lines) + "\n")
        workshop.run([LAUNCHER, "history", "import", file], home)
        for number in range(8):
            workshop.run([LAUNCHER, "open", f"{GROUP}.app{number % 9 + 1}"], home)
    return home
