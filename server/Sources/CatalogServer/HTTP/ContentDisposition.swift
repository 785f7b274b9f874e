/// How a download is named where it is saved (RFC 6266): in ASCII for all, and in UTF-8 (RFC 8187) where that says more.
struct ContentDisposition: CustomStringConvertible {
    let description: String

    /// - Parameter fileName: May hold anything; what is no letter, digit or one of `.-_+~ ()` of ASCII, or no letter or digit of
    ///   another script, becomes `_`.
    init(attachment fileName: String) {
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
