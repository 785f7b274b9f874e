"""Additions to one badge by one process and by many at once, beside a loop in C."""

import statistics
import subprocess

from report import at_least, at_most, row
from workshop import ADD_LOOP, GROUP, LAUNCHER, STORE_BENCH, TARGET


# The loop works on a registry file like ours and on one with SQLite's default page size.
LOOPS = {"loop in C": None, "loop in C, pages of 4 KB": 4096}


def one(workshop):
    """The rate of one process."""
    ours, *loops = _medians(workshop, 1, 20_000)
    for name, loop in zip(LOOPS, loops):
        ratio = ours[0] / loop[0]
        row("additions a second in one process", f"{ours[0]:,.0f}", f"{name} {loop[0]:,.0f}", f"{ratio:.2f}",
            at_least(ratio, 0.5))


def many(workshop):
    """Throughput and the worst wait of many processes."""
    for processes in (16, 64):
        ours, *loops = _medians(workshop, processes, 1_000)
        for name, loop in zip(LOOPS, loops):
            rate, wait = ours[0] / loop[0], ours[1] / loop[1]
            row(f"additions a second, {processes} processes × 1,000", f"{ours[0]:,.0f}", f"{name} {loop[0]:,.0f}",
                f"{rate:.2f}", at_least(rate, 0.9))
            row("their worst wait", f"{ours[1]:.0f} ms", f"{name} {loop[1]:.0f} ms", f"{wait:.2f}", at_most(wait, 1))


def pruning(workshop):
    """How long another writer waits while many apps are deleted."""
    home, apps, openings = workshop.group(4_001), 4_000, 20_000
    waits = []
    for number in range(3):
        copy = workshop.copy(home, name=f"pruned-{number}")
        workshop.run(["sqlite3", workshop.store(copy), f"""
            UPDATE app SET unregistered = 1 WHERE id != '{TARGET}';
            WITH RECURSIVE number (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number WHERE n < {openings})
            INSERT INTO opening (app, moment, utcOffset)
                SELECT '{GROUP}.app' || (2 + n % {apps}), 1700000000000 + n * 60000, 0 FROM number;"""], copy)
        adding = subprocess.Popen(
            [STORE_BENCH, "add", "200000"], env=workshop.environment(copy), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        adding.stdin.close()
        workshop.run([LAUNCHER, "prune", "--yes", "--grace", "0"], copy)
        waits.append(int(adding.stdout.read().split()[2]) / 1e6)
        assert adding.wait() == 0, "the other writer failed"
        left = workshop.run(["sqlite3", workshop.store(copy), "SELECT count(*) FROM app"], copy)
        assert int(left) == 1, left
    wait = statistics.median(waits)
    row(f"longest wait of another writer while `prune` deletes {apps:,} apps with {openings:,} openings",
        f"{wait:.0f} ms", "", "", at_most(wait, 500, " ms"))


def _medians(workshop, processes, count):
    """The median rate and worst wait of ours and of each loop; the runs take turns."""
    home = workshop.group(100)
    sides = [(True, home)] + [(False, workshop.copy(home, page_size)) for page_size in LOOPS.values()]
    results = [[] for _ in sides]
    for _ in range(7):
        for (is_ours, home), result in zip(sides, results):
            result.append(_additions(workshop, processes, count, is_ours, home))
    return [[statistics.median(column) for column in zip(*result)] for result in results]


def _additions(workshop, processes, count, is_ours, home):
    """Additions per second, and the longest one in milliseconds. No addition may be lost and no process may fail."""
    store = workshop.store(home)

    def badge():
        query = f"select badge from app where id = '{TARGET}'"
        return int(workshop.run(["sqlite3", store, query], home))

    before = badge()
    command = [STORE_BENCH, "add", str(count)] if is_ours else [ADD_LOOP, store, TARGET, str(count)]
    started = [
        subprocess.Popen(
            command, env=workshop.environment(home), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(processes)
    ]
    for process in started:
        process.stdin.close()
    # Nothing is written to its input, so it is enough to read its answer to the end.
    answers = [process.stdout.read() for process in started]
    assert all(process.wait() == 0 for process in started), "a process failed"
    assert badge() == before + processes * count, "an addition was lost"
    spans = [[int(word) for word in answer.split()] for answer in answers]
    seconds = (max(span[1] for span in spans) - min(span[0] for span in spans)) / 1e9
    return processes * count / seconds, max(span[2] for span in spans) / 1e6
