/// Percent-encoding (RFC 3986, 2.1).
public enum PercentEncoding {
    /// Encodes all but the unreserved characters.
    ///
    /// - Parameter kept: Further characters that stay, in ASCII: slashes, as in a path, unless others are named.
    public static func encoded(_ path: String, keeping kept: String = "/") -> String {
        let kept = Array(kept.utf8)
        var text = ""
        for byte in path.utf8 {
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": text.unicodeScalars.append(scalar)
            case _ where kept.contains(byte): text.unicodeScalars.append(scalar)
            default: text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }

    /// Decodes `%` and two hexadecimal digits; nil if what comes out is not UTF-8. Any other `%` stays.
    public static func decoded(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(validating: result, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
