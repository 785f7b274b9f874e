"""The launcher's commands, each from a cold start, beside the programs that people use for the same job."""

from report import beside, milliseconds, row, at_most, times_as_fast
from timing import Command, medians
from workshop import LAUNCHER, TARGET

# Reads the same values as `list --format tsv` prints.
LISTING = (
    "SELECT id, name, badge, (SELECT group_concat(scheme) FROM scheme WHERE app = id), icon, missingSince, lastOpened, "
    "openCount, version, availableVersion FROM app WHERE hidden = 0 AND unregistered IS NULL ORDER BY name"
)


def listing(workshop):
    """`list`, beside one query of the same rows, and beside a launcher that reads desktop files."""
    home = workshop.group(100)
    environment = workshop.environment(home)
    lines = workshop.run([LAUNCHER, "list", "--format", "tsv"], home).splitlines()
    rows = workshop.run(["sqlite3", workshop.store(home), LISTING], home).splitlines()
    entries = dict(environment, XDG_DATA_HOME=str(workshop.desktop_entries(100)), XDG_DATA_DIRS="/nonexistent")
    ours, sqlite, j4 = medians(
        Command([LAUNCHER, "list", "--format", "tsv"], environment),
        Command(["sqlite3", workshop.store(home), LISTING], environment),
        Command(["j4-dmenu-desktop", "--dmenu=cat"], entries),
    )
    assert len(lines) == len(rows) == 100, (len(lines), len(rows))
    beside("`list --format tsv`, 100 apps", ours, sqlite, "`sqlite3`", 1.8)
    times_as_fast("the same", ours, j4, "`j4-dmenu-desktop --dmenu=cat`", 2)


def opening(workshop):
    """`open URL`, beside the desktop's own ways to open a URL."""
    home = workshop.group(100)
    environment = workshop.environment(home)
    marker = workshop.folder / "opened"
    workshop.handler("marking", f"/usr/bin/touch {marker}")
    for opener in ("gio open", "xdg-open"):
        workshop.run([*opener.split(), "marking:x"])
        workshop.run(["sh", "-c", f"for i in $(seq 100); do test -e {marker} && exec rm {marker}*; sleep 0.05; done; exit 1"])
    workshop.handler("bench", "/bin/true")
    ours, gio, xdg = medians(
        Command([LAUNCHER, "open", "bench://show?id=1"], environment),
        Command(["gio", "open", "bench://show?id=1"], environment),
        Command(["xdg-open", "bench://show?id=1"], environment),
        runs=30,
    )
    beside("`open x://…` to `/bin/true`", ours, gio, "`gio open`", 1)
    times_as_fast("the same", ours, xdg, "`xdg-open`", 6)


def adding(workshop):
    """`badge add`, beside a write to the desktop's settings; both change a value each time."""
    # A bus of its own: otherwise dconf's service would change the settings of the user who runs the benchmarks.
    with workshop.bus(workshop.group(100)) as environment:
        ours, dconf = medians(
            Command([LAUNCHER, "badge", "add", TARGET, "1"], environment),
            Command(["dconf", "write", "/bench/value", "2"], environment, before="dconf write /bench/value 1"),
        )
    beside("`badge add`", ours, dconf, "`dconf write`", 0.9)


def growth(workshop):
    """How the cost grows with the number of apps."""
    sizes = (10, 100, 1_000, 10_000, 100_000)
    kinds = {
        "`open URL`": ["open", "bench://show?id=1"],
        "`open ID`": ["open", TARGET],
        "`info ID`": ["info", TARGET],
        "`pin ID`": ["pin", TARGET],
        "`badge set`": ["badge", "set", TARGET, "2"],
        "`list`": ["list"],
        "`list --format tsv`": ["list", "--format", "tsv"],
    }
    before = {"`badge set`": f"{LAUNCHER} badge set {TARGET} 1", "`pin ID`": f"{LAUNCHER} unpin {TARGET}"}
    for name, words in kinds.items():
        commands = [
            Command([LAUNCHER, *words], workshop.environment(workshop.group(size)), before=before.get(name))
            for size in sizes
        ]
        times = medians(*commands, rounds=3, runs=15)
        figures = ", ".join(f"{size:,}: {milliseconds(time)}" for size, time in zip(sizes, times))
        if words[0] == "list":
            # Linear: start-up aside, an app costs at most as much among 10,000 as among 1,000.
            few, many = (times[2] - times[0]) / (sizes[2] - sizes[0]), (times[3] - times[2]) / (sizes[3] - sizes[2])
            ratio = many / few
            row(name, figures, "one app more, at 1,000 and at 10,000", f"{ratio:.2f}", at_most(ratio, 1.2))
        else:
            ratio = times[3] / times[0]
            row(name, figures, "10 and 10,000 apps", f"{ratio:.2f}", at_most(ratio, 1.5))
