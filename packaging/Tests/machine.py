"""A fresh Debian, as a folder in which programs run or booted by systemd."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

# How long to wait for what must happen, in seconds.
PATIENCE = 300
# What an author and an administrator have beside a minimal system.
TOOLS = "curl gcc libc6-dev pkg-config sudo"
# A Debian in a chroot has no control groups, which systemd needs. They are mounted for its container alone.
CONTROL_GROUPS = ["unshare", "--mount", "sh", "-euc",
                  'mountpoint -q /sys || mount -t sysfs sysfs /sys; mount -t cgroup2 cgroup2 /sys/fs/cgroup; exec "$@"', "sh"]
ENVIRONMENT = ["env", "-i", "LANG=C.UTF-8", "HOME=/root", "DEBIAN_FRONTEND=noninteractive",
               "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]
# What changes by itself, in a system that runs and in one whose packages change.
OWN = re.compile(
    r"\./(var/lib/(dpkg|apt)|var/(log|cache|tmp)|usr/share/mime|tmp|run|proc|sys|dev|packages)(/|$)"
    r"|\./var/lib/systemd/(catalog|random-seed|timers)(/|$)"
    r"|.*/(__pycache__|[^/]*\.pyc|icon-theme\.cache|mimeinfo\.cache)(/|$)|\./etc/(passwd|group|g?shadow)-$")


class Failure(Exception):
    """What was expected and what came instead."""


def run(words, **options):
    """Runs a program, which must succeed, and gives what it printed."""
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    if result.returncode:
        raise Failure(f"{' '.join(map(str, words))}: status {result.returncode}\n{result.stdout}{result.stderr}"[-4000:])
    return result.stdout


class Root:
    """Debian in a folder. Its programs share the network of this system, and nothing serves. Everything ends and goes away when the
    `with` statement ends.
    """

    boots = False
    # What mmdebstrap is told to include.
    base = []

    def __init__(self, packages):
        # The window would bring GTK, which takes longer to install than everything else.
        self.use([file for file in packages.glob("*.deb") if not file.name.startswith("app-group-window_")])
        # A system takes up to a gigabyte, and /tmp may be in memory.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="app-group-packages-", dir="/var/tmp"))
        self.root = self.folder / "root"

    def use(self, packages):
        """Chooses the packages to be tested."""
        self.packages = sorted(packages)
        self.names = " ".join(file.name.split("_")[0] for file in self.packages)

    def __enter__(self):
        try:
            self._make()
            self._begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self._end()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _make(self):
        """A minimal Debian, and in it all that our packages depend on: what they then leave behind is theirs."""
        command = [
            "mmdebstrap", "--quiet", "--variant=minbase", "--mode=root", *self.base, "--dpkgopt=force-unsafe-io",
            f"--customize-hook=mkdir $1/packages && cp {' '.join(map(str, self.packages))} $1/packages",
            "--customize-hook=rm -f $1/etc/apt/apt.conf.d/99mmdebstrap",
            f"--customize-hook=chroot $1 apt-get install -qq -y --no-install-recommends {TOOLS} "
            "$(chroot $1 sh -c 'apt-get install -s --no-install-recommends /packages/*.deb' | "
            "sed -n 's/^Inst \\([^ ]*\\) (\\([^ ]*\\) Debian.*/\\1/p') >/dev/null",
            "--skip=cleanup/apt,cleanup/reproducible", "bookworm", self.root]
        for attempt in range(3):
            try:
                return run(command, timeout=PATIENCE * 4)
            except (Failure, subprocess.TimeoutExpired) as failure:
                # A mirror may not answer for a while.
                if attempt == 2:
                    raise Failure(f"No Debian could be made, which needs root and a mirror of Debian.\n{failure}") from failure
                shutil.rmtree(self.root, ignore_errors=True)
                time.sleep(10)

    def _begin(self):
        """Adds the libraries of the toolchain that programs of a debug build load, where they look for them."""
        for package in self.packages:
            unpacked = self.folder / "unpacked"
            run(["dpkg-deb", "--extract", package, unpacked])
        programs = [path for path in (unpacked / "usr/bin").iterdir() if path.is_file()]
        needed = set(re.findall(r"=> (/\S+/swift/linux/\S+)", run(["ldd", *programs])))
        for library in needed:
            target = self.root / library[1:]
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(library, target)
        shutil.rmtree(unpacked)

    def _end(self):
        """Ends what was begun."""

    def _inside(self, words):
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={self.root}/proc", "chroot", self.root,
                *ENVIRONMENT, *map(str, words)]

    def run(self, script, **options):
        """Runs a shell script in the system, which must succeed, and gives what it printed."""
        result = self.attempt(script, **options)
        if result.returncode:
            raise Failure(f"{script}: status {result.returncode}\n{result.stdout}{result.stderr}"[-4000:])
        return result.stdout

    def attempt(self, script, timeout=PATIENCE, **options):
        """Runs a shell script in the system."""
        return subprocess.run(
            self._inside(["sh", "-euc", script]), capture_output=True, text=True, timeout=timeout, stdin=subprocess.DEVNULL,
            **options)

    def install(self, *files):
        """Installs packages as a user would, without a network: everything that they depend on is there."""
        self.run("apt-get install -qq -y --no-install-recommends -o Dpkg::Options::=--force-confdef "
                 "-o Dpkg::Options::=--force-confold " + " ".join(f"./packages/{file}" for file in files))

    def files(self):
        """All files, folders and links but those that change by themselves."""
        lines = run(["find", ".", "-xdev", "-printf", "%p\n"], cwd=self.root).splitlines()
        return {line for line in lines if not OWN.match(line)}


class Machine(Root):
    """Debian in a folder, booted by systemd, without a network."""

    boots = True
    base = ["--include=systemd-sysv,dbus"]

    def __init__(self, packages):
        super().__init__(packages)
        self.use(packages.glob("*.deb"))
        self._container = self._init = None

    def _begin(self):
        log = (self.folder / "boot.log").open("wb")
        has_groups = any(pathlib.Path("/sys/fs/cgroup").glob("*"))
        self._container = subprocess.Popen(
            [*([] if has_groups else CONTROL_GROUPS), "systemd-nspawn", "--quiet", "--boot", f"--directory={self.root}", "--register=no", "--keep-unit",
             "--private-network", "--resolv-conf=off", "--link-journal=no", "--hostname=fresh", "--console=pipe"],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.wait_for("systemd as process 1", self._find_init)
        self.wait_for("the end of the boot", lambda: self.state() in ("running", "degraded"))

    def _end(self):
        if self._container and self._container.poll() is None:
            if self._init:
                # To an init in a container, this means to power off: systemd(1).
                os.kill(self._init, signal.SIGRTMIN + 4)
            try:
                self._container.wait(60 if self._init else 0)
            except subprocess.TimeoutExpired:
                self._container.kill()
                self._container.wait()

    def _find_init(self):
        """The number, outside, of process 1 inside."""
        if self._container.poll() is not None:
            raise Failure("systemd-nspawn ended: " + (self.folder / "boot.log").read_text(errors="replace")[-2000:])
        children = [self._container.pid]
        for process in children:
            try:
                children += map(int, pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split())
                status = pathlib.Path(f"/proc/{process}/status").read_text()
                name = pathlib.Path(f"/proc/{process}/comm").read_text().strip()
            except OSError:
                continue
            if re.search(r"^NSpid:\t\d+\t1$", status, re.MULTILINE) and name == "systemd":
                self._init = process
        return self._init

    def state(self):
        words = self._inside(["systemctl", "is-system-running"])
        return subprocess.run(words, capture_output=True, text=True).stdout.strip()

    def _inside(self, words):
        return ["nsenter", f"--target={self._init}", "--all", "--root", "--wd", *ENVIRONMENT, *map(str, words)]

    def wait_for(self, what, condition, patience=PATIENCE):
        """Waits until the condition holds."""
        end = time.monotonic() + patience
        while not (result := condition()):
            if time.monotonic() > end:
                raise Failure(f"waited {patience} s for {what}; the log of the boot ends with\n"
                              + (self.folder / "boot.log").read_text(errors="replace")[-2000:])
            time.sleep(0.1)
        return result


def expect(condition, *shown):
    """Fails unless the condition holds, and shows what would explain it."""
    if not condition:
        raise Failure("\n".join(map(str, shown)) or "not as expected")


def report(check, *arguments):
    """Runs a check, whose first sentence says what holds if it passes."""
    started = time.monotonic()
    sentence = check.__doc__.split("\n")[0]
    try:
        check(*arguments)
    except (Failure, subprocess.TimeoutExpired) as failure:
        print(f"FAILED  {sentence}\n{failure}", flush=True)
        return False
    print(f"passed  {sentence} ({time.monotonic() - started:.0f} s)", flush=True)
    return True


