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
        if !text.utf8.allSatisfy(isAllowed),
            let scalar = text.unicodeScalars.first(where: { !$0.isASCII || !isAllowed(UInt8($0.value)) })
        {
            throw refuse(
                "it holds \(PlainText.quoted(String(scalar))), and only A–Z, a–z, 0–9, “-” and “.” are allowed")
        }
        let period = UInt8(ascii: ".")
        guard text.utf8.contains(period) else { throw refuse("it has one segment, and needs two or more") }
        var last = period
        for byte in text.utf8 {
            if byte == period, last == period { throw refuse("it has an empty segment") }
            last = byte
        }
        if last == period { throw refuse("it has an empty segment") }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
