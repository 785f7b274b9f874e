import AppGroupCrypto
import AppGroupPlatform
import Serving

/// Copies all blobs of one store into another, and compares both. If it is ended, it can be started again: what is there already is
/// not copied a second time.
struct BlobCopy: Sendable {
    let source: any BlobStore
    let target: any BlobStore
    /// A folder for the blobs that are on their way.
    let scratch: String

    /// What a store has.
    struct Tally: Equatable, Sendable {
        var count = 0
        /// In bytes.
        var size: UInt64 = 0
        /// The SHA-256 of a line for each blob, with the hash of its bytes and its size, in the order of the hashes.
        var digest: BlobDigest
    }

    /// What was done.
    struct Outcome: Sendable {
        /// How many blobs were copied now.
        let copied: Int
        /// The names of blobs whose bytes are not theirs; they were not copied.
        let damaged: [BlobDigest]
        let source: Tally
        let target: Tally
        /// How many blobs only the target has.
        let further: Int
    }

    /// How many blobs are copied or compared at once.
    private static let width = 4

    /// Copies, then reads every blob of the target again.
    func run() async throws -> Outcome {
        var copied = 0
        var further = 0
        var damaged: [BlobDigest] = []
        var (given, taken) = (try Ledger(), try Ledger())
        for byte in UInt8.min ... .max {
            let names = try await source.hashes(beginningWith: byte)
            let there = Set(try await target.hashes(beginningWith: byte))
            further += there.subtracting(names).count
            for (name, result) in try await mapped(names, { try await copy($0, exists: there.contains($0)) }) {
                switch result {
                case .damaged: damaged.append(name)
                case .there(let size, let isNew):
                    copied += isNew ? 1 : 0
                    try given.add(name, size)
                }
            }
            let whole = names.filter { !damaged.contains($0) }
            let read = try await mapped(whole) { name -> (BlobDigest, UInt64)? in
                guard let blob = try await target.open(name) else { return nil }
                return (try await blob.digest(), blob.size)
            }
            for case (_, let (hash, size)?) in read { try taken.add(hash, size) }
        }
        return Outcome(
            copied: copied, damaged: damaged, source: try given.tally(), target: try taken.tally(), further: further)
    }

    private enum Result: Sendable {
        case damaged
        case there(size: UInt64, isNew: Bool)
    }

    /// Copies one blob unless it is there with the same size.
    private func copy(_ name: BlobDigest, exists: Bool) async throws -> Result {
        guard let blob = try await source.open(name) else { return .damaged }
        if exists, try await target.size(of: name) == blob.size { return .there(size: blob.size, isNew: false) }
        let arrival = try DiskBlobStore(folder: scratch)
        let kept = try await arrival.put(BlobBytes(blob), limit: blob.size)
        do {
            if kept.hash == name { try await target.put(file: arrival.path(of: name), as: name) }
        } catch {
            _ = try? await arrival.delete(kept.hash)
            throw error
        }
        _ = try await arrival.delete(kept.hash)
        return kept.hash == name ? .there(size: kept.size, isNew: true) : .damaged
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
