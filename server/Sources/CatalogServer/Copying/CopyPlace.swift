import AppGroup
import AppGroupPlatform
import PostgresClient
import Serving

/// A database that a catalog is copied from or to, whether or not it is complete.
protocol CopyPlace: Sendable {
    /// Its name in messages.
    var name: String { get }
    /// Its name on the command line.
    var address: CopyAddress { get }

    func properties() async throws -> [String: [UInt8]]
    /// Sets a property, or removes it. When this returns, all changes that began before have ended.
    func set(_ property: String, to value: [UInt8]?) async throws

    /// Rows in the order of their keys.
    func rows(of table: CopiedTable, after key: [CopiedValue]?, limit: Int) async throws -> [[CopiedValue]]
    /// The key of the last row; `nil` if there is none.
    func lastKey(of table: CopiedTable) async throws -> [CopiedValue]?
    /// Adds rows, all or none.
    func insert(_ rows: [[CopiedValue]], into table: CopiedTable) async throws

    /// The highest number that the table has ever given a row; 0 if none.
    func highestNumber(of table: CopiedTable) async throws -> Int64
    func setHighestNumber(of table: CopiedTable, to number: Int64) async throws

    func close() async throws
}

extension CopyPlace {
    /// Names the catalog where its packages are; `nil` if there is no catalog.
    func identity() async throws -> String? {
        let properties = try await properties()
        guard let group = properties["group"], let key = properties["signingKey"] else { return nil }
        return OwnedBlobStore.owner(group: String(decoding: group, as: UTF8.self), signingKey: key)
    }
}

/// The name of a place, as on the command line.
enum CopyAddress {
    case sqlite(folder: String)
    case postgres(PostgresCatalogStore.Place)

    /// Reads `sqlite:DIR` or `postgres://HOST/DATABASE`.
    ///
    /// - Throws: `invalid` if it is something else.
    ///
    /// - Parameter option: The option whose value it is, for messages.
    init(_ text: String, option: String, connections: Int?, isPooled: Bool) throws {
        if text.hasPrefix("sqlite:"), text.utf8.count > 7 {
            self = .sqlite(folder: Self.absolute(String(text.dropFirst(7))))
        } else if text.hasPrefix("postgres") {
            var place = PostgresCatalogStore.Place(address: try PostgresAddress(text, option: option))
            place.connections = connections ?? place.connections
            place.isPooled = isPooled
            self = .postgres(place)
        } else {
            throw ServiceError(
                .invalid,
                "“\(text.prefix(80))” is not a place for a catalog; correct \(option) to sqlite:DIR or postgres://HOST/DATABASE."
            )
        }
    }

    /// Where a server has its catalog.
    init(of settings: Settings) {
        self = settings.database.map { .postgres($0) } ?? .sqlite(folder: Self.absolute(settings.folder))
    }

    /// The folder as others name it, too: both places remember each other, and people paste the commands that messages give.
    /// If the current folder has been deleted, nothing is found at a relative path.
    private static func absolute(_ folder: String) -> String {
        let folder = String(Paths.withoutTrailingSlashes(folder))
        return ThisProcess.absolute(folder) ?? folder
    }

    /// The command that makes this place writable again after a copy from it.
    var abandonment: String {
        switch self {
        case .sqlite(let folder): abandonment(of: "sqlite:\(folder)", [])
        case .postgres(let place): abandonment(of: place.address.url, place.isPooled ? ["--database-pooler"] : [])
        }
    }

    private func abandonment(of place: String, _ options: [String]) -> String {
        ShellWords.line(["catalog-server", "copy", "--from", place, "--abandon"] + options)
    }

    /// Opens the database.
    ///
    /// - Parameter mayCreate: Whether to make its tables if there are none.
    func open(mayCreate: Bool) async throws -> any CopyPlace {
        switch self {
        case .sqlite(let folder): try SQLiteCopyPlace(folder: folder, mayCreate: mayCreate)
        case .postgres(let place): try await PostgresCopyPlace.open(place, mayCreate: mayCreate)
        }
    }
}
