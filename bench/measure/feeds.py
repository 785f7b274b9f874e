"""The library `Feeds`: a feed of 20,000 items beside feedparser, and beside libxml2's own reader, which keeps nothing."""

import random

from report import beside, times_as_fast
from timing import Command, medians
from workshop import BENCH, RELEASE

ITEMS = 20_000
FEED_BENCH = RELEASE / "feed-bench"
TOOLS = BENCH.parent / ".build/tools"
WORDS = "fund equity market shares report annual quarterly dividend growth investor manager rate bond index yield".split()


def feeds(workshop):
    """One feed of 20,000 items."""
    file = workshop.folder / "feed.xml"
    _write(file)
    environment = workshop.environment()
    program = (
        f"import sys; sys.path[:0] = [{str(TOOLS / 'feedparser-6.0.14')!r}, {str(TOOLS / 'feedparser-sgmllib-2.1.0')!r}]; "
        f"import feedparser; assert len(feedparser.parse({str(file)!r}).entries) == {ITEMS}")
    ours = Command([FEED_BENCH, file], environment)
    what = f"a feed of {ITEMS:,} items, {file.stat().st_size / 1e6:.1f} MB"
    mine, theirs = medians(ours, Command(["/usr/bin/python3", "-c", program], environment), rounds=3, runs=1, warmup=0)
    times_as_fast(what, mine, theirs, "feedparser", 20)
    xmllint = Command(["xmllint", "--noout", "--stream", file], environment)
    mine, theirs = medians(ours, xmllint, rounds=5, runs=5, warmup=1)
    beside("the same", mine, theirs, "`xmllint --stream`, which keeps nothing", 3)
    file.unlink()


def _write(path):
    source = random.Random(1)
    with open(path, "w") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>News</title>'
                   "<link>https://example.com/</link><description>News of funds</description>\n")
        for number in range(ITEMS):
            title, text = (" ".join(source.choices(WORDS, k=count)) for count in (6, 10))
            file.write(
                f"<item><title>{title} {number}</title><link>https://example.com/news/{number}.html</link>"
                f'<guid isPermaLink="false">urn:item:{number}</guid>'
                f"<pubDate>Tue, {1 + number % 28:02} Jan 2024 {number % 24:02}:{number % 60:02}:00 GMT</pubDate>"
                f"<description>&lt;p&gt;{text} &amp;amp; more&lt;/p&gt;</description></item>\n")
        file.write("</channel></rss>\n")
