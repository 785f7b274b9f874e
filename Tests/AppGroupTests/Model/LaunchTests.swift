import AppGroupPlatform
import Testing

@testable import AppGroup

@Suite("Launches")
struct LaunchTests {
    static let url: AppURL = "rooms://book?room=r 1&who=\"$(id)\"; %u %% '"
    static let text = url.description

    @Test(
        "A launch puts the URL in place of %u, else last, and never splits it",
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
        let command = AppLaunch.Command(executable: "x", arguments: arguments, interface: .terminal)
        #expect(command.arguments(opening: Self.url).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test(
        "A description with a relative path is refused with a remedy", arguments: ["./rooms", "bin/rooms", "../rooms"])
    func refusesRelativePaths(path: String) {
        for launch in [AppLaunch.terminal(path), .graphical(path)] {
            let app = AppDescription(id: "org.example.rooms", name: "Rooms", launch: launch)
            let error = #expect(throws: AppGroupError.self) { try app.check() }
            #expect(error?.code == .invalidValue && error?.description.contains("give an absolute path") == true)
        }
    }

    @Test("A program from a command line is a name or an absolute path")
    func completesPrograms() throws {
        let folder = try #require(ThisProcess.workingDirectory)
        #expect(try AppLaunch.program("rooms") == "rooms")
        #expect(try AppLaunch.program("/bin/rooms") == "/bin/rooms")
        #expect(try AppLaunch.program("bin/rooms") == "\(folder)/bin/rooms")
        #expect(try AppLaunch.program("./rooms") == "\(folder)/rooms")
        #expect(try AppLaunch.program(".././/rooms") == "\(Paths.parent(of: folder))/rooms")
        #expect(try AppLaunch.program("bin/../rooms") == "\(folder)/bin/../rooms")
        let up = String(repeating: "../", count: Paths.components(of: folder).count + 1)
        #expect(try AppLaunch.program("\(up)rooms") == "/rooms")
    }

    @Test(
        "A launch without a URL leaves out arguments that contain %u",
        arguments: [
            ([], []), (["open", "%u"], ["open"]), (["--url=%u", "x"], ["x"]), (["100%%", "%%u"], ["100%", "%u"]),
            (["%%%u"], []),
        ] as [([String], [String])])
    func leavesOut(arguments: [String], expected: [String]) {
        #expect(
            AppLaunch.Command(executable: "x", arguments: arguments, interface: .terminal).arguments(opening: nil)
                == expected)
    }

    @Test(
        "A launch that cannot start anything is refused",
        arguments: [
            (.terminal(""), "no program"),
            (.terminal("x\0"), "U+0000"),
            (.graphical("/bin/x", "a\0b"), "U+0000"),
            (.desktopFile("org.example.Rooms"), "desktop-file id"),
            (.desktopFile("sub/org.example.Rooms.desktop"), "desktop-file id"),
            (.desktopFile(""), "empty"),
            (.desktopFile("a\n.desktop"), "U+000A"),
            (package("/bin/x"), "leads out"),
            (package("../x"), "leads out"),
            (package("bin/../../x"), "leads out"),
            (package(""), "no program"),
        ] as [(AppLaunch, String)])
    func refuses(launch: AppLaunch, reason: String) {
        let error = #expect(throws: AppGroupError.self) { try launch.check() }
        #expect(error?.code == .invalidValue)
        #expect(error?.description.contains(reason) == true)
    }

    @Test(
        "A launch of a program that does not exist yet is accepted",
        arguments: [
            .terminal("inbox", "open-url", "%u"), .graphical("/nonexistent/x", ""),
            .desktopFile("org.example.Rooms.desktop"),
            package("bin/x"), package("a..b/..x"),
        ] as [AppLaunch])
    func accepts(launch: AppLaunch) throws {
        try launch.check()
    }

    @Test("A launch has at most 64 KiB, program and arguments together")
    func hasALimit() throws {
        let argument = String(repeating: "y", count: 65_528)
        try AppLaunch.terminal("/bin/x", argument).check()
        let error = #expect(throws: AppGroupError.self) { try AppLaunch.terminal("/bin/x", argument + "yy").check() }
        #expect(error?.description.contains("at most 65536") == true)
    }

    @Test("Launches with paths of different bytes are different")
    func pathsAreBytes() {
        #expect(AppLaunch.terminal("/opt/caf\u{E9}/x") != .terminal("/opt/cafe\u{301}/x"))
    }

    static func package(_ executable: String) -> AppLaunch {
        .package(
            AppLaunch.InstalledPackage(
                digest: PackageDigest(stringLiteral: String(repeating: "0a", count: 32)),
                command: AppLaunch.Command(executable: executable, interface: .graphical)))
    }
}
