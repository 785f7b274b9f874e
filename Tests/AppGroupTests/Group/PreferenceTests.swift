import TestSupport
import Testing

@testable import AppGroup

@Suite("Preferences", .ownGroup)
struct PreferenceTests {
    let group = TestGroup.current
    let id: AppID = "org.example.inbox"

    init() throws { try group.registry.register(try group.app("inbox")) }

    @Test("are decided app by app")
    func areDecided() throws {
        try group.registry.setPinned(true, id)
        try group.registry.setHidden(true, id)
        try group.registry.setRecordsUse(false, of: id)
        #expect(try group.registry.app(id)?.preferences == .init(isPinned: true, isHidden: true, recordsUse: false))
        try group.registry.setPinned(false, id)
        try group.registry.setHidden(false, id)
        try group.registry.setRecordsUse(true, of: id)
        #expect(try group.registry.app(id)?.preferences == .init())
    }

    @Test("hide an app from lists, not from whoever asks for it or for all")
    func hide() throws {
        try group.registry.setHidden(true, id)
        #expect(try group.registry.apps().isEmpty)
        #expect(try group.registry.apps(including: .all).map(\.id) == [id])
        #expect(try group.registry.app(id)?.isShown == false)
    }

    @Test("of an app that is not there are refused")
    func needAnApp() {
        for call in [
            { try group.registry.setPinned(true, "a.b") }, { try group.registry.setHidden(true, "a.b") },
            { try group.registry.setRecordsUse(true, of: "a.b") }, { try group.registry.unregister("a.b") },
            { try group.registry.resetHistory(of: "a.b") },
        ] { #expect(failure(call)?.code == .noSuchApp) }
    }
}
