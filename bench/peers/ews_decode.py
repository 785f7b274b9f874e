"""Decodes an availability answer by exchangelib: ews_decode.py FILE. Prints the events and the seconds without the import."""

import logging
import sys
import time

from exchangelib.properties import FreeBusyView
from exchangelib.util import MNS, to_xml

# It warns of every time without a zone, which Exchange sends.
logging.disable(logging.WARNING)
start = time.perf_counter()
with open(sys.argv[1], "rb") as file:
    root = to_xml(file.read())
views = [FreeBusyView.from_xml(elem=view, account=None) for view in root.iter(f"{{{MNS}}}FreeBusyView")]
events = sum(len(view.calendar_events or []) for view in views)
print(events, time.perf_counter() - start)
