import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import ToolSupport

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

    @Test(
        "Two names of a file are two only if their folder lists both, byte for byte",
        arguments: [
            ("Report.txt", "report.txt", ["report.txt"], false), ("Report.txt", "report.txt", ["Report.txt"], false),
            ("Report.txt", "REPORT.txt", ["report.txt"], false), ("a.txt", "a.txt", ["a.txt"], false),
            ("\u{E9}.txt", "e\u{301}.txt", ["e\u{301}.txt"], false), ("a.txt", "b.txt", ["a.txt", "b.txt"], true),
            ("Report.txt", "report.txt", ["report.txt", "Report.txt"], true),
        ] as [(String, String, [String], Bool)])
    func twoNames(name: String, other: String, listed: [String], areTwo: Bool) {
        #expect(Files.areTwoNames(name.utf8, other.utf8, in: listed) == areTwo)
    }

    @Test("A move that was killed when the file had both names is completed", arguments: ["A/new.txt", "new.txt"])
    func killed(path: String) throws {
        let (old, new) = ("\(folder.path)/A/report.txt", "\(folder.path)/\(path)")
        try Files.hardLink(old, as: new)
        try Files.move(old, to: new)
        #expect(text("A/report.txt") == nil && text(path) == "text")
    }
}
