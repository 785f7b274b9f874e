import Accounts
import AppGroup
import Foundation
import HTTPSignatures
import Logging
import Serving
import Synchronization
import ToolSupport

/// Takes each nonce of a session once, for as long as a signature with it could be valid.
///
/// Nonces are kept in memory and in a file, as 16 bytes of a hash. There is one file for each ``slot`` of time. The newest one
/// counts, the two before it, and after a restart with a clock that was set back, those of later slots. A file is not synchronized, so a power failure
/// can lose its end, but the death of this process can't.
final class NonceLog: Sendable {
    private struct State {
        /// The number of the newest slot.
        var slot: Int64
        var current: Set<UInt128> = []
        /// Those of the two newest slots before it, the newest first. A clock that jumped over slots may come back.
        var earlier: [Set<UInt128>] = []
        /// How many nonces each account has used in the newest slot.
        var counts: [AccountID: Int] = [:]
        /// `nil` if it can't be written.
        var file: FileHandle?
    }

    private let folder: String
    private let mostOfAccount: Int
    private let logger: Logger
    private let lock: FileLock
    private let state: Mutex<State>

    /// How far the time of a signature may be from the server's, in seconds.
    static let window: Int64 = 300
    /// A signature from the future lives twice as long as one of now. In seconds.
    private static let slot = 2 * window
    /// How many earlier slots count.
    private static let earlierCount = 2
    /// How many there may be in a slot altogether.
    private static let most = 2_000_000

    /// Reads the nonces that an earlier process took.
    ///
    /// - Parameter mostOfAccount: How many requests an account may sign in a slot, in all its sessions. It is a small share of
    ///   what all accounts may sign, so that none can keep the others from signing.
    /// - Throws: `busy` if another process serves the same data.
    init(folder: String, mostOfAccount: Int = 60_000, at now: Timestamp, logger: Logger) throws {
        self.folder = "\(folder)/nonces"
        self.mostOfAccount = mostOfAccount
        self.logger = logger
        try StorageFolder.make(self.folder)
        do {
            guard let lock = try FileLock(tryAt: "\(self.folder)/lock") else {
                throw ServiceError(.busy, "Another fund-server serves \(folder) already; stop it first.")
            }
            self.lock = lock
        } catch let error as Errno {
            throw ServiceError(.permission, "\(self.folder)/lock can't be opened: \(error). Check who owns it.")
        }
        let slot = now.seconds / Self.slot
        state = Mutex(State(slot: slot))
        state.withLock { state in
            state.current = self.readAll(from: slot)
            state.earlier = self.earlierSlots(before: slot).map(self.read)
            self.open(&state)
        }
    }

    /// Takes a nonce of a session from the share of its account.
    ///
    /// - Throws: `replayed` if it was taken before, `tooManyAttempts` or `overloaded` if there were too many.
    func take(_ nonce: String, of token: String, from account: AccountID, at now: Timestamp) throws {
        let digest = try SignatureHash.sha256(of: Array("\(token)\n\(nonce)".utf8))
        let entry = digest.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        try state.withLock { state in
            advance(&state, to: now.seconds / Self.slot)
            guard !state.current.contains(entry), !state.earlier.contains(where: { $0.contains(entry) }) else {
                throw ServiceError(
                    .replayed, "This nonce was used already; sign the request again, with a new nonce.")
            }
            let count = state.counts[account, default: 0]
            guard count < mostOfAccount else {
                throw ServiceError(
                    .tooManyAttempts, "This account has sent \(count) requests in \(Self.slot / 60) minutes; wait.",
                    retryAfter: Int(Self.slot - now.seconds % Self.slot))
            }
            guard state.current.count < Self.most else {
                throw ServiceError(.overloaded, "There are too many requests at the moment; try again.", retryAfter: 60)
            }
            state.current.insert(entry)
            state.counts[account] = count + 1
            append(digest.prefix(16), &state)
        }
    }

    // MARK: - Slots

    /// Begins newer slots. The clock may go back, the slots don't while this process lives.
    private func advance(_ state: inout State, to slot: Int64) {
        guard slot > state.slot else { return }
        state.earlier = Array(([state.current] + state.earlier).prefix(Self.earlierCount))
        state.current = readAll(from: slot)
        state.counts = [:]
        state.slot = slot
        open(&state)
    }

    private func path(_ slot: Int64) -> String { "\(folder)/\(slot)" }

    /// The slots that have files.
    private var slots: [Int64] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { Int64($0) }
    }

    /// The newest slots before one that still count, the newest first.
    private func earlierSlots(before slot: Int64) -> [Int64] {
        Array(slots.filter { $0 < slot }.sorted(by: >).prefix(Self.earlierCount))
    }

    /// The nonces of a slot and of later ones. Later ones have files only if the clock was set back, and nonces that were taken
    /// after that may be in them.
    private func readAll(from slot: Int64) -> Set<UInt128> {
        slots.filter { $0 >= slot }.reduce(into: []) { $0.formUnion(read($1)) }
    }

    private func read(_ slot: Int64) -> Set<UInt128> {
        guard let bytes = FileManager.default.contents(atPath: path(slot)) else { return [] }
        // A process that was killed may have written a part of an entry.
        let whole = bytes.prefix(bytes.count / 16 * 16)
        var entries: Set<UInt128> = []
        entries.reserveCapacity(whole.count / 16)
        var (entry, count): (UInt128, Int) = (0, 0)
        for byte in whole {
            entry = entry << 8 | UInt128(byte)
            count += 1
            if count % 16 == 0 { entries.insert(entry) }
        }
        return entries
    }

    /// Opens the file of the newest slot, and deletes those that no longer count.
    private func open(_ state: inout State) {
        try? state.file?.close()
        let slot = state.slot
        let path = path(slot)
        do {
            if !FileManager.default.fileExists(atPath: path) {
                _ = FileManager.default.createFile(atPath: path, contents: nil)
            }
            let file = try FileHandle(forUpdating: URL(filePath: path))
            let end = try file.seekToEnd()
            try file.seek(toOffset: end / 16 * 16)
            state.file = file
        } catch {
            state.file = nil
            complain(error)
        }
        let kept = earlierSlots(before: slot)
        for old in slots where old < slot && !kept.contains(old) {
            try? FileManager.default.removeItem(atPath: self.path(old))
        }
    }

    /// If the disk is full, the nonce is known for as long as this process lives, and reading goes on.
    private func append(_ bytes: ArraySlice<UInt8>, _ state: inout State) {
        guard let file = state.file else { return }
        do {
            try file.write(contentsOf: bytes)
        } catch {
            // A later entry begins where this one should have.
            if let end = try? file.offset() { try? file.seek(toOffset: end / 16 * 16) }
            complain(error)
        }
    }

    private func complain(_ error: any Error) {
        logger.error(
            "Nonces can't be written, so a request could be repeated after a restart", metadata: ["error": "\(error)"])
    }
}
