/// The result of a registration.
public struct Registration: Sendable {
    /// Whether the app is new in the group.
    public let isNew: Bool
    /// Whether anything was written; false if the app had registered the same before.
    public let changed: Bool
    /// Schemes that the app had yielded while it was not installed, with the apps that own them now. They were not registered.
    public let withheld: [URLScheme: AppID]
    /// Whether the app's openings were recorded at that moment.
    let recordsUse: Bool
}

extension Registry {
    /// Adds an app to the group, or updates what the group knows about it.
    ///
    /// Registering the same again writes nothing and takes no lock. It never counts as use. An app that is not installed
    /// yields its schemes to an app that claims them. If that app leaves or gives them up, the first one has them again: at once
    /// if it is installed, else when it next registers. An installed package keeps its launch and version.
    ///
    /// - Parameters:
    ///   - app: What the app volunteers.
    ///   - moving: If another group of this user has the app, moves it here, with badge and usage.
    ///   - patience: How long to wait for another writer.
    /// - Throws: ``AppGroupError/Code/schemeTaken`` naming the owner, ``AppGroupError/Code/appTaken`` naming the other group,
    ///   ``AppGroupError/Code/invalidValue`` if an image cannot be used as an icon, or why the registry cannot be written.
    @discardableResult
    public func register(
        _ app: AppDescription, moving: Bool = false, patience: Duration = .seconds(10)
    ) throws(AppGroupError) -> Registration {
        let icon = try app.checkedIcon()
        let draft = try read { try self.draft(app, icon: icon.icon, reader: $0) }
        if !moving, !draft.joins {
            guard draft.changed else { return draft.registration }
            let registration = try write(patience: patience) { writer in
                // It may have left in the meantime, and joined another group.
                try writer.hasMember(app.id) ? register(app, icon: icon, writer: writer) : nil
            }
            if let registration { return registration }
        }
        if !moving { try checkIsInNoOtherGroup(app.id) }
        // Another process could be adding the same app to another group at this moment.
        return try whileMembershipStays(patience: patience) { patience in
            if moving, let origin = try groupWithData(of: app.id) {
                return try move(app, icon: icon, from: origin, patience: patience)
            }
            try checkIsInNoOtherGroup(app.id)
            return try write(patience: patience) { try register(app, icon: icon, writer: $0) }
        }
    }

    /// Removes an app from the group: it is hidden at once, and deleted when the grace period ends. If the tool registers
    /// again before that, badge and history are still there. It may register in another group instead. Its schemes go back to
    /// installed apps that had yielded them to it.
    ///
    /// - Throws: ``AppGroupError/Code/noSuchApp``, or why the registry cannot be written.
    public func unregister(_ id: AppID, patience: Duration = .seconds(10)) throws(AppGroupError) {
        try write(patience: patience) { writer in
            guard var app = try writer.app(id) else { throw noSuchApp(id) }
            guard app.unregistered == nil else { return }
            app.unregistered = now()
            try writer.save(app)
            try returnSchemes(writer)
        }
    }

    func register(_ app: AppDescription, icon: PreparedIcon, writer: any RegistryWriter) throws -> Registration {
        let draft = try self.draft(app, icon: icon.icon, reader: writer)
        guard draft.changed else { return draft.registration }
        if let image = icon.icon, let bytes = icon.bytes { try writer.saveImage(bytes, for: image) }
        for owner in draft.yielding { try writer.save(owner) }
        try writer.save(draft.record)
        if draft.leavesScheme { try returnSchemes(writer) }
        try noteBadge(draft.record.badge, insteadOf: draft.before, writer: writer)
        if draft.leavesImage { try writer.dropUnusedImages() }
        return draft.registration
    }

    /// Changes an app's record, and writes it if it is different afterwards.
    func update(
        _ id: AppID, patience: Duration, _ change: (inout AppRecord) -> Void
    ) throws(AppGroupError) {
        try write(patience: patience) { writer in
            guard let before = try writer.app(id) else { throw noSuchApp(id) }
            var app = before
            change(&app)
            if app != before { try writer.save(app) }
        }
    }

    // MARK: - What a registration would do

    private struct Draft {
        var record: AppRecord
        /// The record as it was; for a new app, one without a badge.
        let before: AppRecord
        let isNew: Bool
        /// Apps that are not installed and yield a scheme, as they are afterwards.
        var yielding: [AppRecord] = []
        var withheld: [URLScheme: AppID] = [:]
        var recordsUse = false

        /// Whether the app becomes a member, for the first time or again.
        var joins: Bool { isNew || before.unregistered != nil }
        var changed: Bool { isNew || record != before || !yielding.isEmpty }
        /// Whether the app had an image that it does not have now.
        var leavesImage: Bool { before.icon?.fileName != nil && before.icon != record.icon }
        /// Whether the app owned a scheme that it does not claim now.
        var leavesScheme: Bool { !Set(before.schemes).isSubset(of: record.schemes) }
        var registration: Registration {
            Registration(isNew: isNew, changed: changed, withheld: withheld, recordsUse: recordsUse)
        }
    }

    private func draft(_ app: AppDescription, icon: AppIcon?, reader: any RegistryReader) throws -> Draft {
        let (before, isNew): (AppRecord, Bool)
        if let registered = try reader.app(app.id) {
            (before, isNew) = (registered, false)
        } else {
            (before, isNew) = (AppRecord(id: app.id, name: app.name, launch: app.launch, registered: now()), true)
        }
        var record = before
        record.name = app.name
        record.icon = icon
        if !record.isInstalledPackage || app.launch.packageDigest != nil {
            record.launch = app.launch
            record.version = app.version
        }
        // A package names no actions: its tool does so when it registers itself.
        if app.launch.packageDigest == nil || !app.actions.isEmpty { record.actions = app.actions }
        if let badge = app.badge { record.badge = badge }
        record.fields.merge(app.fields) { _, given in given }
        record.unregistered = nil
        if record.missingSince != nil, resolver.availability(of: record).isInstalled { record.missingSince = nil }
        var draft = Draft(record: record, before: before, isNew: isNew)
        draft.record.claims = try app.schemes.map { try claim($0, draft: &draft, reader: reader) }
        draft.recordsUse = try recordsUse(of: record, reader: reader)
        return draft
    }

    private func claim(
        _ scheme: URLScheme, draft: inout Draft, reader: any RegistryReader
    ) throws -> AppRecord.SchemeClaim {
        guard let owner = try reader.owner(of: scheme), owner != draft.record.id, let holder = try reader.app(owner)
        else {
            return AppRecord.SchemeClaim(scheme)
        }
        if !resolver.availability(of: holder).isInstalled {
            let index = draft.yielding.firstIndex { $0.id == owner } ?? draft.yielding.endIndex
            if index == draft.yielding.endIndex { draft.yielding.append(holder) }
            draft.yielding[index] = draft.yielding[index].yielding(scheme)
            return AppRecord.SchemeClaim(scheme)
        }
        if draft.before.claims.contains(AppRecord.SchemeClaim(scheme, isYielded: true)) {
            draft.withheld[scheme] = owner
            return AppRecord.SchemeClaim(scheme, isYielded: true)
        }
        let removal = group.command("\(holder.isInstalledPackage ? "remove" : "unregister") \(owner)")
        // A user who installs a package did not choose its schemes.
        let choice = draft.record.launch.packageDigest == nil ? "choose another one, or take" : "to install this, take"
        throw AppGroupError(
            .schemeTaken,
            "The scheme “\(scheme)” belongs to \(holder.name) (\(owner)) in the group \(group); \(choice) that app away "
                + "first: \(removal)")
    }
}
