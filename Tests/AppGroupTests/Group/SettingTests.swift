import TestSupport
import Testing

@testable import AppGroup

@Suite("Settings", .ownGroup)
struct SettingTests {
    let group = TestGroup.current

    @Test("of every kind are shared by all processes, and taken away")
    func areShared() async throws {
        let values: [FieldKey: FieldValue] = ["theme": "dark", "size": 12, "since": .date(Timestamp(seconds: 5))]
        for (key, value) in values { try group.registry.setSetting(key, to: value) }
        #expect(try await BuiltProgram.worker.run("setting", "theme", "light").ending == .exit(0))
        #expect(try group.registry.settings() == values.merging(["theme": "light"]) { $1 })
        #expect(try group.registry.setting("size") == 12)
        try group.registry.setSetting("size", to: nil)
        #expect(try group.registry.setting("size") == nil)
        #expect(try group.registry.settings().count == 2)
    }

    @Test("set to what they are write nothing and wait for nobody")
    func areIdempotent() throws {
        try group.registry.setSetting("theme", to: "dark")
        let before = try group.trace()
        try group.whileLocked { try group.registry.setSetting("theme", to: "dark", patience: .zero) }
        #expect(try group.trace() == before)
    }

    @Test("that break a rule are refused before anything is made")
    func areRefused() throws {
        #expect(failure { try group.registry.setSetting("theme", to: "\0") }?.code == .invalidValue)
        #expect(try Registry.groups(environment: group.environment).isEmpty)
    }
}
