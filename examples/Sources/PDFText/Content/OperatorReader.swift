/// Goes through content from operator to operator (ISO 32000-1, 7.8.2).
struct OperatorReader: ~Copyable {
    private var lexer: Lexer

    /// The operands of this operator, and behind them what is left of those of others: content is little but operators, and
    /// an array that is emptied for each of them takes its time.
    private var slots: [Token] = []
    private(set) var count = 0

    /// An operator has at most 33 operands, and an array no more than a line of text has characters.
    private static let operandLimit = 1 << 16

    init(_ content: [UInt8]) { lexer = Lexer(content) }

    /// The next operator; nil at the end.
    mutating func next() -> Keyword? {
        count = 0
        lexer.forgetText()
        while true {
            let token = lexer.next()
            switch token {
            case .end: return nil
            case .keyword(let word): return word
            default: append(token)
            }
        }
    }

    private mutating func append(_ token: Token) {
        guard count < Self.operandLimit else { return }
        if count < slots.count { slots[count] = token } else { slots.append(token) }
        count += 1
    }

    /// The operand at a place below ``count``; arrays are not nested here, so their brackets are operands.
    subscript(index: Int) -> Token { slots[index] }

    /// The bytes of an operand that is a string.
    func text(_ range: Range<Int>) -> ArraySlice<UInt8> { lexer.text(range) }

    /// The number at a place among the operands, 0 where there is none.
    func number(_ index: Int) -> Double { index >= 0 && index < count ? slots[index].number : 0 }

    /// A matrix of six numbers; nil where they are fewer.
    var matrix: Matrix? {
        guard count >= 6 else { return nil }
        return Matrix(a: number(0), b: number(1), c: number(2), d: number(3), e: number(4), f: number(5))
    }

    /// The first name among the operands.
    var name: String? {
        for case .name(let range) in slots[..<count] { return String(decoding: text(range), as: UTF8.self) }
        return nil
    }

    /// Goes behind the data of an inline image, of which the operator is `ID`.
    mutating func skipInlineImage() { lexer.skipInlineImage() }
}

extension Token {
    /// Its value, 0 for what is no number.
    var number: Double {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: 0
        }
    }
}

extension Lexer {
    /// Goes behind the data of an inline image, which stands after `ID` (ISO 32000-1, 8.9.7): to an `EI` between blanks
    /// that is followed by what looks like content.
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
