import AppCatalog
import AppGroupCommands
import ArgumentParser
import Serving

struct CopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copy a catalog from SQLite to PostgreSQL, or back.",
        discussion: """
            Each place is sqlite:DIR or postgres://HOST/DATABASE. From the beginning of the copy, the catalog in the old place \
            can only be read: its server goes on serving, and answers changes with status 503. If something ends the copying, \
            run the same command again; it goes on where it ended. At the end, the numbers of rows of both places and the \
            SHA-256 of each table are compared and printed. Then stop the old server and start one on the new place.

            Packages are not copied. --abandon makes the old place writable again.
            """)

    @Option(help: ArgumentHelp("Where the catalog is.", valueName: "PLACE")) var from: String
    @Option(help: ArgumentHelp("Where it should be: an empty place.", valueName: "PLACE")) var to: String?
    @Flag(help: "Instead of copying, allow changes in the old place again.") var abandon = false
    @Flag(help: "The URLs are those of pgbouncer in transaction mode.") var databasePooler = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (to != nil) != abandon else { throw ValidationError("Give either --to or --abandon.") }
    }

    func run() async throws {
        let source = try await open(from, mayCreate: false)
        if abandon {
            try await closing([source]) { try await DatabaseCopy.abandon(source) }
            Report.say("The catalog in \(source.name) can be changed again.")
            return
        }
        let target = try await open(to ?? "", mayCreate: true)
        let copy = DatabaseCopy(source: source, target: target, say: Report.say)
        let tables = try await closing([source, target]) { try await copy.run() }
        CopyListing(tables).listing.print(as: output.format)
        Report.say("Both are the same. Stop the server of \(source.name), then start one on \(target.name).")
    }

    private func open(_ text: String, mayCreate: Bool) async throws -> any CopyPlace {
        try await CopyAddress(text, connections: 2, isPooled: databasePooler).open(mayCreate: mayCreate)
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

/// What a copy has compared.
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

    var listing: WireListing<CopyListing> {
        WireListing(
            self, ["TABLE", "ROWS", "SHA-256"],
            tables.map { [.text($0.table), .number(Int64($0.rows)), .text($0.sha256)] })
    }
}
