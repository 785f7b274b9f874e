"""Uses the test server as another client does: exchangelib reads rooms and availability, books and deletes.

    with_exchangelib.py PORT CA-FILE ntlm|basic USER PASSWORD

Prints one line for each thing that holds. So the server is no mirror of our own mistakes.
"""

import datetime
import os
import sys

import exchangelib
import exchangelib.errors
import exchangelib.protocol
from exchangelib import (
    DELEGATE, NTLM, BASIC, Account, Build, CalendarItem, Configuration, Credentials, EWSDateTime, EWSTimeZone,
    ExtendedProperty, Version)
from exchangelib.items import SEND_TO_ALL_AND_SAVE_COPY
from exchangelib.properties import Attendee, Mailbox


class Tag(ExtendedProperty):
    distinguished_property_set_id = "PublicStrings"
    property_name = "RoomsBooking"
    property_type = "String"


CalendarItem.register("tag", Tag)


def main():
    port, authorities, way, user, password = sys.argv[1:]
    os.environ["REQUESTS_CA_BUNDLE"] = authorities
    configuration = Configuration(
        service_endpoint=f"https://localhost:{port}/EWS/Exchange.asmx", credentials=Credentials(user, password),
        auth_type=NTLM if way == "ntlm" else BASIC, version=Version(build=Build(15, 1, 2507, 6)), max_connections=2)
    account = Account(
        primary_smtp_address="anna@example.com", config=configuration, autodiscover=False, access_type=DELEGATE,
        default_timezone=EWSTimeZone("UTC"))
    protocol = account.protocol

    lists = list(protocol.get_roomlists())
    print("lists:", ", ".join(entry.name for entry in lists))
    rooms = [room for entry in lists for room in protocol.get_rooms(entry.email_address)]
    print("rooms:", len(rooms))
    zone = EWSTimeZone("UTC")
    start = EWSDateTime(2026, 11, 23, 9, 0, tzinfo=zone)
    end = start + datetime.timedelta(hours=2)

    def views():
        return list(protocol.get_free_busy_info(
            accounts=[(room.email_address, "Resource", False) for room in rooms], start=start, end=end,
            merged_free_busy_interval=30))
    print("availability:", len(views()), views()[0].merged)

    item = CalendarItem(
        account=account, folder=account.calendar, subject="Review", start=start, end=end, location=rooms[0].name, tag="exchangelib-1",
        resources=[Attendee(mailbox=Mailbox(email_address=rooms[0].email_address))])
    item.save(send_meeting_invitations=SEND_TO_ALL_AND_SAVE_COPY)
    stored = next(iter(account.fetch([(item.id, item.changekey)])))
    print("booked:", stored.subject, stored.resources[0].response_type, stored.tag)
    print("taken:", views()[0].merged)
    print("view:", [entry.subject for entry in account.calendar.view(start=start, end=end)])
    print("tagged:", [entry.subject for entry in account.calendar.filter(tag="exchangelib-1")])
    stored.end = end + datetime.timedelta(minutes=30)
    stored.save(update_fields=["end"], send_meeting_invitations=SEND_TO_ALL_AND_SAVE_COPY)
    print("moved:", next(iter(account.fetch([(item.id, None)]))).end.isoformat())
    next(iter(account.fetch([(item.id, None)]))).delete(send_meeting_cancellations=SEND_TO_ALL_AND_SAVE_COPY)
    print("deleted:", [entry.subject for entry in account.calendar.view(start=start, end=end)], views()[0].merged)
    print("resolved:", [entry.email_address for entry in protocol.resolve_names(["Berlin 01"])])
    print("zones:", len(list(protocol.get_timezones())))


main()
