import Foundation
import Testing

@testable import AppGroupWidget

struct Base64Tests {
    @Test("Base64 text is the same as Foundation's", arguments: 0..<70)
    func oracle(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 251) }
        #expect(Base64.encoded(bytes) == Data(bytes).base64EncodedString())
    }
}
