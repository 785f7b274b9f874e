/// One transaction of a connection, which reads and changes a group's data.
struct SQLiteTransaction {
    let connection: SQLiteConnection
    let images: ImageFolder
    let afterCommit: AfterCommit
    private let openingsOfApps = OpeningsOfApps()

    init(connection: SQLiteConnection, images: ImageFolder, afterCommit: AfterCommit) {
        (self.connection, self.images, self.afterCommit) = (connection, images, afterCommit)
    }

    /// Work that waits for the commit, because files have no rollback.
    final class AfterCommit {
        var dropsUnusedImages = false
        /// Whether to empty the log, so that deleted data leaves the disk.
        var emptiesLog = false
    }
}

extension SQLiteTransaction: RegistryReader {
    func apps() throws -> [AppRecord] {
        var apps: [AppRecord] = []
        apps.reserveCapacity(
            try connection.statement("SELECT count(*) FROM app").first { Int($0.integer(0)) } ?? 0)
        try connection.statement("SELECT \(AppRow.columns) FROM app ORDER BY id COLLATE NOCASE").all { row in
            if let app = AppRow.record(row) { apps.append(app) }
        }
        try add("SELECT app, scheme, yielded FROM scheme ORDER BY app COLLATE NOCASE, position", to: &apps) {
            row, app in
            guard let scheme = try? URLScheme(row.text(1)) else { return }
            app.claims.append(AppRecord.SchemeClaim(scheme, isYielded: row.bool(2)))
        }
        try add("SELECT app, key, kind, value FROM field ORDER BY app COLLATE NOCASE", to: &apps) { row, app in
            guard let key = try? FieldKey(stored: row.text(1)) else { return }
            app.fields[key] = FieldRow.value(row, kindAt: 2)
        }
        try add(
            "SELECT app, \(ActionRow.columns) FROM action ORDER BY app COLLATE NOCASE, position", to: &apps
        ) { row, app in
            if let action = ActionRow.action(row, at: 1) { app.actions.append(action) }
        }
        return apps
    }

    /// Adds to each app what another table has of it. Nothing needs to be looked up, because the apps and the rows are both sorted
    /// by the app's identifier, which is in a row's first column. Rows of no app are passed over.
    private func add(
        _ query: String, to apps: inout [AppRecord], _ body: (SQLiteStatement, inout AppRecord) -> Void
    ) throws {
        var position = 0
        try connection.statement(query).all { row in
            row.withText(0) { id in
                while position < apps.count {
                    switch apps[position].id.order(relativeTo: id) {
                    case .ascending: position += 1
                    case .same: return body(row, &apps[position])
                    case .descending: return
                    }
                }
            }
        }
    }

    func appsWithBadges() throws -> [AppRecord] {
        try connection.statement("SELECT \(AppRow.columnsForTotal) FROM app WHERE badge > 0")
            .compactMap(row: AppRow.record)
    }

    /// Most groups have none: then no app is read.
    func appsWithYieldedClaims() throws -> [AppRecord] {
        let anyone = try connection.statement("SELECT app FROM scheme WHERE yielded <> 0 LIMIT 1").first { $0.text(0) }
        return anyone == nil ? [] : try apps().filter { $0.claims.contains(where: \.isYielded) }
    }

    func app(_ id: AppID) throws -> AppRecord? {
        let found = try connection.statement("SELECT \(AppRow.columns) FROM app WHERE id = ?")
            .first(.text(id.description), row: AppRow.record)
        guard let found else { return nil }
        guard var app = found else {
            throw SQLiteError(code: .corrupt, message: "the row of \(id) holds what no app can have")
        }
        try connection.statement("SELECT scheme, yielded FROM scheme WHERE app = ? ORDER BY position")
            .all(.text(id.description)) { row in
                guard let scheme = try? URLScheme(row.text(0)) else { return }
                app.claims.append(AppRecord.SchemeClaim(scheme, isYielded: row.bool(1)))
            }
        try connection.statement("SELECT key, kind, value FROM field WHERE app = ?").all(.text(id.description)) { row in
            guard let key = try? FieldKey(stored: row.text(0)) else { return }
            app.fields[key] = FieldRow.value(row, kindAt: 1)
        }
        try connection.statement("SELECT \(ActionRow.columns) FROM action WHERE app = ? ORDER BY position")
            .all(.text(id.description)) { row in
                if let action = ActionRow.action(row, at: 0) { app.actions.append(action) }
            }
        return app
    }

