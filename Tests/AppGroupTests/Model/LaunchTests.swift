@testable import AppGroup
import Testing

@Suite("A launch")
struct LaunchTests {
    static let url: AppURL = "rooms://book?room=r 1&who=\"$(id)\"; %u %% '"
    static let text = url.description

    @Test(
        "puts the URL where %u stands, else last, and never splits it",
        arguments: [
            ([], [text]),
            (["open"], ["open", text]),
            (["%u"], [text]),
            (["open", "%u", "--now"], ["open", text, "--now"]),
            (["--url=%u"], ["--url=\(text)"]),
            (["%u%u"], [text + text]),
            (["%u", "-", "%u"], [text, "-", text]),
            (["100%%"], ["100%", text]),
            (["%%u"], ["%u", text]),
            (["%%%u"], ["%\(text)"]),
            (["%U %f % %"], ["%U %f % %", text]),
            (["%"], ["%", text]),
            ([""], ["", text]),
            (["\u{301}%u\u{301}"], ["\u{301}\(text)\u{301}"]),
        ] as [([String], [String])])
    func placesTheURL(arguments: [String], expected: [String]) {
        let command = Launch.Command(executable: "x", arguments: arguments, interface: .terminal)
        #expect(command.arguments(opening: Self.url).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test(
        "without a URL leaves out what would have held it",
        arguments: [
            ([], []), (["open", "%u"], ["open"]), (["--url=%u", "x"], ["x"]), (["100%%", "%%u"], ["100%", "%u"]),
            (["%%%u"], []),
        ] as [([String], [String])])
    func leavesOut(arguments: [String], expected: [String]) {
        #expect(
            Launch.Command(executable: "x", arguments: arguments, interface: .terminal).arguments(opening: nil)
                == expected)
    }

    @Test(
        "that could not start anything is refused",
        arguments: [
            (.terminal(""), "no program"),
            (.terminal("x\0"), "U+0000"),
            (.graphical("/bin/x", "a\0b"), "U+0000"),
            (.desktopFile("org.example.Rooms"), "desktop-file id"),
            (.desktopFile("sub/org.example.Rooms.desktop"), "desktop-file id"),
            (.desktopFile(""), "empty"),
            (.desktopFile("a\n.desktop"), "U+000A"),
            (package("bin/x", digest: String(repeating: "a", count: 63)), "SHA-256"),
            (package("bin/x", digest: String(repeating: "A", count: 64)), "SHA-256"),
            (package("bin/x", digest: String(repeating: "g", count: 64)), "SHA-256"),
            (package("/bin/x"), "leads out"),
            (package("../x"), "leads out"),
            (package("bin/../../x"), "leads out"),
            (package(""), "no program"),
        ] as [(Launch, String)])
    func refuses(launch: Launch, reason: String) {
        let error = #expect(throws: AppGroupError.self) { try launch.check() }
        #expect(error?.code == .invalidValue)
        #expect(error?.description.contains(reason) == true)
    }

    @Test(
        "that can be resolved later is accepted, whether or not the program is there",
        arguments: [
            .terminal("inbox", "open-url", "%u"), .graphical("/nonexistent/x", ""),
            .desktopFile("org.example.Rooms.desktop"),
            package("bin/x"), package("a..b/..x"),
        ] as [Launch])
    func accepts(launch: Launch) throws {
        try launch.check()
    }

    @Test("has at most 64 KiB, program and arguments together")
    func hasALimit() throws {
        let argument = String(repeating: "y", count: 65_528)
        try Launch.terminal("/bin/x", argument).check()
        let error = #expect(throws: AppGroupError.self) { try Launch.terminal("/bin/x", argument + "yy").check() }
        #expect(error?.description.contains("at most 65536") == true)
    }

    @Test("may differ from another by the bytes of a path alone")
    func pathsAreBytes() {
        #expect(Launch.terminal("/opt/caf\u{E9}/x") != .terminal("/opt/cafe\u{301}/x"))
    }

    static func package(_ executable: String, digest: String = String(repeating: "0a", count: 32)) -> Launch {
        .package(
            Launch.InstalledPackage(
                digest: digest, command: Launch.Command(executable: executable, interface: .graphical)))
    }
}
