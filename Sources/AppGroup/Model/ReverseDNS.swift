/// The identifier rule that apps and groups share: Apple's for `CFBundleIdentifier`.
///
/// Letters A–Z and a–z, digits, hyphen and period (developer.apple.com, "CFBundleIdentifier"); two or more segments, none
/// of them empty. At most 155 characters, so that a file name made from it stays below 255 bytes.
enum ReverseDNS {
    static let maximumLength = 155

    static func check(_ text: String, _ what: String) throws(AppGroupError) {
        func refuse(_ reason: String) -> AppGroupError {
            AppGroupError(
                .invalidValue,
                "\(PlainText.quoted(text)) is no \(what): \(reason). Write it in reverse, like com.example.inbox."
            )
        }
        guard !text.isEmpty else { throw refuse("it is empty") }
        guard text.utf8.count <= maximumLength else { throw refuse("it is longer than \(maximumLength) characters") }
        for scalar in text.unicodeScalars where !isAllowed(scalar) {
            throw refuse(
                "it holds \(PlainText.quoted(String(scalar))), and only A–Z, a–z, 0–9, “-” and “.” are allowed")
        }
        let segments = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count >= 2 else { throw refuse("it has one segment, and needs two or more") }
        guard !segments.contains(where: \.isEmpty) else { throw refuse("it has an empty segment") }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".": true
        default: false
        }
    }
}
