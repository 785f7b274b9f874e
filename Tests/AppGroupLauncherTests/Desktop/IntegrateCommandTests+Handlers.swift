import Foundation
import TestSupport
import Testing

/// The programs that open the links of a scheme.
extension IntegrateCommandTests {
    /// Lets an app with an entry lose its scheme to one that has none yet. Before both, Kettle opened the scheme's links.
    ///
    /// - Returns: The list of default handlers from before.
    func passOnTea() async throws -> String {
        let list = "[Default Applications]\nx-scheme-handler/tea=kettle.desktop\n"
        try DesktopHome.write(DesktopHome.defaults, list)
        try await DesktopHome.install("tea", "--scheme", "tea")
        _ = try await DesktopHome.integrate()
        try await printed("unregister", "org.example.tea")
        try await DesktopHome.install("chai", "--scheme", "tea")
        return list
    }

    @Test("The user's own handler comes back after its scheme has gone from one app to another")
    func handsOver() async throws {
        let list = try await passOnTea()
        let steps = try await DesktopHome.integrate().steps
        #expect(steps.contains("handle tea: org.example.chai.desktop"))
        #expect(!steps.contains { $0.hasPrefix("restore") }, "\(steps)")
        _ = try await DesktopHome.integrate("--remove")
        #expect(try DesktopHome.read(DesktopHome.defaults) == list)
    }

    @Test("integrate takes a scheme from another program only when the user runs it, and reports that")
    func takesOver() async throws {
        try installKettle()
        try await DesktopHome.install("rooms")
        _ = try await DesktopHome.integrate()
        try await DesktopHome.install("tea", "--scheme", "tea")
        #expect(try await DesktopHome.integrate("--update").steps.count == 1)
        #expect(try await DesktopHome.handlers(of: "tea") == ["kettle.desktop", "kettle.desktop"])
        let remark = "tea: goes from kettle.desktop to tea.\n"
        #expect(try await DesktopHome.integrate("--dry-run").remarks.contains(remark))
        let asked = try await DesktopHome.integrate()
        #expect(asked.steps.last == "handle tea: org.example.tea.desktop")
        #expect(asked.remarks.contains(remark))
        _ = try await DesktopHome.integrate("--remove")
        #expect(try await DesktopHome.handlers(of: "tea") == ["kettle.desktop", "kettle.desktop"])
    }

    /// Installs another program, which opens the links of a scheme without being set as the default.
    private func installKettle() throws {
        try DesktopHome.write(
            "\(TestGroup.current.folder)/share/applications/kettle.desktop",
            "[Desktop Entry]\nType=Application\nName=Kettle\nExec=true\nMimeType=x-scheme-handler/tea;\n")
        try DesktopHome.write(
            "\(TestGroup.current.folder)/share/applications/mimeinfo.cache",
            "[MIME Cache]\nx-scheme-handler/tea=kettle.desktop;\n")
    }

    @Test("A handler that the user has chosen since is kept by updates and by --remove")
    func keepsChoice() async throws {
        try await DesktopHome.install("tea", "--scheme", "tea")
        _ = try await DesktopHome.integrate()
        try await choose("kettle.desktop")
        try await DesktopHome.install("tea", "--scheme", "tea", "--icon", "cup")
        #expect(try await DesktopHome.integrate().steps.count == 1)
        let chosen = try DesktopHome.read(DesktopHome.defaults)
        #expect(chosen.contains("x-scheme-handler/tea=kettle.desktop"))
        #expect(try await DesktopHome.integrate("--remove").steps.count == 1)
        #expect(try DesktopHome.read(DesktopHome.defaults) == chosen)
    }

    /// Makes an entry the default handler of a scheme as a user does.
    private func choose(_ id: String) async throws {
        let choice = try await RunningProcess.run(
            "/usr/bin/xdg-mime", ["default", id, "x-scheme-handler/tea"], environment: TestGroup.current.environment)
        try #require(choice.ending == .exit(0), "\(choice.errors)")
    }

    @Test("A list of default applications that is a link stays one, and its target gets and loses the handler")
    func keepsLink() async throws {
        let list = "# mine\n[Default Applications]\nx-scheme-handler/tea=kettle.desktop\ntext/html=a.desktop\n"
        let target = "\(DesktopHome.home)/dots/mimeapps"
        try DesktopHome.write(target, list)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
        try DesktopHome.write("\(DesktopHome.home)/.config/other", "")
        try FileManager.default.createSymbolicLink(
            atPath: DesktopHome.defaults, withDestinationPath: "../dots/mimeapps")
        try await DesktopHome.install("tea", "--scheme", "tea", "--scheme", "cup")
        let steps = try await DesktopHome.integrate().steps
        #expect(steps.filter { $0.hasPrefix("handle ") }.count == 2, "\(steps)")
        for scheme in ["tea", "cup"] {
            let handlers = try await DesktopHome.handlers(of: scheme)
            #expect(handlers == ["org.example.tea.desktop", "org.example.tea.desktop"], "\(scheme)")
        }
        #expect(try DesktopHome.files()[".config/mimeapps.list"] == "-> ../dots/mimeapps")
        #expect(try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o600)
        _ = try await DesktopHome.integrate("--remove")
        #expect(try DesktopHome.files()[".config/mimeapps.list"] == "-> ../dots/mimeapps")
        #expect(try DesktopHome.read(target) == list)
    }

