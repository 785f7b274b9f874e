import Accounts
import AppCatalog
import AppGroup
import PostgresClient
import Serving

// How a release is written in the columns of the table `release`, and read from them.
extension Release {
    /// The columns, in the order in which statements list them. A case is named like its column. As a `CodingKey`, it knows its
    /// name without reflection.
    fileprivate enum Column: Int, CaseIterable, CodingKey {
        case id, package, name, version, build, operatingSystem, architectures, minimumSystem, schemes, icon, iconFormat
        case digest, size, unpackedSize, channel, rollout, notes, withdrawn, published, publisher
    }

    private static let columns = Column.allCases.map(\.stringValue).joined(separator: ", ")
    static let query = "SELECT \(columns) FROM release"

    /// The columns of a new release. The database numbers it.
    private static let inserted = Column.allCases.filter { $0 != .id }

    /// Adds a release and returns it. It takes ``values(_:_:by:)``.
    static let insertion: String = {
        let places = inserted.indices.map { "$\($0 + 1)" }
        return "INSERT INTO release (\(inserted.map(\.stringValue).joined(separator: ", "))) "
            + "VALUES (\(places.joined(separator: ", "))) RETURNING \(columns)"
    }()

    static func values(_ contents: Contents, _ terms: Terms, by who: Attribution) -> [SQLValue] {
        inserted.map { column in
            switch column {
            case .id: .null
            case .package: .text("\(contents.package)")
            case .name: .text("\(contents.name)")
            case .version: .optional(contents.version?.description)
            case .build: .optional(contents.build?.description)
            case .operatingSystem: .text(contents.platform.operatingSystem)
            case .architectures: .text(contents.platform.architectures.joined(separator: ","))
            case .minimumSystem: .optional(contents.minimumSystem?.description)
            case .schemes: .text(contents.schemes.map(\.description).joined(separator: ","))
            case .icon: .text("\(contents.icon.digest)")
            case .iconFormat: .text(contents.icon.format.rawValue)
            case .digest: .text("\(contents.digest)")
            case .size: .integer(Int64(clamping: contents.size))
            case .unpackedSize: .integer(Int64(clamping: contents.unpackedSize))
            case .channel: .text(terms.channel.rawValue)
            case .rollout: .integer(Int64(terms.rollout.percent))
            case .notes: .text(terms.notes)
            case .withdrawn: .optional(terms.withdrawn)
            case .published: .integer(who.moment.milliseconds)
            case .publisher: .text(who.actor)
            }
        }
    }

    /// - Parameter row: Begins with the columns of ``query``.
    init(row: inout some CatalogRow) throws {
        self.init(
            id: ID(rawValue: try row[.id].integer()), contents: try Contents(row: &row), terms: try Terms(row: &row),
            published: try row[.published].moment(), publisher: try row[.publisher].text())
    }
}

extension Release.Contents {
    fileprivate init(row: inout some CatalogRow) throws {
        func list(_ column: Release.Column) throws -> [String] {
            try row[column].text().split(separator: ",").map(String.init)
        }
        func version(_ column: Release.Column) throws -> AppVersion? {
            try row[column].optionalText().map { try AppVersion(stored: $0) }
        }
        self.init(
            package: try AppID(row[.package].text()), name: try AppName(stored: row[.name].text()),
            version: try version(.version), build: try version(.build),
            platform: CatalogPlatform(
                operatingSystem: try row[.operatingSystem].text(), architectures: try list(.architectures)),
            minimumSystem: try version(.minimumSystem), schemes: try list(.schemes).map { try URLScheme($0) },
            icon: Release.Icon(digest: try row.digest(.icon), format: try row.word(.iconFormat)),
            digest: try row.digest(.digest), size: UInt64(clamping: try row[.size].integer()),
            unpackedSize: UInt64(clamping: try row[.unpackedSize].integer()))
    }
}

extension Release.Terms {
    fileprivate init(row: inout some CatalogRow) throws {
        self.init(
            channel: try row.word(.channel),
            rollout: try Rollout(percent: Int(clamping: row[.rollout].integer())), notes: try row[.notes].text(),
            withdrawn: try row[.withdrawn].optionalText())
    }
}

extension CatalogRow {
    /// The row from a column on. Reading from it moves on to the next one.
    fileprivate subscript(column: Release.Column) -> Self {
        get {
            var row = self
            row.column = column.rawValue
            return row
        }
        set { self = newValue }
    }

    fileprivate mutating func digest(_ column: Release.Column) throws -> BlobDigest {
        try self[column].digest(column.stringValue)
    }

    fileprivate mutating func word<Word: RawRepresentable>(
        _ column: Release.Column
    ) throws -> Word where Word.RawValue == String {
        try self[column].word(column.stringValue)
    }
}
