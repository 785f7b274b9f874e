/// How an offer is written in the columns of the table `offers`, and read from them.
enum OfferRow {
    static let columns = "app, name, version, source"

    /// `nil` where some other program wrote what is no offer.
    static func offer(_ row: SQLiteStatement) -> Offer? {
        guard let app = try? AppID(row.text(0)), let name = try? AppName(row.text(1)),
            let source = try? OfferSource(row.text(3))
        else { return nil }
        return Offer(
            app: app, name: name, version: row.textOrNil(2).flatMap { try? AppVersion($0) }, source: source)
    }

    /// Leaves an offer of another source where it is.
    static func add(_ offer: Offer, on connection: SQLiteConnection) throws {
        try connection.statement("INSERT OR IGNORE INTO offers (\(columns)) VALUES (?, ?, ?, ?)").run(
            .text(offer.app.description), .text(offer.name.description), SQLiteValue(offer.version?.description),
            .text(offer.source.description))
    }
}
