import AppGroupText
import Foundation
import Testing

struct Base64Tests {
    @Test("Base64 text is the same as Foundation's, and is decoded with and without its padding", arguments: 0..<70)
    func oracle(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 251) }
        let text = Base64.encode(bytes)
        #expect(text == Data(bytes).base64EncodedString())
        #expect(Base64.decode(text.utf8) == bytes)
        #expect(Base64.decode(text.utf8.prefix { $0 != UInt8(ascii: "=") }) == bytes)
    }

    @Test(
        "A text that is not quite Base64 is refused, or read as far as it makes bytes",
        arguments: ["QU JD", "Q\r\nUJD", "QUJDR"])
    func isDamaged(text: String) {
        #expect(Base64.decode(text.utf8) == nil)
        #expect(Base64.decodeLenient(text.utf8) == Array("ABC".utf8))
    }
}
