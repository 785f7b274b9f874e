import AppGroupPlatform
import Foundation
import Testing
import ToolSupport

#if os(Linux)
@Suite("Programs that run beside a tool", .timeLimit(.minutes(20)))
struct HelperTests {
    @Test("Nothing is left of a helper whose program ended by itself")
    func endsByItself() async throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "helper-\(UUID().uuidString)").path
        let helper = try Helper(prefix: place) { _ in ["true"] }
        while !helper.hasEnded { try await Task.sleep(for: .milliseconds(10)) }
        #expect(!FileManager.default.fileExists(atPath: helper.folder))
        // Its shell and the part of it that waits for the end of the tool have the folder among their arguments.
        while try isNamed(helper.folder) { try await Task.sleep(for: .milliseconds(10)) }
        withExtendedLifetime(helper) {}
    }

    @Test("A program whose answer never ends is killed, however often it writes")
    func killsDrippingPrograms() throws {
        let command = ["sh", "-c", "while :; do printf x; sleep 0.02; done"]
        let result = try #require(try Processes.capture(command, limit: .max, killedAfter: .milliseconds(500)))
        #expect(result.ending == nil)
    }

    /// Whether an argument of a process contains this text.
    private func isNamed(_ text: String) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").contains { name in
            guard Int(name) != nil, let arguments = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
                return false
            }
            return arguments.range(of: Data(text.utf8)) != nil
        }
    }
}
#endif
