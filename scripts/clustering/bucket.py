"""A bucket in SeaweedFS."""

import json
import secrets
import signal
import subprocess

from programs import WEED, Program, free_port

NAME = "packages"


class Bucket:
    """A server that speaks S3, with one bucket."""

    def __init__(self, folder):
        folder.mkdir()
        self.key, self.secret = "cluster", secrets.token_urlsafe(24)
        master, volume, filer, self.port = (free_port() for _ in range(4))
        identities = folder / "identities.json"
        identities.touch(mode=0o600)
        identities.write_text(json.dumps({"identities": [{
            "name": "cluster", "credentials": [{"accessKey": self.key, "secretKey": self.secret}],
            "actions": ["Admin", "Read", "Write", "List", "Tagging"]}]}))
        self.program = Program("SeaweedFS", [
            WEED, "-logtostderr=true", "server", f"-dir={folder}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1",
            f"-master.port={master}", f"-volume.port={volume}", "-filer", f"-filer.port={filer}", "-s3",
            # Without further services, which would listen at ports that every instance shares, and without reports to its makers.
            f"-s3.port={self.port}", "-s3.port.iceberg=0", "-s3.port.lance=0", "-master.telemetry=false",
            f"-s3.config={identities}", "-volume.max=50", "-master.volumeSizeLimitMB=64"],
            folder.parent / "bucket.log")

    @property
    def endpoint(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self):
        """Where catalog-server looks for the keys."""
        return {"AWS_ACCESS_KEY_ID": self.key, "AWS_SECRET_ACCESS_KEY": self.secret}

    def start(self):
        """Starts the server, and makes the bucket as soon as it can be made and holds something."""
        self.program.start(lambda: self._put(NAME) and self._put(f"{NAME}/ready") and self._put(f"{NAME}/ready", "DELETE"))

    def end(self):
        self.program.end(signal.SIGINT)

    def _put(self, path, method="PUT"):
        # The keys are read from standard input, where nobody else on this machine sees them.
        return subprocess.run(
            ["curl", "-sf", "--max-time", "10", "-o", "/dev/null", "-X", method, "--aws-sigv4", "aws:amz:us-east-1:s3",
             "--config", "-", f"{self.endpoint}/{path}"],
            input=f'user = "{self.key}:{self.secret}"\n', text=True, check=False).returncode == 0
