import AppGroup
import AppGroupText
import PhoneNumbers

/// Everything that is known about one report.
struct ReportPage: Listing {
    let report: Report
    /// The blocked phone numbers. One that was blocked a moment ago is not yet marked in the stored report.
    private let blocked: Set<String>
    private let clock = LocalClock.current

    init(_ report: Report, blocked: Set<String>) { (self.report, self.blocked) = (report, blocked) }

    private var lines: [PageLine] {
        var lines = [PageLine(name: "Filed", value: moment(report.filed.timestamp)), PageLine(report.place)]
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { lines.append(PageLine(name: name, value: value)) }
        }
        add("Taken", report.taken)
        add("Address", report.address)
        add("District", [report.district?.name, report.city?.name].compactMap(\.self).joined(separator: ", "))
        add("Type", report.type.name)
        add("Holder", report.holder)
        add("Company", report.company)
        for phone in report.phones ?? [] { lines.append(line(phone)) }
        add("Photos", photos)
        add("Comment", report.comment)
        add("Reporter", report.reporter)
        for nearby in report.links ?? [] {
            add("Same number", "report \(nearby.number), \(nearby.distance) m away")
        }
        for entry in report.history ?? [] {
            add("History", "\(moment(entry.moment.timestamp)): \(words(entry))")
        }
        for comment in report.comments ?? [] {
            add("Comment", "\(moment(comment.moment.timestamp)), \(comment.by): \(comment.text)")
        }
        return lines
    }

    private var photos: String {
        guard let largest = report.photos.first else { return "" }
        let visible = report.photosArePublic == true ? "public" : "not public"
        return
            "\(report.photos.count) (\(largest.width) × \(largest.height), \(visible)): posters photo \(report.number)"
    }

    private func line(_ phone: Report.Phone) -> PageLine {
        let number = try? PhoneNumber(parsing: phone.number)
        let addition = phone.extension.map { " ext. \($0)" } ?? ""
        let link = number.map { $0.link + (phone.extension.map { ";ext=\($0)" } ?? "") }
        let isBlocked = blocked.contains(phone.number)
        let shown = "\(number?.national ?? phone.number)\(addition)\(isBlocked ? ", blocked" : "")"
        return PageLine(name: "Phone", value: shown, style: isBlocked ? .red : nil, link: link)
    }

    private func words(_ entry: Report.HistoryEntry) -> String {
        [entry.status.rawValue, entry.reason].compactMap(\.self).joined(separator: ", ")
    }

    private func moment(_ timestamp: Timestamp) -> String { PageLine.moment(timestamp, clock) }

    private var status: String {
        // The reason is not why the reporter wants it deleted.
        guard report.deletionWanted != true else { return "withdrawn" }
        return [report.status.rawValue, report.reason].compactMap(\.self).joined(separator: ": ")
    }

    var columns: [TextTable.Column] {
        [TextTable.Column(header: "REPORT \(report.number)"), PageLine.column(status)]
    }

    var rows: [[TextTable.Cell]] { PageLine.rows(lines) }

    var records: [[String]] {
        [["Number", "\(report.number)"], ["Status", status]] + lines.map { [$0.name, $0.value] }
    }

    var json: JSONValue {
        [
            "version": 1, "number": .integer(Int(report.number)), "status": .string(report.status.rawValue),
            "withdrawn": .bool(report.deletionWanted == true), "reason": JSONValue(text: report.reason),
            "filed": JSONValue(text: report.filed.timestamp), "updated": JSONValue(text: report.updated.timestamp),
            "taken": JSONValue(text: report.taken), "latitude": .double(report.place.lat),
            "longitude": .double(report.place.long), "address": JSONValue(text: report.address),
            "city": JSONValue(text: report.city?.name), "district": JSONValue(text: report.district?.name),
            "type": .string(report.type.name), "holder": JSONValue(text: report.holder),
            "company": JSONValue(text: report.company), "comment": JSONValue(text: report.comment),
            "reporter": JSONValue(text: report.reporter), "mine": .bool(report.mine == true),
            "phones": .array(
                (report.phones ?? []).map {
                    [
                        "number": .string($0.number), "written": .string($0.written),
                        "extension": JSONValue(text: $0.extension), "blocked": .bool(blocked.contains($0.number)),
                    ]
                }),
            "photos": .array(report.photos.map { .string($0.sha256) }),
            "links": .array(
                (report.links ?? []).map { ["number": .integer(Int($0.number)), "meters": .integer($0.distance)] }),
            "history": .array(
                (report.history ?? []).map {
                    [
                        "status": .string($0.status.rawValue), "at": JSONValue(text: $0.moment.timestamp),
                        "reason": JSONValue(text: $0.reason),
                    ]
                }),
            "comments": .array(
                (report.comments ?? []).map {
                    ["text": .string($0.text), "at": JSONValue(text: $0.moment.timestamp), "by": .string($0.by)]
                }),
        ]
    }
}
