import AppGroupPlatform

/// A log that is damaged in one place, and holds more commits behind it. SQLite cannot tell the damage from the end of a log that
/// was cut off: it reads nothing behind it, and the next write may overwrite that.
struct DamagedLog {
    let path: String
    let bytes: [UInt8]
    /// How many frames SQLite does not read.
    let hiddenFrames: Int

    /// `nil` if the log is intact, and if it is changing all the time.
    init?(beside container: Container) {
        path = "\(container.database)-wal"
        guard container.strangeCompanion == nil, let bytes = Self.contents(of: path),
            let log = WriteAheadLogFile(bytes, passingDamage: true), log.hiddenFrames > 0
        else { return nil }
        (self.bytes, hiddenFrames) = (bytes, log.hiddenFrames)
    }

    /// How often to read the log while programs write to it.
    private static let attempts = 5

    /// A frame that is being written looks damaged, so only what is the same at a second look counts.
    private static func contents(of path: String) -> [UInt8]? {
        var last: [UInt8] = []
        for _ in 0..<attempts {
            guard let bytes = try? Files.contents(of: path, limit: DatabaseImage.largestSize) else { return nil }
            if !last.isEmpty, bytes.starts(with: last) { return last }
            last = bytes
        }
        return nil
    }

    /// The fault in a sentence.
    var fault: String {
        let frames = hiddenFrames == 1 ? "1 page" : "\(hiddenFrames) pages"
        return
            "The log \(path) is damaged: SQLite does not read what follows the damaged place (\(frames)), and the next write "
            + "may overwrite it."
    }
}
