import PostgresClient

extension PostgresConnection: CatalogTransaction {
    static var dialect: CatalogDialect { .postgres }

    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int { try run(sql, values).changedRows }

    func rows<Value>(
        _ sql: String, _ values: [SQLValue], _ read: (inout PostgresRow) throws -> Value
    ) throws -> [Value] {
        try run(sql, values).map(read)
    }
}

extension PostgresRow: CatalogRow {}

extension CatalogDialect {
    static let postgres = CatalogDialect(
        now: PostgresSchema.now,
        replacingNull: "coalesce",
        packageKey: "lower(package)",
        grantKey: #"coalesce("user", 0), coalesce(team, 0), lower(coalesce(package, ''))"#,
        isUploaded: "EXISTS (SELECT 1 FROM upload WHERE digest = listed.entry)",
        isAmong: { "= ANY (\($0))" },
        // Texts from outside have the collation of the database until a statement names another one.
        listing: { #"(SELECT one COLLATE "C" AS entry FROM unnest(\#($0)::text[]) AS every (one)) AS listed"# })
}
