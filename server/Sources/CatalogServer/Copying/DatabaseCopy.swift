import AppGroupCrypto
import Serving

/// Copies a catalog's database to another place, and compares both.
///
/// From the beginning, the source can only be read: its servers keep running, and answer changes with a sentence that says why.
/// The copy refuses to serve until it is complete. If something ends the copying, the next one resumes where it ended.
struct DatabaseCopy: Sendable {
    let source: any CopyPlace
    let target: any CopyPlace
    /// Tells the person who copies what is being done.
    let say: @Sendable (String) -> Void

    /// How many rows are read and written at a time.
    static let batch = 1_000

    /// One table, as it is on both sides.
    struct ComparedTable: Sendable {
        let name: String
        let summary: TableSummary
    }

    /// Copies everything that the target does not have yet.
    ///
    /// - Parameter beforeEnd: Runs once both sides have the same tables, which it gets, while the target still refuses to serve. If
    ///   it fails, the copy resumes from there.
    /// - Returns: What both sides have, table by table.
    /// - Throws: `conflict` if the target is something else than a part of this copy, `hashMismatch` if the sides differ.
    func run(beforeEnd: ([ComparedTable]) async throws -> Void = { _ in }) async throws -> [ComparedTable] {
        try await begin()
        for table in CopiedTable.all { try await copy(table) }
        for table in CopiedTable.all where table.isNumbered {
            try await target.setHighestNumber(of: table, to: try await source.highestNumber(of: table))
        }
        let tables = try await compare()
        try await beforeEnd(tables)
        try await target.set(Moving.unfinished, to: nil)
        return tables
    }

    /// Makes a source that was copied writable again.
    ///
    /// - Throws: `notFound` if it is.
    static func abandon(_ source: any CopyPlace) async throws {
        guard try await source.properties()[Moving.source] != nil else {
            throw ServiceError(.notFound, "The catalog in \(source.name) is not being moved, and can be changed.")
        }
        try await source.set(Moving.source, to: nil)
    }

    /// Marks both sides with the number of this copy.
    private func begin() async throws {
        let (ours, theirs) = (try await source.properties(), try await target.properties())
        guard let group = ours["group"], let key = ours["signingKey"] else {
            throw ServiceError(.notFound, "There is no catalog in \(source.name); correct --from.")
        }
        if let mark = ours[Moving.unfinished] {
            throw ServiceError(
                .conflict, "The catalog in \(source.name) is itself an unfinished copy of \(Moving.place(in: mark)).")
        }
        let number = ours[Moving.source].map { Moving.number(in: $0) } ?? SecureRandom.bytes(8).hexadecimal
        if let mark = theirs[Moving.unfinished] {
            guard Moving.number(in: mark) == number else {
                throw ServiceError(
                    .conflict,
                    "\(target.name.sentence) holds a part of another copy; empty it, or name another place with --to.")
            }
            say("Continuing the copy.")
        } else {
            guard theirs.isEmpty else {
                throw ServiceError(
                    .conflict, "There already is a catalog in \(target.name); name an empty place with --to.")
            }
            // The number is in the source first, so that a copy that is killed in between resumes with it.
            if ours[Moving.source] == nil { try await source.set(Moving.source, to: Moving.value(number, target.name)) }
            try await target.set(Moving.unfinished, to: Moving.value(number, source.name))
        }
        try await target.set("group", to: group)
        try await target.set("signingKey", to: key)
        say("The catalog in \(source.name) can only be read from now on. To give up: \(source.address.abandonment)")
    }

    private func copy(_ table: CopiedTable) async throws {
        var key = try await target.lastKey(of: table)
        var count = 0
        while true {
            let rows = try await source.rows(of: table, after: key, limit: Self.batch)
            guard let last = rows.last else { break }
            do {
                try await target.insert(rows, into: table)
            } catch let error as ServiceError where error.code == .invalid {
                throw ServiceError(.invalid, "A row of the table \(table.name) can't be copied: \(error)")
            }
            key = Array(last.prefix(table.keyCount))
            count += rows.count
            if count.isMultiple(of: 100 * Self.batch) { say("\(table.name): \(count) rows") }
        }
    }

    private func compare() async throws -> [ComparedTable] {
        var tables: [ComparedTable] = []
        for table in CopiedTable.all {
            let summary = try await TableSummary(of: table, in: source)
            let other = try await TableSummary(of: table, in: target)
            guard summary == other else {
                throw ServiceError(
                    .hashMismatch,
                    "The table \(table.name) differs: \(summary.rows) rows (\(summary.digest)) in \(source.name), "
                        + "\(other.rows) rows (\(other.digest)) in \(target.name). Empty the copy and start over.")
            }
            tables.append(ComparedTable(name: table.name, summary: summary))
        }
        return tables
    }
}
