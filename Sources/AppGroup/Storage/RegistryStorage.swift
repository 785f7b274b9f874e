/// Where a group's data is kept: by default in the group's SQLite file, or in an ``InMemoryStorage``. Supply your own storage
/// to keep the data elsewhere.
///
/// A storage keeps values and decides nothing: registering, opening and pruning mean the same with every storage, because
/// ``Registry`` decides about them.
public protocol RegistryStorage: Sendable {
    /// Calls `body` with one consistent view of the data. Creates nothing: a registry that does not exist reads as empty.
    ///
    /// If all data is replaced in the meantime, `body` may be called once more, and its first result is dropped.
    ///
    /// - Throws: What `body` throws, or an ``AppGroupError`` that says why the registry cannot be read.
    func read<Result>(_ body: (any RegistryReader) throws -> Result) throws -> Result

    /// Calls `body` as the only writer, and creates the registry if there is none. Every change that `body` makes is kept when
    /// it returns, and none when it throws.
    ///
    /// - Parameters:
    ///   - patience: How long to wait for another writer.
    ///   - body: Reads and changes the data.
    /// - Throws: What `body` throws; ``AppGroupError/Code/busy`` when patience ends.
    func write<Result>(patience: Duration, _ body: (any RegistryWriter) throws -> Result) throws -> Result

    /// A value that differs after every change by any process, and stays the same while nothing changes.
    func version() throws -> StorageVersion

    /// Ticks soon after something may have changed. Only a hint: ``Registry/changes`` compares ``version()`` on each tick,
    /// and every few seconds besides. The default never ticks.
    func hints() -> AsyncStream<Void>

    /// Removes the whole registry if it holds no app, no package and no offer. Does nothing by default.
    ///
    /// - Returns: Whether it was removed.
    func removeIfEmpty(patience: Duration) throws -> Bool
}

/// A storage that can look for settings in the same turn in which it removes the registry.
protocol SettingsKeepingStorage: RegistryStorage {
    /// Does what ``RegistryStorage/removeIfEmpty(patience:)`` does.
    ///
    /// - Parameter keepingSettings: Whether the registry stays if it holds settings, or is not to record any use.
    func removeIfEmpty(patience: Duration, keepingSettings: Bool) throws -> Bool
}

extension RegistryStorage {
    /// Never ticks; changes are then found by the regular sweep alone.
    public func hints() -> AsyncStream<Void> { AsyncStream { _ in } }

    /// Keeps the empty registry.
    public func removeIfEmpty(patience: Duration) throws -> Bool { false }
}

/// Identifies a state of the data: two versions are equal if nothing changed in between.
public struct StorageVersion: Hashable, Sendable {
    private let parts: [UInt64]

    /// A version made of any numbers that change with the data.
    public init(_ parts: UInt64...) { self.parts = parts }
}

/// Reads a group's data. Valid only inside the call that handed it out.
public protocol RegistryReader {
    /// Every app, hidden, missing and unregistered ones too, in no order.
    func apps() throws -> [AppRecord]
    /// Every app with a badge above 0, hidden, missing and unregistered ones too, in no order. Besides identifier, name,
    /// launch without its arguments, badge, whether it is hidden and when it was unregistered, the records may lack everything.
    func appsWithBadges() throws -> [AppRecord]
    /// Every app with a claim that it has yielded, hidden, missing and unregistered ones too, in no order. Each app that leaves its
    /// group asks for them.
    func appsWithYieldedClaims() throws -> [AppRecord]
    /// One app; `nil` if none has this identifier.
    func app(_ id: AppID) throws -> AppRecord?
    /// The app that owns the scheme: its claim is in force.
    func owner(of scheme: URLScheme) throws -> AppID?
    /// The bytes of an image that an app registered; `nil` if it is gone, and for a themed icon.
    func image(_ icon: AppIcon) throws -> [UInt8]?
    /// The group's shared settings.
    func settings() throws -> [FieldKey: FieldValue]
    /// Whether openings are recorded at all.
    func recordsUse() throws -> Bool
    /// The number of the group's last opening; 0 before the first. Never goes back, even when openings are taken back.
    func lastOpening() throws -> AppOpening.Number
    /// One opening; `nil` if it is not kept.
    func opening(_ number: AppOpening.Number) throws -> AppOpening?
    /// The openings that are kept, the oldest first: at most ``AppOpening/kept``.
    func openings() throws -> [AppOpening]
    /// The openings that are kept and have a greater number, the oldest first.
    func openings(after number: AppOpening.Number) throws -> [AppOpening]
    /// What happened to badges after the opening with that number or a later one, in the order of
    /// ``BadgeRise/opening``. At most one for each app between two openings: the last.
    func badgeRises(since number: AppOpening.Number) throws -> [BadgeRise]
    /// Whether an app has a badge that rose in that many milliseconds before a moment, and after the app was last opened.
    func hasBadgeRisen(of id: AppID, within milliseconds: Int64, before moment: Timestamp) throws -> Bool
    /// What is kept of the model of that format; `nil` if there is none.
    func modelState(format: Int64) throws -> ModelState?
    /// The number of the last opening in that; each recorded opening asks for it.
    func modelOpening(format: Int64) throws -> AppOpening.Number?
    /// What catalog servers offer to this user, installed or not, in no order.
    func offers() throws -> [AppOffer]
}

