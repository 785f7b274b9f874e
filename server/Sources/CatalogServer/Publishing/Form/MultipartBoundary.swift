/// What separates the parts of a form (RFC 2046, section 5.1.1): 1 to 70 characters, the last of which is no space.
struct MultipartBoundary: Hashable, Sendable, CustomStringConvertible {
    let description: String

    /// Takes it from the `Content-Type` of a form; `nil` where that is another type, or names none.
    init?(contentType: String) {
        let value = ParameterizedValue(contentType)
        guard value.value == "multipart/form-data", let boundary = value["boundary"] else { return nil }
        self.init(boundary)
    }

    init?(_ text: String) {
        guard 1...70 ~= text.utf8.count, text.utf8.last != UInt8(ascii: " "), text.utf8.allSatisfy(Self.isAllowed)
        else {
            return nil
        }
        description = text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "'()+_,-./:=? ".utf8.contains(byte)
        }
    }
}
