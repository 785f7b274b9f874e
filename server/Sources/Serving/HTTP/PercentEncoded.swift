/// Text as URLs and headers carry it: all but the unreserved characters of RFC 3986, section 2.3, is percent-encoded.
package enum PercentEncoded {
    /// For a value in a query, or in a header's parameters (RFC 8187, section 3.2.1).
    package static func value(_ text: String) -> String { encoded(text, keepsSlashes: false) }

    /// For a path, in which slashes stay.
    package static func path(_ text: String) -> String { encoded(text, keepsSlashes: true) }

    private static func encoded(_ text: String, keepsSlashes: Bool) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": result.unicodeScalars.append(scalar)
            case "/" where keepsSlashes: result += "/"
            default: result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
