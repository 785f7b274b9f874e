"""Tests the search and the docks of real desktops, and leaves pictures of them in .build/shells."""

import sys

from gnome import gnome
from krunner import krunner
from session import ROOT, Session

DESKTOPS = {"gnome": gnome, "krunner": krunner}


def main():
    pictures = ROOT / ".build/shells"
    pictures.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or DESKTOPS:
        with Session() as session:
            DESKTOPS[name](session, pictures)
    print(f"The pictures are in {pictures}.")


main()
