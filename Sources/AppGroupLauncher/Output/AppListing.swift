import AppGroup
import AppGroupHome
import AppGroupText

/// Apps of one or several groups, as `launcher list` writes them.
struct AppListing: Listing {
    /// An app that could be installed into a group.
    typealias Offer = (group: GroupID, offer: AppOffer)

    let apps: [AppEntry]
    /// The apps that could be installed; `nil` unless asked for.
    var offers: [Offer]?
    /// The group that all apps belong to; `nil` for several groups.
    let group: GroupID?
    /// Whether apps that are not installed are listed, which adds a column for the reason.
    let showsAll: Bool
    /// Whether the parts of each likelihood are listed.
    let explains: Bool
    let clock: LocalClock
    let imagePath: (AppEntry) -> String?

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

    private var offerRecords: [[String]] {
        (offers ?? []).map { group, offer in
            [
                "\(offer.app)", "\(offer.name)", "0", "", "", "available", "", "0", "",
                offer.version?.description ?? "", "\(group)", "offered by \(offer.source)",
            ]
        }
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

extension AppOffer {
    fileprivate func json(group: GroupID) -> JSONValue {
        [
            "id": JSONValue(text: app), "name": JSONValue(text: name), "version": JSONValue(text: version),
            "source": JSONValue(text: source), "group": JSONValue(text: group),
        ]
    }
}

// The members and fields that `launcher list --explain` adds.
extension AppEntry {
    /// The likelihood from 0 to 1, and each part as `part=value`.
    fileprivate var explanationFields: [String] {
        ["\(likelihood ?? 0)"] + contributions.map { "\($0.part.rawValue)=\($0.value)" }
    }

    fileprivate var explanationMembers: [(String, JSONValue)] {
        [
            ("likelihood", .double(likelihood ?? 0)),
            ("explanation", .object(contributions.map { ($0.part.rawValue, .double($0.value)) })),
        ]
    }
}
