@testable import AppGroup

extension AppEntry {
    /// An installed app of the group org.example.family.
    static func fake(
        _ name: AppName, id: AppID = "org.example.app", badge: BadgeCount = 0, opened: Int64 = 0, count: Int64 = 0,
        pinned: Bool = false, fields: [FieldKey: FieldValue] = [:], schemes: [URLScheme] = [], icon: AppIcon? = nil,
        availability: Availability = .installed, likelihood: Double? = nil
    ) -> AppEntry {
        var record = AppRecord(
            id: id, name: name, launch: .terminal("/bin/true"), registered: Timestamp(milliseconds: 0))
        record.badge = badge
        record.fields = fields
        record.icon = icon
        record.preferences.isPinned = pinned
        record.claims = schemes.map { AppRecord.SchemeClaim($0) }
        record.usage = AppUsage(
            count: count, lastOpening: .init(clamping: opened), fast: Double(count), slow: Double(count))
        return AppEntry(
            record, of: "org.example.family", availability: availability, lastOpeningOfGroup: 100,
            likelihood: likelihood)
    }

    /// Five apps: the last used is D, the most used A; E was never opened.
    static let five: [AppEntry] = [
        .fake("A", id: "org.example.a", badge: 3, opened: 1, count: 9),
        .fake("B", id: "org.example.b", opened: 2, count: 3),
        .fake("C", id: "org.example.c", badge: 1, opened: 3, count: 2),
        .fake("D", id: "org.example.d", opened: 4, count: 1),
        .fake("E", id: "org.example.e", badge: 7),
    ]
}
