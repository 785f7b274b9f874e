/// What stands before an operator; arrays are not nested here, so their brackets are tokens among others.
struct Operands {
    let tokens: [Token]

    /// The number at a place, 0 where there is none.
    func number(_ index: Int) -> Double { tokens.indices.contains(index) ? tokens[index].number : 0 }

    /// A matrix of six numbers; nil where they are fewer.
    var matrix: Matrix? {
        guard tokens.count >= 6 else { return nil }
        return Matrix(a: number(0), b: number(1), c: number(2), d: number(3), e: number(4), f: number(5))
    }

    /// The first name.
    var name: String? {
        for case .name(let name) in tokens { return name }
        return nil
    }
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
    mutating func skipInlineImage() {
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