extension RegistryReader {
    /// Filters ``apps()``.
    public func appsWithBadges() throws -> [AppRecord] {
        try apps().filter { $0.badge > .zero }
    }

    /// Filters ``apps()``.
    public func appsWithYieldedClaims() throws -> [AppRecord] {
        try apps().filter { $0.claims.contains(where: \.isYielded) }
    }

    /// Searches ``apps()``.
    public func app(_ id: AppID) throws -> AppRecord? { try apps().first { $0.id == id } }

    /// Searches ``apps()``.
    public func owner(of scheme: URLScheme) throws -> AppID? { try apps().first { $0.schemes.contains(scheme) }?.id }

    /// Searches ``openings()``.
    public func opening(_ number: AppOpening.Number) throws -> AppOpening? {
        try openings().first { $0.number == number }
    }

    /// Filters ``openings()``.
    public func openings(after number: AppOpening.Number) throws -> [AppOpening] {
        try openings().filter { $0.number > number }
    }

    /// Asks ``app(_:)``.
    public func hasBadgeRisen(of id: AppID, within milliseconds: Int64, before moment: Timestamp) throws -> Bool {
        guard let app = try app(id), app.isWaiting, let rose = app.badgeRose?.milliseconds else { return false }
        return rose <= moment.milliseconds && moment.milliseconds - rose < milliseconds
    }

    /// Keeps none. Badges then do not change what ``AppOrder/smart`` expects.
    public func badgeRises(since number: AppOpening.Number) throws -> [BadgeRise] { [] }

    /// Keeps none. Each program that needs the model then learns it from ``openings()``.
    public func modelState(format: Int64) throws -> ModelState? { nil }

    /// Asks ``modelState(format:)``.
    public func modelOpening(format: Int64) throws -> AppOpening.Number? { try modelState(format: format)?.opening }

    /// Keeps none.
    public func offers() throws -> [AppOffer] { [] }
}