    func owner(of scheme: URLScheme) throws -> AppID? {
        try connection.statement("SELECT app FROM scheme WHERE scheme = ? AND yielded = 0")
            .first(.text(scheme.description)) { try AppID($0.text(0)) }
    }

    func image(_ icon: AppIcon) throws -> [UInt8]? { try images.bytes(of: icon) }

    func settings() throws -> [FieldKey: FieldValue] {
        var settings: [FieldKey: FieldValue] = [:]
        try connection.statement("SELECT key, kind, value FROM setting").all { row in
            guard let key = try? FieldKey(stored: row.text(0)) else { return }
            settings[key] = FieldRow.value(row, kindAt: 1)
        }
        return settings
    }

    func recordsUse() throws -> Bool {
        try connection.statement("SELECT value FROM meta WHERE key = 'recordsUse'").first { $0.bool(0) } ?? true
    }

    func lastOpening() throws -> AppOpening.Number {
        let last = try connection.statement("SELECT seq FROM sqlite_sequence WHERE name = 'opening'").first {
            $0.integer(0)
        }
        return AppOpening.Number(clamping: last ?? 0)
    }

    func opening(_ number: AppOpening.Number) throws -> AppOpening? {
        try connection.statement("SELECT \(Self.openingColumns) FROM opening WHERE number = ?")
            .first(.integer(number.value), row: Self.opening) ?? nil
    }

    func openings() throws -> [AppOpening] { try openings(after: .none) }

    func openings(after number: AppOpening.Number) throws -> [AppOpening] {
        try connection.statement("SELECT \(Self.openingColumns) FROM opening WHERE number > ? ORDER BY number")
            .compactMap(.integer(number.value), row: Self.opening)
    }

    func badgeRises(since number: AppOpening.Number) throws -> [BadgeRise] {
        try connection.statement(
            "SELECT opening, app, moment, utcOffset, cleared FROM rise WHERE opening >= ? ORDER BY opening, app"
        ).compactMap(.integer(number.value)) { row in
            guard let opening = AppOpening.Number(row.integer(0)), let app = try? AppID(row.text(1)) else { return nil }
            return BadgeRise(
                app: app, opening: opening, moment: Timestamp(milliseconds: row.integer(2)),
                utcOffset: Self.utcOffset(row, at: 3), isCleared: row.bool(4))
        }
    }

    func modelState(format: Int64) throws -> ModelState? {
        try connection.statement(
            "SELECT opening, state FROM model WHERE format = ? AND length(state) <= \(ModelState.largestSize)"
        ).first(.integer(format)) { row in
            AppOpening.Number(row.integer(0)).map { ModelState(format: format, opening: $0, bytes: row.blob(1)) }
        } ?? nil
    }

    func modelOpening(format: Int64) throws -> AppOpening.Number? {
        try connection.statement("SELECT opening FROM model WHERE format = ?").first(.integer(format)) {
            AppOpening.Number($0.integer(0))
        } ?? nil
    }

    func offers() throws -> [AppOffer] {
        try connection.statement("SELECT \(OfferRow.columns) FROM offers").compactMap(row: OfferRow.offer)
    }

    private static let openingColumns = "number, app, moment, utcOffset, claimed"

    /// `nil` if another program wrote a number or an identifier that no opening can have.
    private static func opening(_ row: SQLiteStatement) -> AppOpening? {
        guard let number = AppOpening.Number(row.integer(0)), let app = try? AppID(row.text(1)) else { return nil }
        return AppOpening(
            number: number, app: app, moment: Timestamp(milliseconds: row.integer(2)),
            utcOffset: utcOffset(row, at: 3), isClaimed: row.bool(4))
    }

