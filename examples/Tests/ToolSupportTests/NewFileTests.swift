import AppGroupPlatform
import Foundation
import TestSupport
import Testing
import ToolSupport

@Suite("New files")
struct NewFileTests {
    @Test("Messages do not get into a new file, even if standard error was closed before the file was made")
    func closedStandardError() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/report.txt"
        await #expect(processExitsWith: .success) { [path = path as String] in
            close(STDERR_FILENO)
            let file = try NewFile(path)
            Console("tool").say("Hello")
            try file.append(Array("report".utf8))
            try file.finish()
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "report")
    }

    @Test("A file that replaces another one takes no third file for its draft")
    func draft() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("state.json", "old".utf8)
        let other = try folder.write("state.json.\(getpid()).new", "other".utf8)
        try Files.replaceDurably(path, with: Array("new".utf8))
        #expect(try [path, other].map { try String(contentsOfFile: $0, encoding: .utf8) } == ["new", "other"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }
}
