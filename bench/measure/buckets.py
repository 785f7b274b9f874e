"""catalog-server with its packages in a bucket of SeaweedFS, beside nginx in front of the same bucket, and beside boto3."""

import contextlib
import hashlib
import json
import os
import pathlib
import plistlib
import random
import shutil
import socket
import sqlite3
import statistics
import subprocess
import time

from packages import package_of
from report import at_least, at_most, row
from serving import (
    NGINX, PROCESSES, ROUNDS, _add_session, _curl, _ended, _fetched, _free_port, _login, _most_resident, _new, _publish,
    _server, _token, _upload, _wait)
from workshop import BENCH, LAUNCHER

TOOLS = BENCH.parent / ".build/tools/s3-1/bin"
KEY, SECRET, BUCKET = "bench-key", "bench-secret", "bucket"
MEGABYTES = int(os.environ.get("BENCH_MEGABYTES", "200"))


def buckets(workshop):
    """Downloads and publishing of 200 MB."""
    tree, package = package_of(workshop, megabytes=MEGABYTES, entries=25 * MEGABYTES)
    shutil.rmtree(tree.parent)
    small = _next_version(workshop)
    with _seaweed(workshop) as url:
        _downloads(workshop, package, url)
        _uploads(workshop, small, package, url)


def _next_version(workshop):
    """A package of 20 MB of the same app, which has another version."""
    tree, package = package_of(workshop, megabytes=20, entries=500)
    properties = plistlib.loads((tree / "Info.plist").read_bytes())
    (tree / "Info.plist").write_bytes(plistlib.dumps({**properties, "CFBundleShortVersionString": "2"}))
    package.unlink()
    workshop.run([LAUNCHER, "pack", tree, "-o", package])
    shutil.rmtree(tree.parent)
    return package


def _downloads(workshop, package, url):
    """Eight downloads at once, through catalog-server and through nginx with one worker from a link."""
    data = workshop.folder / "in-bucket"
    _new(workshop, data)
    with _server(workshop, data, "--blobs", f"s3://{BUCKET}/downloads", "--s3-endpoint", url) as address:
        token = _login(address)
        path = _publish(address, token, package)
        digest = hashlib.sha256(package.read_bytes()).hexdigest()
        link = _boto3(workshop, url, f"""
            print(s3.generate_presigned_url("get_object", {{"Bucket": {BUCKET!r}, "Key": "downloads/{digest[:2]}/{digest}"}}))""")
        rates, costs = [[], []], []
        with _nginx(workshop, link) as peer:
            for _ in range(ROUNDS):
                rates[0].append(_fetched(peer, None, package))
                before = _ticks(address)
                rates[1].append(_fetched(f"{address}{path}", token, package))
                costs.append((_ticks(address) - before) / os.sysconf("SC_CLK_TCK") / (8 * package.stat().st_size / 1e9))
    theirs, ours = (statistics.median(each) for each in rates)
    row(f"download from a bucket, 8 × {MEGABYTES} MB ({statistics.median(costs):.1f} s of processor time a GB)",
        f"{ours / 1e9:.2f} GB/s", f"nginx, one worker {theirs / 1e9:.2f} GB/s", f"{ours / theirs:.2f}",
        at_least(ours / theirs, 0.8))
    shutil.rmtree(data)


def _uploads(workshop, small, package, url):
    """What publishing into a bucket takes longer than into a folder, where it is checked as well, and what it adds to the memory
    of a server that has published a small package there."""
    times, grown, peers = [[], []], [], []
    for number in range(ROUNDS):
        for side, blobs in enumerate(([], ["--blobs", f"s3://{BUCKET}/uploads-{number}", "--s3-endpoint", url])):
            data = workshop.folder / "publishing"
            shutil.rmtree(data, ignore_errors=True)
            _new(workshop, data)
            # Nobody logs in: hashing a password takes 128 MB for a moment, which would hide the cost of the upload.
            with contextlib.closing(sqlite3.connect(data / "catalog.sqlite")) as database, database:
                _add_session(database, 0, user=1)
            token = _token(0)
            with _server(workshop, data, *blobs) as address:
                _release(address, token, small)
                before = _most_resident(address)
                times[side].append(_release(address, token, package))
                if side: grown.append((_most_resident(address) - before) / 1e6)
            shutil.rmtree(data)
        peers.append(float(_boto3(workshop, url, f"""
            begun = time.perf_counter()
            s3.upload_file({str(package)!r}, {BUCKET!r}, "uploads-{number}/boto3")
            print(time.perf_counter() - begun)""")))
    folder, bucket, theirs = (statistics.median(each) for each in (*times, peers))
    ratio = (bucket - folder) / theirs
    row(f"publishing {MEGABYTES} MB into a bucket: longer than into a folder by", f"{bucket - folder:.2f} s",
        f"`boto3.upload_file` {theirs:.2f} s", f"{ratio:.2f}", at_most(ratio, 1.2))
    memory = statistics.median(grown)
    row("the same: growth of memory", f"{memory:.1f} MB", "", "", at_most(memory, 32, " MB"))


