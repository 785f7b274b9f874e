/// A token of PDF's syntax: a plain value, which owns no memory.
enum Token {
    case integer(Int)
    case real(Double)
    /// A range for ``Lexer/text(_:)``.
    case string(Range<Int>)
    /// A range for ``Lexer/text(_:)``.
    case name(Range<Int>)
    case keyword(Keyword)
    case arrayStart, arrayEnd, dictionaryStart, dictionaryEnd
    /// The end of the bytes, perhaps within a token.
    case end
}

/// A word such as `obj` or an operator such as `Tj`. Its bytes are stored in integers, so that words compare quickly.
///
/// The longest word that means anything has 19 bytes (`begincodespacerange`). A word of more than 24 bytes is ``unknown``.
struct Keyword: Hashable, ExpressibleByStringLiteral {
    private var high: UInt64 = 0
    private var middle: UInt64 = 0
    private var low: UInt64 = 0

    init(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= 24 else { return }
        for byte in bytes {
            if bytes.count > 8 {
                high = high << 8 | middle >> 56
                middle = middle << 8 | low >> 56
            }
            low = low << 8 | UInt64(byte)
        }
    }

    init(stringLiteral: StaticString) {
        self.init(UnsafeBufferPointer(start: stringLiteral.utf8Start, count: stringLiteral.utf8CodeUnitCount))
    }

    /// The last eight bytes, which distinguish short words.
    var bits: UInt64 { low }

    static let unknown = Keyword(EmptyCollection())
}
