import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("The path by which a tool registers itself", .ownGroup) struct ThisProgramTests {
    private let group = TestGroup.current
    private let id: AppID = "org.example.tool"
    /// The file behind every link.
    private let file = URL(fileURLWithPath: BuiltProgram.worker.path).resolvingSymlinksInPath().path

    @Test(
        "A tool registers the file behind all links, whatever name it is started under",
        arguments: [
            "\"$1\"", "tool", "cd \"${1%/*}\"; ./tool", "exec -a /proc/self/exe \"$1\"", "exec -a /bin/true \"$1\"",
            "exec -a '' \"$1\"",
        ])
    func link(command: String) async throws {
        let link = "\(try group.makeFolder("bin"))/tool"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let run = try await RunningProcess.run(
            "/bin/bash", ["-c", "\(command) register-itself \(id)", "bash", link], environment: group.environment)
        #expect(run.ending == .exit(0), "\(run.errors)")
        #expect(try group.registry.app(id)?.launch == .terminal(file, "%u"))
    }
}
