"""The order of child elements in Exchange's schema, as far as the requests of the tests go."""

MESSAGES = "http://schemas.microsoft.com/exchange/services/2006/messages"
TYPES = "http://schemas.microsoft.com/exchange/services/2006/types"
SOAP = "http://schemas.xmlsoap.org/soap/envelope/"

ORDER = {
    "Envelope": ["Header", "Body"],
    "GetRooms": ["RoomList"],
    "GetUserAvailabilityRequest": ["TimeZone", "MailboxDataArray", "FreeBusyViewOptions", "SuggestionsViewOptions"],
    "TimeZone": ["Bias", "StandardTime", "DaylightTime"],
    "StandardTime": ["Bias", "Time", "DayOrder", "Month", "DayOfWeek", "Year"],
    "DaylightTime": ["Bias", "Time", "DayOrder", "Month", "DayOfWeek", "Year"],
    "MailboxData": ["Email", "AttendeeType", "ExcludeConflicts"],
    "Email": ["Name", "Address", "RoutingType"],
    "FreeBusyViewOptions": ["TimeWindow", "MergedFreeBusyIntervalInMinutes", "RequestedView"],
    "TimeWindow": ["StartTime", "EndTime"],
    "CreateItem": ["SavedItemFolderId", "Items"],
    "CalendarItem": [
        "ItemId", "ItemClass", "Subject", "Sensitivity", "Body", "Importance", "Categories", "ReminderDueBy", "ReminderIsSet",
        "ReminderMinutesBeforeStart", "ExtendedProperty", "UID", "RecurrenceId", "DateTimeStamp", "Start", "End",
        "IsAllDayEvent", "LegacyFreeBusyStatus", "Location", "RequiredAttendees", "OptionalAttendees", "Resources",
        "ConferenceType", "AllowNewTimeProposal", "Recurrence", "MeetingTimeZone", "StartTimeZone", "EndTimeZone",
        "MeetingWorkspaceUrl", "NetShowUrl",
    ],
    "ExtendedProperty": ["ExtendedFieldURI", "Value", "Values"],
    "Attendee": ["Mailbox", "ResponseType", "LastResponseTime"],
    "Mailbox": ["Name", "EmailAddress", "RoutingType", "MailboxType", "ItemId"],
    "GetItem": ["ItemShape", "ItemIds"],
    "ItemShape": [
        "BaseShape", "IncludeMimeContent", "BodyType", "FilterHtmlContent", "ConvertHtmlCodePageToUTF8",
        "AdditionalProperties",
    ],
    "FindItem": [
        "ItemShape", "IndexedPageItemView", "FractionalPageItemView", "CalendarView", "ContactsView", "GroupBy",
        "DistinguishedGroupBy", "Restriction", "SortOrder", "ParentFolderIds", "QueryString",
    ],
    "IsEqualTo": ["FieldURI", "IndexedFieldURI", "ExtendedFieldURI", "FieldURIOrConstant"],
    "IsGreaterThanOrEqualTo": ["FieldURI", "IndexedFieldURI", "ExtendedFieldURI", "FieldURIOrConstant"],
    "FieldOrder": ["FieldURI", "IndexedFieldURI", "ExtendedFieldURI"],
    "UpdateItem": ["SavedItemFolderId", "ItemChanges"],
    "ItemChange": ["ItemId", "Updates"],
    "SetItemField": ["FieldURI", "IndexedFieldURI", "ExtendedFieldURI", "CalendarItem"],
    "DeleteItem": ["ItemIds"],
    "ResolveNames": ["ParentFolderIds", "UnresolvedEntry"],
    "GetServerTimeZones": ["Ids"],
}


def local(element):
    """The name of an element without its namespace."""
    return element.tag.rsplit("}", 1)[-1]


def fault(element):
    """What violates the schema's order below an element; None if nothing does."""
    children = [local(child) for child in element]
    order = ORDER.get(local(element))
    if order and children:
        last = 0
        for child in children:
            if child not in order:
                return f"The element '{local(element)}' has an invalid child element '{child}'."
            place = order.index(child)
            if place < last:
                return f"The element '{local(element)}' has the child element '{child}' too late."
            last = place
    for child in element:
        problem = fault(child)
        if problem:
            return problem
    return None
