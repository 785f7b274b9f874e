import PackageCorpus
import Testing

@testable import AppPackage

@Suite("A hostile archive")
struct HostileArchiveTests {
    @Test("is refused, and the sentence says why", arguments: HostileArchive.all)
    func isRefused(_ hostile: HostileArchive) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("hostile.ipa", hostile.bytes)
        let error = #expect(throws: PackageError.self) {
            let archive = try Archive(path: path)
            _ = try archive.bundle()
            try archive.verifyContents()
        }
        #expect(error?.code == .refused)
        #expect(error?.description.contains(hostile.refusal) == true, "\(error?.description ?? "")")
    }

    @Test("has a name of its own, and is small")
    func isDistinct() {
        #expect(Set(HostileArchive.all.map(\.name)).count == HostileArchive.all.count)
        #expect(HostileArchive.all.count >= 60)
        for hostile in HostileArchive.all { #expect(hostile.bytes.count < 2_000_000, "\(hostile.name)") }
    }

    @Test("would be accepted without what is wrong with it")
    func isOtherwiseSound() throws {
        let folder = try TemporaryFolder()
        let archive = try Archive(path: folder.write("sound.ipa", SoundArchive.package.bytes()))
        #expect(try archive.bundle().root == "Payload/Rooms.app/")
        try archive.verifyContents()
    }
}
