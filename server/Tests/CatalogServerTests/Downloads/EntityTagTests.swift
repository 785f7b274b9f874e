import Crypto
import Testing

@testable import CatalogServer

@Suite("The entity tag of a blob")
struct EntityTagTests {
    private let tag = EntityTag(BlobDigest(SHA256.hash(data: [1])))

    @Test("is named in lists, or by a star")
    func isNamed() {
        for header in ["*", " * ", "\(tag)", "\"a\", \(tag)", "\"a,b\",W/\"c\" , \(tag)\t"] {
            #expect(tag.isNamed(in: header, weakly: false) && tag.isNamed(in: header, weakly: true), "\(header)")
        }
        for header in ["", "\"a\"", "\(tag)x", tag.description.replacing("\"", with: "")] {
            #expect(!tag.isNamed(in: header, weakly: false) && !tag.isNamed(in: header, weakly: true), "\(header)")
        }
        #expect(tag.isNamed(in: "W/\(tag)", weakly: true) && !tag.isNamed(in: "W/\(tag)", weakly: false))
    }

    @Test("is the same as another one only if that is strong")
    func isSame() {
        #expect(tag.isSame(as: "\(tag)") && tag.isSame(as: " \(tag) "))
        for header in ["W/\(tag)", "\"a\"", "*", "", "Sat, 21 Nov 2026 15:00:00 GMT"] {
            #expect(!tag.isSame(as: header))
        }
    }
}