    /// At most a day, whatever another program wrote.
    private static func utcOffset(_ row: SQLiteStatement, at column: Int32) -> Int64 {
        min(max(row.integer(column), -86_400), 86_400)
    }
}

extension SQLiteTransaction: RegistryWriter {
    func save(_ app: AppRecord) throws {
        try AppRow.save(app, on: connection)
        let id = SQLiteValue.text(app.id.description)
        try connection.statement("DELETE FROM scheme WHERE app = ?").run(id)
        for (position, claim) in app.claims.enumerated() {
            try connection.statement("INSERT INTO scheme (app, position, scheme, yielded) VALUES (?, ?, ?, ?)").run(
                id, .integer(Int64(position)), .text(claim.scheme.description), SQLiteValue(claim.isYielded))
        }
        try connection.statement("DELETE FROM field WHERE app = ?").run(id)
        for (key, value) in app.fields { try setField(key, to: value, of: app.id) }
        try ActionRow.save(app.actions, of: app.id, on: connection)
    }

    func delete(_ id: AppID) throws {
        let key = SQLiteValue.text(id.description)
        try connection.statement("DELETE FROM app WHERE id = ?").run(key)
        try connection.statement("DELETE FROM scheme WHERE app = ?").run(key)
        try connection.statement("DELETE FROM field WHERE app = ?").run(key)
        try openingsOfApps.delete(id, on: connection)
        try forgetModel()
        afterCommit.emptiesLog = true
    }

    func setBadge(_ badge: BadgeCount, of id: AppID) throws -> Bool {
        try connection.statement("UPDATE app SET badge = ? WHERE id = ?").run(
            .integer(badge.value), .text(id.description))
        return connection.changes == 1
    }

    func addToBadge(_ delta: Int64, of id: AppID) throws -> BadgeCount? {
        let badge = try connection.statement("SELECT badge FROM app WHERE id = ?").first(.text(id.description)) {
            BadgeCount(clamping: $0.integer(0))
        }
        return try add(delta, to: badge, of: id)
    }

    func addToBadge(
        _ delta: Int64, of id: AppID, ifRisenWithin milliseconds: Int64, before moment: Timestamp
    ) throws -> BadgeCount? {
        let badge = try connection.statement(
            """
            SELECT badge FROM app WHERE id = ? AND badge > 0 AND badgeRose > coalesce(lastOpened, 0)
                AND badgeRose > ? AND badgeRose <= ?
            """
        ).first(.text(id.description), .integer(moment.milliseconds - milliseconds), .integer(moment.milliseconds)) {
            BadgeCount(clamping: $0.integer(0))
        }
        return try add(delta, to: badge, of: id)
    }

    /// Not UPDATE … RETURNING: SQLite takes 64 KB of memory for each, in case the statement must be undone alone.
    private func add(_ delta: Int64, to badge: BadgeCount?, of id: AppID) throws -> BadgeCount? {
        guard let sum = badge?.adding(delta) else { return nil }
        return try setBadge(sum, of: id) ? sum : nil
    }

    func keepBadgeRise(_ rise: BadgeRise) throws {
        let id = SQLiteValue.text(rise.app.description)
        if !rise.isCleared {
            try connection.statement("UPDATE app SET badgeRose = ? WHERE id = ?").run(
                .integer(rise.moment.milliseconds), id)
        }
        try connection.statement(
            "INSERT OR REPLACE INTO rise (opening, app, moment, utcOffset, cleared) VALUES (?, ?, ?, ?, ?)"
        ).run(
            .integer(rise.opening.value), id, .integer(rise.moment.milliseconds), .integer(rise.utcOffset),
            SQLiteValue(rise.isCleared))
    }

    func setField(_ key: FieldKey, to value: FieldValue?, of id: AppID) throws {
        guard let value else {
            return try connection.statement("DELETE FROM field WHERE app = ? AND key = ?").run(
                .text(id.description), .text(key.description))
        }
        let columns = FieldRow.columns(of: value)
        try connection.statement("INSERT OR REPLACE INTO field (app, key, kind, value) VALUES (?, ?, ?, ?)").run(
            .text(id.description), .text(key.description), columns.kind, columns.value)
    }

