"""`fund get` from a WebDAV server: eight files of 100 MB beside rclone, and how much memory that takes."""

import contextlib
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

from report import at_most, beside, row
from workshop import BENCH, BUILD

FUND = BUILD / "installed/bin/fund"
TOOLS = BENCH.parent / ".build/tools"
RCLONE = TOOLS / "clouds-1/bin/rclone"
SERVER = BENCH.parent / "examples/Tests/Oracle/clouds.py"
FILES, SIZE, JOBS, ROUNDS = 8, 100_000_000, 4, 3


def clouds(workshop):
    """Apache on this machine serves the files; both clients fetch four at a time and write them to the same disk."""
    environment = workshop.environment("groups-clouds")
    home = workshop.folder / "clouds"
    environment["XDG_DATA_HOME"] = str(home)
    environment["RCLONE_CONFIG"] = "/dev/null"
    names = [f"{number}.bin" for number in range(1, FILES + 1)]
    with _apache(workshop.folder / "apache", names) as address:
        _run([FUND, "new", "Equity"], environment)
        _run([FUND, "remote", "add", "cloud", "webdav", address], environment)
        ours = [FUND, "get", *[f"cloud:/{name}" for name in names], "--to", "Equity", "--jobs", str(JOBS)]
        theirs = [RCLONE, "copy", f":webdav,url='{address}':", workshop.folder / "copied", "--transfers", str(JOBS)]
        times, memory = ([], []), []
        for number in range(ROUNDS):
            for which in (0, 1) if number % 2 == 0 else (1, 0):
                seconds, kibibytes = _timed((ours, theirs)[which], environment, workshop.folder)
                times[which].append(seconds * 1000)
                if which == 0:
                    memory.append(kibibytes)
                folder = (home / "fund/Equity", workshop.folder / "copied")[which]
                assert sorted(os.listdir(folder)) == names
                for name in names:
                    (folder / name).unlink()
    shutil.rmtree(workshop.folder / "apache")
    beside(f"`fund get`, {FILES} × {SIZE // 1_000_000} MB by WebDAV", statistics.median(times[0]), statistics.median(times[1]),
           f"`rclone copy --transfers {JOBS}`", 1.2)
    most = max(memory) / 1024
    row("the same, memory", f"{most:.1f} MiB", "", "", at_most(most, 32, " MiB"))


@contextlib.contextmanager
def _apache(folder, names):
    (folder / "served").mkdir(parents=True)
    # Apache serves as another user if it is started as root.
    os.chmod(folder.parent, 0o755)
    for name in names:
        (folder / "served" / name).write_bytes(os.urandom(1_000_000) * (SIZE // 1_000_000))
    process = subprocess.Popen([sys.executable, SERVER, "apache", folder], stdout=subprocess.PIPE, text=True)
    try:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}/dav"
    finally:
        process.terminate()
        process.wait(timeout=60)


def _run(words, environment):
    subprocess.run([str(word) for word in words], env=environment, check=True, capture_output=True)


def _timed(words, environment, folder):
    """The seconds and the most KiB of memory that a command takes. What was written before is on the disk."""
    os.sync()
    figures = pathlib.Path(folder) / "figures"
    _run(["time", "-f", "%e %M", "-o", figures, *words], environment)
    seconds, kibibytes = figures.read_text().split()
    return float(seconds), int(kibibytes)
