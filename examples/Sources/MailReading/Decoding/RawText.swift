public import ToolSupport

/// Text in bytes beyond ASCII that don't say which character set they are in: against RFC 5322, 2.2, in mail, and often in files.
public enum RawText {
    /// Decodes bytes: as UTF-8 if they are that, else in a character set that the message uses elsewhere, else in windows-1251 or
    /// windows-1252, whichever is likelier.
    public static func decode(
        _ bytes: some Collection<UInt8>, likely charset: @autoclosure () -> Charset? = nil
    ) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        // UTF-8 would not say what the bytes are, only that they aren't UTF-8.
        if let charset = charset(), charset != .utf8 { return charset.decode(bytes) }
        return (isCyrillic(bytes) ? cyrillic : western).decode(bytes)
    }

    private static let cyrillic = Charset("windows-1251") ?? .utf8
    private static let western = Charset("windows-1252") ?? .utf8

    /// Whether most letters are beyond ASCII. In western languages, most letters are in ASCII.
    private static func isCyrillic(_ bytes: some Collection<UInt8>) -> Bool {
        var (high, low) = (0, 0)
        // The ending of a file's name has Latin letters in all languages.
        let end = bytes.lastIndexOfPeriod ?? bytes.endIndex
        for byte in bytes[..<end] {
            switch byte {
            case 0xC0...0xFF, 0xA8, 0xB8: high += 1
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): low += 1
            default: break
            }
        }
        return high > low
    }
}

extension Collection<UInt8> {
    fileprivate var lastIndexOfPeriod: Index? {
        var result: Index?
        for index in indices where self[index] == UInt8(ascii: ".") { result = index }
        return result
    }
}
