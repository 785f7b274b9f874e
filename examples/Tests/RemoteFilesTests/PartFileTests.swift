import Foundation
import RemoteFiles
import TestSupport
import Testing
import ToolSupport

@Suite("Files that grow until they are whole")
struct PartFileTests {
    private let owner: TemporaryFolder
    private var folder: String { owner.path }
    private var path: String { "\(folder)/.part" }

    init() throws { owner = try TemporaryFolder("part") }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }

    @Test("A file grows at its end, even after it was opened again, and gets a name that no other file has")
    func growing() throws {
        try Data("other".utf8).write(to: URL(filePath: "\(folder)/report.pdf"))
        let first = try PartFile(path)
        try first.append(Array("one two".utf8))
        try first.write()
        let second = try PartFile(path)
        #expect(second.count == 7)
        try second.truncate(to: 4)
        try second.append(Array("three".utf8))
        #expect(try second.finish(in: folder, as: "report.pdf", modified: 1_000_000_000) == "report(1).pdf")
        second.remove()
        #expect(try text("report.pdf") == "other" && text("report(1).pdf") == "one three")
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/report(1).pdf")
        #expect(attributes[.modificationDate] as? Date == Date(timeIntervalSince1970: 1_000_000_000))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("Nothing is written into a file that has another name, too, and that name is found")
    func otherName() throws {
        let part = try PartFile(path)
        try part.append(Array("report".utf8))
        #expect(!part.hasOtherName)
        _ = try part.finish(in: folder, as: "report.pdf")
        let again = try PartFile(path)
        #expect(again.hasOtherName && again.count == 6)
        #expect(again.otherName(in: folder) == "report.pdf")
        #expect(again.otherName(in: NSTemporaryDirectory()) == nil)
        #expect(throws: RemoteError.self) { try again.append([1]) }
        #expect(throws: RemoteError.self) { try again.truncate(to: 0) }
        let fresh = try PartFile(replacing: path)
        #expect(!fresh.hasOtherName && fresh.count == 0)
        try fresh.append(Array("new".utf8))
        try fresh.write()
        #expect(try text("report.pdf") == "report" && text(".part") == "new")
    }

    @Test("Messages do not get into a part, even if standard error was closed before the part was made")
    func closedStandardError() async throws {
        let path = path
        await #expect(processExitsWith: .success) { [path = path as String] in
            close(STDERR_FILENO)
            let part = try PartFile(path)
            Console("tool").say("Hello")
            try part.append(Array("report".utf8))
            try part.write()
        }
        #expect(try text(".part") == "report")
    }

    @Test("A link, a folder and a pipe in the place of a part are refused", arguments: ["link", "folder", "pipe"])
    func others(kind: String) throws {
        switch kind {
        case "link": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
        case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        default: try #require(mkfifo(path, 0o600) == 0)
        }
        #expect(throws: RemoteError.self) { try PartFile(path) }
    }
}
