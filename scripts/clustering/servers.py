"""catalog-servers that share a database and a bucket."""

import json
import os

from bucket import NAME
from programs import ROOT, Failure, Program, answers, free_port, run

CATALOG_SERVER = ROOT / ".build/debug/catalog-server"


class Servers:
    """The servers of a cluster, numbered from 1."""

    def __init__(self, folder, database, bucket, address):
        self.folder = folder
        self.settings = folder / "settings.json"
        self.settings.write_text(json.dumps({
            "database": database.url, "blobs": f"s3://{NAME}", "s3Endpoint": bucket.endpoint, "s3PathStyle": "yes",
            "publicURL": address, "trustedProxies": ["127.0.0.1"]}, indent=2) + "\n")
        self.environment = {**os.environ, **bucket.environment}
        self.ports, self.programs = {}, {}

    def add(self):
        """Starts another server. - Returns: its number."""
        number = len(self.ports) + 1
        self.ports[number] = free_port()
        words = [CATALOG_SERVER, "serve", *self._options(number), "--port", self.ports[number]]
        self.programs[number] = Program(
            f"server {number}", words, self.folder / f"server-{number}.log", self.environment)
        self.start(number)
        return number

    def start(self, number):
        self.program(number).start(lambda: answers(f"{self.url(number)}/readyz"))

    def program(self, number):
        if number not in self.programs:
            raise Failure(f"there is no server {number}")
        return self.programs[number]

    def url(self, number):
        return f"http://127.0.0.1:{self.ports[number]}"

    def administer(self, *words, text=None):
        """Runs an administration command of catalog-server."""
        return run([CATALOG_SERVER, *words, *self._options(1)], self.environment, text)

    def end(self):
        for program in self.programs.values():
            program.end()

    def _options(self, number):
        return ["--config", self.settings, "--data", self.folder / f"server-{number}"]
