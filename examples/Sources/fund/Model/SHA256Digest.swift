import AppGroupCrypto

/// The SHA-256 of a file's bytes: 64 lowercase hexadecimal digits.
///
/// Bytes arrive in a file of this name, and the address that they come from ends with it. No other text becomes one, so
/// nothing that another device sends leads to any other file.
struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
    let description: String

    /// nil if the text is something else.
    init?(_ text: String) {
        guard text.isHexadecimal(count: 64) else { return nil }
        description = text
    }

    /// The SHA-256 of all bytes so far.
    init(_ hasher: SHA256Hasher) throws { description = try hasher.hexadecimal() }
}

extension String {
    /// Whether it consists of this number of lowercase hexadecimal digits.
    func isHexadecimal(count: Int) -> Bool {
        utf8.count == count
            && utf8.allSatisfy { digit in
                switch Unicode.Scalar(digit) {
                case "0"..."9", "a"..."f": true
                default: false
                }
            }
    }
}
