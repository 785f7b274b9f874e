/// Changes to what a tool shares with its group, for one write: see ``Member/change(_:)``.
public struct AppChanges: Sendable {
    private enum Step {
        case badge(BadgeCount)
        case addition(Int64)
        case field(FieldKey, FieldValue?)
    }

    private var steps: [Step] = []
    /// Whether the user opened the tool.
    private(set) var recordsOpening = false

    /// No changes.
    public init() {}

    /// Sets the badge: how many things need the user's attention. 0 clears it, and a negative number counts as 0.
    public mutating func setBadge(_ count: Int) { steps.append(.badge(BadgeCount(clamping: count))) }

    /// Adds to the badge, which never falls below 0. If several processes add at the same time, every addition counts.
    public mutating func addToBadge(_ delta: Int) { steps.append(.addition(Int64(delta))) }

    /// Sets a field, a further value that the group may know; `nil` removes it.
    public mutating func setField(_ key: FieldKey, to value: FieldValue?) { steps.append(.field(key, value)) }

    /// Counts that the user opened the tool: see ``Member/recordOpening()``.
    public mutating func recordOpening() { recordsOpening = true }

    func check() throws(AppGroupError) {
        for case .field(let key, let value?) in steps { try value.check(for: key) }
    }

    /// The badge and fields of an app after the steps, in their order.
    func values(after app: AppRecord) -> AppValues {
        var values = AppValues(app)
        for step in steps {
            switch step {
            case .badge(let badge): values.badge = badge
            case .addition(let delta): values.badge = values.badge.adding(delta)
            case .field(let key, let value): values.fields[key] = value
            }
        }
        return values
    }
}

/// What an app may change about itself at any time.
struct AppValues: Equatable {
    var badge: BadgeCount
    var fields: [FieldKey: FieldValue]

    init(_ app: AppRecord) { (badge, fields) = (app.badge, app.fields) }

    /// Writes what differs from an app's record.
    func save(over app: AppRecord, writer: any RegistryWriter) throws {
        if badge != app.badge { _ = try writer.setBadge(badge, of: app.id) }
        guard fields != app.fields else { return }
        for key in Set(fields.keys).union(app.fields.keys) where fields[key] != app.fields[key] {
            try writer.setField(key, to: fields[key], of: app.id)
        }
    }
}

extension Registry {
    /// Makes several changes to an app in one write. If they change nothing, this writes nothing and takes no lock.
    ///
    /// - Parameter isNeeded: Whether it is known that they change something, so that this need not be read first.
    /// - Throws: ``AppGroupError/Code/noSuchApp``, ``AppGroupError/Code/invalidValue``, or why the registry cannot be written.
    func change(
        _ id: AppID, by changes: AppChanges, isNeeded: Bool = false, patience: Duration
    ) throws(AppGroupError) {
        try changes.check()
        if !isNeeded { guard try changesSomething(changes, of: id) else { return } }
        try write(patience: patience) { writer in
            let app = try existing(id, in: writer)
            let values = changes.values(after: app)
            try values.save(over: app, writer: writer)
            try noteBadge(values.badge, insteadOf: app, writer: writer)
            if changes.recordsOpening { try recordOwnOpening(of: app, writer: writer) }
        }
    }

    private func changesSomething(_ changes: AppChanges, of id: AppID) throws(AppGroupError) -> Bool {
        try read { reader in
            let app = try existing(id, in: reader)
            return try changes.values(after: app) != AppValues(app)
                || changes.recordsOpening && ownOpening(of: app, reader: reader) != .unrecorded
        }
    }
}
