"""Whole processes timed by hyperfine. They take turns, so that other load on the machine affects all of them alike."""

import json
import pathlib
import shlex
import statistics
import subprocess
import tempfile

ROUNDS = 7
RUNS = 60
WARMUP = 3


class Command:
    """A program to be timed."""

    def __init__(self, words, environment, before=None):
        self.line = shlex.join(str(word) for word in words)
        self.environment = environment
        self.before = before

    def milliseconds(self, runs, warmup):
        """The times of some runs, after some that are not counted."""
        with tempfile.TemporaryDirectory() as folder:
            result = pathlib.Path(folder) / "result.json"
            call = ["hyperfine", "--shell=none", "--style=none", f"--warmup={warmup}", f"--runs={runs}",
                    f"--export-json={result}"]
            if self.before:
                call.append(f"--prepare={self.before}")
            subprocess.run(
                call + [self.line], env=self.environment, check=True, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            return [1000 * time for time in json.loads(result.read_text())["results"][0]["times"]]


def medians(*commands, rounds=ROUNDS, runs=RUNS, warmup=WARMUP, before_round=None):
    """The median time of each command in milliseconds, over some rounds in which they take turns."""
    times = [[] for _ in commands]
    for number in range(rounds):
        if before_round:
            before_round()
        order = range(len(commands))
        for index in order if number % 2 == 0 else reversed(order):
            times[index] += commands[index].milliseconds(runs, warmup)
    return [statistics.median(each) for each in times]
