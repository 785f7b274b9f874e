import AppGroup
import Foundation
import TestSupport
import Testing

@testable import AppGroupWidget

struct IconThemeTests {
    private let sandbox: LaunchingSandbox

    init() throws { sandbox = try LaunchingSandbox() }

    /// A theme with these folders, each with its keys.
    private func makeTheme(_ name: String, inherits: String = "", _ directories: [(String, String)]) throws {
        let list = directories.map(\.0).joined(separator: ",")
        let groups = directories.map { "[\($0.0)]\n\($0.1)\n" }.joined()
        try sandbox.write(
            "data/icons/\(name)/index.theme",
            "[Icon Theme]\nName=\(name)\nInherits=\(inherits)\nDirectories=\(list)\n\n\(groups)")
    }

    private func addIcon(_ path: String) throws { try sandbox.write("data/icons/\(path)", "image") }

    private func found(_ name: String, size: Int, scale: Int = 1, theme: String = "Own") -> String? {
        IconTheme(sandbox.environment(["APP_GROUP_ICON_THEME": theme])).file(of: name, size: size, scale: scale)
            .map { String($0.dropFirst(sandbox.root.count + 1)) }
    }

    @Test("An icon is found in the size nearest to the one that is wanted")
    func sizes() throws {
        try makeTheme(
            "Own",
            [
                ("16/apps", "Size=16\nType=Fixed"), ("48/apps", "Size=48"),
                ("48@2/apps", "Size=48\nScale=2"), ("any/apps", "Size=128\nMinSize=64\nMaxSize=256\nType=Scalable"),
            ])
        for file in ["16/apps/tea.png", "48/apps/tea.png", "48@2/apps/tea.png", "any/apps/tea.svg", "16/apps/cup.png"] {
            try addIcon("Own/\(file)")
        }
        #expect(found("tea", size: 16) == "data/icons/Own/16/apps/tea.png")
        #expect(found("tea", size: 20) == "data/icons/Own/16/apps/tea.png")
        #expect(found("tea", size: 46) == "data/icons/Own/48/apps/tea.png")
        #expect(found("tea", size: 48, scale: 2) == "data/icons/Own/48@2/apps/tea.png")
        #expect(found("tea", size: 96) == "data/icons/Own/any/apps/tea.svg")
        #expect(found("cup", size: 256) == "data/icons/Own/16/apps/cup.png")
        #expect(found("missing", size: 16) == nil)
        #expect(found("../48/apps/tea", size: 48) == nil)
    }

    @Test("A theme's parents are searched, then hicolor, then icons without a theme")
    func inheritance() throws {
        try makeTheme("Own", inherits: "Middle,Own", [("16", "Size=16")])
        try makeTheme("Middle", inherits: "Base", [("16", "Size=16")])
        try makeTheme("Base", inherits: "Middle", [("16", "Size=16")])
        try makeTheme("hicolor", [("16", "Size=16")])
        for file in [
            "Own/16/a.png", "Base/16/a.png", "Base/16/b.png", "hicolor/16/b.png", "hicolor/16/c.png", "c.png", "d.svg",
        ] {
            try addIcon(file)
        }
        try sandbox.write("share/pixmaps/e.png", "image")
        #expect(found("a", size: 48) == "data/icons/Own/16/a.png")
        #expect(found("b", size: 48) == "data/icons/Base/16/b.png")
        #expect(found("c", size: 48) == "data/icons/hicolor/16/c.png")
        #expect(found("d", size: 48) == "data/icons/d.svg")
        #expect(found("e", size: 48) == "share/pixmaps/e.png")
        #expect(found("c", size: 48, theme: "Missing") == "data/icons/hicolor/16/c.png")
    }

