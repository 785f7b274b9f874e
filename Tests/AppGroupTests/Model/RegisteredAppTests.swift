@testable import AppGroup
import Testing

@Suite("What an app volunteers")
struct RegisteredAppTests {
    @Test("is accepted with as many schemes as allowed")
    func acceptsManySchemes() throws {
        var app = RegisteredApp(id: "org.example.rooms", name: "Rooms", launch: .terminal("rooms"))
        app.schemes = try (0..<RegisteredApp.maximumSchemes).map { try URLScheme("rooms\($0)") }
        try app.check()
        app.schemes.append("one-more")
        #expect(throws: AppGroupError.self) { try app.check() }
    }

    @Test(
        "is refused with a scheme twice, a well-known one, a value or an icon name that breaks its rule",
        arguments: [
            (RegisteredApp(id: "a.b", name: "A", schemes: ["x", "y", "X"], launch: .terminal("x")), "twice"),
            (
                RegisteredApp(id: "a.b", name: "A", schemes: ["x", "https"], launch: .terminal("x")),
                "“https” is a well-known one"
            ),
            (RegisteredApp(id: "a.b", name: "A", launch: .terminal("x"), fields: ["newest": "\0"]), "“newest”"),
            (RegisteredApp(id: "a.b", name: "A", icon: .named(""), launch: .terminal("x")), "icon name is empty"),
            (RegisteredApp(id: "a.b", name: "A", icon: .named("a\u{1B}"), launch: .terminal("x")), "U+001B"),
            (RegisteredApp(id: "a.b", name: "A", icon: .named("../a"), launch: .terminal("x")), "no icon name"),
            (RegisteredApp(id: "a.b", name: "A", launch: .terminal("")), "no program"),
        ])
    func refuses(app: RegisteredApp, reason: String) {
        let error = #expect(throws: AppGroupError.self) { try app.check() }
        #expect(error?.code == .invalidValue)
        #expect(error?.description.contains(reason) == true)
    }
}
