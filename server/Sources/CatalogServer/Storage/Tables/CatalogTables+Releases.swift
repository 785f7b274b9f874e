import Accounts
import AppCatalog
import AppGroup
import Serving

extension CatalogTables {
    func releases() async throws -> [Release] {
        try await read(Release.query + " ORDER BY id") { try Release(row: &$0) }
    }

    func releases(of package: AppID) async throws -> [Release] { try await releases(of: [package]) }

    func releases(of packages: Set<AppID>) async throws -> [Release] {
        let dialect = Transaction.dialect
        return try await read(
            Release.query + " WHERE \(dialect.packageKey) \(dialect.isAmong("$1")) ORDER BY id",
            .texts(packages.map(\.folded))
        ) { try Release(row: &$0) }
    }

    func release(of package: AppID, digest: BlobDigest) async throws -> Release? {
        try await read(
            Release.query + " WHERE digest = $1 AND \(Transaction.dialect.packageKey) = $2", .text("\(digest)"),
            .text(package.folded)
        ) { try Release(row: &$0) }.first
    }

    func release(of file: BlobDigest, by publisher: String) async throws -> Release? {
        try await read(
            Release.query + " WHERE digest = $1 AND publisher = $2", .text("\(file)"), .text(publisher)
        ) { try Release(row: &$0) }.first
    }

    func publish(
        _ contents: Release.Contents, terms: Release.Terms, by who: Attribution, holding holder: BlobHolder
    ) async throws -> PublishedRelease {
        try await write { tables in
            if let existing = try tables.sameVersion(as: contents) {
                guard existing.contents.digest == contents.digest else {
                    throw ServiceError.alreadyPublished(contents.label)
                }
                return PublishedRelease(release: existing, existed: true)
            }
            try tables.endNeeds(of: holder, [contents.digest, contents.icon.digest])
            let release = try tables.first(Release.insertion, Release.values(contents, terms, by: who)) {
                try Release(row: &$0)
            }
            guard let release else { throw ServiceError.notFound }
            try tables.record(.publish, "\(contents.label): \(terms.summary)", by: who)
            return PublishedRelease(release: release, existed: false)
        }
    }

    func changeTerms(of id: Release.ID, _ change: TermsChange, by who: Attribution) async throws -> Release {
        try await write { tables in
            let old = try tables.requiredRelease(id)
            let terms = change.applied(to: old.terms)
            guard terms != old.terms else { return old }
            try tables.execute(
                "UPDATE release SET channel = $1, rollout = $2, notes = $3, withdrawn = $4 WHERE id = $5",
                .text(terms.channel.rawValue), .integer(Int64(terms.rollout.percent)), .text(terms.notes),
                .optional(terms.withdrawn), .integer(id.rawValue))
            let news = terms.summary(after: old.terms)
            try tables.record(.change(from: old.terms, to: terms), "\(old.contents.label): \(news)", by: who)
            return try tables.requiredRelease(id)
        }
    }

    func removeRelease(_ id: Release.ID, by who: Attribution) async throws {
        try await write { tables in
            let release = try tables.requiredRelease(id)
            try tables.execute("DELETE FROM release WHERE id = $1", .integer(id.rawValue))
            try tables.record(.removeRelease, release.contents.label, by: who)
        }
    }
}

extension CatalogTransaction {
    fileprivate func requiredRelease(_ id: Release.ID) throws -> Release {
        let release = try first(Release.query + " WHERE id = $1", .integer(id.rawValue)) { try Release(row: &$0) }
        guard let release else { throw ServiceError.noSuchRelease }
        return release
    }

    /// The release of the same version, build and platform. Releases of the same bytes have the same.
    fileprivate func sameVersion(as contents: Release.Contents) throws -> Release? {
        let (dialect, replacingNull) = (Self.dialect, Self.dialect.replacingNull)
        return try first(
            Release.query + """
                 WHERE \(dialect.packageKey) = $1 AND \(replacingNull)(version, '') = $2
                    AND \(replacingNull)(build, '') = $3 AND operatingSystem = $4 AND architectures = $5
                """,
            .text(contents.package.folded), .text(contents.version?.description ?? ""),
            .text(contents.build?.description ?? ""), .text(contents.platform.operatingSystem),
            .text(contents.platform.architectures.joined(separator: ","))
        ) { try Release(row: &$0) }
    }
}

extension AppID {
    /// The one spelling by which the tables compare packages: only ASCII letters lose their case.
    fileprivate var folded: String {
        String(
            decoding: description.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 },
            as: UTF8.self)
    }
}
