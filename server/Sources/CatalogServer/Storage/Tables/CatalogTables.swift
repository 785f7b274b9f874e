import PostgresClient

/// A catalog in the tables of a database.
///
/// The rules of the catalog are written once, in the extensions of this protocol and of ``CatalogTransaction``. Each database adds
/// how its tables are created, locked and copied, and how processes learn of changes.
protocol CatalogTables: CatalogStore {
    associatedtype Transaction: CatalogTransaction

    /// Makes a change in one transaction. Afterwards the process knows of it.
    ///
    /// - Throws: `busy` while the catalog is being moved to another place.
    func write<Value: Sendable>(_ change: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value

    /// Makes a change in one transaction that no reader needs to learn of.
    ///
    /// - Throws: `busy` while the catalog is being moved to another place.
    func writeUnannounced<Value: Sendable>(
        _ change: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value

    /// Runs one statement whose change no reader needs to learn of, and which has the same effect if it runs twice. It also runs
    /// while the catalog is being moved.
    ///
    /// - Returns: The number of rows that it changed.
    func writeRepeatably(_ sql: String, _ values: [SQLValue]) async throws -> Int

    /// Runs one statement, which sees one moment of the data. Before this returns, the process knows of every change that the
    /// statement saw, so that the result is never combined with older data.
    ///
    /// - Returns: The results of `row`, one for each row.
    func read<Value: Sendable>(
        _ sql: String, _ values: [SQLValue],
        _ row: @escaping @Sendable (inout Transaction.TableRow) throws -> Value
    ) async throws -> [Value]
}

extension CatalogTables {
    func newPlace() async throws -> String? {
        try await read(Moving.query, .text(Moving.source)) { try $0.bytes() }.first.map { Moving.place(in: $0) }
    }

    /// Runs one statement.
    ///
    /// - Returns: The results of `row`, one for each row.
    func read<Value: Sendable>(
        _ sql: String, _ values: SQLValue...,
        row: @escaping @Sendable (inout Transaction.TableRow) throws -> Value
    ) async throws -> [Value] {
        try await read(sql, values, row)
    }
}

extension CatalogTransaction {
    /// Throws `busy` while the catalog is being moved to another place.
    func requireWritable() throws {
        let value = try first(Moving.query, .text(Moving.source)) { try $0.bytes() }
        if let value { throw Moving.readOnly(value) }
    }
}
