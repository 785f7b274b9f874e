/// The state of a group at one moment, to be compared with another.
struct GroupSnapshot: Equatable {
    private var apps: [AppID: AppRecord] = [:]
    private var settings: [FieldKey: FieldValue] = [:]

    init() {}

    init(_ reader: any RegistryReader) throws {
        apps = Dictionary(try reader.apps().map { ($0.id, $0) }) { first, _ in first }
        settings = try reader.settings()
    }

    /// The changes from this snapshot to a later one, app by app in the order of identifiers.
    func changes(to later: GroupSnapshot) -> [RegistryChange] {
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
        // An import of older openings numbers the later ones again, and leaves their times.
        if new.usage.lastOpening > old.usage.lastOpening, new.usage.lastOpened != old.usage.lastOpened {
            changes.append(.opened(id))
        }
        return changes
    }
}

extension AppRecord {
    fileprivate var isThere: Bool { unregistered == nil && missingSince == nil }

    /// The record without the parts that have a change of their own: badge, fields and use.
    package var volunteered: AppRecord {
        var record = self
        record.badge = .zero
        record.badgeRose = nil
        record.fields = [:]
        record.usage = AppUsage()
        return record
    }
}

/// A change in a group.
public enum RegistryChange: Hashable, Sendable {
    /// An app was registered, or came back after it was missing or unregistered.
    case joined(AppID)
    /// An app was unregistered, found missing, or deleted.
    case left(AppID)
    /// An app's name, icon, schemes, actions, launch, version or preferences changed.
    case updated(AppID)
    /// An app's badge changed to this count.
    case badge(AppID, BadgeCount)
    /// An app's field changed to this value; `nil` if it was removed.
    case field(AppID, FieldKey, FieldValue?)
    /// An app was opened.
    case opened(AppID)
    /// A shared setting changed to this value; `nil` if it was removed.
    case setting(FieldKey, FieldValue?)

    /// The app that has changed; `nil` for a shared setting.
    public var app: AppID? {
        switch self {
        case .joined(let id), .left(let id), .updated(let id), .badge(let id, _), .field(let id, _, _), .opened(let id):
            id
        case .setting: nil
        }
    }
}
