/// Where an object stands, as a cross-reference or a look through the file tells: packed into one number, since this is
/// all that a reader keeps of most of a file.
struct ObjectPlace {
    enum Kind {
        case offset(Int)
        /// The object with this index in the object stream with this number.
        case compressed(stream: Int, index: Int)
        /// It was deleted.
        case free
    }

    private static let indexBits = 24

    /// An offset, or less than 0 for an object stream and an index.
    private let packed: Int

    static let free = ObjectPlace(packed: .min)

    /// An offset that no file has is none.
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
