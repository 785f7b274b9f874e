import AppGroupPlatform

extension Registry {
    /// Sets an app's badge: how many things need the user's attention. 0 clears it. Setting the count that it already has
    /// writes nothing and takes no lock.
    ///
    /// - Throws: ``AppGroupError/Code/noSuchApp``, or why the registry cannot be written.
    public func setBadge(_ badge: BadgeCount, of id: AppID, patience: Duration = .seconds(10)) throws(AppGroupError) {
        guard try read({ try existing(id, in: $0) }).badge != badge else { return }
        try write(patience: patience) { writer in
            let before = try existing(id, in: writer)
            guard try writer.setBadge(badge, of: id) else { throw noSuchApp(id) }
            try noteBadge(badge, insteadOf: before, writer: writer)
        }
    }

    /// Adds to a badge, which stays within its range. If several processes add at the same time, every addition counts.
    ///
    /// - Returns: The badge afterwards.
    /// - Throws: ``AppGroupError/Code/noSuchApp``, or why the registry cannot be written.
    @discardableResult
    public func addToBadge(_ delta: Int64, of id: AppID, patience: Duration = .seconds(10)) throws(AppGroupError)
        -> BadgeCount
    {
        try write(patience: patience) { writer in
            // To note a rise takes longer than to add, and a second more or less does not matter.
            if delta > 0,
                let badge = try writer.addToBadge(delta, of: id, ifRisenWithin: Self.finestRise, before: now())
            {
                return badge
            }
            let before = try existing(id, in: writer)
            guard let badge = try writer.addToBadge(delta, of: id) else { throw noSuchApp(id) }
            try noteBadge(badge, insteadOf: before, writer: writer)
            return badge
        }
    }

    /// Rises of one badge that follow each other faster, in milliseconds, count as one.
    private static let finestRise: Int64 = 1000

    /// Notes that an app's badge rose, or that it was cleared although the user has not opened the app since it rose. If the
    /// app's openings are not recorded, neither is this.
    ///
    /// - Parameter before: The app as it was.
    func noteBadge(_ badge: BadgeCount, insteadOf before: AppRecord, writer: any RegistryWriter) throws {
        let rose = badge > before.badge
        guard rose || badge == .zero, try recordsUse(of: before, reader: writer) else { return }
        let waiting = try isWaiting(before, reader: writer)
        guard rose || waiting else { return }
        // An earlier rise may have a later date, if the clock has been set back since. A new rise does not make it older.
        let now = now()
        let moment = rose && waiting ? max(now, before.badgeRose ?? now) : now
        try writer.keepBadgeRise(
            BadgeRise(
                app: before.id, opening: writer.lastOpening(), moment: moment,
                utcOffset: SystemClock.utcOffset(at: moment), isCleared: !rose))
    }

    /// Whether something has arrived since an app was last opened, and is still there. If the app was opened by a clock that has
    /// been set back since, only the numbers of the openings tell.
    private func isWaiting(_ app: AppRecord, reader: any RegistryReader) throws -> Bool {
        guard app.badge > .zero, app.badgeRose != nil, !app.isWaiting else { return app.isWaiting }
        return try reader.badgeRises(since: app.usage.lastOpening).last { $0.app == app.id }?.isCleared == false
    }

    /// The sum of the badges of all apps that lists show.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read.
    public func totalBadge() throws(AppGroupError) -> BadgeCount {
        let resolver = resolver
        return try read { reader in
            var search = resolver.search
            // As AppEntry.isShown decides, without an entry for each app.
            return try reader.appsWithBadges().reduce(BadgeCount.zero) { total, app in
                guard !app.preferences.isHidden, resolver.availability(of: app, &search).isInstalled else {
                    return total
                }
                return total.adding(app.badge.value)
            }
        }
    }
}

extension Registry {
    /// Sets a field of an app; `nil` removes it. Setting the value that it already has writes nothing.
    ///
    /// - Throws: ``AppGroupError/Code/noSuchApp``, ``AppGroupError/Code/invalidValue``, or why the registry cannot be written.
    public func setField(
        _ key: FieldKey, to value: FieldValue?, of id: AppID, patience: Duration = .seconds(10)
    ) throws(AppGroupError) {
        try value?.check(for: key)
        let app = try read { try existing(id, in: $0) }
        guard app.fields[key] != value else { return }
        try write(patience: patience) { writer in
            _ = try existing(id, in: writer)
            try writer.setField(key, to: value, of: id)
        }
    }

    /// Adds to an integer field; a missing field counts as 0. If several processes add at the same time, every addition
    /// counts.
    ///
    /// - Returns: The value afterwards, held within 64 bits.
    /// - Throws: ``AppGroupError/Code/noSuchApp``, ``AppGroupError/Code/invalidValue`` if the field is not an integer, or why
    ///   the registry cannot be written.
    @discardableResult
    public func addToField(
        _ key: FieldKey, by delta: Int64, of id: AppID, patience: Duration = .seconds(10)
    ) throws(AppGroupError) -> Int64 {
        try write(patience: patience) { writer in
            let value = try existing(id, in: writer).fields[key] ?? .integer(0)
            guard let number = value.integer else {
                throw AppGroupError(
                    .invalidValue, "The field “\(key)” of \(id) is not an integer; set it to one first.")
            }
            let result = number.addingClamped(delta)
            try writer.setField(key, to: .integer(result), of: id)
            return result
        }
    }

    /// The sum of the integer fields of one name over all apps that lists show.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read.
    public func totalField(_ key: FieldKey) throws(AppGroupError) -> Int64 { try apps(order: .name).totalField(key) }
}
