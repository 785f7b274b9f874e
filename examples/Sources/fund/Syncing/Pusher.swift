import ToolClient
import ToolProgram

/// Sends what changed here.
///
/// Each change is noted before the request that sends it. If the answer is lost, the next sync recognizes what the server has as its own.
final class Pusher {
    private let store: Store
    private let server: FundClient
    private let outcome: SyncOutcome
    private let hashing: FileHashing
    /// What the server has refused in this sync. It is not sent again before the next one.
    private var refused: Set<SyncID> = []

    /// How much one request holds.
    private static let limit = (changes: 1000, bytes: 4 << 20)

    init(_ server: FundClient, _ hashing: FileHashing) {
        (store, self.server, outcome, self.hashing) = (hashing.store, server, hashing.outcome, hashing)
    }

    /// Sends everything that changed.
    ///
    /// - Returns: Whether the server has something newer, which must come first.
    func push() throws -> Bool {
        var hasConflict = false
        var rest = try store.objectsToSend().filter { !refused.contains($0.id) }[...]
        let reader = OutgoingReader(store: store, outcome: outcome)
        while !rest.isEmpty {
            var next = rest.prefix(Self.limit.changes)
            rest = rest.dropFirst(next.count)
            try hashing.hash(next)
            while !next.isEmpty {
                let batch = try store.database.transaction { try nextBatch(&next, reader) }
                if !batch.isEmpty, try send(batch) { hasConflict = true }
            }
        }
        try pushReads()
        return hasConflict
    }

    private func nextBatch(_ rest: inout ArraySlice<SyncObject>, _ reader: OutgoingReader) throws -> [OutgoingChange] {
        var batch: [OutgoingChange] = []
        var bytes = 0
        while let listed = rest.first, batch.count < Self.limit.changes, bytes < Self.limit.bytes {
            // It may have changed since it was listed.
            guard let object = try store.object(listed.kind, id: listed.id), object.changes > 0,
                let change = try reader.change(object)
            else {
                rest.removeFirst()
                continue
            }
            if !batch.isEmpty, bytes + change.json.utf8.count > Self.limit.bytes { break }
            rest.removeFirst()
            bytes += change.json.utf8.count
            batch.append(change)
            if object.owner != nil { try store.noteSent(change.base, of: object) }
        }
        return batch
    }

    private func send(_ batch: [OutgoingChange]) throws -> Bool {
        let results = try server.send(batch.map(\.json)).results
        guard results.count == batch.count else {
            throw ToolError.protocolBroken("\(server.address) answers a different number of changes than it got.")
        }
        return try store.database.transaction {
            var hasConflict = false
            for (change, result) in zip(batch, results) {
                if try record(result, of: change) { hasConflict = true }
            }
            try advance(over: results)
            return hasConflict
        }
    }

    /// What this device has sent need not come back: if no other change lies in between, the place in the server's order moves
    /// over it.
    private func advance(over results: [ChangeResults.Result]) throws {
        guard let cursor = try store.number(.cursor) else { return }
        let versions = results.compactMap { result -> Int64? in
            if case .stored(let version) = result.outcome, version > cursor { version } else { nil }
        }.sorted()
        var next = cursor
        for version in versions where version == next + 1 { next = version }
        if let last = versions.last, last == next { try store.set(.cursor, to: "\(next)") }
    }

    private func record(_ result: ChangeResults.Result, of change: OutgoingChange) throws -> Bool {
        switch (result.outcome, change.subject) {
        case (.stored(let version), .object(let object)): try settle(object, change, version: version)
        case (.stored(let version), .read(let mark)):
            try store.settle(mark, version: version)
            outcome.sentReads += 1
        case (.conflict(let current), .object(let object)):
            guard let current, case .object(let kind, let content) = current.content else {
                throw ToolError.protocolBroken("\(server.address) doesn't say what a change conflicts with.")
            }
            try store.stage(
                IncomingObject(kind: kind, id: object.id, version: current.version, content: content))
            return true
        case (.conflict(let current), .read(let mark)):
            guard let current else { return false }
            try store.noteVersion(current.version, of: mark)
            return true
        case (.refused(let reason), _):
            refused.insert(result.id)
            if case .object(let object) = change.subject { try store.noteSent(nil, of: object) }
            let words = reason ?? "no reason"
            outcome.fail(
                .unreadable(
                    "\(server.address) refuses \(change.name.isEmpty ? "a change" : "“\(change.name)”"): \(words)"))
        }
        return false
    }

    /// Records that the server has a change. A change made here after it was sent still counts.
    private func settle(_ object: SyncObject, _ change: OutgoingChange, version: Int64) throws {
        guard var known = try store.object(object.kind, id: object.id) else { return }
        known.changes = max(0, known.changes - object.changes)
        known.sent = nil
        if object.owner == nil {
            outcome.note(.removed, object.kind, change.name)
            switch object.kind {
            case .fund:
                known.version = version
                try store.put(known)
                // What is in a fund that was joined with another one lives on in that.
                if known.joined == nil { try store.dropFiles(ofFund: known.id) }
            case .feed:
                try store.forget(known)
                try store.dropReads(ofFeed: known.id)
            default: try store.forget(known)
            }
        } else {
            (known.version, known.base) = (version, change.base)
            try store.put(known)
            outcome.note(.sent, object.kind, change.name)
        }
    }

    private func pushReads() throws {
        // The second attempt settles conflicts.
        if try sendReads() { _ = try sendReads() }
    }

    /// Sends each read mark once that the server has not refused.
    ///
    /// - Returns: Whether there was a conflict.
    private func sendReads() throws -> Bool {
        var hasConflict = false
        var marks = try store.pendingReads(after: nil, limit: Self.limit.changes)
        while let last = marks.last {
            let changes = try marks.map { try OutgoingChange($0) }.filter { !refused.contains($0.id) }
            if !changes.isEmpty, try send(changes) { hasConflict = true }
            marks = try store.pendingReads(after: last, limit: Self.limit.changes)
        }
        return hasConflict
    }
}
