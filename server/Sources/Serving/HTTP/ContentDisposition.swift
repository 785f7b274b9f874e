/// The file name under which a download is saved (RFC 6266): in ASCII, and also in UTF-8 (RFC 8187) if that differs.
public struct ContentDisposition: CustomStringConvertible {
    /// The value of the header.
    public let description: String

    /// - Parameter fileName: Any text. Characters other than letters, digits and `.-_+~ ()` become `_`.
    public init(attachment fileName: String) {
        let name = String(
            String.UnicodeScalarView(fileName.unicodeScalars.prefix(150).map { Self.isPlain($0) ? $0 : "_" }))
        let plain = String(String.UnicodeScalarView(name.unicodeScalars.map { $0.isASCII ? $0 : "_" }))
        description =
            "attachment; filename=\"\(plain)\""
            + (plain == name ? "" : "; filename*=UTF-8''\(PercentEncoded.value(name))")
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || ".-_+~ ()".unicodeScalars.contains(scalar)
        }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: false
        }
    }
}

/// Text as URLs and headers carry it.
package enum PercentEncoded {
    /// Encodes all but the unreserved characters of RFC 3986, section 2.3: for values in a query or in a header's parameters
    /// (RFC 8187, section 3.2.1).
    package static func value(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }
}
