import AppGroupPlatform
import Foundation
import TestSupport
import Testing
import ToolSupport

@Suite("Copies of files")
struct FileCopyTests {
    private let originals: TemporaryFolder
    private let copies: TemporaryFolder

    init() throws { (originals, copies) = (try TemporaryFolder(), try TemporaryFolder()) }

    /// What happens to a file while it is copied.
    enum Change: CaseIterable, Sendable {
        case growth, overwriting

        func make(in path: String) throws {
            let file = try #require(FileHandle(forUpdatingAtPath: path))
            if self == .growth { try file.seekToEnd() }
            try file.write(contentsOf: Data("more".utf8))
            try file.close()
            // The clock of a file system may be too coarse to tell two changes apart.
            let date = Date(timeIntervalSince1970: 1_000_000_000)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
    }

    @Test("A file that changes while it is copied is refused, and nothing of it stays", arguments: Change.allCases)
    func changing(change: Change) throws {
        let path = try originals.write("report.txt", String(repeating: "report ", count: 100_000).utf8)
        var failure: (any Error)?
        var hasChanged = false
        #expect(throws: SystemError.busy) {
            try Files.copy(
                path, into: copies.path, as: "report.txt",
                progress: { _ in
                    if !hasChanged { do { try change.make(in: path) } catch { failure = error } }
                    hasChanged = true
                    return true
                })
        }
        #expect(failure == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: copies.path).isEmpty)
        #expect(try Files.copy(path, into: copies.path, as: "report.txt").isNew)
    }

    @Test(
        "A file whose size its file system doesn't know is copied",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/version")))
    func unknownSize() throws {
        #expect(try Files.copy("/proc/version", into: copies.path, as: "version").isNew)
        #expect(try Files.size(of: "\(copies.path)/version") > 0)
    }

    @Test("If a name of 255 bytes is taken, the copy gets a shorter one with a number")
    func longName() throws {
        let name = String(repeating: "д", count: 125) + "a.txt"
        for (text, expected) in [("one", name), ("two", String(repeating: "д", count: 124) + "(1).txt")] {
            let copy = try Files.copy(originals.write("report.txt", text.utf8), into: copies.path, as: name)
            #expect(copy.name == expected && copy.isNew)
            #expect(try String(contentsOfFile: "\(copies.path)/\(copy.name)", encoding: .utf8) == text)
        }
    }

    @Test("A file that replaces another one gets its permissions and its group")
    func replacement() throws {
        // Only root can give a file to any group.
        let group = geteuid() == 0 ? 12_345 : getegid()
        let path = try copies.write("report.txt", "old".utf8)
        try #require(chown(path, uid_t.max, group) == 0 && chmod(path, 0o640) == 0)
        try Files.place(originals.write("report.txt", "new".utf8), at: path, isReplacing: true)
        var status = stat()
        try #require(stat(path, &status) == 0)
        #expect(status.st_gid == group && status.st_mode & 0o777 == 0o640)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    }

    @Test("Files are the same only if all of their bytes are", arguments: [0, 1, 65_535, 65_536, 131_072, 131_073])
    func comparison(count: Int) throws {
        let text = String(repeating: "x", count: count)
        func write(_ text: String, to name: String) throws -> String { try originals.write(name, text.utf8) }
        let path = try write(text, to: "report.txt")
        #expect(Files.areSame(path, try write(text, to: "same.txt")))
        #expect(!Files.areSame(path, try write(text + "x", to: "longer.txt")))
        if count > 0 { #expect(!Files.areSame(path, try write(text.dropLast() + "y", to: "other.txt"))) }
        #expect(!Files.areSame(path, copies.path))
    }
}
