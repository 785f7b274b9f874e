import PackageCorpus
import Testing

@testable import AppPackage

@Suite("Refused binary property lists")
struct BinaryPropertyListRefusalTests {
    @Test(
        "A hostile binary property list is refused with a sentence that names the fault and the byte",
        arguments: HostilePropertyList.binary)
    func refuses(document: HostilePropertyList) throws {
        let error = try #require(throws: PackageError.self) { try PropertyList(bytes: document.bytes) }
        #expect(error.code == .refused)
        #expect(error.description.contains(document.words), "\(error)")
    }

    @Test("A binary property list at the limits is accepted, and one beyond them is refused")
    func atTheLimits() throws {
        let deep = BinaryDocument((1...32).map { [0xA1, UInt8($0)] } + [[0x09]], offsetSize: 1, referenceSize: 1)
        let shared = HostilePropertyList.sharing(levels: 14, text: 128)
        for document in [deep, shared] {
            #expect(throws: Never.self) { try PropertyList(bytes: document.bytes) }
        }
    }
}
