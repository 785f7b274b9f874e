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
