import AppGroupPlatform

/// A group's data in this process alone: for tests, previews, and tools that must not write files.
public final class InMemoryStorage: RegistryStorage, SettingsKeepingStorage {
    private let contents = Exclusive(Contents())
    /// Lets one thread at a time write. Others read in the meantime what was written before.
    let turn = Turn()
    private let calls = CallCheck()

    /// The storage of an empty group.
    public init() {}

    /// Calls `body` with what one transaction sees; see ``RegistryStorage``.
    public func read<Result>(_ body: (any RegistryReader) throws -> Result) throws -> Result {
        try calls.run { try body(contents.withLock { $0 }) }
    }

    /// Calls `body` as the only writer; see ``RegistryStorage``.
    public func write<Result>(patience: Duration, _ body: (any RegistryWriter) throws -> Result) throws -> Result {
        try inTurn(patience: patience) {
            let before = contents.withLock { $0 }
            let draft = Draft(before)
            let result = try body(draft)
            if draft.dropsUnusedImages {
                let used = Set(draft.contents.appsByID.values.compactMap(\.icon))
                draft.contents.images = draft.contents.images.filter { used.contains($0.key) }
            }
            // What was not touched is still the same memory, which is equal at a glance.
            if draft.contents != before { draft.contents.changes += 1 }
            contents.withLock { $0 = draft.contents }
            return result
        }
    }

    /// Differs after every change by any process; see ``RegistryStorage``.
    public func version() throws -> StorageVersion {
        try calls.run { contents.withLock { StorageVersion($0.changes) } }
    }

    /// Removes the registry if it holds no app and no offer; see ``RegistryStorage``.
    public func removeIfEmpty(patience: Duration) throws -> Bool {
        try removeIfEmpty(patience: patience, keepingSettings: false)
    }

    func removeIfEmpty(patience: Duration, keepingSettings: Bool) throws -> Bool {
        try inTurn(patience: patience) {
            contents.withLock { contents in
                guard contents.appsByID.isEmpty, contents.offersByApp.isEmpty,
                    !keepingSettings || contents.sharedSettings.isEmpty && contents.recordsOpenings
                else { return false }
                contents = Contents(changes: contents.changes + 1)
                return true
            }
        }
    }

    /// Runs one call of a writer when it is the turn of this thread.
    private func inTurn<Result>(patience: Duration, _ body: () throws -> Result) throws -> Result {
        try calls.run {
            guard turn.take(patience: patience) else {
                throw AppGroupError(.busy, "Another thread of this process is writing to the group; try again.")
            }
            defer { turn.end() }
            return try body()
        }
    }
}

extension InMemoryStorage {
    /// All data of a group. Empty contents stand for a registry that does not exist.
    struct Contents: RegistryReader, Equatable {
        var appsByID: [AppID: AppRecord] = [:]
        var images: [AppIcon: [UInt8]] = [:]
        var sharedSettings: [FieldKey: FieldValue] = [:]
        var recordsOpenings = true
        var keptOpenings: [AppOpening] = []
        var keptRises: [BadgeRise] = []
        var lastNumber = AppOpening.Number.none
        var model: ModelState?
        var offersByApp: [AppID: AppOffer] = [:]
        var changes: UInt64 = 0

        func apps() -> [AppRecord] { Array(appsByID.values) }
        func app(_ id: AppID) -> AppRecord? { appsByID[id] }
        func owner(of scheme: URLScheme) -> AppID? {
            appsByID.values.first { $0.schemes.contains(scheme) }?.id
        }
        func image(_ icon: AppIcon) -> [UInt8]? { images[icon] }
        func settings() -> [FieldKey: FieldValue] { sharedSettings }
        func recordsUse() -> Bool { recordsOpenings }
        func lastOpening() -> AppOpening.Number { lastNumber }
        func opening(_ number: AppOpening.Number) -> AppOpening? { keptOpenings.first { $0.number == number } }
        func openings() -> [AppOpening] { keptOpenings }
        func badgeRises(since number: AppOpening.Number) -> [BadgeRise] {
            keptRises.filter { $0.opening >= number }.sorted { ($0.opening, $0.app) < ($1.opening, $1.app) }
        }
        func modelState(format: Int64) -> ModelState? { model?.format == format ? model : nil }
        func offers() -> [AppOffer] { Array(offersByApp.values) }
    }

    /// A copy that one write changes, and that replaces the original if the write succeeds.
    private final class Draft: RegistryWriter {
        var contents: Contents
        var dropsUnusedImages = false

        init(_ contents: Contents) { self.contents = contents }

