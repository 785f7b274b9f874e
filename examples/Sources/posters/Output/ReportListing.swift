import AppGroup
import AppGroupText
import PhoneNumbers

/// Reports, and drafts before them, one on each line.
struct ReportListing: Listing {
    private let drafts: [Draft]
    private let reports: [ReportSummary]
    private let blocked: Set<String>
    private let lists: ServerLists
    /// The distance to each report in meters, if it is shown.
    private let meters: [Double]?
    private let clock = LocalClock.current

    init(
        _ reports: [ReportSummary], drafts: [Draft] = [], blocked: Set<String> = [], lists: ServerLists = ServerLists(),
        meters: [Double]? = nil
    ) {
        (self.drafts, self.reports, self.blocked, self.lists, self.meters) = (drafts, reports, blocked, lists, meters)
    }

    var columns: [TextTable.Column] {
        let distance = TextTable.Column(header: "AWAY", alignment: .right)
        return [TextTable.Column(header: "NUMBER")] + (meters == nil ? [] : [distance]) + [
            TextTable.Column(header: "STATUS"), TextTable.Column(header: "FILED", shrinkOrder: 2, minimumWidth: 10),
            TextTable.Column(header: "DISTRICT", shrinkOrder: 1, minimumWidth: 8),
            TextTable.Column(header: "PHONE"),
            TextTable.Column(header: "COMPANY", shrinkOrder: 3, minimumWidth: 10),
            TextTable.Column(header: "REMARK", shrinkOrder: 4, minimumWidth: 10, wraps: true),
        ]
    }

    var rows: [[TextTable.Cell]] {
        drafts.map(row) + reports.enumerated().map { row($1, meters?[$0]) }
    }

    private func row(_ draft: Draft) -> [TextTable.Cell] {
        let line = DraftLine(draft, lists)
        return [
            TextTable.Cell(draft.name, style: .bold), TextTable.Cell(line.state, style: draft.isReady ? nil : .yellow),
            TextTable.Cell(clock.ago(draft.created)), TextTable.Cell(line.district), phone(line.phones),
            TextTable.Cell(line.company), TextTable.Cell(line.remark),
        ]
    }

    private func row(_ report: ReportSummary, _ meters: Double?) -> [TextTable.Cell] {
        let status = report.isWithdrawn ? "withdrawn" : report.status.rawValue
        let remark = [
            report.phones.contains(where: blocked.contains) ? "blocked number" : nil, report.remark,
        ].compactMap(\.self).joined(separator: ", ")
        return [TextTable.Cell("\(report.isUnseen ? "● " : "")\(report.number)", style: .bold)]
            + (meters.map { [TextTable.Cell("\(Int($0.rounded())) m")] } ?? []) + [
                TextTable.Cell(status, style: report.style), TextTable.Cell(clock.ago(report.filed)),
                TextTable.Cell(report.district), phone(report.phones), TextTable.Cell(report.company),
                TextTable.Cell(remark, style: .dim),
            ]
    }

    /// The first number, as a link that dials it.
    private func phone(_ numbers: [String]) -> TextTable.Cell {
        guard let first = numbers.first else { return "" }
        let more = numbers.count > 1 ? " +\(numbers.count - 1)" : ""
        return TextTable.Cell(PhoneText.shown(first) + more, link: PhoneText.link(first))
    }

    var records: [[String]] {
        drafts.map { draft in
            let line = DraftLine(draft, lists)
            return [
                draft.name, line.state, draft.created.description, line.district, line.phones.joined(separator: " "),
                line.company, line.place?.description ?? "", line.remark,
            ]
        }
            + reports.map { report in
                [
                    "\(report.number)", report.isWithdrawn ? "withdrawn" : report.status.rawValue,
                    report.filed.description, report.district, report.phones.joined(separator: " "), report.company,
                    report.place.description, report.remark ?? "",
                ]
            }
    }

    var json: JSONValue {
        [
            "version": 1,
            "drafts": .array(drafts.map { DraftLine($0, lists).json }),
            "reports": .array(
                reports.enumerated().map { index, report in
                    let distance = meters.map { [("meters", JSONValue.integer(Int($0[index].rounded())))] } ?? []
                    return .object(report.members + distance)
                }),
        ]
    }
}

extension ReportSummary {
    /// The reason of the last decision, for people; nil if it is withdrawn, because they would take it for the reporter's.
    fileprivate var remark: String? { isWithdrawn ? nil : reason }

    /// How a terminal shows the status.
    fileprivate var style: Style? {
        switch status {
        case .new: .yellow
        case .confirmed: .red
        case .rejected: .dim
        case .removed: .green
        }
    }

    fileprivate var members: [(String, JSONValue)] {
        [
            ("number", .integer(Int(number))), ("status", .string(status.rawValue)),
            ("filed", JSONValue(text: filed)), ("updated", JSONValue(text: updated)),
            ("latitude", .double(place.lat)), ("longitude", .double(place.long)), ("district", .string(district)),
            ("type", .string(type)), ("company", .string(company)), ("phones", .array(phones.map(JSONValue.string))),
            ("reason", JSONValue(text: reason)), ("mine", .bool(isMine)), ("withdrawn", .bool(isWithdrawn)),
            ("unseen", .bool(isUnseen)),
        ]
    }
}

/// What a person reads about a change.
enum News {
    /// Where a report stands, and what its reporter did, or why it was decided so.
    static func words(_ report: ReportSummary) -> String {
        let status = report.isWithdrawn ? "its reporter wants it deleted" : report.status.rawValue
        return switch report.change {
        case "edited": "\(status), changed"
        case "commented": "\(status), with a new comment"
        default: [status, report.remark].compactMap(\.self).joined(separator: ": ")
        }
    }

    static func sentence(_ report: ReportSummary) -> String { "Report \(report.number): \(words(report))" }
}

/// How a person reads a phone number, and what a click on it opens. Nothing here dials.
enum PhoneText {
    /// Such as `044 123 45 67`; a text that is no number, as it is.
    static func shown(_ number: String) -> String { (try? PhoneNumber(parsing: number))?.national ?? number }

    /// Such as `tel:+380441234567` (RFC 3966); nil for a text that is no number.
    static func link(_ number: String) -> String? { (try? PhoneNumber(parsing: number))?.link }
}
