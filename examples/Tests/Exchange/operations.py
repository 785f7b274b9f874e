"""The operations of EWS that the test server answers, each with an element of a request, and a world."""

import datetime
import xml.etree.ElementTree as ElementTree
import xml.sax.saxutils
from xml.sax.saxutils import quoteattr

from schema import MESSAGES, TYPES, local
from world import moment, written

T, M = f"{{{TYPES}}}", f"{{{MESSAGES}}}"
LEVELS = {"Free": 0, "Tentative": 1, "Busy": 2, "OOF": 3, "NoData": 4}


CONTROLS = {chr(code): f"&#x{code:X};" for code in range(32) if chr(code) not in "\t\n\r"}


def escape(value):
    """Text for XML. As in Exchange, control characters become references, although XML forbids them."""
    return xml.sax.saxutils.escape(value, CONTROLS)


class Refusal(Exception):
    """A SOAP fault with Exchange's code."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


def message(operation, content, code="NoError", text=None, kind=None):
    """One message of an answer."""
    kind = kind or ("Success" if code == "NoError" else "Error")
    words = f"<m:MessageText>{escape(text or code)}</m:MessageText>" if code != "NoError" else ""
    content = content if kind != "Error" else "<m:DescriptiveLinkKey>0</m:DescriptiveLinkKey>" + content
    return (f"<m:{operation}ResponseMessage ResponseClass=\"{kind}\">{words}<m:ResponseCode>{code}</m:ResponseCode>{content}"
            f"</m:{operation}ResponseMessage>")


def answer(operation, *messages):
    """The answer of an operation that has messages."""
    return f"<m:{operation}Response><m:ResponseMessages>{''.join(messages)}</m:ResponseMessages></m:{operation}Response>"


def mailbox(name, address, tag="t:Mailbox", kind="Mailbox"):
    """A mailbox."""
    return (f"<{tag}><t:Name>{escape(name)}</t:Name><t:EmailAddress>{escape(address)}</t:EmailAddress>"
            f"<t:RoutingType>SMTP</t:RoutingType><t:MailboxType>{kind}</t:MailboxType></{tag}>")


def get_room_lists(world, _):
    lists = "".join(mailbox(entry["name"], entry["address"], "t:Address", "PublicDL") for entry in world.lists)
    return ('<m:GetRoomListsResponse ResponseClass="Success"><m:ResponseCode>NoError</m:ResponseCode>'
            f"<m:RoomLists>{lists}</m:RoomLists></m:GetRoomListsResponse>")


def get_rooms(world, request):
    wanted = request.find(f"{M}RoomList/{T}EmailAddress").text.strip().lower()
    for entry in world.lists:
        if entry["address"].lower() == wanted and wanted not in world.plan.get("broken", {}):
            rooms = "".join(f"<t:Room>{mailbox(room['name'], room['address'], 't:Id')}</t:Room>" for room in entry["rooms"])
            return ('<m:GetRoomsResponse ResponseClass="Success"><m:ResponseCode>NoError</m:ResponseCode>'
                    f"<m:Rooms>{rooms}</m:Rooms></m:GetRoomsResponse>")
    return ('<m:GetRoomsResponse ResponseClass="Error"><m:MessageText>No such list.</m:MessageText>'
            "<m:ResponseCode>ErrorNameResolutionNoResults</m:ResponseCode></m:GetRoomsResponse>")


def get_server_time_zones(world, _):
    if world.plan.get("no_time_zones"):
        raise Refusal("ErrorInvalidRequest", "The request is invalid.")

    def zone(name, text, bias):
        return (f'<t:TimeZoneDefinition Id="{name}" Name="{text}"><t:Periods><t:Period Bias="{bias}" Name="Standard" Id="std"/>'
                '</t:Periods><t:TransitionsGroups><t:TransitionsGroup Id="0"><t:Transition><t:To Kind="Period">std</t:To>'
                "</t:Transition></t:TransitionsGroup></t:TransitionsGroups><t:Transitions><t:Transition>"
                '<t:To Kind="Group">0</t:To></t:Transition></t:Transitions></t:TimeZoneDefinition>')
    zones = (zone("UTC", "(UTC) Coordinated Universal Time", "PT0S")
             + zone("FLE Standard Time", "(UTC+02:00) Helsinki, Kyiv, Riga", "-PT2H")
             + zone("W. Europe Standard Time", "(UTC+01:00) Berlin, Rome", "-PT1H"))
    return answer("GetServerTimeZones", message(
        "GetServerTimeZones", f"<m:TimeZoneDefinitions>{zones}</m:TimeZoneDefinitions>"))


def get_user_availability(world, request):
    if request.find(f"{T}TimeZone") is None:
        raise Refusal("ErrorTimeZone", "There is no time zone.")
    bias = int(request.find(f"{T}TimeZone/{T}Bias").text)
    addresses = [entry.text.strip() for entry in request.iter(f"{T}Address")]
    if len(addresses) > 100:
        raise Refusal("ErrorIndividualMailboxLimitReached", "More than 100 mailboxes.")
    options = request.find(f"{T}FreeBusyViewOptions")
    start, end = (moment(options.find(f"{T}TimeWindow/{T}{name}").text) for name in ("StartTime", "EndTime"))
    slot = int(options.find(f"{T}MergedFreeBusyIntervalInMinutes").text)
    if not 5 <= slot <= 1440 or end - start > datetime.timedelta(days=42) or end <= start:
        raise Refusal("ErrorInvalidMergedFreeBusyInterval", "The interval is invalid.")
    zone = datetime.timezone(datetime.timedelta(minutes=-bias))
    answers = "".join(availability(world, address, start, end, slot, zone) for address in addresses)
    return (f"<m:GetUserAvailabilityResponse><m:FreeBusyResponseArray>{answers}</m:FreeBusyResponseArray>"
            "</m:GetUserAvailabilityResponse>")


def availability(world, address, start, end, slot, zone):
    """The answer for one mailbox."""
    problem = world.plan.get("broken", {}).get(address.lower())
    if problem is None and world.name(address) is None:
        problem = "ErrorMailRecipientNotFound"
    if problem:
        return ('<m:FreeBusyResponse><m:ResponseMessage ResponseClass="Error"><m:MessageText>No data for '
                f"{escape(address)}.</m:MessageText><m:ResponseCode>{problem}</m:ResponseCode></m:ResponseMessage>"
                "<m:FreeBusyView><t:FreeBusyViewType>None</t:FreeBusyViewType></m:FreeBusyView></m:FreeBusyResponse>")
    events = world.busy(address, start, end)
    listed = "".join(
        f"<t:CalendarEvent><t:StartTime>{naive(event[0], zone)}</t:StartTime><t:EndTime>{naive(event[1], zone)}</t:EndTime>"
        f"<t:BusyType>{event[2]}</t:BusyType><t:CalendarEventDetails><t:ID>00000000AB12</t:ID><t:Subject>{escape(event[3])}"
        "</t:Subject><t:Location/><t:IsMeeting>true</t:IsMeeting><t:IsRecurring>false</t:IsRecurring><t:IsException>false"
        "</t:IsException><t:IsReminderSet>false</t:IsReminderSet><t:IsPrivate>false</t:IsPrivate></t:CalendarEventDetails>"
        "</t:CalendarEvent>" for event in events)
    listed = f"<t:CalendarEventArray>{listed}</t:CalendarEventArray>" if listed else ""
    merged, kind = "", "Detailed"
    if not world.plan.get("events_only"):
        digits = "".join(map(str, merged_levels(events, start, end, datetime.timedelta(minutes=slot))))
        merged, kind = f"<t:MergedFreeBusy>{digits}</t:MergedFreeBusy>", "DetailedMerged"
    return ('<m:FreeBusyResponse><m:ResponseMessage ResponseClass="Success"><m:ResponseCode>NoError</m:ResponseCode>'
            f"</m:ResponseMessage><m:FreeBusyView><t:FreeBusyViewType>{kind}</t:FreeBusyViewType>{merged}{listed}"
            "</m:FreeBusyView></m:FreeBusyResponse>")


def merged_levels(events, start, end, slot):
    """The highest level in each slot, even in one that an event takes only in part."""
    levels = [0] * -((start - end) // slot)
    for begin, until, level, *_ in events:
        for number in range(max(0, (begin - start) // slot), min(len(levels), -((start - until) // slot))):
            levels[number] = max(levels[number], LEVELS[level])
    return levels


def naive(value, zone):
    """A time in the zone of the request, without an offset."""
    return value.astimezone(zone).strftime("%Y-%m-%dT%H:%M:%S")


def create_item(world, request):
    sends = request.get("SendMeetingInvitations")
    if sends is None:
        return answer("CreateItem", message("CreateItem", "<m:Items/>", "ErrorSendMeetingInvitationsRequired"))
    messages = []
    for entry in request.find(f"{M}Items"):
        item = {
            "subject": text(entry, "Subject"), "body": text(entry, "Body"), "location": text(entry, "Location"),
            "start": moment(text(entry, "Start")), "end": moment(text(entry, "End")),
            "sends": sends != "SendToNone", "kind": "Single",
            "required": addresses(entry, "RequiredAttendees"), "resources": addresses(entry, "Resources"),
            "properties": {
                prop.find(f"{T}ExtendedFieldURI").get("PropertyName"): prop.find(f"{T}Value").text
                for prop in entry.findall(f"{T}ExtendedProperty")},
        }
        item = world.create(item)
        messages.append(message("CreateItem", f"<m:Items><t:CalendarItem>{identity(item)}</t:CalendarItem></m:Items>"))
    return answer("CreateItem", *messages)


def text(entry, name):
    """The text of a child; empty if there is none."""
    child = entry.find(f"{T}{name}")
    return (child.text or "") if child is not None else ""


def addresses(entry, name):
    """The addresses of attendees."""
    return [box.text.strip() for box in entry.findall(f"{T}{name}/{T}Attendee/{T}Mailbox/{T}EmailAddress")]


def identity(item):
    return f'<t:ItemId Id="{item["id"]}" ChangeKey="{change_key(item)}"/>'


def change_key(item):
    return f"version{item['version']:04}"


def calendar_item(world, item, is_whole):
    """A meeting. Its attendees only come with the whole of it."""
    properties = "".join(
        '<t:ExtendedProperty><t:ExtendedFieldURI DistinguishedPropertySetId="PublicStrings" '
        f'PropertyName={quoteattr(name)} PropertyType="String"/><t:Value>{escape(value or "")}</t:Value></t:ExtendedProperty>'
        for name, value in item["properties"].items())

    def people(tag, addresses):
        entries = ""
        for address in addresses:
            known = item["answers"].get(address, {"response": "Unknown", "when": None})
            when = f"<t:LastResponseTime>{written(known['when'])}</t:LastResponseTime>" if known["when"] else ""
            entries += (f"<t:Attendee>{mailbox(world.name(address) or address, address)}"
                        f"<t:ResponseType>{known['response']}</t:ResponseType>{when}</t:Attendee>")
        return f"<t:{tag}>{entries}</t:{tag}>" if entries else ""
    invited = people("RequiredAttendees", item["required"]) + people("Resources", item["resources"]) if is_whole else ""
    return (f"<t:CalendarItem>{identity(item)}<t:Subject>{escape(item['subject'])}</t:Subject>{properties}"
            f"<t:Start>{written(item['start'])}</t:Start><t:End>{written(item['end'])}</t:End>"
            f"<t:Location>{escape(item['location'])}</t:Location><t:IsCancelled>false</t:IsCancelled>"
            f"<t:CalendarItemType>{item['kind']}</t:CalendarItemType>"
            f"<t:Organizer>{mailbox('Anna Tester', world.user)}</t:Organizer>{invited}</t:CalendarItem>")


def reply_item(world, reply):
    kind = {"Decline": "Neg", "Accept": "Pos", "Tentative": "Tent"}[reply["response"]]
    meeting = world.items.get(reply["item"])
    link = f'<t:AssociatedCalendarItemId Id="{reply["item"]}" ChangeKey="{change_key(meeting)}"/>' if meeting else ""
    return (f'<t:MeetingResponse><t:ItemId Id="{reply["id"]}" ChangeKey="1"/><t:ItemClass>IPM.Schedule.Meeting.Resp.{kind}'
            f'</t:ItemClass><t:Body BodyType="Text">{escape(reply["text"])}</t:Body>'
            f"<t:From>{mailbox(world.name(reply['from']) or reply['from'], reply['from'])}</t:From>{link}"
            f"<t:ResponseType>{reply['response']}</t:ResponseType></t:MeetingResponse>")


def get_item(world, request):
    messages = []
    with world.lock:
        world.settle()
        for wanted in request.find(f"{M}ItemIds"):
            reply = next((reply for reply in world.replies if reply["id"] == wanted.get("Id")), None)
            item = world.items.get(wanted.get("Id"))
            if item:
                messages.append(message("GetItem", f"<m:Items>{calendar_item(world, item, True)}</m:Items>"))
            elif reply:
                messages.append(message("GetItem", f"<m:Items>{reply_item(world, reply)}</m:Items>"))
            else:
                messages.append(message("GetItem", "<m:Items/>", "ErrorItemNotFound", "The object was not found."))
    return answer("GetItem", *messages)


def find_item(world, request):
    folder = next(iter(request.find(f"{M}ParentFolderIds"))).get("Id")
    restriction = request.find(f"{M}Restriction")
    with world.lock:
        world.settle()
        if folder == "inbox":
            since = datetime.datetime.min.replace(tzinfo=datetime.timezone.utc)
            limits = [] if restriction is None else restriction.iter(f"{T}IsGreaterThanOrEqualTo")
            for limit in limits:
                since = moment(limit.find(f"{T}FieldURIOrConstant/{T}Constant").get("Value"))
            found = [reply_item(world, reply) for reply in reversed(world.replies) if reply["received"] >= since]
        else:
            items = sorted(world.items.values(), key=lambda item: item["start"])
            view = request.find(f"{M}CalendarView")
            if view is not None:
                start, end = moment(view.get("StartDate")), moment(view.get("EndDate"))
                items = [item for item in items if item["kind"] != "RecurringMaster"]
                items = [item for item in items if item["start"] < end and item["end"] > start]
                items = items[:int(view.get("MaxEntriesReturned", 1000))]
            else:
                items = [item for item in items if item["kind"] != "Occurrence"]
            for equal in restriction.iter(f"{T}IsEqualTo") if restriction is not None else []:
                field = equal.find(f"{T}ExtendedFieldURI")
                value = equal.find(f"{T}FieldURIOrConstant/{T}Constant").get("Value")
                if field is not None:
                    items = [item for item in items if item["properties"].get(field.get("PropertyName")) == value]
            found = [calendar_item(world, item, False) for item in items]
    items = f"<t:Items>{''.join(found)}</t:Items>" if found else "<t:Items/>"
    return answer("FindItem", message("FindItem", (
        f'<m:RootFolder IndexedPagingOffset="{len(found)}" TotalItemsInView="{len(found)}" IncludesLastItemInRange="true">'
        f"{items}</m:RootFolder>")))


def update_item(world, request):
    sends = request.get("SendMeetingInvitationsOrCancellations")
    if sends is None:
        code = "ErrorSendMeetingInvitationsOrCancellationsRequired"
        return answer("UpdateItem", message("UpdateItem", "<m:Items/>", code))
    messages = []
    for change in request.find(f"{M}ItemChanges"):
        wanted = change.find(f"{T}ItemId")
        with world.lock:
            item = world.items.get(wanted.get("Id"))
            if item is None:
                messages.append(message("UpdateItem", "<m:Items/>", "ErrorItemNotFound", "The object was not found."))
                continue
            if wanted.get("ChangeKey") != change_key(item):
                code = "ErrorIrresolvableConflict" if wanted.get("ChangeKey") else "ErrorChangeKeyRequired"
                messages.append(message("UpdateItem", "<m:Items/>", code, "Somebody has changed the item."))
                continue
            values = {}
            for field in change.find(f"{T}Updates"):
                for value in field.find(f"{T}CalendarItem"):
                    name = local(value).lower()
                    values[name] = moment(value.text) if name in ("start", "end") else value.text or ""
            item = world.change(item["id"], values, sends != "SendToNone")
            content = f"<m:Items><t:CalendarItem>{identity(item)}</t:CalendarItem></m:Items>"
            messages.append(message("UpdateItem", content + "<m:ConflictResults><t:Count>0</t:Count></m:ConflictResults>"))
    return answer("UpdateItem", *messages)


def delete_item(world, request):
    messages = []
    for wanted in request.find(f"{M}ItemIds"):
        if request.get("SendMeetingCancellations") is None:
            messages.append(message("DeleteItem", "", "ErrorSendMeetingCancellationsRequired"))
        elif world.delete(wanted.get("Id")):
            messages.append(message("DeleteItem", ""))
        else:
            messages.append(message("DeleteItem", "", "ErrorItemNotFound", "The object was not found."))
    return answer("DeleteItem", *messages)


def resolve_names(world, request):
    found = world.resolve(request.find(f"{M}UnresolvedEntry").text)
    if not found:
        return answer("ResolveNames", message("ResolveNames", "", "ErrorNameResolutionNoResults", "No results."))
    entries = "".join(f"<t:Resolution>{mailbox(*pair)}</t:Resolution>" for pair in found)
    entries = f'<m:ResolutionSet TotalItemsInView="{len(found)}" IncludesLastItemInRange="true">{entries}</m:ResolutionSet>'
    if len(found) > 1:
        return answer("ResolveNames", message(
            "ResolveNames", entries, "ErrorNameResolutionMultipleResults", "Multiple results.", "Warning"))
    return answer("ResolveNames", message("ResolveNames", entries))


def get_folder(world, request):
    messages = []
    for wanted in request.find(f"{M}FolderIds"):
        name = wanted.get("Id")
        kind = "CalendarFolder" if name == "calendar" else "Folder"
        content = (f'<m:Folders><t:{kind}><t:FolderId Id="{name}" ChangeKey="1"/><t:ParentFolderId Id="root" ChangeKey="1"/>'
                   f"<t:FolderClass>IPF.{'Appointment' if name == 'calendar' else 'Note'}</t:FolderClass>"
                   f"<t:DisplayName>{name}</t:DisplayName><t:TotalCount>0</t:TotalCount><t:ChildFolderCount>0"
                   f"</t:ChildFolderCount></t:{kind}></m:Folders>")
        messages.append(message("GetFolder", content))
    return answer("GetFolder", *messages)


OPERATIONS = {
    "GetRoomLists": get_room_lists, "GetRooms": get_rooms, "GetServerTimeZones": get_server_time_zones,
    "GetUserAvailabilityRequest": get_user_availability, "CreateItem": create_item, "GetItem": get_item,
    "FindItem": find_item, "UpdateItem": update_item, "DeleteItem": delete_item, "ResolveNames": resolve_names,
    "GetFolder": get_folder,
}


def parse(body):
    """The operation in an envelope."""
    envelope = ElementTree.fromstring(body)
    body = next(child for child in envelope if local(child) == "Body")
    return envelope, body[0]
