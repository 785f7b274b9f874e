import AppGroup
import AppGroupCommands
import AppGroupHome
import AppGroupText

/// Apps of one or several groups, as `launcher list` writes them.
struct AppListing: Listing {
    let apps: [AppEntry]
    /// The apps that may be installed, by group; `nil` unless asked for.
    var offers: [(group: GroupID, offer: AppOffer)]?
    /// The group that all apps belong to; `nil` for several groups.
    let group: GroupID?
    /// Whether apps that are not installed are listed, which adds a column for the reason.
    let showsAll: Bool
    /// Whether the parts of each likelihood are listed.
    let explains: Bool
    let session: Session
    let imagePath: (AppEntry) -> String?

    var columns: [TextTable.Column] {
        guard !explains else { return explanationColumns }
        var columns = [
            TextTable.Column(header: "NAME", shrinkOrder: 2, minimumWidth: 8),
            TextTable.Column(header: "BADGE", alignment: .right),
            TextTable.Column(header: "SCHEMES", shrinkOrder: 1, minimumWidth: 6),
            TextTable.Column(header: "ICON", shrinkOrder: 0, minimumWidth: 6),
            TextTable.Column(header: "OPENED", shrinkOrder: 1, minimumWidth: 10),
            TextTable.Column(header: "ID", shrinkOrder: 2, minimumWidth: 8),
        ]
        if showsUpdates { columns.insert(TextTable.Column(header: "UPDATE", shrinkOrder: 2, minimumWidth: 6), at: 2) }
        if group == nil { columns.append(TextTable.Column(header: "GROUP", shrinkOrder: 1, minimumWidth: 8)) }
        if showsAll { columns.append(TextTable.Column(header: "STATE", shrinkOrder: 2, minimumWidth: 12, wraps: true)) }
        return columns
    }

    var rows: [[TextTable.Cell]] {
        guard !explains else { return apps.map(\.explanationCells) }
        let showsUpdates = showsUpdates
        return apps.map { app in
            let isFaint = !app.isShown
            var cells = [
                TextTable.Cell((app.preferences.isPinned ? "★ " : "") + "\(app.name)", style: isFaint ? .dim : .bold),
                TextTable.Cell(app.badge == .zero ? "" : "\(app.badge)", style: isFaint ? .dim : .red),
                TextTable.Cell(app.schemes.map(\.description).joined(separator: " "), style: isFaint ? .dim : .cyan),
                TextTable.Cell(app.icon?.summary ?? "", style: .dim),
                TextTable.Cell(app.usage.lastOpened.map(session.ago) ?? "never", style: .dim),
                TextTable.Cell("\(app.id)", style: .dim),
            ]
            if showsUpdates { cells.insert(TextTable.Cell(app.updateMark, style: .green), at: 2) }
            if group == nil { cells.append(TextTable.Cell("\(app.group)", style: .dim)) }
            if showsAll { cells.append(TextTable.Cell(app.state, style: isFaint ? .yellow : .dim)) }
            return cells
        } + offerRows
    }

    /// Whether any app has an update, which adds a column. It looks at all of them.
    private var showsUpdates: Bool { apps.contains { $0.availableVersion != nil } || offers?.isEmpty == false }

    var records: [[String]] {
        apps.map { app in
            [
                "\(app.id)", "\(app.name)", "\(app.badge)", app.schemes.map(\.description).joined(separator: ","),
                imagePath(app) ?? app.icon?.summary ?? "", app.availability.isInstalled ? "installed" : "missing",
                app.usage.lastOpened?.description ?? "", "\(app.usage.count)", app.version?.description ?? "",
                app.availableVersion?.description ?? "", "\(app.group)", app.availability.reason ?? "",
            ] + (explains ? app.explanationFields : [])
        } + offerRecords
    }

    var json: JSONValue {
        var members: [(String, JSONValue)] = [
            ("version", 1), ("group", JSONValue(text: group)),
            ("apps", .array(apps.map { $0.json(imagePath: imagePath($0), explains: explains) })),
        ]
        if let offers { members.append(("offers", .array(offers.map { $0.offer.json(group: $0.group) }))) }
        return .object(members)
    }
}

extension AppEntry {
    /// A mark for an available update, with its version.
    fileprivate var updateMark: String { self.availableVersion.map { "↑ \($0)" } ?? "" }

