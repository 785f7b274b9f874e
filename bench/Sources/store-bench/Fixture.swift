import AppGroup

/// A group of any number of apps, as real ones look: a scheme, a field, an icon and some history each.
struct Fixture {
    static let group: GroupID = "com.example.bench"

    /// The app that the benchmarks use: they change its badge and open its URL.
    static let target: AppID = "com.example.bench.app1"

    let count: Int

    /// Writes all of them in one transaction.
    func write() throws {
        let apps = try (1...count).map(app)
        try SQLiteStorage(group: Self.group).write(patience: .seconds(10)) { writer in
            for app in apps { try writer.save(app) }
        }
    }

    private func app(_ number: Int) throws -> AppRecord {
        var app = AppRecord(
            id: try AppID("\(Self.group).app\(number)"), name: try AppName("Application \(number)"),
            launch: .graphical("/bin/true", "%u"), registered: Timestamp(milliseconds: 1_700_000_000_000))
        app.icon = .named("application-x-executable")
        // The target's has no digit: xdg-open takes none for a part of a scheme.
        app.claims = [AppRecord.SchemeClaim(try URLScheme(app.id == Self.target ? "bench" : "bench\(number)"))]
        app.version = try AppVersion("1.\(number % 10)")
        app.badge = BadgeCount(clamping: number % 5)
        app.fields = ["unread": .integer(Int64(number % 7))]
        return app
    }
}
