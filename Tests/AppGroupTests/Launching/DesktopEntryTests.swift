import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Desktop entries")
struct DesktopEntryTests {
    private let sandbox: LaunchingSandbox

    init() throws { sandbox = try LaunchingSandbox() }

    private func read(_ text: String, _ variables: [String: String] = [:]) throws -> DesktopEntry {
        let path = try sandbox.write("data/applications/x.desktop", text)
        return try DesktopEntry(id: "x.desktop", path: path, environment: ProcessEnvironment(variables))
    }

    @Test("A desktop entry has every property that launching and registering need")
    func properties() throws {
        let entry = try read(
            """
            [Desktop Entry]
            Type=Application
            Name=Rooms\\sand\\\\more
            Icon=rooms
            Exec=rooms %u
            TryExec=/opt/my rooms/rooms
            Path=/srv
            Terminal=true
            Hidden=true
            DBusActivatable=true
            X-AppGroup-Group=com.example.tools
            MimeType=text/plain;x-scheme-handler/rooms;x-scheme-handler/Book+1;x-scheme-handler/no_scheme;

            [Desktop Action New]
            Name=Action
            Exec=other
            """)
        #expect(entry.type == "Application")
        #expect(entry.name == #"Rooms and\more"#)
        #expect(entry.icon == "rooms")
        #expect(entry.exec == "rooms %u")
        #expect(entry.tryExec == "/opt/my rooms/rooms")
        #expect(entry.workingDirectory == "/srv")
        #expect(entry.isTerminal && entry.isHidden && entry.isDBusActivatable && entry.isOurs)
        #expect(entry.schemes == ["rooms", "book+1"])
    }

    @Test("A missing key reads as nil, empty or false")
    func defaults() throws {
        let entry = try read("[Desktop Entry]\nType=Application\nPath=relative\nIcon=\nTerminal=yes\n")
        #expect(entry.name == nil && entry.icon == nil && entry.exec == nil && entry.tryExec == nil)
        #expect(entry.workingDirectory == nil && entry.schemes.isEmpty)
        #expect(!entry.isTerminal && !entry.isHidden && !entry.isDBusActivatable && !entry.isOurs)
    }

    static let names = """
        [Desktop Entry]
        Type=Application
        Name=plain
        Name[de]=de
        Name[de_AT]=de_AT
        Name[sr]=sr
        Name[sr@latin]=sr@latin
        Name[sr_RS]=sr_RS
        Name[sr_RS@latin]=sr_RS@latin
        Name[pt_BR]=pt_BR

        """

    @Test(
        "A localized name is chosen as GLib chooses it",
        arguments: [
            "de", "de_DE.UTF-8", "de_AT.UTF-8@euro", "sr_RS.UTF-8@latin", "sr_ME@latin", "sr_RS", "sr_ME", "sr@latin",
            "pt", "pt_BR", "pt_PT", "fr_FR.UTF-8", "C", "C.UTF-8", "POSIX", "@", "_", ".UTF-8",
        ])
    func localizedName(locale: String) throws {
        let name = try read(Self.names, ["LANG": locale]).name
        let script = """
            import sys
            from gi.repository import GLib
            file = GLib.KeyFile()
            text = sys.stdin.read()
            file.load_from_data(text, len(text), GLib.KeyFileFlags.KEEP_TRANSLATIONS)
            print(file.get_locale_string("Desktop Entry", "Name", sys.argv[1]), end="")
            """
        #expect(
            name
                == (try LaunchingSandbox.runTool(Python.interpreter.path, ["-c", script, locale], input: Self.names))
                .output)
    }

    @Test("LC_ALL comes before LC_MESSAGES, and that before LANG, and an empty one counts as unset")
    func localeVariables() throws {
        #expect(try read(Self.names, ["LC_ALL": "de", "LC_MESSAGES": "sr", "LANG": "pt_BR"]).name == "de")
        #expect(try read(Self.names, ["LC_ALL": "", "LC_MESSAGES": "sr", "LANG": "pt_BR"]).name == "sr")
        #expect(try read(Self.names, [:]).name == "plain")
    }

    @Test(
        "An invalid file is an error with its path",
        arguments: ["", "[Other]\nType=Application\n", "Type=Application\n", "[Desktop Entry]\nno value\n"])
    func invalid(text: String) {
        let error = #expect(throws: AppGroupError.self) { try read(text) }
        #expect(error?.code == .invalidValue)
        #expect(error?.description.contains("\(sandbox.root)/data/applications/x.desktop") == true)
    }

    @Test("A file beyond 1 MiB, a folder and a missing file are errors with their number")
    func unreadable() throws {
        let error = #expect(throws: AppGroupError.self) {
            try read("[Desktop Entry]\n" + String(repeating: "#", count: DesktopEntry.maximumSize))
        }
        #expect(error?.errno == EFBIG)
        for (path, number) in [(sandbox.root, EISDIR), ("\(sandbox.root)/none", ENOENT)] {
            let error = #expect(throws: AppGroupError.self) {
                try DesktopEntry(id: "x.desktop", path: path, environment: ProcessEnvironment([:]))
            }
            #expect(error?.errno == number)
        }
    }

    @Test("The first folder that has an id wins, and a hyphen may stand for a sub-folder")
    func locating() throws {
        let locator = DesktopEntryLocator(sandbox.environment())
        try sandbox.entry("kde/apps/rooms.desktop", in: "share")
        #expect(
            try locator.entry("kde-apps-rooms.desktop")?.path
                == "\(sandbox.root)/share/applications/kde/apps/rooms.desktop")
        try sandbox.entry("kde-apps/rooms.desktop", in: "data", "Hidden=true")
        #expect(try locator.entry("kde-apps-rooms.desktop")?.isHidden == true)
        #expect(try locator.entry("kde-apps-other.desktop") == nil)
        // Together with a hyphen, a combining character is one character.
        try sandbox.entry("kde/\u{301}.desktop", in: "share")
        #expect(try locator.entry("kde-\u{301}.desktop") != nil)
    }

    @Test(
        "No id leads out of the folders",
        arguments: [
            "../secret.desktop", "..-secret.desktop", "-secret.desktop", "/secret.desktop", "secret", "",
            ".-..-secret.desktop",
        ])
    func staysInside(id: String) throws {
        try sandbox.write("data/secret.desktop", "[Desktop Entry]\nType=Application\n")
        try sandbox.write("data/secret", "")
        try sandbox.write("secret.desktop", "[Desktop Entry]\nType=Application\n")
        #expect(try DesktopEntryLocator(sandbox.environment()).entry(id) == nil)
    }
}