    func setUsage(_ usage: AppUsage, of id: AppID) throws {
        try connection.statement(
            "UPDATE app SET openCount = ?, lastOpened = ?, lastOpening = ?, fast = ?, slow = ? WHERE id = ?"
        ).run(
            .integer(usage.count), SQLiteValue(usage.lastOpened?.milliseconds), .integer(usage.lastOpening.value),
            .real(usage.fast), .real(usage.slow), .text(id.description))
    }

    func saveImage(_ bytes: [UInt8], for icon: AppIcon) throws { try images.save(bytes, for: icon) }

    func dropUnusedImages() throws {
        // After the commit it would be too late to refuse.
        try images.check()
        afterCommit.dropsUnusedImages = true
    }

    func setSetting(_ key: FieldKey, to value: FieldValue?) throws {
        guard let value else {
            return try connection.statement("DELETE FROM setting WHERE key = ?").run(.text(key.description))
        }
        let columns = FieldRow.columns(of: value)
        try connection.statement("INSERT OR REPLACE INTO setting (key, kind, value) VALUES (?, ?, ?)").run(
            .text(key.description), columns.kind, columns.value)
    }

    func setRecordsUse(_ records: Bool) throws {
        try connection.statement("INSERT OR REPLACE INTO meta (key, value) VALUES ('recordsUse', ?)").run(
            SQLiteValue(records))
    }

    func appendOpening(of id: AppID, at moment: Timestamp, utcOffset: Int64, isClaimed: Bool) throws
        -> AppOpening.Number
    {
        let greatest = try connection.statement("SELECT ifnull(max(number), 0) FROM opening").first { $0.integer(0) }
        let last = try max(greatest ?? 0, lastOpening().value)
        guard last < AppOpening.Number.maximum.value else {
            throw SQLiteError(code: .corrupt, message: "its openings have numbers that are too large")
        }
        let number = last + 1
        try connection.statement("INSERT INTO opening (number, app, moment, utcOffset, claimed) VALUES (?, ?, ?, ?, ?)")
            .run(
                .integer(number), .text(id.description), .integer(moment.milliseconds), .integer(utcOffset),
                SQLiteValue(isClaimed))
        openingsOfApps.noteAddition()
        if number > AppOpening.kept {
            try connection.statement("DELETE FROM opening WHERE number <= ?").run(.integer(number - AppOpening.kept))
        }
        return AppOpening.Number(clamping: number)
    }

    func claimOpening(_ number: AppOpening.Number) throws {
        try connection.statement("UPDATE opening SET claimed = 1 WHERE number = ?").run(.integer(number.value))
    }

    func removeOpening(_ number: AppOpening.Number) throws {
        try connection.statement("DELETE FROM opening WHERE number = ?").run(.integer(number.value))
    }

    func removeOpenings(of id: AppID?) throws {
        if let id {
            try openingsOfApps.delete(id, on: connection)
            try connection.statement("DELETE FROM rise WHERE app = ?").run(.text(id.description))
            try connection.statement("UPDATE app SET badgeRose = NULL WHERE id = ?").run(.text(id.description))
        } else {
            try connection.statement("DELETE FROM opening").run()
            try connection.statement("DELETE FROM rise").run()
            try connection.statement("UPDATE app SET badgeRose = NULL").run()
        }
        try forgetModel()
        afterCommit.emptiesLog = true
    }

    var keepsModel: Bool { true }

    func setModelState(_ state: ModelState) throws {
        try forgetModel()
        try connection.statement("INSERT INTO model (format, opening, state) VALUES (?, ?, ?)").run(
            .integer(state.format), .integer(state.opening.value), .blob(state.bytes))
    }

    func setOffers(_ offers: [AppOffer], from source: OfferSource) throws {
        try connection.statement("DELETE FROM offers WHERE source = ?").run(.text(source.description))
        for offer in offers { try OfferRow.add(offer, on: connection) }
    }

    private func forgetModel() throws { try connection.statement("DELETE FROM model").run() }
}
