import PostgresClient
import Serving

/// A catalog's PostgreSQL database.
struct PostgresCopyPlace: CopyPlace {
    private let place: PostgresCatalogStore.Place
    private let database: PostgresDatabase

    var address: CopyAddress { .postgres(place) }
    var name: String { "\(database.address)" }

    static func open(_ place: PostgresCatalogStore.Place, mayCreate: Bool) async throws -> PostgresCopyPlace {
        let database = PostgresDatabase(
            place.address, connections: place.connections, isPooled: place.isPooled, program: "catalog-server copy")
        do {
            try await PostgresSchema.prepare(database, mayCreate: mayCreate, allowsNewer: false)
        } catch {
            try await database.close()
            throw error
        }
        return PostgresCopyPlace(place: place, database: database)
    }

    private init(place: PostgresCatalogStore.Place, database: PostgresDatabase) {
        (self.place, self.database) = (place, database)
    }

    func properties() async throws -> [String: [UInt8]] {
        let rows = try await database.read { connection in
            try connection.run("SELECT name, value FROM property").map { (try $0.text(), try $0.bytes()) }
        }
        return Dictionary(rows) { $1 }
    }

    func set(_ property: String, to value: [UInt8]?) async throws {
        try await database.withoutWriters { connection in
            try connection.run("DELETE FROM property WHERE name = $1", .text(property))
            guard let value else { return }
            _ = try connection.run("INSERT INTO property (name, value) VALUES ($1, $2)", .text(property), .bytes(value))
        }
    }

    func rows(of table: CopiedTable, after key: [CopiedValue]?, limit: Int) async throws -> [[CopiedValue]] {
        let sql = table.selection(isFirst: key == nil, limit: limit, folding: true) { "$\($0)" }
        let values = zip(key ?? [], table.columns).map { $0.postgresValue($1.kind) }
        return try await database.read { connection in
            try connection.run(sql, values).map { row in
                try table.columns.map { try CopiedValue(&row, $0.kind) }
            }
        }
    }

    func lastKey(of table: CopiedTable) async throws -> [CopiedValue]? {
        let sql = table.lastKey(folding: true)
        return try await database.read { connection in
            try connection.run(sql).first { row in
                try table.columns.prefix(table.keyCount).map { try CopiedValue(&row, $0.kind) }
            }
        }
    }

    func insert(_ rows: [[CopiedValue]], into table: CopiedTable) async throws {
        let sql = table.insertion(folding: true) { "$\($0)" }
        try await database.write { connection in
            for row in rows { _ = try connection.run(sql, zip(row, table.columns).map { $0.postgresValue($1.kind) }) }
        }
    }

    func highestNumber(of table: CopiedTable) async throws -> Int64 {
        try await database.read { connection in
            // A sequence that was never used has a number, too, but it has not been given.
            let sql = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM \(table.name)_id_seq"
            return try connection.run(sql).first { try $0.integer() } ?? 0
        }
    }

    func setHighestNumber(of table: CopiedTable, to number: Int64) async throws {
        guard number > 0 else { return }
        try await database.writeRepeatably { connection in
            _ = try connection.run("SELECT setval($1::regclass, $2)", .text("\(table.name)_id_seq"), .integer(number))
        }
    }

    func close() async throws { try await database.close() }
}

extension CopiedValue {
    fileprivate init(_ row: inout PostgresRow, _ kind: CopiedTable.Kind) throws {
        switch kind {
        case .integer: self = try row.optionalInteger().map { .integer($0) } ?? .null
        case .boolean: self = try row.boolean() ? .integer(1) : .integer(0)
        case .text: self = try row.optionalText().map { .text($0) } ?? .null
        case .bytes: self = .bytes(try row.bytes())
        }
    }

    fileprivate func postgresValue(_ kind: CopiedTable.Kind) -> SQLValue {
        switch self {
        case .null: .null
        case .integer(let number): kind == .boolean ? .boolean(number != 0) : .integer(number)
        case .text(let text): .text(text)
        case .bytes(let bytes): .bytes(bytes)
        }
    }
}
