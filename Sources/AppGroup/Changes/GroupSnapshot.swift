/// What a family looked like at one moment, to be compared with another.
struct FamilySnapshot: Equatable {
    private var apps: [AppID: AppRecord] = [:]
    private var settings: [FieldKey: FieldValue] = [:]

    init() {}

    init(_ reader: any RegistryReader) throws {
        apps = Dictionary(try reader.apps().map { ($0.id, $0) }) { first, _ in first }
        settings = try reader.settings()
    }

    /// What became different from this snapshot to a later one, app by app in the order of identifiers.
    func changes(to later: FamilySnapshot) -> [RegistryChange] {
        let ids = Set(apps.keys).union(later.apps.keys).sorted()
        let keys = Set(settings.keys).union(later.settings.keys).sorted()
        return ids.flatMap { Self.changes(of: $0, from: apps[$0], to: later.apps[$0]) }
            + keys.filter { settings[$0] != later.settings[$0] }.map { .setting($0, later.settings[$0]) }
    }

    private static func changes(of id: AppID, from old: AppRecord?, to new: AppRecord?) -> [RegistryChange] {
        guard old != new else { return [] }
        let (wasThere, isThere) = (old?.isThere ?? false, new?.isThere ?? false)
        guard let new, isThere else { return wasThere ? [.left(id)] : [] }
        guard let old, wasThere else {
            return [.joined(id)] + (new.badge == old?.badge ?? .zero ? [] : [.badge(id, new.badge)])
        }
        var changes: [RegistryChange] = []
        if old.volunteered != new.volunteered { changes.append(.updated(id)) }
        if old.badge != new.badge { changes.append(.badge(id, new.badge)) }
        for key in Set(old.fields.keys).union(new.fields.keys).sorted() where old.fields[key] != new.fields[key] {
            changes.append(.field(id, key, new.fields[key]))
        }
        if new.usage.lastOpening > old.usage.lastOpening { changes.append(.opened(id)) }
        return changes
    }
}

extension AppRecord {
    fileprivate var isThere: Bool { unregistered == nil && missingSince == nil }

    /// The record without what has a change of its own.
    fileprivate var volunteered: AppRecord {
        var record = self
        record.badge = .zero
        record.fields = [:]
        record.usage = Usage()
        return record
    }
}
