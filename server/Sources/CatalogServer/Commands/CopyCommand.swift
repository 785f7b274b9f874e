import AppCatalog
import AppGroupText
import ArgumentParser
import Serving

struct CopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copy a catalog from SQLite to PostgreSQL, its packages into a bucket, or back.",
        discussion: """
            The catalog is in sqlite:DIR or postgres://HOST/DATABASE. From the beginning of the copy, the old server keeps \
            serving, but rejects every change, including logins, with status 503 and the reason. At the end, the numbers of \
            rows of both places and the SHA-256 of each table are compared and printed. Then stop the old server and start \
            one on the new place. All IDs stay valid. --abandon makes the old place writable again.

            The packages are in a folder, such as “blobs” in the folder of a catalog, or in s3://BUCKET/PREFIX. They are only \
            read from the old place, so its server may keep running; publish nothing meanwhile, or run the command again \
            afterwards. At the end, every package of the new place is read and compared with its SHA-256, and the numbers of \
            packages of both places are printed. Packages that only the new place has stay.

            If the copy is interrupted, run the same command again: it continues where it stopped. To copy only \
            packages from a place that an older release has used, first run catalog-server package adopt for it.
            """)

    @Option(help: ArgumentHelp("Where the catalog is.", valueName: "PLACE")) var from: String?
    @Option(help: ArgumentHelp("Where it should be: an empty place.", valueName: "PLACE")) var to: String?
    @Flag(help: "Instead of copying, allow changes in the place --from again.") var abandon = false
    @Flag(help: "The URLs are those of pgbouncer in transaction mode.") var databasePooler = false
    @Option(help: ArgumentHelp("Where the packages are.", valueName: "DIR|s3://…")) var blobsFrom: String?
    @Option(help: ArgumentHelp("Where to copy them.", valueName: "DIR|s3://…")) var blobsTo: String?
    @Option(help: ArgumentHelp("A settings file in JSON.", valueName: "FILE")) var config: String?
    @OptionGroup(title: "Packages in a bucket") var bucket: BucketOptions
    @Option(name: .shortAndLong, help: "The format of the list of compared tables.") var format = OutputFormat.table

    func validate() throws {
        guard from != nil || blobsFrom != nil else {
            throw ValidationError("Give --from for a catalog, --blobs-from for packages, or both.")
        }
        guard (to != nil || abandon) == (from != nil), !(to != nil && abandon) else {
            throw ValidationError("Give either --to or --abandon with --from.")
        }
        guard (blobsFrom != nil) == (blobsTo != nil) else {
            throw ValidationError("Give both --blobs-from and --blobs-to.")
        }
    }

    func run() async throws {
        if let from { try await copyDatabase(from) } else { try await copyBlobs(of: nil) }
    }

    /// - Parameters:
    ///   - catalog: The identity of the catalog, if it is known.
    ///   - mayBeNone: Whether the catalog is known to have no releases.
    private func copyBlobs(of catalog: String?, mayBeNone: Bool = false) async throws {
        guard let blobsFrom, let blobsTo else { return }
        try await copyBlobs(of: catalog, from: blobsFrom, to: blobsTo, mayBeNone: mayBeNone)
    }

    private func copyDatabase(_ from: String) async throws {
        let source = try await open(from, "--from", mayCreate: false)
        let catalog = try await source.identity()
        if abandon {
            try await closing([source]) { try await DatabaseCopy.abandon(source) }
            ServerProgram.catalog.say("The catalog in \(source.name) can be changed again.")
            return try await copyBlobs(of: catalog)
        }
        // Before anything changes: once the catalog can only be read, its users can't log in until the copy is complete.
        try await checkBlobPlaces(of: catalog)
        let target = try await open(to ?? "", "--to", mayCreate: true)
        let copy = DatabaseCopy(source: source, target: target, say: ServerProgram.catalog.say)
        let tables = try await closing([source, target]) {
            try await copy.run { tables in
                try await copyBlobs(
                    of: catalog, mayBeNone: tables.contains { $0.name == "release" && $0.summary.rows == 0 })
            }
        }
        CopyListing(tables).listing.print(as: format)
        ServerProgram.catalog.say(
            "Both are the same. Stop the server of \(source.name), then start one on \(target.name).")
    }

    private func open(_ text: String, _ option: String, mayCreate: Bool) async throws -> any CopyPlace {
        try await CopyAddress(text, option: option, connections: 2, isPooled: databasePooler).open(mayCreate: mayCreate)
    }

    private func closing<Value: Sendable>(
        _ places: [any CopyPlace], _ body: () async throws -> Value
    ) async throws -> Value {
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        for place in places { try await place.close() }
        return try result.get()
    }
}

/// The comparison that a copy ends with.
private struct CopyListing: Encodable {
    struct Table: Encodable {
        let table: String
        let rows: Int
        let sha256: String
    }

    let tables: [Table]

    init(_ tables: [DatabaseCopy.ComparedTable]) {
        self.tables = tables.map { Table(table: $0.name, rows: $0.summary.rows, sha256: $0.summary.digest) }
    }

    var listing: WireListing<VersionedDocument<CopyListing>> {
        WireListing(
            VersionedDocument(self), ["TABLE", "ROWS", "SHA-256"],
            tables.map { [.text($0.table), .number(Int64($0.rows)), .text($0.sha256)] })
    }
}
