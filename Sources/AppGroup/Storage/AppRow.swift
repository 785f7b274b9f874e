/// How an app's record is written in the columns of the table `app`, and read from them.
enum AppRow {
    static let columns = """
        id, name, icon, launch, program, arguments, terminal, package, version, availableVersion, badge, pinned, hidden, \
        recordsUse, openCount, lastOpened, lastOpening, fast, slow, registered, missingSince, unregistered, packages, \
        badgeRose
        """

    /// The columns of a record that has only what a total of the badges needs, in the same places.
    static let columnsForTotal = """
        id, name, NULL, launch, program, NULL, terminal, package, NULL, NULL, badge, 0, hidden, 1, 0, NULL, 0, 0, 0, 0, \
        NULL, unregistered, NULL, NULL
        """

    /// The record without its claims and fields; `nil` if another program wrote something that no record can contain.
    static func record(_ row: SQLiteStatement) -> AppRecord? {
        guard let id = try? AppID(row.text(0)), let name = try? AppName(stored: row.text(1)), let launch = launch(row)
        else {
            return nil
        }
        var app = AppRecord(id: id, name: name, launch: launch, registered: Timestamp(milliseconds: row.integer(19)))
        app.icon = row.textOrNil(2).flatMap(AppIcon.init(rawValue:))
        app.version = row.textOrNil(8).flatMap { try? AppVersion(stored: $0) }
        app.availableVersion = row.textOrNil(9).flatMap { try? AppVersion(stored: $0) }
        app.badge = BadgeCount(clamping: row.integer(10))
        app.preferences = AppRecord.Preferences(
            isPinned: row.bool(11), isHidden: row.bool(12), recordsUse: row.bool(13))
        app.usage = AppUsage(
            count: count(row.integer(14)), lastOpened: row.integerOrNil(15).map(Timestamp.init(milliseconds:)),
            lastOpening: AppOpening.Number(clamping: row.integer(16)), fast: weight(row.real(17)),
            slow: weight(row.real(18)))
        app.missingSince = row.integerOrNil(20).map(Timestamp.init(milliseconds:))
        app.unregistered = row.integerOrNil(21).map(Timestamp.init(milliseconds:))
        app.badgeRose = row.integerOrNil(23).map(Timestamp.init(milliseconds:))
        app.packages = row.textOrNil(22)?.split(separator: " ").compactMap { try? PackageDigest(String($0)) } ?? []
        return app
    }

    /// A number of openings, held to a range in which sums and differences stay exact.
    private static func count(_ number: Int64) -> Int64 { AppOpening.Number(clamping: number).value }

    /// A decayed counter, which is never negative and never infinite.
    private static func weight(_ number: Double) -> Double { number.isFinite ? max(number, 0) : 0 }

    private static func launch(_ row: SQLiteStatement) -> AppLaunch? {
        let program = row.text(4)
        let command = AppLaunch.Command(
            executable: program, arguments: row.withBlob(5, split), interface: row.bool(6) ? .terminal : .graphical)
        switch row.text(3) {
        case "command": return .command(command)
        case "desktop": return .desktopFile(program)
        case "package":
            return (try? PackageDigest(row.text(7))).map {
                .package(AppLaunch.InstalledPackage(digest: $0, command: command))
            }
        default: return nil
        }
    }

    /// Updates an existing row instead of replacing it: a later release may have added columns.
    private static let saving: String = {
        let names = columns.split { $0 == "," || $0 == " " }
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
        try connection.statement(saving).run(
            .text(app.id.description), .text(app.name.description), SQLiteValue(app.icon?.rawValue), kind,
            .text(command.executable), .blob(joined(command.arguments)), SQLiteValue(command.interface == .terminal),
            SQLiteValue(package), SQLiteValue(app.version?.description), SQLiteValue(app.availableVersion?.description),
            .integer(app.badge.value), SQLiteValue(app.preferences.isPinned), SQLiteValue(app.preferences.isHidden),
            SQLiteValue(app.preferences.recordsUse), .integer(app.usage.count),
            SQLiteValue(app.usage.lastOpened?.milliseconds), .integer(app.usage.lastOpening.value),
            .real(app.usage.fast),
            .real(app.usage.slow), .integer(app.registered.milliseconds), SQLiteValue(app.missingSince?.milliseconds),
            SQLiteValue(app.unregistered?.milliseconds),
            SQLiteValue(app.packages.isEmpty ? nil : app.packages.map(\.description).joined(separator: " ")),
            SQLiteValue(app.badgeRose?.milliseconds)
        )
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
