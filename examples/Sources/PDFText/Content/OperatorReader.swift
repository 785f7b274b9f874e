/// Reads content one operator at a time (ISO 32000-1, 7.8.2).
struct OperatorReader: ~Copyable {
    private var lexer: Lexer

    /// The operands of this operator, followed by leftovers of earlier ones. Content is mostly operators, and emptying the
    /// array for each of them would take time.
    private var slots: [Token] = []
    private(set) var count = 0

    /// Whether the last bracket among the operands begins an array.
    private var isInArray = false

    /// The most operands that are kept. An operator has at most 33, and an array about as many as a line has characters.
    private static let operandLimit = 1 << 16

    init(_ content: [UInt8]) { lexer = Lexer(content) }

    /// The next operator; nil at the end.
    mutating func next() -> Keyword? {
        count = 0
        isInArray = false
        lexer.forgetText()
        while true {
            let token = lexer.next()
            switch token {
            case .end: return nil
            case .keyword(let word):
                guard isInArray, count > 1, isLeftOut(word) else { return word }
            default: append(token)
            }
        }
    }

    /// Whether an operator within an array is one of those that take one number, which a few writers place there. If so,
    /// removes its number, as other readers do, so that the array goes on.
    private mutating func isLeftOut(_ word: Keyword) -> Bool {
        switch ContentOperator.named(word) {
        case .characterSpace, .wordSpace, .scale, .leading, .rise:
            switch slots[count - 1] {
            case .integer, .real: count -= 1
            default: break
            }
            return true
        default: return false
        }
    }

    private mutating func append(_ token: Token) {
        guard count < Self.operandLimit else { return }
        if count < slots.count { slots[count] = token } else { slots.append(token) }
        count += 1
        switch token {
        case .arrayStart: isInArray = true
        case .arrayEnd: isInArray = false
        default: break
        }
    }

    /// The operand at an index below ``count``. Arrays are flat: their brackets are operands.
    subscript(index: Int) -> Token { slots[index] }

    /// The bytes of an operand that is a string.
    func text(_ range: Range<Int>) -> ArraySlice<UInt8> { lexer.text(range) }

    /// The operand at an index as a number; 0 if it is not a number.
    func number(_ index: Int) -> Double { index >= 0 && index < count ? slots[index].number : 0 }

    /// The first six operands as a matrix; nil if there are fewer.
    var matrix: Matrix? {
        guard count >= 6 else { return nil }
        return Matrix(a: number(0), b: number(1), c: number(2), d: number(3), e: number(4), f: number(5))
    }

    /// The first name among the operands.
    var name: String? {
        for case .name(let range) in slots[..<count] { return String(nameBytes: text(range)) }
        return nil
    }

    /// Skips the data of an inline image, which follows the operator `ID`.
    mutating func skipInlineImage() { lexer.skipInlineImage() }
}

extension Token {
    /// The value of a number; 0 for any other token.
    var number: Double {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: 0
        }
    }
}

extension Lexer {
    /// Skips the data of an inline image (ISO 32000-1, 8.9.7). It ends at an `EI` between blanks, followed by bytes that look
    /// like content.
    fileprivate mutating func skipInlineImage() {
        var index = position + 1
        while index + 2 < bytes.count {
            if bytes[index].isPDFSpace, bytes[index + 1] == UInt8(ascii: "E"), bytes[index + 2] == UInt8(ascii: "I"),
                index + 3 == bytes.count || bytes[index + 3].isPDFSpace,
                bytes[(index + 3)...].prefix(24).allSatisfy({ $0 < 0x80 && ($0 >= 32 || $0.isPDFSpace) })
            {
                position = index + 3
                return
            }
            index += 1
        }
        position = bytes.count
    }
}
