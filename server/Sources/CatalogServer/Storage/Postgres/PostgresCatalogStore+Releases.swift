import Accounts
import AppCatalog
import AppGroup
import Serving

extension PostgresCatalogStore {
    /// In the order in which `Release.init(row:)` reads them.
    private static let columns = """
        id, package, name, version, build, operatingSystem, architectures, minimumSystem, schemes, icon, iconFormat, digest,
        size, unpackedSize, channel, rollout, notes, withdrawn, published, publisher
        """
    private static let query = "SELECT \(columns) FROM release"

    func releases() async throws -> [Release] {
        try await read(Self.query + " ORDER BY id", [], Release.init(row:))
    }

    func releases(of package: AppID) async throws -> [Release] { try await releases(of: [package]) }

    func releases(of packages: Set<AppID>) async throws -> [Release] {
        try await read(
            Self.query + " WHERE lower(package) = ANY ($1::text[]) ORDER BY id",
            [.texts(packages.map { Self.folded("\($0)") })], Release.init(row:))
    }

    func release(of package: AppID, digest: BlobDigest) async throws -> Release? {
        try await read(
            Self.query + " WHERE digest = $1 AND lower(package) = $2",
            [.text("\(digest)"), .text(Self.folded("\(package)"))], Release.init(row:)
        ).first
    }

    func publish(
        _ contents: Release.Contents, terms: Release.Terms, by who: Attribution, holding holder: BlobHolder
    ) async throws -> PublishedRelease {
        try await write { connection in
            if let existing = try Self.sameVersion(as: contents, on: connection) {
                guard existing.contents.digest == contents.digest else {
                    throw ServiceError.alreadyPublished(contents.label)
                }
                return PublishedRelease(release: existing, existed: true)
            }
            try Self.endNeeds(of: holder, [contents.digest, contents.icon.digest], on: connection)
            guard let release = try Self.insert(contents, terms, by: who, on: connection) else {
                throw ServiceError.notFound
            }
            try connection.record(.publish, contents.label, by: who)
            return PublishedRelease(release: release, existed: false)
        }
    }

    func changeTerms(of id: Release.ID, _ change: TermsChange, by who: Attribution) async throws -> Release {
        try await write { connection in
            let old = try Self.requiredRelease(id, on: connection)
            let terms = change.applied(to: old.terms)
            guard terms != old.terms else { return old }
            try connection.run(
                "UPDATE release SET channel = $1, rollout = $2, notes = $3, withdrawn = $4 WHERE id = $5",
                .text(terms.channel.rawValue), .integer(Int64(terms.rollout.percent)), .text(terms.notes),
                .optional(terms.withdrawn), .integer(id.rawValue))
            try connection.record(
                .change(from: old.terms, to: terms), "\(old.contents.label): \(terms.summary)", by: who)
            return try Self.requiredRelease(id, on: connection)
        }
    }

    func removeRelease(_ id: Release.ID, by who: Attribution) async throws {
        try await write { connection in
            let release = try Self.requiredRelease(id, on: connection)
            try connection.run("DELETE FROM release WHERE id = $1", .integer(id.rawValue))
            try connection.record(.removeRelease, release.contents.label, by: who)
        }
    }

    /// The one spelling by which packages are compared: only ASCII letters lose their case, as by `lower()` with the collation `C`.
    private static func folded(_ text: String) -> String {
        String(
            decoding: text.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private static func requiredRelease(_ id: Release.ID, on connection: PostgresConnection) throws -> Release {
        let release = try connection.run(query + " WHERE id = $1", .integer(id.rawValue)).first(Release.init(row:))
        guard let release else { throw ServiceError.noSuchRelease }
        return release
    }

    /// The release of the same version, build and platform. Releases of the same bytes have the same.
    private static func sameVersion(
        as contents: Release.Contents, on connection: PostgresConnection
    ) throws -> Release? {
        try connection.run(
            query + """
                 WHERE lower(package) = $1 AND coalesce(version, '') = $2 AND coalesce(build, '') = $3
                    AND operatingSystem = $4 AND architectures = $5
                """,
            .text(folded("\(contents.package)")), .text(contents.version?.description ?? ""),
            .text(contents.build?.description ?? ""), .text(contents.platform.operatingSystem),
            .text(contents.platform.architectures.joined(separator: ","))
        ).first(Release.init(row:))
    }

    private static func insert(
        _ contents: Release.Contents, _ terms: Release.Terms, by who: Attribution, on connection: PostgresConnection
    ) throws -> Release? {
        try connection.run(
            """
            INSERT INTO release (package, name, version, build, operatingSystem, architectures, minimumSystem, schemes,
                icon, iconFormat, digest, size, unpackedSize, channel, rollout, notes, withdrawn, published, publisher)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
            RETURNING \(columns)
            """,
            .text("\(contents.package)"), .text("\(contents.name)"), .optional(contents.version?.description),
            .optional(contents.build?.description), .text(contents.platform.operatingSystem),
            .text(contents.platform.architectures.joined(separator: ",")),
            .optional(contents.minimumSystem?.description),
            .text(contents.schemes.map(\.description).joined(separator: ",")), .text("\(contents.icon.digest)"),
            .text(contents.icon.format.rawValue), .text("\(contents.digest)"), .integer(Int64(clamping: contents.size)),
            .integer(Int64(clamping: contents.unpackedSize)), .text(terms.channel.rawValue),
            .integer(Int64(terms.rollout.percent)), .text(terms.notes), .optional(terms.withdrawn),
            .integer(who.moment.milliseconds), .text(who.actor)
        ).first(Release.init(row:))
    }
}

extension Release {
    @Sendable fileprivate init(row: inout PostgresRow) throws {
        let id = ID(rawValue: try row.integer())
        let contents = try Contents(row: &row)
        let terms = Terms(
            channel: try row.word("channel"), rollout: try Rollout(percent: Int(clamping: row.integer())),
            notes: try row.text(), withdrawn: try row.optionalText())
        self.init(id: id, contents: contents, terms: terms, published: try row.moment(), publisher: try row.text())
    }
}

extension Release.Contents {
    fileprivate init(row: inout PostgresRow) throws {
        func list(_ row: inout PostgresRow) throws -> [String] { try row.text().split(separator: ",").map(String.init) }
        func version(_ row: inout PostgresRow) throws -> AppVersion? {
            try row.optionalText().map { try AppVersion(stored: $0) }
        }
        self.init(
            package: try AppID(row.text()), name: try AppName(stored: row.text()), version: try version(&row),
            build: try version(&row),
            platform: CatalogPlatform(operatingSystem: try row.text(), architectures: try list(&row)),
            minimumSystem: try version(&row), schemes: try list(&row).map { try URLScheme($0) },
            icon: Release.Icon(digest: try row.digest("icon"), format: try row.word("iconFormat")),
            digest: try row.digest("digest"), size: UInt64(clamping: try row.integer()),
            unpackedSize: UInt64(clamping: try row.integer()))
    }
}
