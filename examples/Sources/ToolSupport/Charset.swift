import CToolSupport

/// A character set that the C library's `iconv` can read, with its MIME name (RFC 2978).
public struct Charset: Hashable, Sendable {
    private let name: String

    /// The character set of Swift's strings.
    public static let utf8 = Charset(known: "utf-8")

    private init(known name: String) { self.name = name }

    /// Finds a character set by its name, in uppercase or lowercase.
    ///
    /// - Returns: nil if `iconv` doesn't know it.
    public init?(_ name: some StringProtocol) {
        let name = name.lowercased()
        // Only letters, digits and -_.:+ are allowed: iconv would read an instruction after a slash.
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "+"): true
            default: false
            }
        }
        guard isName, (1...40).contains(name.utf8.count) else { return nil }
        self.name = name
        if isUnicode { return }
        guard let converter = Self.converter(from: name) else { return nil }
        iconv_close(converter)
    }

    /// ASCII counts as UTF-8, since much mail claims to be ASCII and isn't.
    private var isUnicode: Bool { name == "utf-8" || name == "utf8" || name == "us-ascii" || name == "ascii" }

    private static func converter(from name: String) -> iconv_t? {
        let converter = iconv_open("UTF-8", name)
        return converter == iconv_t(bitPattern: -1) ? nil : converter
    }

    /// Decodes bytes. Each byte that can't be decoded becomes U+FFFD.
    public func decode(_ bytes: some Collection<UInt8>) -> String {
        guard !isUnicode, let converter = Self.converter(from: name) else {
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
