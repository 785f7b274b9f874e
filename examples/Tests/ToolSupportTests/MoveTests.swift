import AppGroupPlatform
import Foundation
import TestSupport
import Testing
import ToolSupport

@Suite("Files that get another path")
struct MoveTests {
    private let folder: TemporaryFolder

    /// Makes a file that has a name in two folders.
    init() throws {
        folder = try TemporaryFolder()
        try folder.write("A/report.txt", "text".utf8)
        try Files.hardLink("\(folder.path)/A/report.txt", as: "\(folder.path)/other.txt")
    }

    private func text(_ path: String) -> String? {
        try? String(contentsOfFile: "\(folder.path)/\(path)", encoding: .utf8)
    }

    @Test("A file with two names is not deleted if its new path has the old name in the old folder")
    func sameName() throws {
        // As a file system does that ignores the case of letters.
        try Files.symbolicLink("A", at: "\(folder.path)/a")
        for path in ["a", "A"] {
            try Files.move("\(folder.path)/A/report.txt", to: "\(folder.path)/\(path)/report.txt")
            #expect(text("A/report.txt") == "text")
        }
    }

    @Test("A move that was killed when the file had both names is completed", arguments: ["A/new.txt", "new.txt"])
    func killed(path: String) throws {
        let (old, new) = ("\(folder.path)/A/report.txt", "\(folder.path)/\(path)")
        try Files.hardLink(old, as: new)
        try Files.move(old, to: new)
        #expect(text("A/report.txt") == nil && text(path) == "text")
    }
}
