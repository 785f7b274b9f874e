@testable import AppGroup
import Testing

@Suite("Descriptions of apps")
struct RegisteredAppTests {
    @Test("A description with the largest number of schemes is accepted")
    func acceptsManySchemes() throws {
        var app = AppDescription(id: "org.example.rooms", name: "Rooms", launch: .terminal("rooms"))
        app.schemes = try (0..<AppDescription.maximumSchemes).map { try URLScheme("rooms\($0)") }
        try app.check()
        app.schemes.append("one-more")
        #expect(throws: AppGroupError.self) { try app.check() }
    }

    @Test(
        "A description with a scheme twice, a well-known scheme, or an invalid value or icon is refused",
        arguments: [
            (AppDescription(id: "a.b", name: "A", schemes: ["x", "y", "X"], launch: .terminal("x")), "twice"),
            (
                AppDescription(id: "a.b", name: "A", schemes: ["x", "https"], launch: .terminal("x")),
                "“https” is a well-known one"
            ),
            (AppDescription(id: "a.b", name: "A", launch: .terminal("x"), fields: ["newest": "\0"]), "“newest”"),
            (AppDescription(id: "a.b", name: "A", icon: .named(""), launch: .terminal("x")), "icon name is empty"),
            (AppDescription(id: "a.b", name: "A", icon: .named("a\u{1B}"), launch: .terminal("x")), "U+001B"),
            (AppDescription(id: "a.b", name: "A", icon: .named("../a"), launch: .terminal("x")), "“../a” is a path"),
            (
                AppDescription(id: "a.b", name: "A", icon: .png([1]), launch: .terminal("x")),
                "cannot be used as a PNG image"
            ),
            (
                AppDescription(id: "a.b", name: "A", icon: .file("/a/b"), launch: .terminal("x")),
                "“/a/b” cannot be read"
            ),
            (AppDescription(id: "a.b", name: "A", launch: .terminal("")), "no program"),
        ])
    func refuses(app: AppDescription, reason: String) {
        let error = #expect(throws: AppGroupError.self) { try app.check() }
        #expect(error?.code == .invalidValue)
        #expect(error?.description.contains(reason) == true)
    }
}
