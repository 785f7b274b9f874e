import Testing

@testable import Serving

@Suite("The entity tags of blobs")
struct EntityTagTests {
    private let tag = EntityTag(BlobDigest(sha256Of: [1]))

    @Test("An entity tag is found in a list, and a star matches every tag")
    func isNamed() {
        for header in ["*", " * ", "\(tag)", "\"a\", \(tag)", "\"a,b\",W/\"c\" , \(tag)\t"] {
            #expect(tag.isNamed(in: header, weakly: false) && tag.isNamed(in: header, weakly: true), "\(header)")
        }
        for header in ["", "\"a\"", "\(tag)x", tag.description.replacing("\"", with: "")] {
            #expect(!tag.isNamed(in: header, weakly: false) && !tag.isNamed(in: header, weakly: true), "\(header)")
        }
        #expect(tag.isNamed(in: "W/\(tag)", weakly: true) && !tag.isNamed(in: "W/\(tag)", weakly: false))
    }

    @Test("An entity tag equals the same strong tag and nothing else")
    func isSame() {
        #expect(tag.isSame(as: "\(tag)") && tag.isSame(as: " \(tag) "))
        for header in ["W/\(tag)", "\"a\"", "*", "", "Sat, 21 Nov 2026 15:00:00 GMT"] {
            #expect(!tag.isSame(as: header))
        }
    }
}
