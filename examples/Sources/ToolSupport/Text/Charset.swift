import CToolSupport

/// A character set that the C library's `iconv` can read, with its MIME name (RFC 2978).
public struct Charset: Hashable, Sendable {
    private let name: String

    /// The character set of Swift's strings.
    public static let utf8 = Charset(known: "utf-8")

    private init(known name: String) { self.name = name }

    /// Finds a character set by any of its usual names, in uppercase or lowercase.
    ///
    /// - Returns: nil if `iconv` doesn't know it.
    public init?(_ name: some StringProtocol) {
        guard let name = Self.names(for: name.lowercased()).first(where: Self.isKnown) else { return nil }
        self.name = name
    }

    private static func isKnown(_ name: String) -> Bool {
        // Only letters, digits and -_.:+ are allowed: iconv would read an instruction after a slash.
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "+"): true
            default: false
            }
        }
        guard isName, (1...40).contains(name.utf8.count) else { return false }
        if name == utf8.name { return true }
        guard let converter = converter(from: name) else { return false }
        iconv_close(converter)
        return true
    }

    private static func converter(from name: String) -> iconv_t? {
        let converter = iconv_open("UTF-8", name)
        return converter == iconv_t(bitPattern: -1) ? nil : converter
    }

    /// Decodes bytes. Each byte that can't be decoded becomes U+FFFD.
    public func decode(_ bytes: some Collection<UInt8>) -> String {
        guard self != .utf8, let converter = Self.converter(from: name) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        defer { iconv_close(converter) }
        return String(decoding: Self.convert(Array(bytes), with: converter), as: UTF8.self)
    }

    private static func convert(_ bytes: [UInt8], with converter: iconv_t) -> [UInt8] {
        var result: [UInt8] = []
        var input = bytes.map(CChar.init(bitPattern:))
        var output = [CChar](repeating: 0, count: 4096)
        input.withUnsafeMutableBufferPointer { input in
            var next = input.baseAddress
            var left = input.count
            var isFlushed = false
            while !isFlushed {
                // Some character sets hold back the last character in case an accent follows. A call without input asks
                // for it.
                isFlushed = left == 0
                let (isDone, reason, count) = output.withUnsafeMutableBufferPointer { output in
                    var free = output.baseAddress
                    var room = output.count
                    let answer =
                        isFlushed
                        ? iconv(converter, nil, nil, &free, &room)
                        : iconv(converter, &next, &left, &free, &room)
                    return (answer != Int(bitPattern: UInt.max), toolsupport_errno(), output.count - room)
                }
                result += output[..<count].lazy.map(UInt8.init(bitPattern:))
                if !isDone && reason != E2BIG && left > 0 {
                    result += "\u{FFFD}".utf8
                    next = next?.successor()
                    left -= 1
                }
            }
        }
        return result
    }
}
