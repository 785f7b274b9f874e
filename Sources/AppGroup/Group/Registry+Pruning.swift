/// What pruning would do, before it does it.
public struct PrunePlan: Sendable {
    /// An app that is not installed, or took itself out of the family.
    public struct Entry: Sendable {
        /// The app.
        public let app: FamilyApp
        /// Since when it is gone; now, for one that is found missing just now.
        public let since: Timestamp
    }

    /// Apps that stay, hidden, until their grace period ends.
    public let hidden: [Entry]
    /// Apps whose grace period has ended: badge, fields and history go with them.
    public let deleted: [Entry]
    /// How long a missing app is kept, in days.
    public let graceDays: Int
}

extension Registry {
    /// How long a missing app is kept unless told otherwise, in days.
    public static let defaultGraceDays = 90

    /// What ``prune(_:patience:)`` would hide and delete.
    ///
    /// - Parameter graceDays: How long a missing app is kept; 0 deletes at once.
    /// - Throws: ``AppGroupError`` where the store cannot be read.
    public func prunePlan(graceDays: Int = defaultGraceDays) throws -> PrunePlan {
        let gone = try apps(order: .name, including: .all).compactMap { app in
            absence(of: app).map { PrunePlan.Entry(app: app, since: $0) }
        }
        let expired = { (entry: PrunePlan.Entry) in entry.since.adding(days: graceDays) <= now() }
        return PrunePlan(hidden: gone.filter { !expired($0) }, deleted: gone.filter(expired), graceDays: graceDays)
    }

    /// Carries out a plan. An app that came back meanwhile, or whose grace period began anew, is left alone, and the group
    /// ends with its last app.
    ///
    /// - Returns: Whether the group came to its end.
    /// - Throws: ``AppGroupError`` where the store cannot be written.
    @discardableResult
    public func prune(_ plan: PrunePlan, patience: Duration = .seconds(10)) throws -> Bool {
        guard !plan.hidden.isEmpty || !plan.deleted.isEmpty else { return false }
        try storage.write(patience: patience) { writer in
            for entry in plan.hidden { try noteAvailability(of: entry.app.id, writer: writer) }
            for entry in plan.deleted {
                guard let app = try familyApp(entry.app.id, reader: writer), let since = absence(of: app),
                    since.adding(days: plan.graceDays) <= now()
                else { continue }
                try writer.delete(app.id)
            }
            try writer.dropUnusedImages()
        }
        guard !plan.deleted.isEmpty else { return false }
        clearAwayUnusedPackages(patience: patience)
        return try storage.removeIfEmpty(patience: patience)
    }

    /// Brings back apps that were hidden by ``unregister(_:patience:)`` or by pruning, and starts the grace period of those
    /// that are still missing anew.
    ///
    /// - Parameters:
    ///   - ids: Which apps; all of them where empty.
    ///   - patience: How long to wait for another writer.
    /// - Returns: The apps that were brought back, by name.
    /// - Throws: ``AppGroupError/Code/noSuchApp``, or why the store cannot be written.
    @discardableResult
    public func undoPrune(_ ids: [AppID] = [], patience: Duration = .seconds(10)) throws -> [FamilyApp] {
        let restored = try storage.write(patience: patience) { writer in
            for id in ids { _ = try existing(id, in: writer) }
            let gone = try writer.apps().filter { app in
                (ids.isEmpty || ids.contains(app.id)) && (app.unregistered != nil || app.missingSince != nil)
            }
            return try gone.compactMap { app in
                var app = app
                app.unregistered = nil
                app.missingSince = nil
                try writer.save(app)
                return try familyApp(app.id, reader: writer)
            }
        }
        return AppOrder.name.sorted(restored)
    }

    /// Writes down which of these apps are missing since now, and which are back; nothing where that is known already.
    ///
    /// For whoever has just listed them: by default it does not wait for another writer.
    ///
    /// - Throws: ``AppGroupError`` where the store cannot be written.
    public func noteAvailability(of apps: [FamilyApp], patience: Duration = .zero) throws {
        let news = apps.filter { missingSince(for: $0) != $0.missingSince }
        guard !news.isEmpty else { return }
        try storage.write(patience: patience) { writer in
            for app in news { try noteAvailability(of: app.id, writer: writer) }
        }
    }

    private func noteAvailability(of id: AppID, writer: any RegistryWriter) throws {
        guard let app = try familyApp(id, reader: writer) else { return }
        var record = app.record
        record.missingSince = missingSince(for: app)
        if record != app.record { try writer.save(record) }
    }

    /// Since when an app is missing or out of the family; `nil` for one that is there. A date in the future counts as now.
    private func absence(of app: FamilyApp) -> Timestamp? {
        (app.unregistered ?? missingSince(for: app)).map { min($0, now()) }
    }

    /// What `missingSince` should be.
    private func missingSince(for app: FamilyApp) -> Timestamp? {
        if app.unregistered != nil { return app.missingSince }
        return app.availability.isInstalled ? nil : min(app.missingSince ?? now(), now())
    }
}
