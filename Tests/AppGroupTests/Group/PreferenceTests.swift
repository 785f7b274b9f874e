import TestSupport
import Testing

@testable import AppGroup

@Suite("Preferences", .ownGroup)
struct PreferenceTests {
    let group = TestGroup.current
    let id: AppID = "org.example.inbox"

    init() throws { try group.registry.register(try group.app("inbox")) }

    @Test("Preferences are set app by app")
    func areDecided() throws {
        try group.registry.setPinned(true, of: id)
        try group.registry.setHidden(true, of: id)
        try group.registry.setRecordsUse(false, of: id)
        #expect(try group.registry.app(id)?.preferences == .init(isPinned: true, isHidden: true, recordsUse: false))
        try group.registry.setPinned(false, of: id)
        try group.registry.setHidden(false, of: id)
        try group.registry.setRecordsUse(true, of: id)
        #expect(try group.registry.app(id)?.preferences == .init())
    }

    @Test("A hidden app is left out of lists, but found by its id and in the list of all apps")
    func hide() throws {
        try group.registry.setHidden(true, of: id)
        #expect(try group.registry.apps().isEmpty)
        #expect(try group.registry.apps(including: .all).map(\.id) == [id])
        #expect(try group.registry.app(id)?.isShown == false)
    }

    @Test("Preferences of an unknown app are refused")
    func needAnApp() {
        for call in [
            { try group.registry.setPinned(true, of: "a.b") }, { try group.registry.setHidden(true, of: "a.b") },
            { try group.registry.setRecordsUse(true, of: "a.b") }, { try group.registry.unregister("a.b") },
            { try group.registry.resetHistory(of: "a.b") },
        ] { #expect(failure(call)?.code == .noSuchApp) }
    }
}
