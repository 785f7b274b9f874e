/// What pruning would do.
public struct PrunePlan: Sendable {
    /// An app that is not installed, or left the group.
    public struct Entry: Sendable {
        /// The app.
        public let app: AppEntry
        /// Since when it is gone; the current time if it was not known to be missing.
        public let since: Timestamp
    }

    /// Apps that stay hidden until their grace period ends.
    public let hidden: [Entry]
    /// Apps that are deleted with their badge, fields and history, because their grace period has ended.
    public let deleted: [Entry]
    /// How long a missing app is kept, in days.
    public let graceDays: Int
    /// Whether the group has a registry, but no app and no offer, so that pruning ends it.
    public let endsGroup: Bool
}

extension Registry {
    /// How long a missing app is kept by default, in days.
    public static let defaultGraceDays = 90

    /// What ``prune(_:patience:)`` would hide and delete.
    ///
    /// - Parameter graceDays: How long a missing app is kept; 0 or less deletes at once.
    /// - Throws: ``AppGroupError`` if the registry cannot be read.
    public func prunePlan(graceDays: Int = defaultGraceDays) throws(AppGroupError) -> PrunePlan {
        let apps = try apps(order: .name, including: .all)
        let hasRegistry = try container?.checkDatabase() != nil
        let offers = try read { try $0.offers() }
        let gone = apps.compactMap { app in absence(of: app).map { PrunePlan.Entry(app: app, since: $0) } }
        let expired = { (entry: PrunePlan.Entry) in entry.since.adding(days: graceDays) <= now() }
        return PrunePlan(
            hidden: gone.filter { !expired($0) }, deleted: gone.filter(expired), graceDays: graceDays,
            endsGroup: hasRegistry && apps.isEmpty && offers.isEmpty)
    }

    /// Carries out a plan. An app is left alone if it came back in the meantime, or if its grace period started again. The
    /// registry is removed with its last app, or if it has none. Copies of replaced registries stay in the container.
    ///
    /// - Returns: Whether the registry was removed.
    /// - Throws: ``AppGroupError`` if the registry cannot be written, or if a symbolic link is in place of a folder in which
    ///   files would be deleted. Then nothing is deleted.
    @discardableResult
    public func prune(_ plan: PrunePlan, patience: Duration = .seconds(10)) throws(AppGroupError) -> Bool {
        if let container { ContainerRemoval.clearAway(in: container.parent) }
        if plan.endsGroup { return try removeIfEmpty(patience: patience) }
        guard !plan.hidden.isEmpty || !plan.deleted.isEmpty else { return false }
        if !plan.deleted.isEmpty { try container?.checkFolders() }
        let deleted = Set(plan.deleted.map(\.app.id))
        try write(patience: patience, forgetting: deleted.isEmpty ? nil : { deleted.contains($0) }) { writer in
            for entry in plan.hidden { try noteAvailability(of: entry.app.id, writer: writer) }
            for entry in plan.deleted {
                guard let app = try appEntry(entry.app.id, reader: writer), let since = absence(of: app),
                    since.adding(days: plan.graceDays) <= now()
                else { continue }
                try writer.delete(app.id)
            }
            if !plan.deleted.isEmpty {
                try returnSchemes(writer)
                try writer.dropUnusedImages()
            }
        }
        guard !deleted.isEmpty else { return false }
        clearAwayUnusedPackages(patience: patience)
        return try removeIfEmpty(patience: patience)
    }

