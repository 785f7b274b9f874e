"""Checks of the container images, without a daemon."""

import json
import pathlib
import socket
import subprocess
import tarfile
import tempfile
import time

from machine import PATIENCE, expect, run

ROOT = pathlib.Path(__file__).resolve().parents[2]


def digest(archive):
    with tarfile.open(archive) as files:
        return json.load(files.extractfile("index.json"))["manifests"][0]["digest"]


class Storage:
    """buildah's images and containers in a folder that goes away when the `with` statement ends."""

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="app-group-images-")
        return self

    def __exit__(self, *_):
        run(self.words("rm", "--all"))
        self._folder.cleanup()

    def words(self, *words):
        folder = self._folder.name
        return ["buildah", "--storage-driver", "vfs", "--root", f"{folder}/storage", "--runroot", f"{folder}/run", *words]

    def start(self, archive):
        return run(self.words("from", "--quiet", f"oci-archive:{archive}")).strip()


def usable(packages):
    """The images have the same digest when they are made again; launcher runs in one, and the server in the other answers."""
    with tempfile.TemporaryDirectory(prefix="app-group-images-") as folder:
        for name in ("one", "two"):
            run([ROOT / "scripts/make-images", packages, f"{folder}/{name}"], timeout=PATIENCE * 4)
        for name in ("launcher.tar", "catalog-server.tar"):
            expect(digest(f"{folder}/one/{name}") == digest(f"{folder}/two/{name}"), name)
        _answering(f"{folder}/one")


def _answering(images):
    with Storage() as storage:
        launcher = storage.start(f"{images}/launcher.tar")
        version = run(storage.words("run", "--isolation", "chroot", launcher, "--", "/usr/bin/launcher", "--version"))
        expect(version == "0.1.0\n", version)
        container = storage.start(f"{images}/catalog-server.tar")
        in_it = storage.words("run", "--isolation", "chroot", container, "--", "catalog-server")
        run([*in_it, "init", "--group", "com.example.tools", "--password-stdin"], input="a password of admin\n")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        server = subprocess.Popen([*in_it, "serve", "--host", "127.0.0.1", "--port", str(port)], stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + PATIENCE
            while True:
                answer = subprocess.run(
                    ["curl", "-sf", f"http://127.0.0.1:{port}/healthz"], capture_output=True, text=True)
                if answer.returncode == 0:
                    break
                expect(time.monotonic() < end and server.poll() is None, "the server in the image does not answer")
                time.sleep(0.2)
        finally:
            server.terminate()
            server.wait(60)


CHECKS = [usable]
