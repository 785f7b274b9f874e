import AppGroup
import Foundation
import TestSupport
import Testing

/// Groups whose apps leave a trace when they are opened.
enum WindowGroup {
    /// The file with a line for each opening.
    static var trace: String { "\(TestGroup.current.folder)/opened" }

    /// Registers an app whose program writes its name and arguments to the trace.
    @discardableResult
    static func add(
        _ name: String, called title: String? = nil, badge: Int64 = 0, actions: [AppAction] = [],
        icon: IconSource? = nil
    ) throws -> AppID {
        let group = TestGroup.current
        let program = try group.makeProgram(name, "echo \"\(name) $*\" >> '\(trace)'")
        let id = try AppID("org.example.\(name)")
        try group.registry.register(
            AppDescription(
                id: id, name: try AppName(title ?? name.capitalized), icon: icon,
                actions: actions, launch: .graphical(program, "%u")))
        if badge > 0 { try group.registry.setBadge(BadgeCount(clamping: badge), of: id) }
        return id
    }

    /// Makes a program that writes “other” and its arguments to the trace the desktop's default handler of a scheme.
    static func setDefaultHandler(of scheme: URLScheme) throws {
        let other = try TestGroup.current.makeProgram("other", "echo \"other $*\" >> '\(trace)'")
        let entries = try TestGroup.current.makeFolder("home/.local/share/applications")
        let type = "x-scheme-handler/\(scheme)"
        let entry = "[Desktop Entry]\nType=Application\nName=Other\nExec=\(other) %u\nMimeType=\(type);\n"
        try Data(entry.utf8).write(to: URL(filePath: "\(entries)/other.desktop"))
        let defaults = "[Default Applications]\n\(type)=other.desktop\n"
        try Data(defaults.utf8).write(to: URL(filePath: "\(entries)/mimeapps.list"))
    }

    /// Makes a group whose registry cannot be read.
    static func makeDamaged(_ group: GroupID) throws {
        try TestGroup.current.registry(of: group).setSetting("k", to: 1)
        let file = "\(TestGroup.current.container(of: group))/registry.sqlite"
        try Data(repeating: 0x41, count: 8192).write(to: URL(filePath: file))
        try? FileManager.default.removeItem(atPath: "\(file)-wal")
    }

    /// Makes the apps of a group unreadable, but not its offers.
    static func breakApps(of group: GroupID) async throws {
        let file = "\(TestGroup.current.container(of: group))/registry.sqlite"
        let dropped = try await RunningProcess.run(
            "/usr/bin/sqlite3", ["-batch", "-init", "/dev/null", file, "DROP TABLE field"],
            environment: TestGroup.current.environment)
        try #require(dropped.ending == .exit(0), "\(dropped.errors)")
    }

    /// What a tile says of City maps while it is offered.
    static let offeredMaps = "City maps, available to install"

    /// Offers City maps from a server that does not exist.
    static func offerMaps() throws {
        let source: OfferSource = "https://tools.invalid"
        try TestGroup.current.registry.setOffers(
            [AppOffer(app: "org.example.maps", name: "City maps", version: nil, source: source)], from: source)
    }

    /// The opened app, once it is written.
    static func opened() async -> String {
        _ = await comesTrue { (try? String(contentsOfFile: trace, encoding: .utf8))?.hasSuffix("\n") == true }
        return ((try? String(contentsOfFile: trace, encoding: .utf8)) ?? "").trimmingCharacters(
            in: .whitespacesAndNewlines)
    }
}

extension ExampleImage {
    /// Columns of one pixel in turns, red and blue, twice as wide as an icon. Drawn at half the size, they would be purple.
    static func stripes() async throws -> [UInt8] {
        try await Python.run(
            """
            import io
            from PIL import Image
            image = Image.new("RGB", (128, 128))
            image.putdata([(255, 0, 0) if x % 2 else (0, 0, 255) for y in range(128) for x in range(128)])
            file = io.BytesIO()
            image.save(file, "PNG")
            answer = list(file.getvalue())
            """, given: 0)
    }
}
