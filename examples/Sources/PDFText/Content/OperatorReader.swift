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

    /// Whether the content ended within a string or before an operator, so that text is missing. Known once ``next()`` is nil.
    var endsEarly: Bool { count > 0 || lexer.endsInString }

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
    ///
    /// - Returns: Whether its end was found. Otherwise, the rest of the content is skipped.
    mutating func skipInlineImage() -> Bool {
        if let length = imageLength, lexer.skipInlineImage(ofLength: length) { return true }
        return lexer.skipInlineImage()
    }

    /// The length of an inline image's data, from its operands; nil if it is compressed, or if its colors are in a palette or
    /// named elsewhere.
    private var imageLength: Int? {
        var (width, height, bits, components) = (0, 0, 0, 0)
        for index in stride(from: 0, to: count - 1, by: 2) {
            guard case .name(let key) = slots[index] else { return nil }
            let value = slots[index + 1]
            switch String(nameBytes: text(key)) {
            case "W", "Width": width = value.integer
            case "H", "Height": height = value.integer
            case "BPC", "BitsPerComponent": bits = value.integer
            case "CS", "ColorSpace":
                guard case .name(let range) = value else { return nil }
                components = Self.components[String(nameBytes: text(range))] ?? 0
            case "F", "Filter": return nil
            default: break
            }
        }
        let sizes = [width, height, bits, components]
        guard sizes.allSatisfy((1...0xFFFF).contains) else { return nil }
        return (width * bits * components + 7) / 8 * height
    }

    /// How many numbers a color has in each color space.
    private static let components = [
        "G": 1, "DeviceGray": 1, "RGB": 3, "DeviceRGB": 3, "CMYK": 4, "DeviceCMYK": 4,
    ]
}

extension Token {
    /// The value of an integer; 0 for any other token.
    fileprivate var integer: Int { if case .integer(let value) = self { value } else { 0 } }

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
    /// Skips the data of an inline image, unless no `EI` follows so many bytes.
    fileprivate mutating func skipInlineImage(ofLength length: Int) -> Bool {
        var index = position + 1 + length
        while index < bytes.count, bytes[index].isPDFSpace { index += 1 }
        guard bytes.holds("EI", at: index), index + 2 == bytes.count || !bytes[index + 2].isPDFRegular else {
            return false
        }
        position = index + 2
        return true
    }

    /// Skips the data of an inline image (ISO 32000-1, 8.9.7). It ends at an `EI` between blanks, followed by bytes that look
    /// like content.
    fileprivate mutating func skipInlineImage() -> Bool {
        var index = position + 1
        while index + 2 < bytes.count {
            if bytes[index].isPDFSpace, bytes[index + 1] == UInt8(ascii: "E"), bytes[index + 2] == UInt8(ascii: "I"),
                index + 3 == bytes.count || bytes[index + 3].isPDFSpace,
                bytes[(index + 3)...].prefix(24).allSatisfy({ $0 < 0x80 && ($0 >= 32 || $0.isPDFSpace) })
            {
                position = index + 3
                return true
            }
            index += 1
        }
        position = bytes.count
        return false
    }
}
