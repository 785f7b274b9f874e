import AppGroupPlatform
import Serving
import Synchronization

/// Which copies a cache has on its disk, which of them are wanted most, and which blobs are being copied. It changes no files.
final class CacheIndex: Sendable {
    /// The stamp of a copy, which identifies it without reading it: replacing the file or writing to it changes the stamp.
    struct Stamp: Hashable, Sendable {
        /// In bytes.
        let size: UInt64
        private let inode: UInt64
        private let seconds, nanoseconds: Int

        init(_ status: FileStatus) {
            (size, inode) = (UInt64(max(0, status.size)), status.identity.inode)
            (seconds, nanoseconds) = (status.modification.seconds, status.modification.nanoseconds)
        }

        /// Whether the file is older than another one.
        func isOlder(than other: Stamp) -> Bool {
            (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
        }
    }

    /// A copy on the disk.
    struct Copy: Sendable {
        var stamp: Stamp
        /// Whether this process has seen that its bytes are those of its name.
        var isChecked: Bool
        /// Larger for a later use; 0 if this process has not used it.
        var use: UInt64 = 0
    }

    private struct State {
        var copies: [BlobDigest: Copy] = [:]
        var clock: UInt64 = 0
        /// Blobs without a copy that were opened once.
        var asked: Set<BlobDigest> = []
        /// Blobs that are being copied or checked, with the room that is reserved for them in bytes.
        var jobs: [BlobDigest: UInt64] = [:]
        var isRead = false
        /// The clock when a reading of the folder began that has not ended.
        var reading: UInt64?
        var nextReading = ContinuousClock.now
        var pausedUntil = ContinuousClock.now
    }

    private let state = Mutex(State())
    private let interval: Duration
    /// How many blobs are remembered that were opened once.
    private static let mostAsked = 10_000
    /// How many blobs are copied or checked at once, so that what users wait for goes first.
    static let mostJobs = 4
    /// How long nothing is copied after a failure.
    private static let pause = Duration.seconds(60)

    /// - Parameter interval: How long another reading of the folder waits after one has begun.
    init(interval: Duration) { self.interval = interval }

    /// Whether it is known what is on the disk.
    var isRead: Bool { state.withLock { $0.isRead } }

    /// Begins to read the folder of copies, which ``endReading(_:)`` ends.
    ///
    /// - Returns: Whether that is due, and no other task does it.
    func beginReading() -> Bool {
        state.withLock { state in
            guard state.reading == nil, ContinuousClock.now >= state.nextReading else { return false }
            (state.reading, state.nextReading) = (state.clock, .now + interval)
            return true
        }
    }

    /// Takes over what is on the disk, even if other processes have put it there.
    ///
    /// - Parameter found: `nil` if the folder can't be read.
    func endReading(_ found: [BlobDigest: Stamp]?) {
        state.withLock { state in
            let begin = state.reading ?? state.clock
            state.reading = nil
            guard let found else { return }
            // A copy that was made or used in the meantime may have come too late to be found.
            state.copies = state.copies.filter { found[$0.key] != nil || $0.value.use > begin }
            for (hash, stamp) in found where state.copies[hash] == nil {
                state.copies[hash] = Copy(stamp: stamp, isChecked: false)
            }
            state.isRead = true
        }
    }

    /// Whether there is a copy of a blob.
    func has(_ hash: BlobDigest) -> Bool { state.withLock { $0.copies[hash] != nil } }

    /// The copy of a blob, whose use is noted.
    func use(_ hash: BlobDigest) -> Copy? {
        state.withLock { state in
            guard state.copies[hash] != nil else { return nil }
            state.clock += 1
            state.copies[hash]?.use = state.clock
            return state.copies[hash]
        }
    }

    /// Notes a copy whose bytes have been seen to be right.
    func add(_ hash: BlobDigest, _ stamp: Stamp) {
        state.withLock { state in
            state.clock += 1
            state.copies[hash] = Copy(stamp: stamp, isChecked: true, use: state.clock)
            // The copy itself takes the room that was reserved for it.
            if state.jobs[hash] != nil { state.jobs[hash] = 0 }
        }
    }

    func remove(_ hash: BlobDigest) { state.withLock { _ = $0.copies.removeValue(forKey: hash) } }

    /// Notes that a blob without a copy is opened.
    ///
    /// - Returns: Whether it was opened before.
    func isWanted(_ hash: BlobDigest) -> Bool {
        state.withLock { state in
            guard state.asked.insert(hash).inserted else { return true }
            if state.asked.count > Self.mostAsked { state.asked = [hash] }
            return false
        }
    }

    /// Begins to copy or check a blob.
    ///
    /// - Returns: Whether that may be done now.
    func begin(_ hash: BlobDigest) -> Bool {
        state.withLock { state in
            guard state.jobs[hash] == nil, state.jobs.count < Self.mostJobs, ContinuousClock.now >= state.pausedUntil
            else { return false }
            state.jobs[hash] = 0
            return true
        }
    }

    func end(_ hash: BlobDigest) { state.withLock { _ = $0.jobs.removeValue(forKey: hash) } }

    /// Reserves room for a blob that is going to be copied.
    ///
    /// - Parameter limit: How many bytes all copies may have.
    /// - Returns: The copies to delete, the least recently used first. The index no longer has them.
    func reserve(_ size: UInt64, for hash: BlobDigest, limit: UInt64) -> [BlobDigest] {
        state.withLock { state in
            state.jobs[hash] = size
            var total = state.jobs.values.reduce(0, +) + state.copies.values.reduce(0) { $0 + $1.stamp.size }
            guard total > limit else { return [] }
            var victims: [BlobDigest] = []
            let sorted = state.copies.sorted { one, other in
                let (one, other) = (one.value, other.value)
                return one.use == other.use ? one.stamp.isOlder(than: other.stamp) : one.use < other.use
            }
            for (victim, copy) in sorted where total > limit {
                victims.append(victim)
                total -= copy.stamp.size
                state.copies[victim] = nil
            }
            return victims
        }
    }

    /// Copies nothing for a while.
    ///
    /// - Returns: Whether that is new.
    func pause() -> Bool {
        state.withLock { state in
            defer { state.pausedUntil = .now + Self.pause }
            return ContinuousClock.now >= state.pausedUntil
        }
    }
}
