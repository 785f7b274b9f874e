import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("The path by which a tool registers itself", .ownGroup) struct ThisProgramTests {
    private let group = TestGroup.current
    private let registry = TestGroup.current.registry
    private let id: AppID = "org.example.tool"
    /// The file behind every link.
    private let file = URL(fileURLWithPath: BuiltProgram.worker.path).resolvingSymlinksInPath().path

    /// A link to the tool, as an installation makes it.
    private func makeLink(in folder: String = "bin") throws -> String {
        let link = "\(try group.makeFolder(folder))/tool"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        return link
    }

    /// What is registered after a command of Bash has started the tool.
    private func registered(by command: String, _ path: String = "") async throws -> AppLaunch? {
        let run = try await RunningProcess.run(
            "/bin/bash", ["-c", "\(command) register-itself \(id)", "bash", path], environment: group.environment)
        #expect(run.ending == .exit(0), "\(run.errors)")
        return try registry.app(id)?.launch
    }

    @Test("A tool that is started through a link registers the link, and nothing new when the link leads elsewhere")
    func link() async throws {
        let link = try makeLink()
        for command in ["\"$1\"", "tool"] {
            #expect(try await registered(by: command, link) == .terminal(link, "%u"), "\(command)")
        }
        let before = try registry.storage.version()
        let upgraded = try group.makeFolder("upgraded")
        try ProgramFile.copy(file, to: "\(upgraded)/tool")
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(upgraded)/tool")
        #expect(try await registered(by: "tool") == .terminal(link, "%u"))
        #expect(try registry.storage.version() == before)
    }

    @Test(
        "A tool registers the file itself if it was started by a relative path, or under a name that leads elsewhere",
        arguments: [
            "cd \"${1%/*}\"; ./tool", "cd \"${1%/*}\"; ../bin/tool", "exec -a /bin/true \"$1\"", "exec -a true \"$1\"",
            "exec -a no-such-program \"$1\"", "exec -a '' \"$1\"", "exec -a \"${1%/*}/../bin/tool\" \"$1\"",
        ])
    func otherNames(command: String) async throws {
        #expect(try await registered(by: command, try makeLink()) == .terminal(file, "%u"))
    }

    @Test("A tool registers the file itself if others could change the link that it was started through")
    func unprotectedLink() async throws {
        let link = try makeLink(in: "open")
        chmod("\(group.folder)/open", 0o777)
        #expect(try await registered(by: "\"$1\"", link) == .terminal(file, "%u"))
        chmod("\(group.folder)/open", 0o1777)
        #expect(try await registered(by: "\"$1\"", link) == .terminal(link, "%u"))
    }
}
