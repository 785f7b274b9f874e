import AppGroupText

/// What lists and pages show of a draft: of a change, only what it sets.
struct DraftLine {
    /// Where it stands: `draft` if it lacks something, `waiting` if the next sync sends it, `refused` if the server has,
    /// or has lost it.
    let state: String
    var district = ""
    var phones: [String] = []
    var company = ""
    var place: Place?
    var type = ""
    /// Empty if a change removes it.
    var comment: String?
    /// The members that a change sets.
    var sets: [String] = []
    /// What it is, and what is wrong with it.
    let remark: String
    let draft: Draft

    init(_ draft: Draft, _ lists: ServerLists) {
        self.draft = draft
        let kind: String
        switch draft.kind {
        case .report(let report):
            kind = ""
            (phones, company, place, comment) = (report.phones, report.company ?? "", report.place, report.comment)
            (district, type) = (lists.districtName(report.district), lists.typeName(report.type))
        case .edit(let number, let change):
            kind = "a change of report \(number)"
            (phones, company, place, comment) = (
                change.phones ?? [], change.company ?? "", change.place, change.comment
            )
            (district, type) = (lists.districtName(change.district), lists.typeName(change.type))
            sets = change.members
        case .cancel(let number, _): kind = "the withdrawal of report \(number)"
        }
        let lacks = draft.lacks
        state = draft.problem != nil ? "refused" : lacks.isEmpty ? "waiting" : "draft"
        let reason = draft.problem ?? (lacks.isEmpty ? "" : "lacks \(draft.lacksPhrase)")
        remark = [kind, reason].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    var json: JSONValue {
        [
            "draft": .string(draft.name), "key": .string(draft.key), "state": .string(state),
            "created": JSONValue(text: draft.created), "lacks": .array(draft.lacks.map(JSONValue.string)),
            "problem": JSONValue(text: draft.problem), "company": .string(company), "district": .string(district),
            "phones": .array(phones.map(JSONValue.string)), "latitude": place.map { .double($0.lat) } ?? .null,
            "longitude": place.map { .double($0.long) } ?? .null, "remark": .string(remark), "type": .string(type),
            "comment": JSONValue(text: comment), "photos": .array(draft.photos.map(JSONValue.string)),
            "sets": .array(sets.map(JSONValue.string)),
        ]
    }
}
