/// The place of an object, packed into one number, since a reader keeps one for every object of a file.
struct ObjectPlace {
    enum Kind {
        case offset(Int)
        /// The object with this index in the object stream with this number.
        case compressed(stream: Int, index: Int)
        /// The object was deleted.
        case free
    }

    private static let indexBits = 24

    /// An offset; negative for an object stream and an index.
    private let packed: Int

    static let free = ObjectPlace(packed: .min)

    /// A place in the file. A negative offset counts as ``free``.
    static func offset(_ offset: Int) -> ObjectPlace { offset >= 0 ? ObjectPlace(packed: offset) : .free }

    static func compressed(stream: Int, index: Int) -> ObjectPlace {
        guard (0...Int(Int32.max)).contains(stream), (0..<1 << indexBits).contains(index) else { return .free }
        return ObjectPlace(packed: ~(stream << indexBits | index))
    }

    var kind: Kind {
        if packed >= 0 { return .offset(packed) }
        if packed == .min { return .free }
        return .compressed(stream: ~packed >> Self.indexBits, index: ~packed & (1 << Self.indexBits - 1))
    }
}

/// A stream of objects that are compressed together (ISO 32000-1, 7.5.7).
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

    /// The object at an index, `nil` if there is none; and how many bytes were parsed.
    func object(at index: Int) -> (object: PDFObject?, work: Int) {
        guard offsets.indices.contains(index) else { return (nil, 0) }
        var parser = ObjectParser(bytes, at: offsets[index])
        let object = parser.object()
        return (object, max(0, parser.lexer.position - offsets[index]))
    }
}
