extension EWSClient {
    /// The answers to invitations that came by mail since a moment, the newest first, at most 100. A room says here why it
    /// declined.
    public func replies(since start: EWSTime) async throws(EWSError) -> [MeetingReply] {
        let ids = try await messages(Self.answersInInbox(since: start)).flatMap { message in
            (message.at("RootFolder", "Items")?.children ?? []).compactMap { ItemID($0["ItemId"]) }
        }
        guard !ids.isEmpty else { return [] }
        // A mail may be gone since it was found.
        return try await messages(Self.contents(of: ids), accepting: { $0 == .itemNotFound }).compactMap { message in
            message["Items"]?.children.first.map(MeetingReply.init)
        }
    }

    /// Asks for the IDs of the answers in the inbox.
    private static func answersInInbox(since start: EWSTime) -> EWSRequest {
        EWSRequest("FindItemResponse") {
            $0.element("m:FindItem", [("Traversal", "Shallow")]) {
                $0.element("m:ItemShape") { $0.element("t:BaseShape", "IdOnly") }
                let view = [("MaxEntriesReturned", "100"), ("Offset", "0"), ("BasePoint", "Beginning")]
                $0.element("m:IndexedPageItemView", view)
                $0.element("m:Restriction") {
                    $0.element("t:And") {
                        $0.element("t:IsGreaterThanOrEqualTo") {
                            $0.element("t:FieldURI", [("FieldURI", "item:DateTimeReceived")])
                            $0.element("t:FieldURIOrConstant") {
                                $0.element("t:Constant", [("Value", start.description)])
                            }
                        }
                        let matching = [("ContainmentMode", "Prefixed"), ("ContainmentComparison", "IgnoreCase")]
                        $0.element("t:Contains", matching) {
                            $0.element("t:FieldURI", [("FieldURI", "item:ItemClass")])
                            $0.element("t:Constant", [("Value", "IPM.Schedule.Meeting.Resp")])
                        }
                    }
                }
                $0.element("m:SortOrder") {
                    $0.element("t:FieldOrder", [("Order", "Descending")]) {
                        $0.element("t:FieldURI", [("FieldURI", "item:DateTimeReceived")])
                    }
                }
                $0.element("m:ParentFolderIds") { $0.element("t:DistinguishedFolderId", [("Id", "inbox")]) }
            }
        }
    }

    /// Asks who answered, to which meeting, and what they wrote.
    private static func contents(of ids: [ItemID]) -> EWSRequest {
        EWSRequest("GetItemResponse") {
            $0.element("m:GetItem") {
                $0.element("m:ItemShape") {
                    $0.element("t:BaseShape", "IdOnly")
                    $0.element("t:BodyType", "Text")
                    $0.element("t:AdditionalProperties") {
                        let fields = [
                            "item:ItemClass", "item:Body", "message:From", "meeting:AssociatedCalendarItemId",
                        ]
                        for field in fields { $0.element("t:FieldURI", [("FieldURI", field)]) }
                    }
                }
                $0.element("m:ItemIds") {
                    for id in ids { $0.itemID(ItemID(id: id.id)) }
                }
            }
        }
    }
}
