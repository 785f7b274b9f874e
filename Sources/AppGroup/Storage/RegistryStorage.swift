/// Where a family's data lives. Two storages come with the library, ``SQLiteStorage`` and ``InMemoryStorage``; supply your
/// own to keep a family elsewhere.
///
/// A storage keeps values and decides nothing: what registering, opening or pruning means is ``Registry``'s affair, the same
/// over every storage.
public protocol RegistryStorage: Sendable {
    /// Calls `body` with one consistent view of the data. Creates nothing: a store that does not exist reads as empty.
    ///
    /// Where the data is replaced as a whole meanwhile, `body` may be called once more, and what it did before is dropped.
    ///
    /// - Throws: What `body` throws, or an ``AppGroupError`` that says why the store cannot be read.
    func read<Result>(_ body: (any RegistryReader) throws -> Result) throws -> Result

    /// Calls `body` as the only writer, creating the store where there is none. Every change that `body` makes is kept when
    /// it returns, and none when it throws.
    ///
    /// - Parameters:
    ///   - patience: How long to wait for another writer.
    ///   - body: Reads and changes the data.
    /// - Throws: What `body` throws; ``AppGroupError/Code/busy`` once patience ends.
    func write<Result>(patience: Duration, _ body: (any RegistryWriter) throws -> Result) throws -> Result

    /// A value that differs after every change by any process, and stays the same while nothing changes.
    func version() throws -> StorageVersion

    /// Ticks soon after something may have changed. Only a hint: ``Registry/changes`` compares ``version()`` on each tick,
    /// and every few seconds besides. The default never ticks.
    func hints() -> AsyncStream<Void>

    /// Removes the whole store if it holds no app, no package and no offer. Does nothing by default.
    ///
    /// - Returns: Whether it was removed.
    func removeIfEmpty(patience: Duration) throws -> Bool
}

extension RegistryStorage {
    /// Never ticks; changes are then found by the regular sweep alone.
    public func hints() -> AsyncStream<Void> { AsyncStream { _ in } }

    /// Keeps the empty store.
    public func removeIfEmpty(patience: Duration) throws -> Bool { false }
}

/// Which state of a store was seen: two are equal where nothing changed in between.
public struct StorageVersion: Hashable, Sendable {
    private let parts: [UInt64]

    /// A version made of any numbers that change with the data.
    public init(_ parts: UInt64...) { self.parts = parts }
}

/// Reads a family's data. Valid only inside the call that handed it out.
public protocol RegistryReader {
    /// Every app, hidden, missing and unregistered ones too, in no order.
    func apps() throws -> [AppRecord]
    /// One app; `nil` where none has this identifier.
    func app(_ id: AppID) throws -> AppRecord?
    /// The app whose claim to the scheme is in force.
    func owner(of scheme: URLScheme) throws -> AppID?
    /// The bytes of an image that an app registered; `nil` where it is gone, and for a themed icon.
    func image(_ icon: Icon) throws -> [UInt8]?
    /// The family's shared settings.
    func settings() throws -> [FieldKey: FieldValue]
    /// Whether openings are recorded at all.
    func recordsUse() throws -> Bool
    /// The number of the group's last opening; 0 before the first. Never goes back, even when openings are taken back.
    func lastOpening() throws -> Int64
    /// One opening; `nil` where it is not kept.
    func opening(_ number: Int64) throws -> Opening?
    /// The openings that are kept, the oldest first: at most ``Opening/kept``.
    func openings() throws -> [Opening]
    /// Those of them whose number is greater.
    func openings(after number: Int64) throws -> [Opening]
    /// What is kept of the model of that format; `nil` where there is none.
    func modelState(format: Int64) throws -> ModelState?
    /// The number of the last opening in that; each recorded opening asks for it.
    func modelOpening(format: Int64) throws -> Int64?
    /// What stores offer to this user, installed or not, in no order.
    func offers() throws -> [Offer]
}

extension RegistryReader {
    /// Filters ``openings()``.
    public func openings(after number: Int64) throws -> [Opening] { try openings().filter { $0.number > number } }

    /// Keeps none: the model is then learnt anew from ``openings()`` by each who asks for it.
    public func modelState(format: Int64) throws -> ModelState? { nil }

    /// Asks ``modelState(format:)``.
    public func modelOpening(format: Int64) throws -> Int64? { try modelState(format: format)?.opening }

    /// Keeps none.
    public func offers() throws -> [Offer] { [] }
}

/// Changes a family's data. Valid only inside the call that handed it out.
public protocol RegistryWriter: RegistryReader {
    /// Keeps an app with everything in its record, in place of the record that it had.
    func save(_ app: AppRecord) throws
    /// Forgets an app, its openings and the model's state; no error where there is none.
    func delete(_ id: AppID) throws
    /// Sets an app's badge. - Returns: Whether there is such an app.
    func setBadge(_ badge: BadgeCount, of id: AppID) throws -> Bool
    /// Adds to an app's badge, within its range. - Returns: The new badge; `nil` where there is no such app.
    func addToBadge(_ delta: Int64, of id: AppID) throws -> BadgeCount?
    /// Sets a field of an existing app; `nil` takes it away.
    func setField(_ key: FieldKey, to value: FieldValue?, of id: AppID) throws
    /// Replaces the usage of an existing app.
    func setUsage(_ usage: Usage, of id: AppID) throws
    /// Keeps an image, under the digest that its icon names.
    func saveImage(_ bytes: [UInt8], for icon: Icon) throws
    /// Drops every image that no app's icon names once this write has succeeded.
    func dropUnusedImages() throws
    /// Sets a shared setting; `nil` takes it away.
    func setSetting(_ key: FieldKey, to value: FieldValue?) throws
    /// Switches the recording of openings on or off for the whole group.
    func setRecordsUse(_ records: Bool) throws
    /// Keeps an opening and forgets those beyond ``Opening/kept``. - Returns: Its number, one more than the last.
    func appendOpening(of id: AppID, at moment: Timestamp, utcOffset: Int64, isClaimed: Bool) throws -> Int64
    /// Marks an opening as counted by the tool that was opened.
    func claimOpening(_ number: Int64) throws
    /// Forgets one opening, and the model's state where that has learnt it; its number is not given out again.
    func removeOpening(_ number: Int64) throws
    /// Forgets the openings of one app, or all of them, and the model's state.
    func removeOpenings(of id: AppID?) throws
    /// Whether it keeps a state of the model.
    var keepsModel: Bool { get }
    /// Keeps a state of the model in place of whatever is kept, of any format.
    func setModelState(_ state: ModelState) throws
    /// Keeps these offers in place of those that the source made before. An app that another source offers stays there.
    func setOffers(_ offers: [Offer], from source: OfferSource) throws
}

extension RegistryWriter {
    /// Keeps none.
    public var keepsModel: Bool { false }

    /// Keeps nothing.
    public func setModelState(_ state: ModelState) throws {}

    /// Keeps nothing.
    public func setOffers(_ offers: [Offer], from source: OfferSource) throws {}
}
