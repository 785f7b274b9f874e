/// Percent-encoding (RFC 3986, section 2.1).
public enum PercentEncoding {
    /// Encodes the UTF-8 of a text: all but the unreserved characters of RFC 3986, section 2.3.
    ///
    /// - Parameter kept: Further characters in ASCII that stay, such as the slashes of a path.
    public static func encoded(_ text: String, keeping kept: String = "") -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": result.unicodeScalars.append(scalar)
            case _ where kept.utf8.contains(byte): result.unicodeScalars.append(scalar)
            default: result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }

    /// Decodes `%` and two hexadecimal digits. Any other `%` stands for itself.
    public static func decoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"),
                case let digits = rest.prefix(2).compactMap({ Character(Unicode.Scalar($0)).hexDigitValue }),
                digits.count == 2
            {
                result.append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }
}

extension String {
    /// What percent-encoded text stands for; `nil` if a `%` comes before anything but two digits, or if the bytes are not UTF-8.
    package init?(percentDecoding text: Substring) {
        let afterSigns = text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
        guard afterSigns.allSatisfy({ $0.prefix(2).count { Character(Unicode.Scalar($0)).isHexDigit } == 2 }) else {
            return nil
        }
        self.init(validating: PercentEncoding.decoded(text.utf8), as: UTF8.self)
    }
}
