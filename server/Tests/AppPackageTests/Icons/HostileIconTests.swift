import PackageCorpus
import Testing

@testable import AppPackage

@Suite("Hostile icons")
struct HostileIconTests {
    @Test("A hostile icon is skipped with a sentence that says why", arguments: HostileIcon.all)
    func isPassedOver(_ hostile: HostileIcon) throws {
        let icon = try PackageIcon.choose(names: [hostile.file], files: [hostile.file]) { _, limit in
            Array(hostile.bytes.prefix(limit))
        }
        #expect(icon.image == nil)
        #expect(icon.passedOver.map(\.code) == [.refused])
        #expect(icon.passedOver.first?.description.contains(hostile.reason) == true, "\(icon.passedOver)")
    }
}
