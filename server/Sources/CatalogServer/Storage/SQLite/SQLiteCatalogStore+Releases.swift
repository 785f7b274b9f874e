import Accounts
import AppCatalog
import AppGroup
import GRDB
import Serving

extension SQLiteCatalogStore {
    func releases() async throws -> [Release] {
        try await read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM release ORDER BY id").map(Release.init(row:))
        }
    }

    func releases(of package: AppID) async throws -> [Release] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM release WHERE package = ? ORDER BY id", arguments: ["\(package)"]
            ).map(Release.init(row:))
        }
    }

    func releases(of packages: Set<AppID>) async throws -> [Release] {
        try await read { database in
            let statement = try database.cachedStatement(sql: "SELECT * FROM release WHERE package = ? ORDER BY id")
            return try packages.flatMap { package in
                try Row.fetchAll(statement, arguments: ["\(package)"]).map(Release.init(row:))
            }
        }
    }

    func release(of package: AppID, digest: BlobDigest) async throws -> Release? {
        try await read { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM release WHERE digest = ? AND package = ?",
                arguments: ["\(digest)", "\(package)"]
            ).map(Release.init(row:))
        }
    }

    func publish(
        _ contents: Release.Contents, terms: Release.Terms, by who: Attribution, holding holder: BlobHolder
    ) async throws -> PublishedRelease {
        try await write { database in
            if let existing = try Self.sameVersion(as: contents, in: database) {
                guard existing.contents.digest == contents.digest else {
                    throw ServiceError.alreadyPublished(contents.label)
                }
                return PublishedRelease(release: existing, existed: true)
            }
            try Self.endNeeds(of: holder, [contents.digest, contents.icon.digest], in: database)
            try Self.insert(contents, terms, by: who, in: database)
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM release WHERE id = ?", arguments: [database.lastInsertedRowID])
            guard let release = try row.map(Release.init(row:)) else { throw ServiceError.notFound }
            try database.record(.publish, contents.label, by: who)
            return PublishedRelease(release: release, existed: false)
        }
    }

    func changeTerms(of id: Release.ID, _ change: TermsChange, by who: Attribution) async throws -> Release {
        try await write { database in
            let old = try Self.requiredRelease(id, in: database)
            let terms = change.applied(to: old.terms)
            guard terms != old.terms else { return old }
            try database.execute(
                sql: "UPDATE release SET channel = ?, rollout = ?, notes = ?, withdrawn = ? WHERE id = ?",
                arguments: [
                    terms.channel.rawValue, terms.rollout.percent, terms.notes, terms.withdrawn, id.rawValue,
                ])
            try database.record(.change(from: old.terms, to: terms), "\(old.contents.label): \(terms.summary)", by: who)
            return try Self.requiredRelease(id, in: database)
        }
    }

    func removeRelease(_ id: Release.ID, by who: Attribution) async throws {
        try await write { database in
            let release = try Self.requiredRelease(id, in: database)
            try database.execute(sql: "DELETE FROM release WHERE id = ?", arguments: [id.rawValue])
            try database.record(.removeRelease, release.contents.label, by: who)
        }
    }

    private static func requiredRelease(_ id: Release.ID, in database: Database) throws -> Release {
        let row = try Row.fetchOne(database, sql: "SELECT * FROM release WHERE id = ?", arguments: [id.rawValue])
        guard let row else { throw ServiceError.noSuchRelease }
        return try Release(row: row)
    }

    /// The release of the same version, build and platform. Releases of the same bytes have the same.
    private static func sameVersion(as contents: Release.Contents, in database: Database) throws -> Release? {
        try Row.fetchOne(
            database,
            sql: """
                SELECT * FROM release WHERE package = ? AND ifnull(version, '') = ? AND ifnull(build, '') = ?
                    AND operatingSystem = ? AND architectures = ?
                """,
            arguments: [
                "\(contents.package)", contents.version?.description ?? "", contents.build?.description ?? "",
                contents.platform.operatingSystem, contents.platform.architectures.joined(separator: ","),
            ]
        ).map(Release.init(row:))
    }

    private static func insert(
        _ contents: Release.Contents, _ terms: Release.Terms, by who: Attribution, in database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT INTO release (package, name, version, build, operatingSystem, architectures, minimumSystem, schemes,
                    icon, iconFormat, digest, size, unpackedSize, channel, rollout, notes, withdrawn, published, publisher)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                "\(contents.package)", "\(contents.name)", contents.version?.description, contents.build?.description,
                contents.platform.operatingSystem, contents.platform.architectures.joined(separator: ","),
                contents.minimumSystem?.description, contents.schemes.map(\.description).joined(separator: ","),
                "\(contents.icon.digest)", contents.icon.format.rawValue, "\(contents.digest)",
                Int64(clamping: contents.size), Int64(clamping: contents.unpackedSize), terms.channel.rawValue,
                terms.rollout.percent, terms.notes, terms.withdrawn, who.moment.milliseconds, who.actor,
            ])
    }
}

extension Release {
    fileprivate init(row: Row) throws {
        let terms = Terms(
            channel: try row.word("channel"), rollout: try Rollout(percent: row["rollout"]), notes: row["notes"],
            withdrawn: row["withdrawn"])
        self.init(
            id: ID(rawValue: row["id"]), contents: try Contents(row: row), terms: terms,
            published: Timestamp(milliseconds: row["published"]), publisher: row["publisher"])
    }
}

extension Release.Contents {
    fileprivate init(row: Row) throws {
        func list(_ column: String) -> [String] { (row[column] as String).split(separator: ",").map(String.init) }
        func version(_ column: String) throws -> AppVersion? {
            try (row[column] as String?).map { try AppVersion(stored: $0) }
        }
        self.init(
            package: try AppID(row["package"]), name: try AppName(stored: row["name"]), version: try version("version"),
            build: try version("build"),
            platform: CatalogPlatform(operatingSystem: row["operatingSystem"], architectures: list("architectures")),
            minimumSystem: try version("minimumSystem"), schemes: try list("schemes").map { try URLScheme($0) },
            icon: Release.Icon(digest: try row.digest("icon"), format: try row.word("iconFormat")),
            digest: try row.digest("digest"), size: UInt64(clamping: row["size"] as Int64),
            unpackedSize: UInt64(clamping: row["unpackedSize"] as Int64))
    }
}
