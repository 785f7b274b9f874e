import TestSupport
import Testing

@testable import AppGroup

@Suite("Settings", .ownGroup)
struct SettingTests {
    let group = TestGroup.current

    @Test("Settings of every kind are shared by all processes, and can be removed")
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

    @Test("Setting a setting to its current value writes nothing and waits for no lock")
    func areIdempotent() throws {
        try group.registry.setSetting("theme", to: "dark")
        let before = try group.trace()
        try group.whileLocked { try group.registry.setSetting("theme", to: "dark", patience: .zero) }
        #expect(try group.trace() == before)
    }

    @Test("A setting that breaks a rule is refused before anything is created")
    func areRefused() throws {
        #expect(failure { try group.registry.setSetting("theme", to: "\0") }?.code == .invalidValue)
        #expect(try Registry.groups(environment: group.environment).isEmpty)
    }
}
