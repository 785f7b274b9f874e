import AppGroupPlatform
import Foundation
import TestSupport
import Testing
import ToolSupport

@Suite("Symbolic links that are moved")
struct LinkTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for path in ["fund/report.txt", "documents/Ü/report.txt", "disk/report.txt"] {
            try folder.write(path, "text".utf8)
        }
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "fund/old/2026"), withIntermediateDirectories: true)
        // What follows it is no part of the real path of any folder.
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/documents/current", withDestinationPath: "../disk")
    }

    private func link(_ path: String, to target: String) throws -> String {
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(path)", withDestinationPath: target)
        return "\(folder.path)/\(path)"
    }

    @Test(
        "A relative link leads to the same file from another folder, through the same links",
        arguments: [
            ("report.txt", "../../report.txt"), ("./report.txt", "../../report.txt"),
            ("../documents/Ü/report.txt", "../../../documents/Ü/report.txt"),
            ("../documents/current/report.txt", "../../../documents/current/report.txt"),
            ("../documents/current/../disk/report.txt", "../../../documents/current/../disk/report.txt"),
        ])
    func relative(target: String, expected: String) throws {
        let path = try link("fund/link", to: target)
        let newPath = "\(folder.path)/fund/old/2026/link"
        try Files.move(path, to: newPath)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: newPath) == expected)
        #expect(try String(contentsOfFile: newPath, encoding: .utf8) == "text")
        #expect(!Files.isLink(path))
    }

    @Test("A link that is moved says the same if it is absolute, or if it stays in its folder")
    func unchanged() throws {
        for (target, newPath) in [("\(folder.path)/disk/report.txt", "fund/old/b"), ("../disk/report.txt", "fund/c")] {
            try Files.move(link("fund/link", to: target), to: "\(folder.path)/\(newPath)")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.path)/\(newPath)") == target)
        }
    }

    @Test("A link that is moved never replaces a file or a link, not even the file that it leads to")
    func taken() throws {
        let other = try link("disk/other", to: "gone.txt")
        for (place, target) in [("fund/link", "report.txt"), ("disk/link", "\(folder.path)/disk/report.txt")] {
            let path = try link(place, to: target)
            for name in ["fund/report.txt", "disk/report.txt"] {
                let newPath = "\(folder.path)/\(name)"
                #expect(throws: SystemError.exists) { try Files.move(path, to: newPath) }
                #expect(Files.isLink(path) && !Files.isLink(newPath))
                #expect(try String(contentsOfFile: newPath, encoding: .utf8) == "text")
            }
            #expect(throws: SystemError.exists) { try Files.move(path, to: other) }
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: other) == "gone.txt")
        }
    }

    @Test("A link leads below a folder even if its file is gone, and whether or not the folder is named by a link")
    func below() throws {
        let path = try link("disk/link", to: "gone/report.txt")
        #expect(Files.isLink(path, toPlaceBelow: "\(folder.path)/disk"))
        #expect(Files.isLink(path, toPlaceBelow: "\(folder.path)/documents/current"))
        #expect(!Files.isLink(path, toPlaceBelow: "\(folder.path)/dis"))
        #expect(!Files.isLink("\(folder.path)/disk/report.txt", toPlaceBelow: "\(folder.path)/disk"))
    }
}