    @Test("Every icon of Adwaita and hicolor is found where PyXDG finds it", arguments: [16, 32, 48, 64, 96, 256])
    func oracle(size: Int) throws {
        let answers: [String: String] = try Python.run(
            """
            import os, glob
            from xdg import IconTheme
            IconTheme.icondirs[:] = ["/usr/share/icons", "/usr/share/pixmaps"]
            # PyXDG 0.28 knows no scales, misspells "Scalable", and subtracts in the wrong direction.
            def smallest_and_largest(folder, theme):
                size, margin = theme.getSize(folder), theme.getThreshold(folder)
                return {"Fixed": (size, size), "Scalable": (theme.getMinSize(folder), theme.getMaxSize(folder)),
                    "Threshold": (size - margin, size + margin)}[theme.getType(folder)]
            def matches(folder, size, theme):
                low, high = smallest_and_largest(folder, theme)
                return "@2" not in folder and low <= size <= high
            def distance(folder, size, theme):
                factor = 2 if "@2" in folder else 1
                low, high = smallest_and_largest(folder, theme)
                edges = (low, high) if theme.getType(folder) != "Threshold" else (theme.getSize(folder),) * 2
                return (edges[0] * factor - size if size < low * factor
                    else size - edges[1] * factor if size > high * factor else 0)
            IconTheme.DirectoryMatchesSize, IconTheme.DirectorySizeDistance = matches, distance
            names = set()
            for theme in ["Adwaita", "hicolor"]:
                for path in glob.glob("/usr/share/icons/%s/*/*/*" % theme):
                    if path[-4:] in (".png", ".svg"):
                        names.add(os.path.basename(path)[:-4])
            find = lambda name: IconTheme.getIconPath(name, given, "Adwaita", ["png", "svg"])
            answer = {name: find(name) or "" for name in sorted(names)}
            """, given: size)
        let theme = IconTheme(named: ["Adwaita"], bases: ["/usr/share/icons"], pixmaps: ["/usr/share/pixmaps"])
        let different = answers.filter { theme.file(of: $0.key, size: size) ?? "" != $0.value }
        #expect(answers.count > 500)
        #expect(
            different.isEmpty,
            "\(different.prefix(5)) \(different.prefix(5).map { theme.file(of: $0.key, size: size) })")
    }

    /// The part of a path that is below the theme's folder.
    private func inTheme(_ path: String?) -> String? {
        path?.components(separatedBy: "/Adwaita/").last
    }

    @Test("A theme with the cache of GTK answers as it does without it")
    func cache() throws {
        let folder = "\(sandbox.root)/data/icons/Adwaita"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: "/usr/share/icons/Adwaita")
        where name != "icon-theme.cache" {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/\(name)", withDestinationPath: "/usr/share/icons/Adwaita/\(name)")
        }
        let without = IconTheme(named: ["Adwaita"], bases: ["\(sandbox.root)/data/icons"], pixmaps: [])
        let with = IconTheme(named: ["Adwaita"], bases: ["/usr/share/icons"], pixmaps: [])
        #expect(IconThemeCache(ofTheme: folder) == nil)
        #expect(IconThemeCache(ofTheme: "/usr/share/icons/Adwaita") != nil)
        for name in ["mail-unread", "drive-harddisk", "folder", "mail-unread-symbolic", "no-such-icon", ""] {
            for (size, scale) in [(16, 1), (48, 1), (96, 1), (32, 2)] {
                let expected = with.file(of: name, size: size, scale: scale)
                let found = without.file(of: name, size: size, scale: scale)
                #expect(inTheme(found) == inTheme(expected), "\(name)")
            }
        }
    }

    @Test("A damaged cache leads to no icon, or to an icon, but never to a crash")
    func damagedCache() throws {
        let whole = Array(try Data(contentsOf: URL(filePath: "/usr/share/icons/Adwaita/icon-theme.cache")))
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            var bytes = Array(whole.prefix(Int.random(in: 0...whole.count, using: &random)))
            for _ in 0..<20 where !bytes.isEmpty {
                let place = Int.random(in: 0..<min(bytes.count, 4096), using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            for name in ["mail-unread", "folder"] {
                #expect((IconThemeCache(bytes)?.folders(of: name).count ?? 0) < 1000)
            }
        }
    }

    @Test("The user's theme comes from the settings of their desktop")
    func choice() throws {
        func names(_ more: [String: String] = [:]) -> [String] { IconThemeChoice(sandbox.environment(more)).names }
        #expect(names() == ["Adwaita", "breeze"])
        try sandbox.write("config/kdeglobals", "[General]\nx=1\n[Icons]\nTheme=breeze-dark\n")
        #expect(names() == ["breeze-dark"])
        try sandbox.write(
            "config/gtk-3.0/settings.ini",
            "[Settings]\n# a comment\ngtk-icon-theme-name = Papirus\ngtk-application-prefer-dark-theme=1\n")
        #expect(names() == ["Papirus-dark", "Papirus-Dark", "Papirus"])
        #expect(names(["XDG_CURRENT_DESKTOP": "KDE"]) == ["breeze-dark"])
        #expect(names(["APP_GROUP_ICON_THEME": "Own"]) == ["Own"])

        try sandbox.write(
            "keys/00",
            "[org/gnome/desktop/interface]\nicon-theme='Yaru'\ncolor-scheme='prefer-light'\nscaling-factor=2\n")
        try FileManager.default.createDirectory(
            atPath: "\(sandbox.root)/config/dconf", withIntermediateDirectories: true)
        let compiled = try LaunchingSandbox.runTool(
            "/usr/bin/dconf", ["compile", "\(sandbox.root)/config/dconf/user", "\(sandbox.root)/keys"])
        try #require(compiled.status == 0, "\(compiled.output)")
        #expect(names(["XDG_CURRENT_DESKTOP": "ubuntu:GNOME"]) == ["Yaru"])
        #expect(names().last == "Papirus")
    }
}
