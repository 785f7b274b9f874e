import PackageCorpus
import TestSupport
import Testing

@testable import AppPackage

@Suite("Hostile archives")
struct HostileArchiveTests {
    @Test("A hostile archive is refused with a sentence that says why", arguments: HostileArchive.all)
    func isRefused(_ hostile: HostileArchive) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("hostile.ipa", hostile.bytes)
        let error = #expect(throws: PackageError.self) {
            let archive = try Archive(path: path)
            _ = try ArchiveBundle(of: archive.entries)
            try archive.verifyContents()
        }
        #expect(error?.code == .refused)
        #expect(error?.description.contains(hostile.refusal) == true, "\(error?.description ?? "")")
    }

    @Test("A refusal names an entry and what it leads to by their whole paths")
    func wholePaths() throws {
        let path = "\(SoundArchive.app)/Resources/de.lproj/Localized/Sentences of the rooms/Main.strings"
        let target = "../\(String(repeating: "Sentences/", count: 8))Main.strings"
        var zip = SoundArchive.package
        zip.link(path, to: target)
        let folder = try TemporaryFolder()
        let error = try #require(throws: PackageError.self) {
            try Archive(path: folder.write("link.ipa", zip.bytes())).verifyContents()
        }
        #expect(error.description.contains("“\(path)” is a link to “\(target)”"), "\(error)")
    }

    @Test("Each hostile archive has its own name and is small")
    func isDistinct() {
        #expect(Set(HostileArchive.all.map(\.name)).count == HostileArchive.all.count)
        #expect(HostileArchive.all.count >= 60)
        for hostile in HostileArchive.all { #expect(hostile.bytes.count < 2_000_000, "\(hostile.name)") }
    }

    @Test("A hostile archive would be accepted without its fault")
    func isOtherwiseSound() throws {
        let folder = try TemporaryFolder()
        let archive = try Archive(path: folder.write("sound.ipa", SoundArchive.package.bytes()))
        #expect(try ArchiveBundle(of: archive.entries).root == "Payload/Rooms.app/")
        try archive.verifyContents()
    }
}
