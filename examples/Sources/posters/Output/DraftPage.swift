import AppGroup
import AppGroupText

/// Everything about one draft. For programs, it is a list of this draft.
struct DraftPage: Listing {
    private let line: DraftLine
    private let list: ReportListing
    private let clock = LocalClock.current

    init(_ draft: Draft, _ lists: ServerLists) {
        line = DraftLine(draft, lists)
        list = ReportListing([], drafts: [draft], lists: lists)
    }

    private var lines: [PageLine] {
        var lines = [PageLine(name: "Kept", value: PageLine.moment(line.draft.created, clock))]
        func add(_ name: String, _ value: String) {
            if !value.isEmpty { lines.append(PageLine(name: name, value: value)) }
        }
        add("Remark", line.remark)
        if let place = line.place { lines.append(PageLine(place)) }
        add("District", line.district)
        add("Type", line.type)
        add("Company", line.company)
        for phone in line.phones {
            lines.append(PageLine(name: "Phone", value: PhoneText.shown(phone), link: PhoneText.link(phone)))
        }
        if !line.draft.photos.isEmpty { add("Photos", "\(line.draft.photos.count)") }
        if let comment = line.comment { add("Comment", comment.isEmpty ? "(none)" : comment) }
        return lines
    }

    var columns: [TextTable.Column] {
        [TextTable.Column(header: "DRAFT \(line.draft.name)"), PageLine.column(line.state)]
    }

    var rows: [[TextTable.Cell]] { PageLine.rows(lines) }

    var records: [[String]] { list.records }

    var json: JSONValue { list.json }
}
