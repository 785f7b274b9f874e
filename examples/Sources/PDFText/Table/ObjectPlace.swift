/// Objects that are compressed together (ISO 32000-1, 7.5.7).
struct ObjectStream {
    /// The number of each object, in order.
    let numbers: [Int]
    private let offsets: [Int]
    private let bytes: [UInt8]

    init(_ dictionary: PDFDictionary, bytes: [UInt8]) throws {
        guard let count = dictionary["N"]?.integer, let first = dictionary["First"]?.integer, count >= 0,
            (0...bytes.count).contains(first), count <= bytes.count
        else { throw ReadFailure.damaged }
        var lexer = Lexer(bytes)
        var numbers: [Int] = []
        var offsets: [Int] = []
        for _ in 0..<count {
            guard case .integer(let number) = lexer.next(), case .integer(let offset) = lexer.next(), number >= 0,
                (0...bytes.count).contains(offset)
            else { break }
            numbers.append(number)
            offsets.append(first + offset)
        }
        self.numbers = numbers
        self.offsets = offsets
        self.bytes = bytes
    }

    func object(at index: Int) -> PDFObject? {
        guard offsets.indices.contains(index) else { return nil }
        var parser = ObjectParser(bytes, at: offsets[index])
        return parser.object()
    }
}
