"""Measures the programs and the library beside their peers and prints a table in Markdown."""

import argparse

import changing
import commands
import crowd
import lifetime
import packages
import ranking
import report
import serving
import visa
import widget
from workshop import Workshop


def _serving(workshop):
    """Everything about the server."""
    serving.serving(workshop)
    changing.changing(workshop)


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
    "serving": _serving,
    "visa": visa.visa,
    "widget": widget.widget,
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
