"""Measures the programs and the library beside their peers and prints a table in Markdown."""

import argparse
import importlib

import report
from workshop import Workshop


# The function of each section. Its module is imported only when the section runs, because it may need the peers.
SECTIONS = {
    "list": "commands.listing",
    "open": "commands.opening",
    "add": "commands.adding",
    "growth": "commands.growth",
    "one": "crowd.one",
    "many": "crowd.many",
    "pruning": "crowd.pruning",
    "aging": "lifetime.aging",
    "start": "lifetime.starting",
    "wait": "lifetime.waiting",
    "size": "lifetime.size",
    "packages": "packages.packages",
    "smart": "ranking.smart",
    "forgetting": "ranking.forgetting",
    "replaying": "ranking.replaying",
    "serving": "serving.serving",
    "changing": "changing.changing",
    "millions": "millions.millions",
    "postgres": "postgres.postgres",
    "buckets": "buckets.buckets",
    "visa": "visa.visa",
    "rooms": "rooms.rooms",
    "exchange": "exchange.exchange",
    "fund": "fund.fund",
    "mailing": "mailing.mailing",
    "clouds": "clouds.clouds",
    "finding": "finding.finding",
    "widget": "widget.widget",
    "waking": "waking.waking",
    "docks": "docks.docks",
    "library": "library.library",
    "feeds": "feeds.feeds",
    "reporting": "reporting.reporting",
    "mapping": "mapping.mapping",
    "photos": "photos.photos",
    "window": "window.window",
    "resident": "resident.resident",
    "searching": "searching.searching",
    "syncing": "syncing.syncing",
    "uploads": "uploads.uploads",
}


def main():
    parser = argparse.ArgumentParser(prog="bench/run", description=__doc__)
    parser.add_argument("section", nargs="*", choices=[[], *SECTIONS], help=", ".join(SECTIONS))
    parser.add_argument("--check", action="store_true", help="only check the names")
    arguments = parser.parse_args()
    if arguments.check:
        return
    sections = arguments.section or SECTIONS
    report.head()
    for name in sections:
        # A folder of its own, so that no section finds what another one has left.
        with Workshop() as workshop:
            module, function = SECTIONS[name].split(".")
            getattr(importlib.import_module(module), function)(workshop)


main()
