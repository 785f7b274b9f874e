import Foundation
import GRDB
import Serving

/// A catalog's SQLite file.
struct SQLiteCopyPlace: CopyPlace {
    let name: String
    let address: CopyAddress
    private let database: LockedDatabase

    init(folder: String, mayCreate: Bool) throws {
        address = .sqlite(folder: folder)
        name = "\(folder)/\(SQLiteCatalogStore.fileName)"
        try StorageFolder.refuseRoot(changing: name, by: "catalog-server")
        if try !SQLiteCatalogStore.exists(in: folder) {
            guard mayCreate else { throw try SQLiteCatalogStore.missing(in: folder, "correct the name.") }
            try StorageFolder.make(folder)
        }
        database = try LockedDatabase(
            folder: folder, name: SQLiteCatalogStore.fileName, migrator: Schema.migrator(Schema.migrations),
            program: "catalog-server")
    }

    func properties() async throws -> [String: [UInt8]] {
        try await database.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT name, CAST(value AS BLOB) AS value FROM property")
            return Dictionary(rows.map { ($0["name"] as String, Array($0["value"] as Data)) }) { $1 }
        }
    }

    func set(_ property: String, to value: [UInt8]?) async throws {
        try await database.write { database in
            try database.execute(sql: "DELETE FROM property WHERE name = ?", arguments: [property])
            guard let value else { return }
            // The group is a text.
            let stored: DatabaseValue =
                property == "group" ? String(decoding: value, as: UTF8.self).databaseValue : Data(value).databaseValue
            try database.execute(sql: "INSERT INTO property VALUES (?, ?)", arguments: [property, stored])
        }
    }

    func rows(of table: CopiedTable, after key: [CopiedValue]?, limit: Int) async throws -> [[CopiedValue]] {
        let sql = table.selection(isFirst: key == nil, limit: limit, folding: false) { _ in "?" }
        return try await database.read { database in
            let arguments = StatementArguments((key ?? []).map(\.databaseValue))
            return try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
                row.databaseValues.map(CopiedValue.init)
            }
        }
    }

    func lastKey(of table: CopiedTable) async throws -> [CopiedValue]? {
        let sql = table.lastKey(folding: false)
        return try await database.read { try Row.fetchOne($0, sql: sql)?.databaseValues.map(CopiedValue.init) }
    }

    func insert(_ rows: [[CopiedValue]], into table: CopiedTable) async throws {
        let sql = table.insertion(folding: false) { _ in "?" }
        try await database.write { database in
            let statement = try database.cachedStatement(sql: sql)
            for row in rows { try statement.execute(arguments: StatementArguments(row.map(\.databaseValue))) }
        }
    }

    func highestNumber(of table: CopiedTable) async throws -> Int64 {
        try await database.read { database in
            let sql = "SELECT seq FROM sqlite_sequence WHERE name = ?"
            return try Int64.fetchOne(database, sql: sql, arguments: [table.name]) ?? 0
        }
    }

    func setHighestNumber(of table: CopiedTable, to number: Int64) async throws {
        try await database.write { database in
            try database.execute(sql: "DELETE FROM sqlite_sequence WHERE name = ?", arguments: [table.name])
            try database.execute(sql: "INSERT INTO sqlite_sequence VALUES (?, ?)", arguments: [table.name, number])
        }
    }

    func close() async throws { try database.close() }
}

extension CopiedValue {
    fileprivate init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let number): self = .integer(number)
        case .double(let number): self = .text("\(number)")
        case .string(let text): self = .text(text)
        case .blob(let data): self = .bytes(Array(data))
        }
    }

    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        }
    }
}
