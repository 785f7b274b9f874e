import AppGroupCrypto
import Serving

/// Copies all blobs of one store into another, and compares both. If it is ended, it can be started again: what is there already
/// and whole is not copied a second time.
struct BlobCopy: Sendable {
    let source: any BlobStore
    let target: any BlobStore
    /// A folder for the blobs that are on their way.
    let scratch: String

    /// The contents of a store.
    struct Tally: Equatable, Sendable {
        var count = 0
        /// In bytes.
        var size: UInt64 = 0
        /// The SHA-256 of a line for each blob, with the hash of its bytes and its size, in the order of the hashes.
        var digest: BlobDigest
    }

    /// The result of a copy.
    struct Outcome: Sendable {
        /// How many blobs were copied now.
        let copied: Int
        /// How many damaged blobs of the target were copied again.
        let repaired: Int
        /// The names of blobs whose bytes are not theirs; they were not copied.
        let damaged: [BlobDigest]
        /// How many blobs were deleted from the source while this ran, such as by a server that no longer needs them.
        let gone: Int
        let source: Tally
        let target: Tally
        /// How many blobs only the target has.
        let further: Int

        /// Whether the source had no blobs at all.
        var hasFoundNone: Bool { source.count == 0 && damaged.isEmpty && gone == 0 }
    }

    /// How many blobs are copied or compared at once.
    private static let width = 4

    /// Whether the target has blobs that the source does not have. The target of a copy that was interrupted has none, unless the
    /// source lost some meanwhile.
    func hasFurther() async throws -> Bool {
        if try await target.isEmpty() { return false }
        for byte in UInt8.min ... .max {
            let there = Set(try await target.hashes(beginningWith: byte))
            if there.isEmpty { continue }
            if try await !there.isSubset(of: source.hashes(beginningWith: byte)) { return true }
        }
        return false
    }

    /// Copies what the target does not have or has damaged, and reads every blob of the target.
    func run() async throws -> Outcome {
        var (copied, repaired, further, gone) = (0, 0, 0, 0)
        var damaged: [BlobDigest] = []
        var (given, taken) = (try Ledger(), try Ledger())
        for byte in UInt8.min ... .max {
            let names = try await source.hashes(beginningWith: byte)
            let there = Set(try await target.hashes(beginningWith: byte))
            further += there.subtracting(names).count
            for (name, result) in try await mapped(names, { try await copy($0, exists: there.contains($0)) }) {
                switch result {
                case .damaged: damaged.append(name)
                case .gone:
                    gone += 1
                    if there.contains(name) { further += 1 }
                case .copied(let pair):
                    if pair.isNew { if there.contains(name) { repaired += 1 } else { copied += 1 } }
                    try given.add(name, pair.size)
                    try taken.add(pair.found, pair.foundSize)
                }
            }
        }
        return Outcome(
            copied: copied, repaired: repaired, damaged: damaged, gone: gone, source: try given.tally(),
            target: try taken.tally(), further: further)
    }

    /// The result for one blob.
    private enum Result: Sendable {
        case copied(Pair)
        /// The source has other bytes than its name says.
        case damaged
        /// The source no longer has it.
        case gone
    }

    /// What both stores have of a blob.
    private struct Pair: Sendable {
        /// In the source, in bytes.
        let size: UInt64
        /// Whether it was copied now.
        let isNew: Bool
        /// The SHA-256 of the bytes that the target has.
        let found: BlobDigest
        let foundSize: UInt64
    }

    /// Copies one blob unless the target has it, and reads it there.
    private func copy(_ name: BlobDigest, exists: Bool) async throws -> Result {
        do {
            guard let pair = try await pair(name, exists: exists) else {
                return try await source.size(of: name) == nil ? .gone : .damaged
            }
            return .copied(pair)
        } catch {
            // If it was deleted while it was read, that is why it failed.
            guard try await source.size(of: name) == nil else { throw error }
            return .gone
        }
    }

    /// - Returns: `nil` if the source has other bytes than its name says, or none.
    private func pair(_ name: BlobDigest, exists: Bool) async throws -> Pair? {
        guard let blob = try await source.open(name) else { return nil }
        if exists, let there = try await target.open(name), there.size == blob.size, try await there.digest() == name {
            return Pair(size: blob.size, isNew: false, found: name, foundSize: there.size)
        }
        let arrival = try DiskBlobStore(folder: scratch)
        let kept = try await arrival.put(BlobBytes(blob), limit: blob.size)
        do {
            if kept.hash == name { try await target.put(file: arrival.path(of: name), as: name) }
        } catch {
            _ = try? await arrival.delete(kept.hash)
            throw error
        }
        _ = try await arrival.delete(kept.hash)
        guard kept.hash == name else { return nil }
        guard let new = try await target.open(name) else {
            throw ServiceError(.inputOutput, "The file \(name) was copied and is gone; run the command again.")
        }
        return Pair(size: kept.size, isNew: true, found: try await new.digest(), foundSize: new.size)
    }

    /// Results in the order of the names, a few of which are worked on at once.
    private func mapped<Value: Sendable>(
        _ names: [BlobDigest], _ body: @escaping @Sendable (BlobDigest) async throws -> Value
    ) async throws -> [(BlobDigest, Value)] {
        try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            var values: [Int: Value] = [:]
            for (index, name) in names.enumerated() {
                if index >= Self.width, let (done, value) = try await group.next() { values[done] = value }
                group.addTask { (index, try await body(name)) }
            }
            for try await (done, value) in group { values[done] = value }
            return names.enumerated().compactMap { index, name in values[index].map { (name, $0) } }
        }
    }

    /// Adds up blobs.
    private struct Ledger {
        private var count = 0
        private var size: UInt64 = 0
        private let hasher: SHA256Hasher

        init() throws { hasher = try SHA256Hasher() }

        mutating func add(_ hash: BlobDigest, _ size: UInt64) throws {
            count += 1
            self.size += size
            hasher.update(Array("\(hash) \(size)\n".utf8))
        }

        func tally() throws -> Tally {
            Tally(count: count, size: size, digest: BlobDigest(bytes: try hasher.digest()))
        }
    }
}
