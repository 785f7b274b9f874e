"""Measures the programs and the library beside their peers and prints a table in Markdown."""

import argparse

import changing
import clouds
import commands
import crowd
import docks
import exchange
import library
import feeds
import finding
import fund
import lifetime
import mailing
import mapping
import millions
import packages
import photos
import postgres
import ranking
import report
import reporting
import resident
import rooms
import searching
import serving
import syncing
import uploads
import visa
import waking
import widget
import window
from workshop import Workshop


SECTIONS = {
    "list": commands.listing,
    "open": commands.opening,
    "add": commands.adding,
    "growth": commands.growth,
    "one": crowd.one,
    "many": crowd.many,
    "pruning": crowd.pruning,
    "aging": lifetime.aging,
    "start": lifetime.starting,
    "wait": lifetime.waiting,
    "size": lifetime.size,
    "packages": packages.packages,
    "smart": ranking.smart,
    "forgetting": ranking.forgetting,
    "replaying": ranking.replaying,
    "serving": serving.serving,
    "changing": changing.changing,
    "millions": millions.millions,
    "postgres": postgres.postgres,
    "visa": visa.visa,
    "rooms": rooms.rooms,
    "exchange": exchange.exchange,
    "fund": fund.fund,
    "mailing": mailing.mailing,
    "clouds": clouds.clouds,
    "finding": finding.finding,
    "widget": widget.widget,
    "waking": waking.waking,
    "docks": docks.docks,
    "library": library.library,
    "feeds": feeds.feeds,
    "reporting": reporting.reporting,
    "mapping": mapping.mapping,
    "photos": photos.photos,
    "window": window.window,
    "resident": resident.resident,
    "searching": searching.searching,
    "syncing": syncing.syncing,
    "uploads": uploads.uploads,
}


def main():
    parser = argparse.ArgumentParser(prog="bench/run", description=__doc__)
    parser.add_argument("section", nargs="*", choices=[[], *SECTIONS], help=", ".join(SECTIONS))
    sections = parser.parse_args().section or SECTIONS
    report.head()
    with Workshop() as workshop:
        for name in sections:
            SECTIONS[name](workshop)


main()
