import Accounts
import GRDB

extension PostersStore {
    /// The lists that new reports choose from.
    func lists() async throws -> CityLists {
        try await read { database in
            CityLists(
                cities: try Row.fetchAll(
                    database, sql: "SELECT * FROM city WHERE position IS NOT NULL ORDER BY position"
                ).map { Report.Named(code: $0["code"], name: $0["name"]) },
                districts: try Row.fetchAll(
                    database, sql: "SELECT * FROM district WHERE position IS NOT NULL ORDER BY position"
                ).map { CityLists.District(code: $0["code"], name: $0["name"], city: $0["city"]) },
                types: try Row.fetchAll(
                    database, sql: "SELECT * FROM objectType WHERE position IS NOT NULL ORDER BY position, code"
                ).map { row in
                    CityLists.ObjectType(
                        code: row["code"], name: row["name"], description: row["description"], holder: row["holder"],
                        group: row["heading"])
                },
                notices: try Self.notices(in: database))
        }
    }

    func notices() async throws -> [String: String] { try await read(Self.notices) }

    private static func notices(in database: Database) throws -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: try Row.fetchAll(database, sql: "SELECT * FROM notice").map {
                ($0["name"], $0["text"])
            })
    }

    /// Replaces all lists. Reports keep entries that are no longer in them.
    func replaceLists(_ lists: CityLists, by who: Attribution) async throws {
        try await write { database in
            // A report that names no type has the type `other`, which is in every list.
            try database.execute(
                sql: """
                    UPDATE city SET position = NULL;
                    UPDATE district SET position = NULL;
                    UPDATE objectType SET position = NULL WHERE code != '\(CityLists.otherType)';
                    """)
            for (position, city) in lists.cities.enumerated() {
                try database.execute(
                    sql: """
                        INSERT INTO city VALUES (?, ?, ?)
                        ON CONFLICT (code) DO UPDATE SET name = excluded.name, position = excluded.position
                        """, arguments: [city.code, city.name, position])
            }
            for (position, district) in lists.districts.enumerated() {
                try database.execute(
                    sql: """
                        INSERT INTO district VALUES (?, ?, ?, ?) ON CONFLICT (code) DO UPDATE
                        SET name = excluded.name, city = excluded.city, position = excluded.position
                        """, arguments: [district.code, district.name, district.city, position])
            }
            for (position, type) in lists.types.enumerated() {
                try database.execute(
                    sql: """
                        INSERT INTO objectType VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (code) DO UPDATE
                        SET name = excluded.name, description = excluded.description, holder = excluded.holder,
                            heading = excluded.heading, position = excluded.position
                        """,
                    arguments: [type.code, type.name, type.description, type.holder, type.group, position + 1])
            }
            try database.execute(sql: "DELETE FROM notice")
            for (name, text) in lists.notices {
                try database.execute(sql: "INSERT INTO notice VALUES (?, ?)", arguments: [name, text])
            }
            try database.record(.importLists, lists.summary, by: who)
        }
    }
}
