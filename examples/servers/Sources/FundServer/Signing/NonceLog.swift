import Accounts
import AppGroup
import AppGroupPlatform
import Foundation
import HTTPSignatures
import Logging
import Serving
import Synchronization
import ToolSupport

/// Takes each nonce of a session once, for as long as a signature with it could be valid.
///
/// Nonces are kept in memory and in files, as 16 bytes of a hash: one set and one file for each ``slot`` of time. The set of the
/// clock's slot counts, the two before it, and, because a clock can be set back, all later ones. A file is not synchronized, so a
/// power failure can lose its end, but the death of this process can't.
final class NonceLog: Sendable {
    private struct State {
        /// The number of the slot in which nonces are taken.
        var slot: Int64
        /// The nonces of each slot that counts.
        var taken: [Int64: Set<UInt128>] = [:]
        /// How many nonces each account has used in this slot.
        var counts: [AccountID: Int] = [:]
        /// The file of the slot, once it is open.
        var file: FileHandle?
    }

    private let folder: String
    private let mostOfAccount: Int
    private let outages: OutageLog
    private let lock: ProcessTurn
    private let state: Mutex<State>

    /// How far the time of a signature may be from the server's, in seconds.
    static let window: Int64 = 300
    /// A signature from the future lives twice as long as one of now. In seconds.
    private static let slot = 2 * window
    /// How many earlier slots count. A clock that jumped over slots may come back.
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
        outages = OutageLog(
            logger, broken: "Nonces can't be written, so a request could be repeated after a restart",
            mended: "Nonces are written again")
        try StorageFolder.make(self.folder)
        do {
            guard let lock = try ProcessTurn(tryAt: "\(self.folder)/lock") else {
                throw ServiceError(.busy, "Another fund-server serves \(folder) already; stop it first.")
            }
            self.lock = lock
        } catch let error as SystemError {
            throw ServiceError(.permission, "\(self.folder)/lock can't be opened: \(error). Check who owns it.")
        }
        let slot = now.seconds / Self.slot
        state = Mutex(State(slot: slot))
        state.withLock { state in
            for stored in self.slots { state.taken[stored] = self.read(stored) }
            self.begin(slot, &state)
        }
    }

    /// Takes a nonce of a session from the share of its account.
    ///
    /// - Throws: `replayed` if it was taken before, `tooManyAttempts` or `overloaded` if there were too many.
    func take(_ nonce: String, of token: String, from account: AccountID, at now: Timestamp) throws {
        let digest = try SignatureHash.sha256(of: Array("\(token)\n\(nonce)".utf8))
        let entry = digest.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        try state.withLock { state in
            follow(&state, to: now.seconds / Self.slot)
            guard !state.taken.values.contains(where: { $0.contains(entry) }) else {
                throw ServiceError(
                    .replayed, "This nonce was used already; sign the request again, with a new nonce.")
            }
            let count = state.counts[account, default: 0]
            guard count < mostOfAccount else {
                throw ServiceError(
                    .tooManyAttempts, "This account has sent \(count) requests in \(Self.slot / 60) minutes; wait.",
                    retryAfter: Int(Self.slot - now.seconds % Self.slot))
            }
            guard state.taken[state.slot, default: []].count < Self.most else {
                throw ServiceError(.overloaded, "There are too many requests at the moment; try again.", retryAfter: 60)
            }
            state.taken[state.slot, default: []].insert(entry)
            state.counts[account] = count + 1
            append(digest.prefix(16), &state)
        }
    }

    // MARK: - Slots

    /// Follows the clock, even if it is set back. Requests at the end of a slot can come after the first ones of the next, where
    /// they count, too.
    private func follow(_ state: inout State, to slot: Int64) {
        if slot > state.slot || slot < state.slot - 1 { begin(slot, &state) }
    }

    /// Begins a slot, and forgets those that no longer count.
    private func begin(_ slot: Int64, _ state: inout State) {
        state.slot = slot
        state.counts = [:]
        let earlier = state.taken.keys.filter { $0 < slot }.sorted(by: >)
        for old in earlier.dropFirst(Self.earlierCount) {
            state.taken[old] = nil
            try? FileManager.default.removeItem(atPath: path(old))
        }
        if state.taken[slot] == nil { state.taken[slot] = [] }
        try? state.file?.close()
        state.file = nil
    }

    private func path(_ slot: Int64) -> String { "\(folder)/\(slot)" }

    /// The slots that have files.
    private var slots: [Int64] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { Int64($0) }
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

    /// Opens the file of a slot where the next entry belongs, and makes it if there is none.
    private func open(_ slot: Int64) throws -> FileHandle {
        let path = path(slot)
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
        }
        let file = try FileHandle(forUpdating: URL(filePath: path))
        let end = try file.seekToEnd()
        try file.seek(toOffset: end / 16 * 16)
        return file
    }

    /// If the disk is full, the nonce is known for as long as this process lives, and reading goes on.
    private func append(_ bytes: ArraySlice<UInt8>, _ state: inout State) {
        do {
            let file = try state.file ?? open(state.slot)
            state.file = file
            try file.write(contentsOf: bytes)
            outages.worked()
        } catch {
            // A later entry begins where this one should have.
            if let end = try? state.file?.offset() { try? state.file?.seek(toOffset: end / 16 * 16) }
            outages.failed(error)
        }
    }
}