    @Test(
        "A list of default applications that nobody may write stays, and the error names it and the file that a link leads to",
        arguments: [false, true])
    func generatedList(isLink: Bool) async throws {
        let list = "[Default Applications]\nx-scheme-handler/tea=kettle.desktop\n"
        let (defaults, target) = (DesktopHome.defaults, "\(DesktopHome.home)/store/generated")
        let file = isLink ? target : defaults
        try DesktopHome.write(file, list)
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
        try DesktopHome.write("\(DesktopHome.home)/.config/other", "")
        if isLink { try FileManager.default.createSymbolicLink(atPath: defaults, withDestinationPath: target) }
        try await DesktopHome.install("tea", "--scheme", "tea")
        let result = try await launcher("integrate")
        #expect(result.ending == .exit(74), "\(result)")
        let named = isLink ? "\(defaults), a link to \(target)," : defaults
        #expect(result.errors.contains("\(named) is write-protected"), "\(result.errors)")
        #expect(try DesktopHome.read(file) == list)
    }

    @Test(
        "A list of default applications that is a link to no file stays one, and the error names it and where it leads",
        arguments: ["../dots/mimeapps", "/dev/null"])
    func leavesLinkToNoFile(target: String) async throws {
        let defaults = DesktopHome.defaults
        for file in ["dots/other", ".config/other"] { try DesktopHome.write("\(DesktopHome.home)/\(file)", "") }
        try FileManager.default.createSymbolicLink(atPath: defaults, withDestinationPath: target)
        try await DesktopHome.install("tea", "--scheme", "tea")
        let result = try await launcher("integrate")
        #expect(result.ending == .exit(74) && result.errors.contains("\(defaults), a link to \(target)"), "\(result)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: defaults) == target)
        #expect(!DesktopHome.exists("\(DesktopHome.home)/dots/mimeapps"))
    }

    @Test("integrate reports a scheme that two groups have, and does not take it back and forth")
    func isContested() async throws {
        try await DesktopHome.install("tea", "--scheme", "tea")
        try await DesktopHome.install("chai", "--scheme", "tea", group: "org.example.other")
        let all: [String: String?] = ["APP_GROUP": nil]
        let done = try await DesktopHome.integrate(setting: all)
        #expect(!done.steps.contains { $0.hasPrefix("handle") } && done.steps.count == 2)
        for word in ["“tea”", "org.example.tea", "org.example.other", "xdg-mime default"] {
            #expect(done.remarks.contains(word), "\(done.remarks)")
        }
        #expect(!DesktopHome.exists(DesktopHome.defaults))
        try await printed("unregister", "org.example.chai", "--group", "org.example.other")
        #expect(try await DesktopHome.integrate(setting: all).steps.contains("handle tea: org.example.tea.desktop"))
        // The app that has the scheme keeps it.
        try await DesktopHome.install("chai", "--scheme", "tea", group: "org.example.other")
        _ = try await DesktopHome.integrate(setting: all)
        #expect(try await DesktopHome.handlers(of: "tea")[0] == "org.example.tea.desktop")
    }

    @Test("The scheme of another program stays with it if two groups have the scheme, until the user chooses an app")
    func contestedSchemeStays() async throws {
        try installKettle()
        try await DesktopHome.install("rooms")
        _ = try await DesktopHome.integrate()
        try await DesktopHome.install("tea", "--scheme", "tea")
        try await DesktopHome.install("chai", "--scheme", "tea", group: "org.example.other")
        let entry = "\(DesktopHome.entries)/org.example.tea.desktop"
        for option in ["--update", "--format=tsv"] {
            _ = try await DesktopHome.integrate(option, setting: ["APP_GROUP": nil])
            #expect(try await DesktopHome.handlers(of: "tea") == ["kettle.desktop", "kettle.desktop"], "\(option)")
            for path in [entry, "\(DesktopHome.entries)/org.example.chai.desktop"] {
                #expect(try !DesktopHome.read(path).contains("MimeType="), "\(option)")
            }
        }
        try await choose("org.example.tea.desktop")
        _ = try await DesktopHome.integrate("--update", setting: ["APP_GROUP": nil])
        #expect(try DesktopHome.read(entry).contains("MimeType=x-scheme-handler/tea;\n"))
    }

    @Test("The scheme of another program stays with it if xdg-mime is missing")
    func schemeStaysWithoutXDG() async throws {
        try installKettle()
        try await DesktopHome.install("rooms")
        _ = try await DesktopHome.integrate()
        try await DesktopHome.install("tea", "--scheme", "tea")
        let tools = try TestGroup.current.makeFolder("tools")
        try FileManager.default.createSymbolicLink(
            atPath: "\(tools)/update-desktop-database", withDestinationPath: "/usr/bin/update-desktop-database")
        for option in ["--update", "--format=tsv"] {
            _ = try await DesktopHome.integrate(option, setting: ["PATH": tools])
            #expect(try await DesktopHome.handlers(of: "tea") == ["kettle.desktop", "kettle.desktop"], "\(option)")
        }
        #expect(try await DesktopHome.integrate().steps.last == "handle tea: org.example.tea.desktop")
    }
}
