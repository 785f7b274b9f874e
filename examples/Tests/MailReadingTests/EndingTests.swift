import AppGroup
import ExamplesTestSupport
import Foundation
import Testing

@Suite struct EndingTests {
    private let mail: TemporaryMaildir
    private let inbox: Program

    init() throws {
        mail = try TemporaryMaildir()
        inbox = Program(executable: Program.built("inbox"), environment: mail.environment)
    }

    @Test("inbox --family ends like launcher list if the registry can't be read", arguments: ["file", "folder"])
    func unreadableRegistry(kind: String) throws {
        let group = Registry(group: "com.example.tools", environment: ProcessEnvironment(mail.environment))
        let registry = URL(filePath: try #require(group.containerPath)).appending(path: "registry.sqlite")
        if kind == "file" {
            try FileManager.default.createDirectory(
                at: registry.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("This is no database.".utf8).write(to: registry)
        } else {
            try FileManager.default.createDirectory(at: registry, withIntermediateDirectories: true)
        }
        let launcher = Program(executable: Program.built("launcher"), environment: mail.environment)
        let listed = try launcher("list", "--group", "com.example.tools")
        #expect(listed.status == 65 && listed.errors.contains("registry.sqlite"), "\(listed)")
        let shown = try inbox("--family")
        #expect(shown.status == listed.status && shown.output.isEmpty, "\(shown)")
        #expect(!shown.errors.contains("Error:"))
        #expect(shown.errors.hasSuffix(listed.errors.replacing("launcher: ", with: "inbox: ", maxReplacements: 1)))
    }

    @Test("inbox says under its own name that its help could not be written")
    func helpOnFullDevice() throws {
        let shell = Program(executable: URL(filePath: "/bin/sh"), environment: mail.environment)
        let result = try shell("-c", "'\(inbox.executable.path)' --help >/dev/full")
        #expect(result.status == 74)
        #expect(result.errors.hasPrefix("inbox: The output could not be written"), "\(result)")
    }
}
