/// How names are written in URLs that are signed: every byte but the unreserved characters of RFC 3986, section 2.3, is escaped
/// with upper-case digits ("Create a signed AWS API request" in the IAM user guide).
package enum PercentEncoding {
    /// Escapes a name or a value of a query.
    package static func query(_ text: String) -> String { escape(text, leavingSlashes: false) }

    /// Escapes an object's name, in which slashes stay.
    package static func path(_ text: String) -> String { escape(text, leavingSlashes: true) }

    private static func escape(_ text: String, leavingSlashes: Bool) -> String {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) || leavingSlashes && byte == UInt8(ascii: "/") {
                escaped.append(byte)
            } else {
                escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
