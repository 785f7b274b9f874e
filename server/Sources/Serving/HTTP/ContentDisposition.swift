import AppGroupPlatform

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
            + (plain == name ? "" : "; filename*=UTF-8''\(PercentEncoding.encoded(name))")
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
