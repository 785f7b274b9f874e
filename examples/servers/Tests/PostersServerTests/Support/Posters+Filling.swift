import Hummingbird
import HummingbirdTesting
import Accounts
import Serving

@testable import PostersServer

extension Posters {
    /// Stores many reports without photos and phones, one each `interval` milliseconds before now, around a place.
    func fill(_ count: Int, interval: Int64 = 1000) async throws {
        let now = clock.now.milliseconds
        try await store.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :count)
                    INSERT INTO report (version, change, status, filed, updated, latitude, longitude, type)
                    SELECT (SELECT value FROM counter) + 1 + i, 'filed',
                        CASE i % 4 WHEN 0 THEN 'confirmed' WHEN 1 THEN 'rejected' ELSE 'new' END,
                        :now - i * :interval, :now - i * :interval, 50.3 + (i * 7919 % 1000) / 4000.0,
                        30.3 + (i * 104729 % 1000) / 2500.0, 'pole'
                    FROM n
                    """, arguments: ["count": count, "now": now, "interval": interval])
            try database.execute(sql: "UPDATE counter SET value = value + ?", arguments: [count])
        }
    }

    /// Runs `body` with the address of the server, which listens to this machine.
    func listen(tiles: TileTemplate? = nil, _ body: @escaping @Sendable (String) async throws -> Void) async throws {
        var settings = parts.settings
        (settings.tiles, settings.serving.publicURL) = (tiles, nil)
        let hasher = PasswordHasher(cost: Self.cost)
        let parts = try ServerParts(
            settings: settings, store: store, hasher: hasher, registry: PrometheusRegistry(), clock: parts.clock,
            logger: Self.silence)
        let router = buildRouter(parts)
        router.refuseOtherMethods()
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            logger: Self.silence)
        try await application.test(.live) { client in try await body("http://127.0.0.1:\(client.port ?? 0)") }
        await hasher.shutDown()
    }
}
