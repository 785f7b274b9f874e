import AppGroupPlatform
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import Serving

@Suite("Folders for files on their way")
struct ScratchFolderTests {
    private let parent: TemporaryFolder

    init() throws { parent = try TemporaryFolder() }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: parent.path).sorted() }
    }

    @Test("A folder is deleted with its object, and those of killed processes by the next one")
    func removesAbandoned() throws {
        for name in [".copy-abandoned", ".copy-0123456789abcdef", ".copy-Other", "abandoned"] {
            try FileManager.default.createDirectory(
                atPath: "\(parent.path)/\(name)", withIntermediateDirectories: false)
        }
        for name in [".copy-abandoned", ".copy-Other"] {
            for file in ["lock", "part"] { _ = try parent.write("\(name)/\(file)", [1]) }
        }
        var one: ScratchFolder? = try ScratchFolder(in: parent.path, prefix: ".copy-")
        let name = try #require(one?.path.split(separator: "/").last)
        #expect(try names == [".copy-Other", "\(name)", "abandoned"].sorted())
        // One that is in use stays.
        var other: ScratchFolder? = try ScratchFolder(in: parent.path, prefix: ".copy-")
        #expect(try names.count == 4 && one?.path != other?.path)
        (one, other) = (nil, nil)
        #expect(try names == [".copy-Other", "abandoned"])
    }

    @Test("A symbolic link with the name of such a folder is left alone")
    func leavesLinks() throws {
        let outside = try TemporaryFolder()
        _ = try outside.write("lock", [])
        try FileManager.default.createSymbolicLink(
            atPath: "\(parent.path)/.copy-link", withDestinationPath: outside.path)
        let folder = try ScratchFolder(in: parent.path, prefix: ".copy-")
        #expect(try names.contains(".copy-link") && outside.files().count == 1)
        withExtendedLifetime(folder) {}
    }
}
