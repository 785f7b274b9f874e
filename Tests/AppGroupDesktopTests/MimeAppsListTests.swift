import Foundation
import TestSupport
import Testing

@testable import AppGroup
@testable import AppGroupDesktop

@Suite("The user's list of default applications")
struct MimeAppsListTests {
    private func list(_ text: String) -> MimeAppsList { MimeAppsList(Array(text.utf8)) }

    @Test(
        "The list says what opens a scheme, from the right group only",
        arguments: [
            ("[Default Applications]\nx-scheme-handler/a=x.desktop\n", "x.desktop"),
            ("[Default Applications]\nx-scheme-handler/a = x.desktop;y.desktop; \r\n", "x.desktop;y.desktop;"),
            ("[Default Applications]\nx-scheme-handler/a=x\nx-scheme-handler/a=y\n", "y"),
            ("[Added Associations]\nx-scheme-handler/a=x.desktop\n", nil),
            ("x-scheme-handler/a=x.desktop\n", nil), ("[Default Applications]\nx-scheme-handler/ab=x\n", nil),
            ("[Default Applications]\n#x-scheme-handler/a=x\n", nil), ("", nil), ("\u{FF}[\n=", nil),
            ("[Default Applications]\nx-scheme-handler/a=\u{301}x.desktop\n", "\u{301}x.desktop"),
            ("[Default Applications]\n[\u{301}]\nx-scheme-handler/a=x.desktop\n", nil),
        ])
    func value(text: String, expected: String?) { #expect(list(text)["a"] == expected) }

    @Test(
        "The list is restored exactly when a handler that xdg-mime set is removed",
        arguments: [
            "[Default Applications]\n", "[Default Applications]\ntext/html=firefox.desktop\nx-scheme-handler/b=c\n",
            "# mine\n[Added Associations]\nx-scheme-handler/a=x;\n\n[Default Applications]\nx-scheme-handler/b=c\n\n[Z]\nq=1\n",
            "[Default Applications]\nx-scheme-handler/a=firefox.desktop\n[Z]\n",
            "[Default Applications]\nx-scheme-handler/a=firefox.desktop;other.desktop;\n",
        ])
    func isRestored(text: String) throws {
        let sandbox = try LaunchingSandbox()
        let path = try sandbox.write("config/mimeapps.list", text)
        let earlier = list(text)["a"]
        let answer = try LaunchingSandbox.runTool(
            "/usr/bin/xdg-mime", ["default", "ours.desktop", "x-scheme-handler/a"],
            environment: sandbox.environment(system: true))
        try #require(answer.status == 0, "\(answer.output)")
        var after = MimeAppsList(Array(try Data(contentsOf: URL(filePath: path))))
        #expect(after["a"] == "ours.desktop")
        after.restore("a", to: earlier)
        #expect(String(decoding: after.bytes, as: UTF8.self) == text)
    }

    @Test(
        "A handler that is set without xdg-mime leaves a list that says the same as one that xdg-mime has changed",
        arguments: [
            "", "\n", "[Default Applications]", "[Default Applications]\ntext/html=a.desktop\n\n[Z]\nq=1\n",
            "[Added Associations]\nx-scheme-handler/a=x;", "# mine\n",
            "[Default Applications]\nx-scheme-handler/a=b.desktop;c.desktop;\n[Z]\n",
        ])
    func isSet(text: String) throws {
        let sandbox = try LaunchingSandbox()
        let path = try sandbox.write("config/mimeapps.list", text)
        let answer = try LaunchingSandbox.runTool(
            "/usr/bin/xdg-mime", ["default", "ours.desktop", "x-scheme-handler/a"],
            environment: sandbox.environment(system: true))
        try #require(answer.status == 0, "\(answer.output)")
        let theirs = Array(try Data(contentsOf: URL(filePath: path)))
        var ours = list(text)
        ours.set("a", to: "ours.desktop")
        #expect(ours.handler(of: "a") == "ours.desktop")
        for group in ["Default Applications", "Added Associations", "Z"] {
            #expect(try KeyFile(ours.bytes, keeping: [group])[group] == KeyFile(theirs, keeping: [group])[group])
        }
    }

    @Test("A change is made again if another program writes the list at the last moment, and leaves no draft")
    func isChangedAgain() throws {
        let sandbox = try LaunchingSandbox()
        let path = try sandbox.write("config/mimeapps.list", "[Default Applications]\nx-scheme-handler/a=x.desktop\n")
        let defaults = DefaultApplications(in: "\(sandbox.root)/config", environment: sandbox.environment())
        var theirs = ["[Default Applications]\ntext/html=y.desktop\nx-scheme-handler/a=x.desktop\n"]
        try defaults.change { list in
            list.set("a", to: "ours.desktop")
            guard let text = theirs.popLast() else { return }
            #expect(throws: Never.self) { try sandbox.write(path, text) }
        }
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                == "[Default Applications]\ntext/html=y.desktop\nx-scheme-handler/a=ours.desktop\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.root)/config") == ["mimeapps.list"])
    }

    @Test("If another program puts a file in the place of a link during a change, the file is changed")
    func linkIsReplaced() throws {
        let sandbox = try LaunchingSandbox()
        let kept = "[Default Applications]\nx-scheme-handler/a=x.desktop\n"
        let target = try sandbox.write("dotfiles/mimeapps.list", kept)
        let path = try sandbox.write("config/mimeapps.list", "")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        let defaults = DefaultApplications(in: "\(sandbox.root)/config", environment: sandbox.environment())
        var isFirst = true
        try defaults.change { list in
            list.set("a", to: "ours.desktop")
            guard isFirst else { return }
            isFirst = false
            #expect(throws: Never.self) {
                try FileManager.default.removeItem(atPath: path)
                try sandbox.write(path, kept)
            }
        }
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                == "[Default Applications]\nx-scheme-handler/a=ours.desktop\n")
        #expect(try String(contentsOfFile: target, encoding: .utf8) == kept)
    }

    @Test("A change that changes nothing leaves the list, and whatever another program is writing, alone")
    func nothingChanged() throws {
        let sandbox = try LaunchingSandbox()
        let path = try sandbox.write("config/mimeapps.list", "")
        let number = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        try DefaultApplications(in: "\(sandbox.root)/config", environment: sandbox.environment()).change { _ in }
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == number)
    }

    @Test(
        "A list with nothing but the header of the default applications is empty",
        arguments: [
            ("\n[Default Applications]\n", true), ("", true), ("[Default Applications]\r\n \n", true),
            ("# mine\n", false),
            ("[Added Associations]\n", false), ("[Default Applications]\nx-scheme-handler/a=x\n", false),
        ])
    func emptiness(text: String, isEmpty: Bool) { #expect(list(text).isEmpty == isEmpty) }

    @Test("The list keeps every other byte")
    func keepsBytes() {
        MutatedTexts.each(
            500, seed: 4,
            of: ["[Default Applications]\nx-scheme-handler/a=x\nb=c\n", "[A]\nx-scheme-handler/a=x\n", "\r\n\n[x"],
            with: "[]=\n\r ax-/#\u{301}"
        ) { text in
            var list = list(text)
            #expect(list.bytes == Array(text.utf8))
            guard let value = list["a"] else {
                list.restore("a", to: "y")
                return #expect(list.bytes == Array(text.utf8))
            }
            list.restore("a", to: nil)
            #expect(list["a"] == nil, "\(value)")
        }
    }
}
