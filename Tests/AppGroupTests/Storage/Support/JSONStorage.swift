import AppGroup
import Foundation

/// A custom storage: a group's data in one JSON file, which all of its processes share.
struct JSONStorage: RegistryStorage {
    let path: String

    func read<Result>(_ body: (any RegistryReader) throws -> Result) throws -> Result { try body(contents()) }

    func write<Result>(patience: Duration, _ body: (any RegistryWriter) throws -> Result) throws -> Result {
        let lock = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(lock) }
        let deadline = ContinuousClock.now + patience
        while flock(lock, LOCK_EX | LOCK_NB) != 0 {
            if ContinuousClock.now >= deadline { throw AppGroupError(.busy, "\(path) is being written; try again.") }
            usleep(1000)
        }
        let contents = try contents()
        let result = try body(contents)
        contents.finish()
        try JSONEncoder().encode(contents).write(to: URL(fileURLWithPath: path), options: .atomic)
        return result
    }

    func version() throws -> StorageVersion { StorageVersion(try contents().changes) }

    func removeIfEmpty(patience: Duration) throws -> Bool {
        guard try contents().saved.isEmpty else { return false }
        try write(patience: patience) { ($0 as? Contents)?.shared = [:] }
        return true
    }

    private func contents() throws -> Contents {
        guard FileManager.default.fileExists(atPath: path) else { return Contents() }
        return try JSONDecoder().decode(Contents.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private final class Contents: RegistryWriter, Codable {
        var saved: [AppRecord] = []
        var shared: [FieldKey: FieldValue] = [:]
        var images: [AppIcon: Data] = [:]
        var dropsImages = false
        var recordsOpenings = true
        var opened: [AppOpening] = []
        var last = AppOpening.Number.none
        var changes: UInt64 = 0

        func finish() {
            if dropsImages { images = images.filter { image in saved.contains { $0.icon == image.key } } }
            dropsImages = false
            changes += 1
        }
        func apps() -> [AppRecord] { saved }
        func image(_ icon: AppIcon) -> [UInt8]? { images[icon].map { Array($0) } }
        func settings() -> [FieldKey: FieldValue] { shared }
        func recordsUse() -> Bool { recordsOpenings }
        func lastOpening() -> AppOpening.Number { last }
        func openings() -> [AppOpening] { opened }
        func save(_ app: AppRecord) { saved = saved.filter { $0.id != app.id } + [app] }
        func delete(_ id: AppID) {
            saved.removeAll { $0.id == id }
            removeOpenings(of: id)
        }
        func saveImage(_ bytes: [UInt8], for icon: AppIcon) { images[icon] = Data(bytes) }
        func dropUnusedImages() { dropsImages = true }
        func setSetting(_ key: FieldKey, to value: FieldValue?) { shared[key] = value }
        func setRecordsUse(_ records: Bool) { recordsOpenings = records }
        func appendOpening(of id: AppID, at moment: Timestamp, utcOffset: Int64, isClaimed: Bool) -> AppOpening.Number {
            last = last.advanced(by: 1)
            opened.append(.init(number: last, app: id, moment: moment, utcOffset: utcOffset, isClaimed: isClaimed))
            opened.removeFirst(max(0, opened.count - Int(AppOpening.kept)))
            return last
        }
        func claimOpening(_ number: AppOpening.Number) {
            for index in opened.indices where opened[index].number == number { opened[index].isClaimed = true }
        }
        func removeOpening(_ number: AppOpening.Number) { opened.removeAll { $0.number == number } }
        func removeOpenings(of id: AppID?) { opened.removeAll { id == nil || $0.app == id } }
    }
}
