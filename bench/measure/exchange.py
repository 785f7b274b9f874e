"""The library `EWS`: a large availability answer beside xmllint, which only checks it, and exchangelib."""

import datetime
import statistics

from report import at_most, row, times_as_fast
from timing import Command, medians
from workshop import BENCH, RELEASE

DECODER = RELEASE / "ews-decode"
PYTHON = BENCH.parent / ".build/tools/exchangelib-5.6.0/bin/python"
ROOMS, DAYS = 250, 35


def exchange(workshop):
    """The answer about 250 rooms with four meetings a day for 35 days."""
    file = workshop.folder / "availability.xml"
    file.write_text(answer())
    environment = workshop.environment()
    what = f"availability of {file.stat().st_size / 1e6:.1f} MB, {ROOMS * DAYS * 4:,} events"
    ours, peer = medians(
        Command([DECODER, file, ROOMS], environment), Command(["xmllint", "--noout", "--stream", file], environment),
        runs=10, warmup=2)
    row(what, f"{ours:.0f} ms", f"`xmllint --stream` {peer:.0f} ms", f"{ours / peer:.2f}", at_most(ours / peer, 1.5))
    decoded = [float(workshop.run([PYTHON, BENCH / "peers/ews_decode.py", file]).split()[1]) for _ in range(5)]
    times_as_fast("the same", ours, 1000 * statistics.median(decoded), "exchangelib, without its import", 20)
    kibibytes = workshop.folder / "kibibytes"
    workshop.run(["time", "-f", "%M", "-o", kibibytes, DECODER, file, ROOMS])
    megabytes = int(kibibytes.read_text()) * 1024 / 1e6
    row("the same: largest memory, the answer included", f"{megabytes:.1f} MB", "", "", at_most(megabytes, 32, " MB"))
    file.unlink()


def answer():
    """An answer as Exchange writes it."""
    start = datetime.datetime(2026, 11, 23)
    rooms = []
    for room in range(ROOMS):
        events = []
        for number in range(DAYS * 4):
            begin = start + datetime.timedelta(days=number // 4, hours=8 + number % 4 * 2 + room % 2)
            end = begin + datetime.timedelta(minutes=30 + number * 30 % 60)
            events.append(
                f"<CalendarEvent><StartTime>{begin:%Y-%m-%dT%H:%M:%S}</StartTime><EndTime>{end:%Y-%m-%dT%H:%M:%S}</EndTime>"
                f"<BusyType>Busy</BusyType></CalendarEvent>")
        rooms.append(
            '<FreeBusyResponse><ResponseMessage ResponseClass="Success"><ResponseCode>NoError</ResponseCode></ResponseMessage>'
            '<FreeBusyView><FreeBusyViewType xmlns="http://schemas.microsoft.com/exchange/services/2006/types">DetailedMerged'
            '</FreeBusyViewType><MergedFreeBusy xmlns="http://schemas.microsoft.com/exchange/services/2006/types">'
            f'{"0020" * (DAYS * 12)}</MergedFreeBusy><CalendarEventArray '
            f'xmlns="http://schemas.microsoft.com/exchange/services/2006/types">{"".join(events)}</CalendarEventArray>'
            "</FreeBusyView></FreeBusyResponse>")
    return ('<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header/>'
            '<s:Body><GetUserAvailabilityResponse xmlns="http://schemas.microsoft.com/exchange/services/2006/messages">'
            f"<FreeBusyResponseArray>{''.join(rooms)}</FreeBusyResponseArray></GetUserAvailabilityResponse></s:Body></s:Envelope>")
