"""The library `PhotoData`: the EXIF data of ExifTool's own samples beside ExifTool."""

from report import beside
from timing import Command, medians
from workshop import BENCH, RELEASE

PHOTO_BENCH = RELEASE / "photo-bench"
SAMPLES = BENCH.parent / ".build/tools/exiftool-12.57/t/images"
COUNT = 40


def photos(workshop):
    """Whole processes that read the same JPEGs."""
    files = sorted(SAMPLES.glob("*.jpg"))[:COUNT]
    assert len(files) == COUNT, f"{SAMPLES} has {len(files)} JPEGs"
    environment = workshop.environment()
    # Only what ours reads, too.
    tags = ["-GPSLatitude", "-GPSLongitude", "-DateTimeOriginal", "-Orientation", "-ImageSize", "-Model"]
    mine, theirs = medians(
        Command([PHOTO_BENCH, *files], environment), Command(["exiftool", "-n", "-j", *tags, *files], environment),
        rounds=5, runs=5, warmup=1)
    beside(f"EXIF data of {COUNT} JPEGs", mine, theirs, "`exiftool -n -j`", 0.1)
