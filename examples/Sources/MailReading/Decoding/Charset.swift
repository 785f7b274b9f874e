#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A character set that the C library's `iconv` can read, named as in MIME (RFC 2978).
public struct Charset: Hashable, Sendable {
    private let name: String

    /// The one that every other text is turned into.
    public static let utf8 = Charset(known: "utf-8")

    private init(known name: String) { self.name = name }

    /// Finds a character set by its name, in capitals or small letters.
    ///
    /// - Returns: nil where no such character set is known here.
    public init?(_ name: some StringProtocol) {
        let name = name.lowercased()
        // Letters, digits and -_.:+ alone: iconv would take what follows a slash as an instruction.
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

    /// ASCII is read as UTF-8, since much mail calls itself ASCII and isn't.
    private var isUnicode: Bool { name == "utf-8" || name == "utf8" || name == "us-ascii" || name == "ascii" }

    private static func converter(from name: String) -> iconv_t? {
        let converter = iconv_open("UTF-8", name)
        return converter == iconv_t(bitPattern: -1) ? nil : converter
    }

    /// The text that these bytes mean, with U+FFFD for each byte that means nothing.
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
                // Some character sets hold the last character back, in case an accent follows: asked for without input.
                isFlushed = left == 0
                let (isDone, reason, count) = output.withUnsafeMutableBufferPointer { output in
                    var free = output.baseAddress
                    var room = output.count
                    let answer =
                        isFlushed
                        ? iconv(converter, nil, nil, &free, &room)
                        : iconv(converter, &next, &left, &free, &room)
                    return (answer != Int(bitPattern: UInt.max), errno, output.count - room)
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
