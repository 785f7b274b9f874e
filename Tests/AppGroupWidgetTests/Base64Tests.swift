import Foundation
import Testing

@testable import AppGroupWidget

struct Base64Tests {
    @Test("Bytes are written as Foundation writes them", arguments: 0..<70)
    func oracle(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 251) }
        #expect(Base64.encoded(bytes) == Data(bytes).base64EncodedString())
    }
}
