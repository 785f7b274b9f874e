"""Additions to one badge, by one process and by many at once, beside a loop in C."""

import statistics
import subprocess

from report import at_least, at_most, row
from workshop import ADD_LOOP, STORE_BENCH, TARGET


def one(workshop):
    """The rate of one process."""
    count = 20_000
    ours, loop = [], []
    for _ in range(7):
        ours.append(_additions(workshop, 1, count, is_ours=True)[0])
        loop.append(_additions(workshop, 1, count, is_ours=False)[0])
    ours, loop = statistics.median(ours), statistics.median(loop)
    row("additions a second in one process", f"{ours:,.0f}", f"loop in C {loop:,.0f}", f"{ours / loop:.2f}",
        at_least(ours / loop, 0.5))


def many(workshop):
    """Throughput and the worst wait of many processes."""
    for processes in (16, 64):
        ours, loop = [], []
        for _ in range(7):
            ours.append(_additions(workshop, processes, 1_000, is_ours=True))
            loop.append(_additions(workshop, processes, 1_000, is_ours=False))
        rates = [statistics.median(each[0] for each in side) for side in (ours, loop)]
        waits = [statistics.median(each[1] for each in side) for side in (ours, loop)]
        row(f"additions a second, {processes} processes × 1,000", f"{rates[0]:,.0f}", f"loop in C {rates[1]:,.0f}",
            f"{rates[0] / rates[1]:.2f}", at_least(rates[0] / rates[1], 0.9))
        row("their worst wait", f"{waits[0]:.0f} ms", f"loop in C {waits[1]:.0f} ms", f"{waits[0] / waits[1]:.2f}",
            at_most(waits[0] / waits[1], 1))


def _additions(workshop, processes, count, is_ours):
    """Additions a second and the longest in milliseconds. No addition may be lost, and no process may fail."""
    home = workshop.group(100)
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
    # What was written to its input is nothing, so reading the answer to the end is all that there is to do.
    answers = [process.stdout.read() for process in started]
    assert all(process.wait() == 0 for process in started), "a process failed"
    assert badge() == before + processes * count, "an addition was lost"
    spans = [[int(word) for word in answer.split()] for answer in answers]
    seconds = (max(span[1] for span in spans) - min(span[0] for span in spans)) / 1e9
    return processes * count / seconds, max(span[2] for span in spans) / 1e6
