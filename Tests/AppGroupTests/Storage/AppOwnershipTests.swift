import TestSupport
import Testing

@testable import AppGroup

@Suite("What belongs to an app", .ownGroup)
struct AppOwnershipTests {
    let group = TestGroup.current

    /// Identifiers that are hard to sort: of few characters in both cases, and many with the same beginning.
    private func identifiers(_ count: Int, from random: inout RandomSource) throws -> [AppID] {
        var ids: Set<AppID> = []
        while ids.count < count {
            let name = (0..<random.below(5) + 1).map { _ in
                random.pick(["a", "A", "b", "Z", "0", "9", "-", "a.b", "B.a"])
            }
            ids.insert(try AppID("a." + name.joined() + "z"))
        }
        return Array(ids)
    }

    @Test("In a list, each app has its own schemes, fields and actions, whatever the case of the identifiers")
    func eachHasItsOwn() async throws {
        var random = RandomSource(seed: 9)
        let ids = try identifiers(200, from: &random)
        for (number, id) in ids.enumerated() {
            var app = AppDescription(
                id: id, name: "App", launch: .command(AppLaunch.Command(executable: "/bin/true", interface: .terminal)))
            app.schemes = try (0..<number % 3).map { try URLScheme("s\(number)-\($0)") }
            for field in 0..<number % 4 { app.fields[FieldKey("f\(field)")] = FieldValue.integer(Int64(number)) }
            app.actions = try (0..<(app.schemes.isEmpty ? 0 : number % 2)).map {
                AppAction(id: try ActionID("a\($0)"), name: "Go", url: try AppURL("s\(number)-0:\($0)"))
            }
            try group.registry.register(app)
        }
        // Rows whose identifier has another case than the app's, and rows of no app.
        _ = try await Sqlite3.query(
            """
            UPDATE scheme SET app = upper(app) WHERE length(scheme) = 4; UPDATE field SET app = upper(app) WHERE key = 'f1';
            INSERT INTO field (app, key, kind, value) VALUES ('', 'k', 'integer', 1), ('a.B', 'k', 'integer', 1), ('é', 'k', 'integer', 1);
            """)
        let apps = try group.registry.apps(order: .name, including: .all)
        #expect(Set(apps.map(\.id)) == Set(ids))
        for app in apps {
            let alone = try #require(try group.registry.app(app.id)?.record)
            #expect(app.record == alone, "\(app.id)")
            #expect(!alone.claims.isEmpty || ids.firstIndex(of: app.id)?.isMultiple(of: 3) == true, "\(app.id)")
        }
    }

    @Test("Identifiers are compared with the bytes of others as SQLite sorts them without case")
    func areComparedAsSQLiteSorts() async throws {
        var random = RandomSource(seed: 10)
        let ids = try identifiers(120, from: &random)
        let values = ids.map { "('\($0)')" }.joined(separator: ",")
        let sorted = try await Sqlite3.query(
            "SELECT column1 FROM (VALUES \(values)) ORDER BY column1 COLLATE NOCASE", ":memory:"
        )
        .split(separator: "\n").map(String.init)
        for (place, text) in sorted.enumerated() {
            let id = try AppID(text)
            for (other, otherText) in sorted.enumerated() {
                let order = Array(otherText.utf8).withUnsafeBufferPointer { id.order(relativeTo: $0) }
                #expect(
                    order == (place < other ? .ascending : place == other ? .same : .descending),
                    "\(text), \(otherText)")
            }
            let capitals = Array(text.uppercased().utf8)
            #expect(capitals.withUnsafeBufferPointer { id.order(relativeTo: $0) } == .same)
        }
    }
}
