import Foundation
import TestSupport
import Testing

@testable import AppGroup
@testable import AppGroupDesktop

@Suite("Desktop entries for apps")
struct AppDesktopFileTests {
    static let names = [
        "Inbox", "\\", "a;b", "[x]", "Name[de]=x", "%u %U %%", " $(id) `id` \"q\" 'q' ", "<b>&amp;", "Größe 文字 👩‍👩‍👧", "#",
        "=", String(repeating: "é", count: 128),
    ]

    static func file(name: String, program: String = "/usr/bin/inbox") throws -> AppDesktopFile {
        var app = AppRecord(
            id: "com.example.in-box", name: try AppName(name), launch: .terminal(program, "%u"),
            registered: Timestamp(seconds: 0))
        app.icon = .named(name)
        app.claims = [.init("inbox"), .init("mail2"), .init("gone", isYielded: true)]
        app.actions = [
            AppAction(id: "newest", name: try AppName(name), icon: "mail-unread", url: "inbox://newest"),
            AppAction(id: "B-2", name: "Write", url: "inbox:a b\"%u"),
        ]
        return AppDesktopFile(
            launcher: ["env", "APP_GROUP_HOME=/home/a b", "/opt/l$/launcher"], home: "/home/a b",
            group: "com.example.tools",
            app: app, imagePath: nil, program: program,
            handled: [
                .init(scheme: "inbox", earlier: "firefox.desktop;other\\;.desktop;"),
                .init(scheme: "mail2", earlier: nil), .init(scheme: "mail3", earlier: "\u{301}.desktop"),
            ])
    }

    @Test("A desktop entry is valid whatever the app is called", arguments: names)
    func isValid(name: String) throws {
        let sandbox = try LaunchingSandbox()
        let path = try sandbox.write(
            "com.example.in_box.desktop", String(decoding: try Self.file(name: name).bytes, as: UTF8.self))
        let answer = try LaunchingSandbox.runTool("/usr/bin/desktop-file-validate", [path])
        #expect(answer.status == 0 && !answer.output.contains("error"), "\(answer.output)")
    }

    @Test("A desktop entry describes the app in every language", arguments: names)
    func isRead(name: String) throws {
        let file = try Self.file(name: name)
        let entry = try DesktopEntry(id: "x.desktop", path: "", bytes: file.bytes, locales: ["de"])
        #expect(entry.name == name && entry.icon == name)
        #expect(entry.type == "Application" && entry.isOurs && entry.isTerminal && !entry.isHidden)
        #expect(entry.tryExec == "/usr/bin/inbox")
        #expect(entry.schemes == ["inbox", "mail2"])
        let line = try ExecLine(entry.exec ?? "")
        let words =
            ["APP_GROUP_HOME=/home/a b", "/opt/l$/launcher", "open", "--hold", "auto"] + [
                "--group", "com.example.tools",
            ]
        #expect(line.program == "env")
        #expect(line.arguments(of: entry, opening: nil) == words + ["com.example.in-box"])
        #expect(line.arguments(of: entry, opening: "inbox:x y") == words + ["com.example.in-box", "inbox:x y"])
        let groups = try KeyFile(file.bytes, keeping: ["Desktop Action newest", "Desktop Action B-2", "Desktop Entry"])
        #expect(groups["Desktop Entry"]?["Actions"] == "newest;B-2;")
        let newest = try #require(groups["Desktop Action newest"])
        #expect(newest["Name"].map { KeyFile.string($0) } == name && newest["Icon"] == "mail-unread")
        let action = try ExecLine(KeyFile.string(newest["Exec"] ?? ""))
        #expect(action.arguments(of: entry, opening: nil) == words + ["com.example.in-box#newest"])
    }

    @Test("The entry of a graphical app needs no terminal, and calls the launcher like that of a terminal app")
    func graphical() throws {
        let old = try Self.file(name: "A")
        var app = old.app
        app.launch = .graphical("/usr/bin/inbox", "%u")
        let file = AppDesktopFile(
            launcher: ["launcher"], home: old.home, group: old.group, app: app, imagePath: nil, program: nil,
            handled: [])
        let entry = try DesktopEntry(id: "x.desktop", path: "", bytes: file.bytes, locales: [])
        let line = "launcher open --hold auto --group com.example.tools com.example.in-box %u"
        #expect(entry.exec == line && !entry.isTerminal)
    }

