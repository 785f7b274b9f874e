"""Asks an Exchange server which of 250 known rooms are free now, as `rooms free` does, with exchangelib.

    exchange_free.py PORT
"""

import datetime
import sys

from exchangelib import DELEGATE, NTLM, Account, Build, Configuration, Credentials, EWSDateTime, EWSTimeZone, Version

configuration = Configuration(
    service_endpoint=f"https://localhost:{sys.argv[1]}/EWS/Exchange.asmx",
    credentials=Credentials("EXAMPLE\\anna@example.com", "secret"), auth_type=NTLM, max_connections=2,
    version=Version(build=Build(15, 1, 2507, 6)))
account = Account(
    primary_smtp_address="anna@example.com", config=configuration, autodiscover=False, access_type=DELEGATE,
    default_timezone=EWSTimeZone("UTC"))
rooms = [f"room{number:03}@example.com" for number in range(250)]
start = EWSDateTime.now(tz=EWSTimeZone("UTC")).replace(second=0, microsecond=0)
answers = account.protocol.get_free_busy_info(
    accounts=[(room, "Room", False) for room in rooms], start=start, end=start + datetime.timedelta(days=1),
    merged_free_busy_interval=5)
for room, answer in zip(rooms, answers):
    if not any(event.start < start + datetime.timedelta(minutes=30) and event.end > start for event in answer.calendar_events or []):
        print(room)