    /// Brings back apps that were hidden by ``unregister(_:patience:)`` or by pruning. For apps that are still missing, the
    /// grace period starts again. A package that was removed has no files any longer, so it has to be installed again. A scheme
    /// that another app of the group owns now stays with that app.
    ///
    /// - Parameters:
    ///   - ids: Which apps; if empty, all that have not joined another group since, except removed packages.
    ///   - patience: How long to wait for another writer.
    /// - Returns: The apps that were brought back, by name.
    /// - Throws: ``AppGroupError/Code/noSuchApp``, ``AppGroupError/Code/notFound`` if one of `ids` is a removed package,
    ///   ``AppGroupError/Code/appTaken`` naming the group that one of `ids` has joined since, or why the registry cannot be written.
    @discardableResult
    public func undoPrune(_ ids: [AppID] = [], patience: Duration = .seconds(10)) throws(AppGroupError) -> [AppEntry] {
        // Without an app there is nothing to write, and no registry to make.
        guard try !undoPlan(ids).isEmpty else { return [] }
        return try whileMembershipStays(patience: patience) { patience in
            let plan = try undoPlan(ids)
            return try write(patience: patience) { writer in
                for app in plan { try bringBack(app.id, writer: writer) }
                // Not earlier: an app that comes back with the others may own a scheme that one of them has yielded.
                try returnSchemes(writer)
                return try plan.compactMap { try appEntry($0.id, reader: writer) }
            }
        }
    }

    /// The apps that ``undoPrune(_:patience:)`` would bring back, by name. It throws the same errors.
    package func undoPlan(_ ids: [AppID] = []) throws(AppGroupError) -> [AppEntry] {
        let apps = try apps(order: .name, including: .all)
        for id in ids where !apps.contains(where: { $0.id == id }) { throw noSuchApp(id) }
        let gone = apps.filter { $0.isGone && (ids.isEmpty || ids.contains($0.id)) }
        // Each of them is opened once, and none if no app has left.
        let others = gone.contains { $0.unregistered != nil } ? try otherGroups() : []
        var plan: [AppEntry] = []
        for app in gone {
            if app.record.isRemovedPackage {
                if ids.isEmpty { continue }
                throw AppGroupError(
                    .notFound,
                    "\(app.name) (\(app.id)) was removed with its files; install it again: "
                        + "\(group.command("install \(app.id)")), or \(group.command("install FILE.ipa"))")
            }
            if app.unregistered != nil, let other = others.first(where: { $0.isReadable(with: app.id) }) {
                if ids.isEmpty { continue }
                throw taken(app.id, by: other)
            }
            plan.append(app)
        }
        return plan
    }

    private func bringBack(_ id: AppID, writer: any RegistryWriter) throws {
        guard var app = try writer.app(id) else { return }
        app.unregistered = nil
        app.missingSince = nil
        try writer.save(app)
    }

    /// Writes down which of these apps are missing since now, and which are back; nothing if that is known already.
    ///
    /// To be called after listing them. By default it does not wait for another writer.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be written.
    public func noteAvailability(of apps: [AppEntry], patience: Duration = .zero) throws(AppGroupError) {
        let news = apps.filter { missingSince(for: $0) != $0.missingSince }
        guard !news.isEmpty else { return }
        try write(patience: patience) { writer in
            for app in news { try noteAvailability(of: app.id, writer: writer) }
        }
    }

    private func noteAvailability(of id: AppID, writer: any RegistryWriter) throws {
        guard let app = try appEntry(id, reader: writer) else { return }
        var record = app.record
        record.missingSince = missingSince(for: app)
        if record != app.record { try writer.save(record) }
    }

    /// Since when an app is missing or has left the group; `nil` for an app that is there. A date in the future counts as now. A
    /// date before the app was last seen comes from a clock that was wrong, and counts as the moment when the app was seen.
    private func absence(of app: AppEntry) -> Timestamp? {
        guard let since = app.unregistered ?? missingSince(for: app) else { return nil }
        let now = now()
        let seen = [app.registered, app.usage.lastOpened].compactMap { $0 }.filter { $0 <= now }.max()
        return min(max(since, seen ?? since), now)
    }

    /// The correct value of `missingSince`.
    private func missingSince(for app: AppEntry) -> Timestamp? {
        if app.unregistered != nil { return app.missingSince }
        return app.availability.isInstalled ? nil : min(app.missingSince ?? now(), now())
    }
}

extension AppEntry {
    /// Whether the app was unregistered, or was found missing.
    package var isGone: Bool { self.unregistered != nil || self.missingSince != nil }
}
