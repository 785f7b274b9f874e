import Foundation
import PackageCorpus
import TestSupport
import Testing

@testable import AppPackage

@Suite("Reading archives")
struct ArchiveReadingTests {
    private let folder: TemporaryFolder
    private let noise: [UInt8] = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }

    init() throws { folder = try TemporaryFolder() }

    private func archive(_ change: (inout ZipWriter) -> Void = { _ in }) throws -> Archive {
        try Archive(path: folder.write("a.ipa", SoundArchive.package.changed(change).bytes()))
    }

    @Test("The contents of an entry are read piece by piece", arguments: [true, false])
    func streams(deflated: Bool) throws {
        let archive = try archive { $0.add("\(SoundArchive.app)/noise".utf8, noise, deflated: deflated) }
        let entry = try #require(archive.entries.last)
        var (bytes, longest) = ([UInt8](), 0)
        try archive.stream(entry) {
            bytes += $0
            longest = max(longest, $0.count)
        }
        #expect(bytes == noise)
        #expect(longest <= 1 << 16)
        #expect(try archive.read(entry, limit: 300_000) == noise)
    }

    @Test("Reading an entry beyond the caller's limit is refused")
    func hasLimit() throws {
        let archive = try archive()
        #expect(throws: PackageError.self) { try archive.read(archive.entries[3], limit: 199) }
        #expect(try archive.read(archive.entries[3], limit: 200).count == 200)
    }

    @Test("An error that the caller throws ends the reading")
    func isEnded() throws {
        let archive = try archive()
        #expect(throws: CancellationError.self) {
            try archive.stream(archive.entries[2]) { _ in throw CancellationError() }
        }
    }

    @Test("Reading a file that shrinks meanwhile fails without blaming the archive")
    func noticesShrinking() throws {
        let archive = try archive { $0.add("\(SoundArchive.app)/noise".utf8, noise) }
        #expect(truncate("\(folder.path)/a.ipa", 500) == 0)
        let error = #expect(throws: PackageError.self) { try archive.verifyContents() }
        #expect(error?.code == .inputOutput, "\(error?.description ?? "")")
    }

    @Test("Several entries can be read at the same time")
    func isReentrant() throws {
        let archive = try archive { $0.add("\(SoundArchive.app)/noise".utf8, noise, deflated: true) }
        let entry = try #require(archive.entries.last)
        var bytes: [UInt8] = []
        try archive.stream(entry) {
            bytes += $0
            let others = try archive.read(entry, limit: .max)
            #expect(others == noise)
        }
        #expect(bytes == noise)
    }

    @Test("Reading keeps to the given limits")
    func keepsToLimits() throws {
        var limits = ArchiveLimits.standard
        limits.entries = 3
        let path = try folder.write("b.ipa", SoundArchive.package.bytes())
        let error = #expect(throws: PackageError.self) { try Archive(path: path, limits: limits) }
        #expect(error?.description.contains("at most 3") == true)
    }

    @Test("Reading something that is not a file is refused")
    func needsFile() throws {
        func code(_ path: String) -> PackageError.Code? {
            #expect(throws: PackageError.self) { try Archive(path: path) }?.code
        }
        #expect(code("\(folder.path)/missing.ipa") == .notFound)
        #expect(code("\(folder.path)/missing/missing.ipa") == .notFound)
        #expect(code("") == .notFound)
        #expect(code("a\0b") == .notFound)
        #expect(code(folder.path) == .refused)
        #expect(code("/dev/null") == .refused)
        #expect(mkfifo("\(folder.path)/pipe.ipa", 0o600) == 0)
        #expect(code("\(folder.path)/pipe.ipa") == .refused)
    }

    @Test("Reading without permission is refused")
    func needsPermission() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let path = try folder.write("secret.ipa", [])
            try #require(chmod(path, 0) == 0)
            let user = geteuid()
            // Root may read everything.
            if user == 0 { try #require(seteuid(65_534) == 0) }
            let error = #expect(throws: PackageError.self) { try Archive(path: path) }
            #expect(error?.code == .permission)
            try #require(seteuid(user) == 0)
            withExtendedLifetime(folder) {}
        }
    }
}