/// Changes a group's data. Valid only inside the call that handed it out.
public protocol RegistryWriter: RegistryReader {
    /// Keeps an app with everything in its record, in place of the record that it had.
    func save(_ app: AppRecord) throws
    /// Forgets an app, its openings, the rises of its badge and the model's state. An app that is not there is no error.
    func delete(_ id: AppID) throws
    /// Sets an app's badge.
    ///
    /// - Returns: Whether there is such an app.
    func setBadge(_ badge: BadgeCount, of id: AppID) throws -> Bool
    /// Adds to an app's badge, within its range.
    ///
    /// - Returns: The new badge; `nil` if there is no such app.
    func addToBadge(_ delta: Int64, of id: AppID) throws -> BadgeCount?
    /// Adds to an app's badge, within its range, if ``RegistryReader/hasBadgeRisen(of:within:before:)`` says so.
    ///
    /// - Returns: The new badge; `nil` if nothing was added.
    func addToBadge(_ delta: Int64, of id: AppID, ifRisenWithin milliseconds: Int64, before moment: Timestamp) throws
        -> BadgeCount?
    /// Keeps a rise in place of an earlier one of that app since the same opening, and notes the moment in the app's record
    /// unless the badge was cleared. Those beyond ``AppOpening/kept`` openings are forgotten with the openings.
    func keepBadgeRise(_ rise: BadgeRise) throws
    /// Sets a field of an existing app; `nil` removes it.
    func setField(_ key: FieldKey, to value: FieldValue?, of id: AppID) throws
    /// Replaces the usage of an existing app.
    func setUsage(_ usage: AppUsage, of id: AppID) throws
    /// Keeps an image, under the digest that its icon names.
    func saveImage(_ bytes: [UInt8], for icon: AppIcon) throws
    /// Drops every image that no app's icon names once this write has succeeded.
    func dropUnusedImages() throws
    /// Sets a shared setting; `nil` removes it.
    func setSetting(_ key: FieldKey, to value: FieldValue?) throws
    /// Switches the recording of openings on or off for the whole group.
    func setRecordsUse(_ records: Bool) throws
    /// Keeps an opening and forgets those beyond ``AppOpening/kept``.
    ///
    /// - Returns: Its number, one more than the last.
    func appendOpening(of id: AppID, at moment: Timestamp, utcOffset: Int64, isClaimed: Bool) throws
        -> AppOpening.Number
    /// Marks an opening as counted by the tool that was opened.
    func claimOpening(_ number: AppOpening.Number) throws
    /// Forgets one opening, and the model's state if it has learned that opening. The number is not used again.
    func removeOpening(_ number: AppOpening.Number) throws
    /// Forgets the openings of one app, or all of them, with the rises of badges, when badges last rose, and the model's state.
    func removeOpenings(of id: AppID?) throws
    /// Whether it keeps a state of the model.
    var keepsModel: Bool { get }
    /// Keeps a state of the model. It replaces the old one, of whatever format.
    func setModelState(_ state: ModelState) throws
    /// Replaces the offers of a source. If another source offers the same app, that offer stays.
    func setOffers(_ offers: [AppOffer], from source: OfferSource) throws
}

extension RegistryWriter {
    /// Saves the app with that badge.
    public func setBadge(_ badge: BadgeCount, of id: AppID) throws -> Bool {
        try change(id) { $0.badge = badge } != nil
    }

    /// Saves the app with the sum.
    public func addToBadge(_ delta: Int64, of id: AppID) throws -> BadgeCount? {
        try change(id) { $0.badge = $0.badge.adding(delta) }?.badge
    }

    /// Asks ``RegistryReader/hasBadgeRisen(of:within:before:)``.
    public func addToBadge(
        _ delta: Int64, of id: AppID, ifRisenWithin milliseconds: Int64, before moment: Timestamp
    ) throws -> BadgeCount? {
        try hasBadgeRisen(of: id, within: milliseconds, before: moment) ? addToBadge(delta, of: id) : nil
    }

    /// Saves the app with the moment, and keeps nothing else.
    public func keepBadgeRise(_ rise: BadgeRise) throws {
        guard !rise.isCleared else { return }
        _ = try change(rise.app) { $0.badgeRose = rise.moment }
    }

    /// Saves the app with that field.
    public func setField(_ key: FieldKey, to value: FieldValue?, of id: AppID) throws {
        _ = try change(id) { $0.fields[key] = value }
    }

    /// Saves the app with that usage.
    public func setUsage(_ usage: AppUsage, of id: AppID) throws { _ = try change(id) { $0.usage = usage } }

    /// - Returns: The app afterwards; `nil` if there is none.
    private func change(_ id: AppID, _ change: (inout AppRecord) -> Void) throws -> AppRecord? {
        guard var app = try app(id) else { return nil }
        change(&app)
        try save(app)
        return app
    }

    /// Keeps none.
    public var keepsModel: Bool { false }

    /// Keeps nothing.
    public func setModelState(_ state: ModelState) throws {}

    /// Keeps nothing.
    public func setOffers(_ offers: [AppOffer], from source: OfferSource) throws {}
}
