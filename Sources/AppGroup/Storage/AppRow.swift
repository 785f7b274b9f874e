/// How an app's record is written in the columns of the table `app`, and read from them.
enum AppRow {
    static let columns = """
        id, name, icon, launch, program, arguments, terminal, package, version, availableVersion, badge, pinned, hidden, \
        recordsUse, openCount, lastOpened, lastOpening, fast, slow, registered, missingSince, unregistered, packages
        """

    /// The record without its claims and fields; `nil` where some other program wrote what no record can hold.
    static func record(_ row: SQLiteStatement) -> AppRecord? {
        guard let id = try? AppID(row.text(0)), let name = try? AppName(row.text(1)), let launch = launch(row) else {
            return nil
        }
        var app = AppRecord(id: id, name: name, launch: launch, registered: Timestamp(milliseconds: row.integer(19)))
        app.icon = row.textOrNil(2).flatMap(Icon.init(rawValue:))
        app.version = row.textOrNil(8).flatMap { try? AppVersion($0) }
        app.availableVersion = row.textOrNil(9).flatMap { try? AppVersion($0) }
        app.badge = BadgeCount(clamping: row.integer(10))
        app.preferences = AppRecord.Preferences(
            isPinned: row.bool(11), isHidden: row.bool(12), recordsUse: row.bool(13))
        app.usage = Usage(
            count: count(row.integer(14)), lastOpened: row.integerOrNil(15).map(Timestamp.init(milliseconds:)),
            lastOpening: count(row.integer(16)), fast: weight(row.real(17)), slow: weight(row.real(18)))
        app.missingSince = row.integerOrNil(20).map(Timestamp.init(milliseconds:))
        app.unregistered = row.integerOrNil(21).map(Timestamp.init(milliseconds:))
        app.packages = row.textOrNil(22)?.split(separator: " ").map(String.init) ?? []
        return app
    }

    /// A number of openings, held to a range in which sums and differences stay exact.
    private static func count(_ number: Int64) -> Int64 { min(max(number, 0), Opening.largestNumber) }

    /// A decayed counter, which is never negative and never infinite.
    private static func weight(_ number: Double) -> Double { number.isFinite ? max(number, 0) : 0 }

    private static func launch(_ row: SQLiteStatement) -> Launch? {
        let program = row.text(4)
        let command = Launch.Command(
            executable: program, arguments: split(row.blob(5)), interface: row.bool(6) ? .terminal : .graphical)
        switch row.text(3) {
        case "command": return .command(command)
        case "desktop": return .desktopFile(program)
        case "package": return .package(Launch.InstalledPackage(digest: row.text(7), command: command))
        default: return nil
        }
    }

    /// An update where the row is there, and not another row in its place: a later release may have added columns.
    private static let saving: String = {
        let names = columns.split(separator: ", ")
        let places = names.map { _ in "?" }.joined(separator: ", ")
        let updates = names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return "INSERT INTO app (\(columns)) VALUES (\(places)) ON CONFLICT (id) DO UPDATE SET \(updates)"
    }()

    static func save(_ app: AppRecord, on connection: SQLiteConnection) throws {
        let (kind, command, package): (SQLiteValue, Launch.Command, String?) =
            switch app.launch {
            case .command(let command): ("command", command, nil)
            case .desktopFile(let id): ("desktop", Launch.Command(executable: id, interface: .graphical), nil)
            case .package(let package): ("package", package.command, package.digest)
            }
        try connection.statement(saving).run(
            .text(app.id.description), .text(app.name.description), SQLiteValue(app.icon?.rawValue), kind,
            .text(command.executable), .blob(joined(command.arguments)), SQLiteValue(command.interface == .terminal),
            SQLiteValue(package), SQLiteValue(app.version?.description), SQLiteValue(app.availableVersion?.description),
            .integer(app.badge.value), SQLiteValue(app.preferences.isPinned), SQLiteValue(app.preferences.isHidden),
            SQLiteValue(app.preferences.recordsUse), .integer(app.usage.count),
            SQLiteValue(app.usage.lastOpened?.milliseconds), .integer(app.usage.lastOpening), .real(app.usage.fast),
            .real(app.usage.slow), .integer(app.registered.milliseconds), SQLiteValue(app.missingSince?.milliseconds),
            SQLiteValue(app.unregistered?.milliseconds),
            SQLiteValue(app.packages.isEmpty ? nil : app.packages.joined(separator: " "))
        )
    }

    /// Arguments as `/proc/<pid>/cmdline` has them: each followed by a zero byte, which none can contain.
    private static func joined(_ arguments: [String]) -> [UInt8] {
        arguments.flatMap { Array($0.utf8) + [0] }
    }

    private static func split(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
