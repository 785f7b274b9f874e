import AppGroupPlatform

extension String {
    /// What `%` and two digits stand for (RFC 3986, section 2.1); `nil` if they are not digits, or if the bytes are not UTF-8.
    init?(percentDecoding text: Substring) {
        let afterSigns = text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
        guard afterSigns.allSatisfy({ $0.prefix(2).count { Character(Unicode.Scalar($0)).isHexDigit } == 2 }) else {
            return nil
        }
        self.init(validating: PercentEncoding.decoded(text.utf8), as: UTF8.self)
    }
}
