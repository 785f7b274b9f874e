import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("The desktop's default handler")
struct DefaultHandlerTests {
    private let sandbox: LaunchingSandbox

    init() throws {
        sandbox = try LaunchingSandbox()
        try sandbox.program("true")
    }

    private func handler(_ more: [String: String] = [:]) -> String? {
        let handler = DefaultHandler(sandbox.environment(more))
        guard case .process(let process) = try? handler.plan(for: "foo:bar") else { return nil }
        return process.application
    }

    private func list(_ path: String, _ group: String, _ ids: String) throws {
        try sandbox.write(path, "[\(group)]\nx-scheme-handler/foo=\(ids)\n")
    }

    private func entries(_ names: String..., lines: String = "") throws {
        for name in names { try sandbox.entry("\(name).desktop", "Exec=true %u", lines) }
    }

    @Test("Nothing handles an unknown scheme, and the error says how to register one")
    func none() {
        let handler = DefaultHandler(sandbox.environment())
        let error = #expect(throws: AppGroupError.self) { try handler.plan(for: "foo:bar") }
        #expect(error?.code == .noHandler)
        #expect(error?.description.contains("launcher register ID --scheme foo") == true)
        let known = #expect(throws: AppGroupError.self) { try handler.plan(for: "mailto:a@b") }
        #expect(known?.description.contains("xdg-mime default") == true)
    }

    @Test("The user's choice comes before the system's, and the desktop's own list before the general one")
    func precedence() throws {
        try entries("a", "b", "c", "d")
        try list("share/applications/mimeapps.list", "Default Applications", "a.desktop")
        #expect(handler() == "a")
        try list("etc/mimeapps.list", "Default Applications", "b.desktop")
        #expect(handler() == "b")
        try list("config/mimeapps.list", "Default Applications", "c.desktop;")
        #expect(handler() == "c")
        try list("config/kde-mimeapps.list", "Default Applications", "d.desktop;")
        #expect(handler() == "c")
        #expect(handler(["XDG_CURRENT_DESKTOP": "X-Test:KDE"]) == "d")
    }

    @Test(
        "An entry that cannot be started is skipped",
        arguments: [
            "Hidden=true", "TryExec=missing", "Exec=missing %u", "Exec=\"", "Type=Link",
            "X-AppGroup-Group=com.example.tools",
        ])
    func unusable(line: String) throws {
        try entries("bad", lines: line)
        try entries("good")
        try list("config/mimeapps.list", "Default Applications", "missing.desktop;bad.desktop;good.desktop")
        #expect(handler() == "good")
    }

    @Test("A damaged list does not hide the others")
    func damaged() throws {
        try entries("a")
        try sandbox.write("config/mimeapps.list", "no key file\n")
        try list("etc/mimeapps.list", "Default Applications", "a.desktop")
        #expect(handler() == "a")
    }

    @Test("An association is removed by its own folder or a more important one, and not by a later one")
    func removal() throws {
        for folder in ["data", "share"] {
            try sandbox.entry("\(folder).desktop", in: folder, "Exec=true %u")
            try list("\(folder)/applications/mimeinfo.cache", "MIME Cache", "\(folder).desktop;")
        }
        #expect(handler() == "data")
        try list("share/applications/mimeapps.list", "Removed Associations", "data.desktop")
        #expect(handler() == "data")
        try list("data/applications/mimeapps.list", "Removed Associations", "data.desktop")
        #expect(handler() == "share")
        try list("config/mimeapps.list", "Removed Associations", "share.desktop")
        #expect(handler() == nil)
    }

    /// Where GLib 2.74 departs from the specifications nothing is generated: it opens hidden entries, goes on to a less
    /// important folder where TryExec fails, and ignores what is removed in the folder of the entry itself.
    @Test("On generated folders the answer is the same as GLib's", arguments: 0..<60)
    func agreesWithGLib(seed: UInt64) throws {
        var random = RandomSource(seed: seed)
        let ids = ["a", "b", "c", "d"].map { "org.example.\($0).desktop" }
        for folder in ["data", "share"] {
            for id in ids where Int.random(in: 0..<3, using: &random) > 0 {
                let claims = Bool.random(using: &random) ? "MimeType=x-scheme-handler/foo;" : ""
                let isMissing = folder == "share" && Int.random(in: 0..<4, using: &random) == 0
                try sandbox.entry(id, in: folder, "Exec=true %u", "TryExec=\(isMissing ? "missing" : "true")", claims)
            }
            _ = try LaunchingSandbox.runTool(
                "/usr/bin/update-desktop-database", ["\(sandbox.root)/\(folder)/applications"])
        }
        for folder in ["config", "etc", "data/applications", "share/applications"] {
            for name in ["mimeapps.list", "test-mimeapps.list"] where Bool.random(using: &random) {
                let shuffled = ids.shuffled(using: &random)
                var groups = [
                    ("Default Applications", ids.shuffled(using: &random)[..<2]),
                    ("Added Associations", shuffled[..<2]),
                ]
                if !folder.hasSuffix("applications") { groups.append(("Removed Associations", shuffled[2...])) }
                groups.removeAll { _ in Int.random(in: 0..<3, using: &random) > 0 }
                let lines = groups.map { "[\($0)]\nx-scheme-handler/foo=\($1.joined(separator: ";"))\n" }
                try sandbox.write("\(folder)/\(name)", lines.joined())
            }
        }
        let desktop = ["XDG_CURRENT_DESKTOP": "Test"]
        let answer = try LaunchingSandbox.runTool(
            "/usr/bin/gio", ["mime", "x-scheme-handler/foo"], environment: sandbox.environment(desktop))
        let line = try #require(answer.output.split(separator: "\n").first { $0.contains("efault application") })
        let expected = ids.first { line.hasSuffix(": \($0)") }
        #expect(expected != nil || line.hasPrefix("No default"), "\(answer.output)")
        #expect(handler(desktop).map { "\($0).desktop" } == expected)
    }
}
