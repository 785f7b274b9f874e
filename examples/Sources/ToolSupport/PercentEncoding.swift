/// Percent-encoding of paths (RFC 3986, 2.1).
public enum PercentEncoding {
    /// Encodes all but slashes and the unreserved characters.
    ///
    /// - Parameter kept: Further characters that stay, in ASCII.
    public static func encoded(_ path: String, keeping kept: String = "") -> String {
        let kept = Array(kept.utf8)
        var text = ""
        for byte in path.utf8 {
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "/", "-", ".", "_", "~": text.unicodeScalars.append(scalar)
            case _ where kept.contains(byte): text.unicodeScalars.append(scalar)
            default: text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}
