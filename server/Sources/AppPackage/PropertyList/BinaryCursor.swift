/// Takes bytes off the front of an object in a binary property list.
struct BinaryCursor {
    /// Where the object begins.
    let start: Int
    private var rest: ArraySlice<UInt8>

    /// The bytes from the object's first one to the last that an object may have.
    init(_ bytes: ArraySlice<UInt8>) {
        start = bytes.startIndex
        rest = bytes
    }

    /// As many elements of so many bytes each.
    mutating func take(_ count: UInt64, of size: Int = 1) throws(PackageError) -> ArraySlice<UInt8> {
        guard let count = Int(exactly: count), count <= rest.count / size else {
            throw fault("runs into the table of offsets")
        }
        defer { rest = rest.dropFirst(count * size) }
        return rest.prefix(count * size)
    }

    /// A big-endian number of at most 8 bytes.
    mutating func number(_ size: Int) throws(PackageError) -> UInt64 {
        try take(UInt64(size)).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The size that a marker's low half gives; 15 stands for an integer object that follows.
    mutating func count(_ low: UInt8) throws(PackageError) -> UInt64 {
        guard low == 15 else { return UInt64(low) }
        let marker = try number(1)
        guard 0x10...0x13 ~= marker else { throw fault("has a size that is no integer of 1, 2, 4 or 8 bytes") }
        return try number(1 << Int(marker & 3))
    }

    /// What is wrong with the object.
    func fault(_ reason: String) -> PackageError { .propertyList("the object at byte \(start) \(reason)") }
}
