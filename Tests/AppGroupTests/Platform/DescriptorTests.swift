import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Descriptors", .ownGroup)
struct DescriptorTests {
    let group = TestGroup.current

    @Test(
        "What a program writes to a stream that was closed when it started lands in none of the group's files",
        arguments: [">&-", "2>&-", "<&- >&- 2>&-"])
    func keepOutOfClosedStreams(streams: String) async throws {
        try group.registry.register(try group.app("inbox"))
        let script = #""$1" add-and-log org.example.inbox \#(streams)"#
        let result = try await RunningProcess.run(
            "/bin/sh", ["-c", script, "sh", BuiltProgram.worker.path], environment: group.environment)
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(try group.registry.app("org.example.inbox")?.badge == 1)
        // A byte in it would make each writer empty the log.
        #expect(try Files.contents(of: group.lock, limit: 1000) == [])
    }
}
