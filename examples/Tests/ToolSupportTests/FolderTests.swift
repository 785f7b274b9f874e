import AppGroupPlatform
import TestSupport
import Testing
import ToolSupport

@Suite("Lists of the files below a folder")
struct FolderTests {
    private let folder: TemporaryFolder
    private var year: String { "\(folder.path)/fund/year" }

    init() throws {
        folder = try TemporaryFolder()
        for name in ["a", "b"] {
            try folder.write("fund/year/\(name)/report", "text".utf8)
            try Files.symbolicLink("report", at: "\(year)/\(name)/latest")
            try Files.symbolicLink("nowhere", at: "\(year)/\(name)/broken")
            for file in ["thesis", "latest"] { try folder.write("other/\(name)/\(file)", "another text".utf8) }
        }
    }

    /// The sizes of the files in the folder `fund`, by path.
    ///
    /// - Parameter change: Called while the first of the folders `a` and `b` is read; receives the name of the other one.
    private func sizes(_ change: (_ unread: String) throws -> Void) throws -> [String: Int] {
        var result: Result<Void, any Error>?
        let entries = try Files.entries(below: "\(folder.path)/fund") { path, _ in
            // The broken link is left out.
            if result == nil { result = Result { try change(path == "year/a/broken" ? "b" : "a") } }
        }
        try #require(result).get()
        return Dictionary(uniqueKeysWithValues: entries.map { ($0.path, $0.size) })
    }

    private func replaceByLink(_ path: String, to target: String) throws {
        try Files.rename(path, to: "\(folder.path)/moved")
        try Files.symbolicLink("\(folder.path)/\(target)", at: path)
    }

    @Test("A link that takes the place of a folder before that is read is not followed: the list fails with ENOTDIR")
    func replacedFolder() throws {
        #expect(throws: SystemError.notFolder) {
            try sizes { unread in try replaceByLink("\(year)/\(unread)", to: "other/\(unread)") }
        }
    }

    @Test("A link that takes the place of a folder while that is read leads to no other files")
    func replacedParent() throws {
        let listed = try sizes { _ in try replaceByLink(year, to: "other") }
        #expect(listed == ["year/a/report": 4, "year/a/latest": 4, "year/b/report": 4, "year/b/latest": 4])
    }
}