def _release(address, token, package):
    """Uploads and publishes a file; returns the seconds that publishing took."""
    _upload(address, token, package)
    digest = hashlib.sha256(package.read_bytes()).hexdigest()
    body = json.dumps({"sha256": digest, "channel": "stable", "notes": ""})
    begun = time.perf_counter()
    _curl("-H", f"Authorization: Bearer {token}", "-H", "Content-Type: application/json", "-d", body, f"{address}/v1/releases")
    return time.perf_counter() - begun


def _ticks(address):
    """The processor time that a server has had."""
    fields = pathlib.Path(f"/proc/{PROCESSES[address]}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


# Servers


@contextlib.contextmanager
def _seaweed(workshop):
    """SeaweedFS with an empty bucket; yields its URL. Its credentials are in the home of the measured programs."""
    folder = workshop.folder / "seaweed"
    folder.mkdir()
    (workshop.folder / ".aws").mkdir()
    (workshop.folder / ".aws/credentials").write_text(
        f"[default]\naws_access_key_id = {KEY}\naws_secret_access_key = {SECRET}\n")
    identity = {"name": "bench", "credentials": [{"accessKey": KEY, "secretKey": SECRET}], "actions": ["Admin"]}
    (folder / "identities.json").write_text(json.dumps({"identities": [identity]}))
    master, volume, filer, s3 = (_low_port() for _ in range(4))
    log = open(workshop.folder / "seaweed.log", "w", encoding="utf-8")
    process = subprocess.Popen(
        [TOOLS / "weed", "-logtostderr=true", "server", f"-dir={folder}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1",
         f"-master.port={master}", f"-volume.port={volume}", "-filer", f"-filer.port={filer}", "-s3", f"-s3.port={s3}",
         f"-s3.config={folder}/identities.json", "-volume.max=50", "-master.volumeSizeLimitMB=256",
         "-s3.port.iceberg=0", "-s3.port.lance=0", "-master.telemetry=false"],
        stdout=log, stderr=log, env=workshop.environment())
    url = f"http://127.0.0.1:{s3}"
    with log, _ended(process):
        _wait(s3, process)
        _boto3(workshop, url, f"""
            for attempt in range(600):
                try:
                    try: s3.create_bucket(Bucket={BUCKET!r})
                    except s3.exceptions.ClientError: pass
                    s3.put_object(Bucket={BUCKET!r}, Key="ready", Body=b"")
                    break
                except Exception as error: last = error; time.sleep(0.1)
            else: raise last""")
        yield url


def _low_port():
    """A free port below 22,000: SeaweedFS also listens at each of its ports plus 10,000."""
    for port in random.sample(range(12_000, 22_000), 100):
        with contextlib.suppress(OSError), socket.socket() as probe, socket.socket() as other:
            probe.bind(("127.0.0.1", port))
            other.bind(("127.0.0.1", port + 10_000))
            return port
    raise RuntimeError("no port below 22,000 is free")


def _boto3(workshop, url, program):
    """What a program prints that uses boto3's client `s3`."""
    lines = program.strip("\n").split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    prelude = f"""import boto3, botocore.config, time
config = botocore.config.Config(s3={{"addressing_style": "path"}})
s3 = boto3.client("s3", endpoint_url={url!r}, region_name="us-east-1", config=config)
"""
    return workshop.run([TOOLS / "python", "-c", prelude + "\n".join(line[indent:] for line in lines)]).strip()


@contextlib.contextmanager
def _nginx(workshop, link):
    """nginx with one worker, which passes on what is behind a link; yields its URL."""
    port, folder = _free_port(), workshop.folder
    host = link.split("/")[2]
    configuration = folder / "nginx-link.conf"
    user = "user root;\n" if os.geteuid() == 0 else ""
    configuration.write_text(
        f"{user}worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;\n"
        f"events {{}}\nhttp {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n"
        f"fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;\n"
        f"server {{ listen 127.0.0.1:{port}; location /file {{ proxy_pass {link}; proxy_set_header Host {host};\n"
        "proxy_http_version 1.1; proxy_max_temp_file_size 0; } } }\n")
    process = subprocess.Popen([NGINX, "-e", folder / "nginx.log", "-c", configuration], stderr=subprocess.DEVNULL)
    with _ended(process):
        _wait(port, process)
        yield f"http://127.0.0.1:{port}/file"