    static let texts: [(comment: String, categories: String, line: String)] = [
        ("Read mail", "Network;Email", "Categories=Network;Email;"),
        ("Größe; 100 %\nnext", "email office,Calendar", "Categories=Email;Office;Calendar;"),
        ("", "", "Categories=Utility;"), (" \\ ", "Space Travel", "Categories=X-Space;X-Travel;Utility;"),
        ("\u{202E}x", "Music;X-Mine;;[a]=b", "Categories=Music;X-Mine;X-ab;Utility;"),
        ("a", "Video", "Categories=AudioVideo;Video;"), ("a", "Game;game;GAME", "Categories=Game;"),
    ]

    @Test(
        "An entry has the comment, in one line, and the categories from the app's fields, and is valid",
        arguments: texts)
    func commentAndCategories(comment: String, categories: String, line: String) throws {
        let old = try Self.file(name: "A")
        var app = old.app
        app.fields = ["comment": .string(comment), "categories": .string(categories)]
        let file = AppDesktopFile(
            launcher: ["launcher"], home: old.home, group: old.group, app: app, imagePath: nil, program: nil,
            handled: [])
        let text = String(decoding: file.bytes, as: UTF8.self)
        #expect(text.contains("\n\(line)\n"), "\(text)")
        let values = try #require(try KeyFile(file.bytes, keeping: ["Desktop Entry"])["Desktop Entry"])
        let line = PlainText.harmless(comment.replacingOccurrences(of: "\n", with: " "))
        #expect(values["Comment"].map { KeyFile.string($0) } == (comment.isEmpty ? nil : line))
        let sandbox = try LaunchingSandbox()
        let answer = try LaunchingSandbox.runTool(
            "/usr/bin/desktop-file-validate", [try sandbox.write("x.desktop", text)])
        #expect(answer.status == 0 && !answer.output.contains("error"), "\(answer.output)")
    }

    @Test("A written desktop entry is recognized, with the earlier handlers")
    func isKnownAgain() throws {
        let sandbox = try LaunchingSandbox()
        let file = try Self.file(name: "Inbox")
        let path = try sandbox.write("com.example.in_box.desktop", String(decoding: file.bytes, as: UTF8.self))
        let written = try #require(ExistingDesktopFile(path))
        #expect(written.isIntact && written.home == "/home/a b" && written.desktopFileID == file.app.desktopFileID)
        #expect(written.group == file.group && written.app == file.app.id && written.handled == file.handled)
        let text = String(decoding: file.bytes, as: UTF8.self)
        for change in [
            text + "\n", text + "X=1\n", text.replacingOccurrences(of: "Terminal=true", with: "Terminal=false"),
            String(text.dropLast()), text.replacingOccurrences(of: "\n", with: "\r\n"), "#\n" + text,
        ] {
            try sandbox.write(path, change)
            #expect(ExistingDesktopFile(path)?.isIntact == false, "\(change)")
        }
    }

    @Test("A desktop entry of another program is not recognized")
    func isStranger() throws {
        let sandbox = try LaunchingSandbox()
        #expect(ExistingDesktopFile(try sandbox.entry("a.desktop", "Exec=x")) == nil)
        #expect(ExistingDesktopFile(try sandbox.write("b.desktop", "noise")) == nil)
        #expect(ExistingDesktopFile("\(sandbox.root)/none.desktop") == nil)
        let file = try sandbox.write("c.desktop", String(decoding: try Self.file(name: "A").bytes, as: UTF8.self))
        try FileManager.default.createSymbolicLink(atPath: "\(sandbox.root)/d.desktop", withDestinationPath: file)
        #expect(ExistingDesktopFile(file) != nil && ExistingDesktopFile("\(sandbox.root)/d.desktop") == nil)
    }

    @Test("Hyphens in an app's id become underscores in the id of its desktop entry")
    func desktopFileID() {
        var app = AppRecord(
            id: "com.Example.a-b-c", name: "A", launch: .graphical("x"), registered: Timestamp(seconds: 0))
        #expect(app.desktopFileID == "com.Example.a_b_c.desktop")
        app.launch = .desktopFile("org.example-A.desktop")
        #expect(app.desktopFileID == "org.example-A.desktop")
    }
}