        func apps() -> [AppRecord] { contents.apps() }
        func app(_ id: AppID) -> AppRecord? { contents.app(id) }
        func owner(of scheme: URLScheme) -> AppID? { contents.owner(of: scheme) }
        func image(_ icon: AppIcon) -> [UInt8]? { contents.image(icon) }
        func settings() -> [FieldKey: FieldValue] { contents.settings() }
        func recordsUse() -> Bool { contents.recordsUse() }
        func lastOpening() -> AppOpening.Number { contents.lastOpening() }
        func opening(_ number: AppOpening.Number) -> AppOpening? { contents.opening(number) }
        func openings() -> [AppOpening] { contents.openings() }
        func badgeRises(since number: AppOpening.Number) -> [BadgeRise] { contents.badgeRises(since: number) }
        func modelState(format: Int64) -> ModelState? { contents.modelState(format: format) }
        func offers() -> [AppOffer] { contents.offers() }

        func save(_ app: AppRecord) { contents.appsByID[app.id] = app }

        func delete(_ id: AppID) {
            contents.appsByID[id] = nil
            removeOpenings(of: id)
        }

        func setBadge(_ badge: BadgeCount, of id: AppID) -> Bool {
            contents.appsByID[id]?.badge = badge
            return contents.appsByID[id] != nil
        }

        func addToBadge(_ delta: Int64, of id: AppID) -> BadgeCount? {
            guard let badge = contents.appsByID[id]?.badge.adding(delta) else { return nil }
            contents.appsByID[id]?.badge = badge
            return badge
        }

        func keepBadgeRise(_ rise: BadgeRise) {
            if !rise.isCleared { contents.appsByID[rise.app]?.badgeRose = rise.moment }
            contents.keptRises.removeAll { $0.opening == rise.opening && $0.app == rise.app }
            contents.keptRises.append(rise)
        }

        func setField(_ key: FieldKey, to value: FieldValue?, of id: AppID) {
            contents.appsByID[id]?.fields[key] = value
        }
        func setUsage(_ usage: AppUsage, of id: AppID) { contents.appsByID[id]?.usage = usage }
        func saveImage(_ bytes: [UInt8], for icon: AppIcon) { contents.images[icon] = bytes }

        func dropUnusedImages() { dropsUnusedImages = true }

        func setSetting(_ key: FieldKey, to value: FieldValue?) { contents.sharedSettings[key] = value }
        func setRecordsUse(_ records: Bool) { contents.recordsOpenings = records }

        func appendOpening(of id: AppID, at moment: Timestamp, utcOffset: Int64, isClaimed: Bool)
            -> AppOpening.Number
        {
            contents.lastNumber = contents.lastNumber.advanced(by: 1)
            contents.keptOpenings.append(
                AppOpening(
                    number: contents.lastNumber, app: id, moment: moment, utcOffset: utcOffset, isClaimed: isClaimed))
            let forgotten = contents.lastNumber.advanced(by: -AppOpening.kept)
            contents.keptOpenings.removeFirst(contents.keptOpenings.prefix { $0.number <= forgotten }.count)
            contents.keptRises.removeAll { $0.opening <= forgotten }
            return contents.lastNumber
        }

        func claimOpening(_ number: AppOpening.Number) {
            guard let index = contents.keptOpenings.firstIndex(where: { $0.number == number }) else { return }
            contents.keptOpenings[index].isClaimed = true
        }

        func removeOpening(_ number: AppOpening.Number) {
            guard opening(number) != nil else { return }
            contents.keptOpenings.removeAll { $0.number == number }
            if let model = contents.model, number <= model.opening { contents.model = nil }
        }

        func removeOpenings(of id: AppID?) {
            contents.keptOpenings.removeAll { id == nil || $0.app == id }
            contents.keptRises.removeAll { id == nil || $0.app == id }
            for app in contents.appsByID.keys where id == nil || app == id { contents.appsByID[app]?.badgeRose = nil }
            contents.model = nil
        }

        var keepsModel: Bool { true }

        func setModelState(_ state: ModelState) { contents.model = state }

        func setOffers(_ offers: [AppOffer], from source: OfferSource) {
            contents.offersByApp = contents.offersByApp.filter { $0.value.source != source }
            for offer in offers where contents.offersByApp[offer.app] == nil { contents.offersByApp[offer.app] = offer }
        }
    }
}

/// The storage in an environment that has no place for a registry: every call says why.
struct UnavailableStorage: RegistryStorage {
    let reason: AppGroupError

    func read<Result>(_ body: (any RegistryReader) throws -> Result) throws -> Result { throw reason }
    func write<Result>(patience: Duration, _ body: (any RegistryWriter) throws -> Result) throws -> Result {
        throw reason
    }
    func version() throws -> StorageVersion { throw reason }
}
