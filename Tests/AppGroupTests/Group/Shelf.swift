import AppGroup
import Foundation

/// A storage as somebody outside of this package would write it. `scripts/test-outside-package` builds this very file in a
/// package of its own.
final class Shelf: RegistryStorage, @unchecked Sendable {
    private struct Contents {
        var apps: [AppID: AppRecord] = [:]
        var images: [AppIcon: [UInt8]] = [:]
        var settings: [FieldKey: FieldValue] = [:]
        var recordsUse = true
        var openings: [AppOpening] = []
        var lastOpening = AppOpening.Number.none
    }

    private final class Transaction: RegistryWriter {
        var contents: Contents
        init(_ contents: Contents) { self.contents = contents }

        func apps() -> [AppRecord] { contents.apps.values.map { $0 } }
        func app(_ id: AppID) -> AppRecord? { contents.apps[id] }
        func owner(of scheme: URLScheme) -> AppID? { contents.apps.first { $0.value.schemes.contains(scheme) }?.key }
        func image(_ icon: AppIcon) -> [UInt8]? { contents.images[icon] }
        func settings() -> [FieldKey: FieldValue] { contents.settings }
        func recordsUse() -> Bool { contents.recordsUse }
        func lastOpening() -> AppOpening.Number { contents.lastOpening }
        func opening(_ number: AppOpening.Number) -> AppOpening? { contents.openings.first { $0.number == number } }
        func openings() -> [AppOpening] { contents.openings }

        func save(_ app: AppRecord) { contents.apps[app.id] = app }
        func delete(_ id: AppID) {
            contents.apps[id] = nil
            removeOpenings(of: id)
        }
        func setBadge(_ badge: BadgeCount, of id: AppID) -> Bool {
            contents.apps[id]?.badge = badge
            return contents.apps[id] != nil
        }
        func addToBadge(_ delta: Int64, of id: AppID) -> BadgeCount? {
            guard let badge = contents.apps[id]?.badge.adding(delta) else { return nil }
            contents.apps[id]?.badge = badge
            return badge
        }
        func setField(_ key: FieldKey, to value: FieldValue?, of id: AppID) { contents.apps[id]?.fields[key] = value }
        func setUsage(_ usage: AppUsage, of id: AppID) { contents.apps[id]?.usage = usage }
        func saveImage(_ bytes: [UInt8], for icon: AppIcon) { contents.images[icon] = bytes }
        func dropUnusedImages() {
            let used = contents.apps.values.compactMap(\.icon)
            contents.images = contents.images.filter { used.contains($0.key) }
        }
        func setSetting(_ key: FieldKey, to value: FieldValue?) { contents.settings[key] = value }
        func setRecordsUse(_ records: Bool) { contents.recordsUse = records }
        func appendOpening(of id: AppID, at moment: Timestamp, utcOffset: Int64, isClaimed: Bool)
            -> AppOpening.Number
        {
            contents.lastOpening = contents.lastOpening.advanced(by: 1)
            contents.openings.append(
                AppOpening(
                    number: contents.lastOpening, app: id, moment: moment, utcOffset: utcOffset, isClaimed: isClaimed))
            return contents.lastOpening
        }
        func claimOpening(_ number: AppOpening.Number) {
            for index in contents.openings.indices where contents.openings[index].number == number {
                contents.openings[index].isClaimed = true
            }
        }
        func removeOpening(_ number: AppOpening.Number) { contents.openings.removeAll { $0.number == number } }
        func removeOpenings(of id: AppID?) { contents.openings.removeAll { id == nil || $0.app == id } }
    }

    private let lock = NSLock()
    private var contents = Contents()
    private var writes: UInt64 = 0

    func read<Result>(_ body: (any RegistryReader) throws -> Result) throws -> Result {
        try body(Transaction(lock.withLock { contents }))
    }

    func write<Result>(patience: Duration, _ body: (any RegistryWriter) throws -> Result) throws -> Result {
        try lock.withLock {
            let transaction = Transaction(contents)
            let result = try body(transaction)
            contents = transaction.contents
            writes += 1
            return result
        }
    }

    func version() throws -> StorageVersion { StorageVersion(lock.withLock { writes }) }
}