    func json(imagePath: String?, explains: Bool = false) -> JSONValue {
        let fields = self.fields.sorted { $0.key < $1.key }.map { ("\($0.key)", JSONValue($0.value)) }
        var members: [(String, JSONValue)] = [
            ("id", JSONValue(text: self.id)),
            ("name", JSONValue(text: self.name)),
            ("schemes", .array(self.schemes.map(JSONValue.init(text:)))),
            ("icon", JSONValue(text: imagePath ?? self.icon?.themedName)),
            ("badge", .integer(Int(self.badge.value))),
            ("installed", .bool(availability.isInstalled)),
        ]
        if let reason = availability.reason { members.append(("reason", .string(reason))) }
        members += [
            ("fields", .object(fields)),
            ("lastOpened", JSONValue(text: self.usage.lastOpened)),
            ("openCount", .integer(Int(self.usage.count))),
            ("version", JSONValue(text: self.version)),
            ("availableVersion", JSONValue(text: self.availableVersion)),
            ("group", JSONValue(text: group)),
            ("pinned", .bool(self.preferences.isPinned)),
            ("hidden", .bool(self.preferences.isHidden)),
            ("actions", .array(self.actions.map(\.json))),
        ]
        if explains { members += explanationMembers }
        return .object(members)
    }
}

extension AppAction {
    fileprivate var json: JSONValue {
        [
            "id": JSONValue(text: id), "name": JSONValue(text: name), "icon": JSONValue(text: icon),
            "url": JSONValue(text: url),
        ]
    }
}

// The apps that may be installed, below those that are.
extension AppListing {
    var offerRows: [[TextTable.Cell]] {
        (offers ?? []).map { group, offer in
            var cells: [TextTable.Cell] = [
                TextTable.Cell("\(offer.name)", style: .dim), "",
                TextTable.Cell(offer.version.map { "+ \($0)" } ?? "+", style: .green), "", "",
                TextTable.Cell("not installed", style: .dim), TextTable.Cell("\(offer.app)", style: .dim),
            ]
            if self.group == nil { cells.append(TextTable.Cell("\(group)", style: .dim)) }
            if showsAll { cells.append(TextTable.Cell("offered by \(offer.source)", style: .dim)) }
            return cells
        }
    }

    var offerRecords: [[String]] {
        (offers ?? []).map { group, offer in
            [
                "\(offer.app)", "\(offer.name)", "0", "", "", "available", "", "0", "",
                offer.version?.description ?? "", "\(group)", "offered by \(offer.source)",
            ]
        }
    }
}

extension AppOffer {
    func json(group: GroupID) -> JSONValue {
        [
            "id": JSONValue(text: app), "name": JSONValue(text: name), "version": JSONValue(text: version),
            "source": JSONValue(text: source), "group": JSONValue(text: group),
        ]
    }
}

// `launcher list --explain`: how likely each app is to be opened next, and how much each part of the model contributes,
// as the logarithm of a factor.
extension AppListing {
    var explanationColumns: [TextTable.Column] {
        [
            TextTable.Column(header: "NAME", shrinkOrder: 2, minimumWidth: 8),
            TextTable.Column(header: "LIKELY", alignment: .right),
        ]
            + Predictor.Prediction.Part.allCases.map { part in
                // Room for a complete number: a truncated number would be wrong.
                TextTable.Column(
                    header: part.header, alignment: .right, shrinkOrder: 1, minimumWidth: 6)
            }
    }
}

extension Predictor.Prediction.Part {
    fileprivate var header: String {
        switch self {
        case .needsYou: "NEEDS YOU"
        case .recency, .rhythm, .sequence, .hour: rawValue.uppercased()
        }
    }
}

extension AppEntry {
    var explanationCells: [TextTable.Cell] {
        [
            TextTable.Cell((self.preferences.isPinned ? "★ " : "") + "\(self.name)", style: isShown ? .bold : .dim),
            TextTable.Cell(Decimal.text((likelihood ?? 0) * 100, digits: 1) + " %"),
        ]
            + Predictor.Prediction.Part.allCases.map { part in
                TextTable.Cell(contribution(of: part).map { Decimal.text($0, digits: 2, showsPlus: true) } ?? "")
            }
    }

    /// The likelihood from 0 to 1, and each part as `part=value`.
    var explanationFields: [String] {
        ["\(likelihood ?? 0)"] + contributions.map { "\($0.part.rawValue)=\($0.value)" }
    }

    var explanationMembers: [(String, JSONValue)] {
        [
            ("likelihood", .double(likelihood ?? 0)),
            ("explanation", .object(contributions.map { ($0.part.rawValue, .double($0.value)) })),
        ]
    }

    private func contribution(of part: Predictor.Prediction.Part) -> Double? {
        contributions.first { $0.part == part }?.value
    }
}
