import AppCatalog
import AppGroup
import Serving

extension Release {
    /// In the order in which `init(row:)` reads them.
    static let columns = """
        id, package, name, version, build, operatingSystem, architectures, minimumSystem, schemes, icon, iconFormat, digest,
        size, unpackedSize, channel, rollout, notes, withdrawn, published, publisher
        """
    static let query = "SELECT \(columns) FROM release"

    init(row: inout some CatalogRow) throws {
        let id = ID(rawValue: try row.integer())
        let contents = try Contents(row: &row)
        let terms = Terms(
            channel: try row.word("channel"), rollout: try Rollout(percent: Int(clamping: row.integer())),
            notes: try row.text(), withdrawn: try row.optionalText())
        self.init(id: id, contents: contents, terms: terms, published: try row.moment(), publisher: try row.text())
    }
}

extension Release.Contents {
    fileprivate init(row: inout some CatalogRow) throws {
        func list(_ row: inout some CatalogRow) throws -> [String] {
            try row.text().split(separator: ",").map(String.init)
        }
        func version(_ row: inout some CatalogRow) throws -> AppVersion? {
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
