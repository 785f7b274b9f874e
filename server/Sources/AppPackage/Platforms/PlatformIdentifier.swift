/// How operating systems and architectures are written.
enum PlatformIdentifier {
    static func isOne(_ text: String) -> Bool {
        1...32 ~= text.utf8.count
            && text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).allSatisfy { word in
                !word.isEmpty && word.allSatisfy(isAllowed)
            }
    }

    static func refusal(of text: String, as what: String) -> String {
        "\(Quoted.text(text)) is no \(what): write 1 to 32 of a–z, 0–9, “_”, “-” and single spaces, like “linux” or “x86_64”."
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
