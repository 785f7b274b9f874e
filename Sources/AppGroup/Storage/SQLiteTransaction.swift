/// A family's data as one transaction of a connection sees and changes it.
struct SQLiteTransaction {
    let connection: SQLiteConnection
    let images: ImageFolder
    let afterCommit: AfterCommit

    /// What waits for the commit, because files know no rollback.
    final class AfterCommit {
        var dropsUnusedImages = false
        /// What was deleted is to be on no disk any more.
        var emptiesLog = false
    }
}

extension SQLiteTransaction: RegistryReader {
    func apps() throws -> [AppRecord] {
        var apps: [AppRecord] = []
        var positions: [String: Int] = [:]
        try connection.statement("SELECT \(AppRow.columns) FROM app").all { row in
            guard let app = AppRow.record(row) else { return }
            positions[app.id.folded] = apps.count
            apps.append(app)
        }
        try connection.statement("SELECT app, scheme, yielded FROM scheme ORDER BY app, position").all { row in
            guard let position = positions[row.text(0).lowercased()], let scheme = try? URLScheme(row.text(1)) else {
                return
            }
            apps[position].claims.append(AppRecord.SchemeClaim(scheme, isYielded: row.bool(2)))
        }
        try connection.statement("SELECT app, key, kind, value FROM field").all { row in
            guard let position = positions[row.text(0).lowercased()], let key = try? FieldKey(row.text(1)) else {
                return
            }
            apps[position].fields[key] = FieldRow.value(row, kindAt: 2)
        }
        try connection.statement("SELECT app, \(ActionRow.columns) FROM action ORDER BY app, position").all { row in
            guard let position = positions[row.text(0).lowercased()], let action = ActionRow.action(row, at: 1) else {
                return
            }
            apps[position].actions.append(action)
        }
        return apps
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
            guard let key = try? FieldKey(row.text(0)) else { return }
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

    func image(_ icon: Icon) throws -> [UInt8]? { try images.bytes(of: icon) }

    func settings() throws -> [FieldKey: FieldValue] {
        var settings: [FieldKey: FieldValue] = [:]
        try connection.statement("SELECT key, kind, value FROM setting").all { row in
            guard let key = try? FieldKey(row.text(0)) else { return }
            settings[key] = FieldRow.value(row, kindAt: 1)
        }
        return settings
    }

    func recordsUse() throws -> Bool {
        try connection.statement("SELECT value FROM meta WHERE key = 'recordsUse'").first { $0.bool(0) } ?? true
    }

    func lastOpening() throws -> Int64 {
        let last = try connection.statement("SELECT seq FROM sqlite_sequence WHERE name = 'opening'").first {
            $0.integer(0)
        }
        return min(max(last ?? 0, 0), Opening.largestNumber)
    }

    func opening(_ number: Int64) throws -> Opening? {
        try connection.statement("SELECT \(Self.openingColumns) FROM opening WHERE number = ?")
            .first(.integer(number), row: Self.opening) ?? nil
    }

    func openings() throws -> [Opening] {
        var openings: [Opening] = []
        try connection.statement("SELECT \(Self.openingColumns) FROM opening ORDER BY number").all { row in
            if let opening = Self.opening(row) { openings.append(opening) }
        }
        return openings
    }

    func openings(after number: Int64) throws -> [Opening] {
        var openings: [Opening] = []
        try connection.statement("SELECT \(Self.openingColumns) FROM opening WHERE number > ? ORDER BY number")
            .all(.integer(number)) { row in
                if let opening = Self.opening(row) { openings.append(opening) }
            }
        return openings
    }

    func modelState(format: Int64) throws -> ModelState? {
        try connection.statement(
            "SELECT opening, state FROM model WHERE format = ? AND length(state) <= \(ModelState.largestSize)"
        ).first(.integer(format)) { ModelState(format: format, opening: $0.integer(0), bytes: $0.blob(1)) }
    }

    func modelOpening(format: Int64) throws -> Int64? {
        try connection.statement("SELECT opening FROM model WHERE format = ?").first(.integer(format)) { $0.integer(0) }
    }

    func offers() throws -> [Offer] {
        var offers: [Offer] = []
        try connection.statement("SELECT \(OfferRow.columns) FROM offers").all { row in
            if let offer = OfferRow.offer(row) { offers.append(offer) }
        }
        return offers
    }

    private static let openingColumns = "number, app, moment, utcOffset, claimed"

    /// `nil` where some other program wrote what is no app's identifier.
    private static func opening(_ row: SQLiteStatement) -> Opening? {
        guard let app = try? AppID(row.text(1)) else { return nil }
        return Opening(
            number: row.integer(0), app: app, moment: Timestamp(milliseconds: row.integer(2)),
            utcOffset: min(max(row.integer(3), -86_400), 86_400), isClaimed: row.bool(4))
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
        let id = SQLiteValue.text(id.description)
        try connection.statement("DELETE FROM app WHERE id = ?").run(id)
        try connection.statement("DELETE FROM scheme WHERE app = ?").run(id)
        try connection.statement("DELETE FROM field WHERE app = ?").run(id)
        try connection.statement("DELETE FROM opening WHERE app = ?").run(id)
        try forgetModel()
        afterCommit.emptiesLog = true
    }

    func setBadge(_ badge: BadgeCount, of id: AppID) throws -> Bool {
        try connection.statement("UPDATE app SET badge = ? WHERE id = ?").run(
            .integer(badge.value), .text(id.description))
        return connection.changes == 1
    }

    func addToBadge(_ delta: Int64, of id: AppID) throws -> BadgeCount? {
        // Not UPDATE … RETURNING: SQLite takes 64 KB of memory for each, in case the statement must be undone alone.
        let badge = try connection.statement("SELECT badge FROM app WHERE id = ?").first(.text(id.description)) {
            BadgeCount(clamping: $0.integer(0)).adding(delta)
        }
        if let badge { _ = try setBadge(badge, of: id) }
        return badge
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

    func setUsage(_ usage: Usage, of id: AppID) throws {
        try connection.statement(
            "UPDATE app SET openCount = ?, lastOpened = ?, lastOpening = ?, fast = ?, slow = ? WHERE id = ?"
        ).run(
            .integer(usage.count), SQLiteValue(usage.lastOpened?.milliseconds), .integer(usage.lastOpening),
            .real(usage.fast), .real(usage.slow), .text(id.description))
    }

    func saveImage(_ bytes: [UInt8], for icon: Icon) throws { try images.save(bytes, for: icon) }

    func dropUnusedImages() { afterCommit.dropsUnusedImages = true }

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

    func appendOpening(of id: AppID, at moment: Timestamp, utcOffset: Int64, isClaimed: Bool) throws -> Int64 {
        let greatest = try connection.statement("SELECT ifnull(max(number), 0) FROM opening").first { $0.integer(0) }
        let last = try max(greatest ?? 0, lastOpening())
        guard last < Opening.largestNumber else {
            throw SQLiteError(code: .corrupt, message: "its openings have numbers beyond counting")
        }
        let number = last + 1
        try connection.statement("INSERT INTO opening (number, app, moment, utcOffset, claimed) VALUES (?, ?, ?, ?, ?)")
            .run(
                .integer(number), .text(id.description), .integer(moment.milliseconds), .integer(utcOffset),
                SQLiteValue(isClaimed))
        try connection.statement("DELETE FROM opening WHERE number <= ?").run(.integer(number - Opening.kept))
        return number
    }

    func claimOpening(_ number: Int64) throws {
        try connection.statement("UPDATE opening SET claimed = 1 WHERE number = ?").run(.integer(number))
    }

    func removeOpening(_ number: Int64) throws {
        try connection.statement("DELETE FROM opening WHERE number = ?").run(.integer(number))
    }

    func removeOpenings(of id: AppID?) throws {
        if let id {
            try connection.statement("DELETE FROM opening WHERE app = ?").run(.text(id.description))
        } else {
            try connection.statement("DELETE FROM opening").run()
        }
        try forgetModel()
        afterCommit.emptiesLog = true
    }

    var keepsModel: Bool { true }

    func setModelState(_ state: ModelState) throws {
        try forgetModel()
        try connection.statement("INSERT INTO model (format, opening, state) VALUES (?, ?, ?)").run(
            .integer(state.format), .integer(state.opening), .blob(state.bytes))
    }

    func setOffers(_ offers: [Offer], from source: OfferSource) throws {
        try connection.statement("DELETE FROM offers WHERE source = ?").run(.text(source.description))
        for offer in offers { try OfferRow.add(offer, on: connection) }
    }

    private func forgetModel() throws { try connection.statement("DELETE FROM model").run() }
}
