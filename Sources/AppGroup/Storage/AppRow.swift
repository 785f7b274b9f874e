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

/// How an app's actions are written in the table `action`, and read from it.
enum ActionRow {
    static let columns = "id, name, icon, url"

    /// The action in neighboring columns; `nil` if another program wrote something that no action can be.
    static func action(_ row: SQLiteStatement, at column: Int32) -> AppAction? {
        guard let id = try? ActionID(row.text(column)), let name = try? AppName(stored: row.text(column + 1)),
            let url = try? AppURL(stored: row.text(column + 3))
        else { return nil }
        return AppAction(id: id, name: name, icon: row.textOrNil(column + 2).flatMap { try? IconName($0) }, url: url)
    }

    static func save(_ actions: [AppAction], of id: AppID, on connection: SQLiteConnection) throws {
        try connection.statement("DELETE FROM action WHERE app = ?").run(.text(id.description))
        for (position, action) in actions.enumerated() {
            try connection.statement("INSERT INTO action (app, position, \(columns)) VALUES (?, ?, ?, ?, ?, ?)").run(
                .text(id.description), .integer(Int64(position)), .text(action.id.description),
                .text(action.name.description), SQLiteValue(action.icon?.description), .text(action.url.description))
        }
    }
}

/// How a field's or a setting's value is written in the columns `kind` and `value`, and read from them.
enum FieldRow {
    static func columns(of value: FieldValue) -> (kind: SQLiteValue, value: SQLiteValue) {
        switch value {
        case .string(let text): ("string", .text(text))
        case .integer(let number): ("integer", .integer(number))
        case .date(let moment): ("date", .integer(moment.milliseconds))
        }
    }

    /// The value in two neighboring columns; `nil` if another program wrote an unknown kind.
    static func value(_ row: SQLiteStatement, kindAt column: Int32) -> FieldValue? {
        switch row.text(column) {
        case "string": .string(row.text(column + 1))
        case "integer": .integer(row.integer(column + 1))
        case "date": .date(Timestamp(milliseconds: row.integer(column + 1)))
        default: nil
        }
    }
}

/// How an offer is written in the columns of the table `offers`, and read from them.
enum OfferRow {
    static let columns = "app, name, version, source"

    /// `nil` if another program wrote something that is not an offer.
    static func offer(_ row: SQLiteStatement) -> AppOffer? {
        guard let app = try? AppID(row.text(0)), let name = try? AppName(stored: row.text(1)),
            let source = try? OfferSource(row.text(3))
        else { return nil }
        return AppOffer(
            app: app, name: name, version: row.textOrNil(2).flatMap { try? AppVersion(stored: $0) }, source: source)
    }

    /// Leaves an offer of another source where it is.
    static func add(_ offer: AppOffer, on connection: SQLiteConnection) throws {
        try connection.statement("INSERT OR IGNORE INTO offers (\(columns)) VALUES (?, ?, ?, ?)").run(
            .text(offer.app.description), .text(offer.name.description), SQLiteValue(offer.version?.description),
            .text(offer.source.description))
    }
}
