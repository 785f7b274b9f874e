import AppGroupText

/// What a list shows of a draft.
struct DraftLine {
    /// Where it stands: `draft` if it lacks something, `waiting` if the next sync sends it, `refused` if the server has,
    /// or has lost it.
    let state: String
    var district = ""
    var phones: [String] = []
    var company = ""
    var place: Place?
    /// What it is, and what is wrong with it.
    let remark: String
    private let draft: Draft

    init(_ draft: Draft, _ lists: ServerLists) {
        self.draft = draft
        let kind: String
        switch draft.kind {
        case .report(let report):
            kind = ""
            company = report.company ?? ""
            district = lists.districts.first { $0.code == report.district }?.name ?? report.district ?? ""
            (phones, place) = (report.phones, report.place)
        case .edit(let number, let change):
            kind = "a change of report \(number)"
            company = change.company ?? ""
            (phones, place) = (change.phones ?? [], change.place)
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
            "longitude": place.map { .double($0.long) } ?? .null, "remark": .string(remark),
        ]
    }
}
