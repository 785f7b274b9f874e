/// How an app's record is written in the columns of the table `app`, and read from them.
enum AppRow {
    /// The columns, in the order in which statements list them. A case is named like its column. As a `CodingKey`, it knows its
    /// name without reflection.
    fileprivate enum Column: Int, CaseIterable, CodingKey {
        case id, name, icon, launch, program, arguments, terminal, package, version, availableVersion, badge, pinned
        case hidden, recordsUse, openCount, lastOpened, lastOpening, fast, slow, registered, missingSince, unregistered
        case packages, badgeRose

        /// Its place in a row.
        var place: Int32 { Int32(rawValue) }

        /// The column if a total of the badges needs it, otherwise a constant that can be read in its place.
        var forTotal: String {
            switch self {
            case .id, .name, .launch, .program, .terminal, .package, .badge, .hidden, .unregistered: stringValue
            case .icon, .arguments, .version, .availableVersion, .lastOpened, .missingSince, .packages, .badgeRose:
                "NULL"
            case .pinned, .openCount, .lastOpening, .fast, .slow, .registered: "0"
            case .recordsUse: "1"
            }
        }
    }

    static let columns = Column.allCases.map(\.stringValue).joined(separator: ", ")

    /// The columns of a record that has only what a total of the badges needs.
    static let columnsForTotal = Column.allCases.map(\.forTotal).joined(separator: ", ")

    /// The record without its claims and fields; `nil` if another program wrote something that no record can contain.
    static func record(_ row: SQLiteStatement) -> AppRecord? {
        guard let id = try? AppID(row.text(.id)), let name = try? AppName(stored: row.text(.name)),
            let launch = launch(row)
        else {
            return nil
        }
        var app = AppRecord(
            id: id, name: name, launch: launch, registered: Timestamp(milliseconds: row.integer(.registered)))
        app.icon = row.textOrNil(.icon).flatMap(AppIcon.init(rawValue:))
        app.version = row.textOrNil(.version).flatMap { try? AppVersion(stored: $0) }
        app.availableVersion = row.textOrNil(.availableVersion).flatMap { try? AppVersion(stored: $0) }
        app.badge = BadgeCount(clamping: row.integer(.badge))
        app.preferences = AppRecord.Preferences(
            isPinned: row.bool(.pinned), isHidden: row.bool(.hidden), recordsUse: row.bool(.recordsUse))
        app.usage = AppUsage(
            count: count(row.integer(.openCount)), lastOpened: row.momentOrNil(.lastOpened),
            lastOpening: AppOpening.Number(clamping: row.integer(.lastOpening)), fast: weight(row.real(.fast)),
            slow: weight(row.real(.slow)))
        app.missingSince = row.momentOrNil(.missingSince)
        app.unregistered = row.momentOrNil(.unregistered)
        app.badgeRose = row.momentOrNil(.badgeRose)
        app.packages =
            row.textOrNil(.packages)?.split(separator: " ").compactMap { try? PackageDigest(String($0)) } ?? []
        return app
    }

    /// A number of openings, held to a range in which sums and differences stay exact.
    private static func count(_ number: Int64) -> Int64 { AppOpening.Number(clamping: number).value }

    /// A decayed counter, which is never negative and never infinite.
    private static func weight(_ number: Double) -> Double { number.isFinite ? max(number, 0) : 0 }

    private static func launch(_ row: SQLiteStatement) -> AppLaunch? {
        let program = row.text(.program)
        let command = AppLaunch.Command(
            executable: program, arguments: row.withBlob(Column.arguments.place, split),
            interface: row.bool(.terminal) ? .terminal : .graphical)
        switch row.text(.launch) {
        case "command": return .command(command)
        case "desktop": return .desktopFile(program)
        case "package":
            return (try? PackageDigest(row.text(.package))).map {
                .package(AppLaunch.InstalledPackage(digest: $0, command: command))
            }
        default: return nil
        }
    }

    /// Updates an existing row instead of replacing it: a later release may have added columns.
    private static let saving: String = {
        let names = Column.allCases.map(\.stringValue)
        let places = names.map { _ in "?" }.joined(separator: ", ")
        let updates = names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return "INSERT INTO app (\(columns)) VALUES (\(places)) ON CONFLICT (id) DO UPDATE SET \(updates)"
    }()

    static func save(_ app: AppRecord, on connection: SQLiteConnection) throws {
        let (kind, command, package): (SQLiteValue, AppLaunch.Command, String?) =
            switch app.launch {
            case .command(let command): ("command", command, nil)
            case .desktopFile(let id): ("desktop", AppLaunch.Command(executable: id, interface: .graphical), nil)
            case .package(let package): ("package", package.command, package.digest.description)
            }
        func value(of column: Column) -> SQLiteValue {
            switch column {
            case .id: .text(app.id.description)
            case .name: .text(app.name.description)
            case .icon: SQLiteValue(app.icon?.rawValue)
            case .launch: kind
            case .program: .text(command.executable)
            case .arguments: .blob(joined(command.arguments))
            case .terminal: SQLiteValue(command.interface == .terminal)
            case .package: SQLiteValue(package)
            case .version: SQLiteValue(app.version?.description)
            case .availableVersion: SQLiteValue(app.availableVersion?.description)
            case .badge: .integer(app.badge.value)
            case .pinned: SQLiteValue(app.preferences.isPinned)
            case .hidden: SQLiteValue(app.preferences.isHidden)
            case .recordsUse: SQLiteValue(app.preferences.recordsUse)
            case .openCount: .integer(app.usage.count)
            case .lastOpened: SQLiteValue(app.usage.lastOpened?.milliseconds)
            case .lastOpening: .integer(app.usage.lastOpening.value)
            case .fast: .real(app.usage.fast)
            case .slow: .real(app.usage.slow)
            case .registered: .integer(app.registered.milliseconds)
            case .missingSince: SQLiteValue(app.missingSince?.milliseconds)
            case .unregistered: SQLiteValue(app.unregistered?.milliseconds)
            case .packages:
                SQLiteValue(app.packages.isEmpty ? nil : app.packages.map(\.description).joined(separator: " "))
            case .badgeRose: SQLiteValue(app.badgeRose?.milliseconds)
            }
        }
        try connection.statement(saving).run(Column.allCases.map(value))
    }

    /// Arguments as `/proc/<pid>/cmdline` has them: each followed by a zero byte, which none can contain.
    private static func joined(_ arguments: [String]) -> [UInt8] {
        arguments.flatMap { Array($0.utf8) + [0] }
    }

    private static func split(_ bytes: UnsafeRawBufferPointer) -> [String] {
        var arguments: [String] = []
        var start = 0
        for (end, byte) in bytes.enumerated() where byte == 0 {
            arguments.append(String(decoding: bytes[start..<end], as: UTF8.self))
            start = end + 1
        }
        return arguments
    }
}

// Columns of a row by their names.
extension SQLiteStatement {
    fileprivate func integer(_ column: AppRow.Column) -> Int64 { integer(column.place) }

    fileprivate func bool(_ column: AppRow.Column) -> Bool { bool(column.place) }

    fileprivate func real(_ column: AppRow.Column) -> Double { real(column.place) }

    fileprivate func text(_ column: AppRow.Column) -> String { text(column.place) }

    fileprivate func textOrNil(_ column: AppRow.Column) -> String? { textOrNil(column.place) }

    fileprivate func momentOrNil(_ column: AppRow.Column) -> Timestamp? {
        integerOrNil(column.place).map(Timestamp.init(milliseconds:))
    }
}
