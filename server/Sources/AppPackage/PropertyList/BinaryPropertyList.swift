import AppGroup

/// Reads the binary format, version 00, as the comment at the top of Apple's `CFBinaryPList.c` describes it: objects, a
/// table of their offsets, and a trailer of 32 bytes with the position of the table.
///
/// Objects refer to each other by number, and possibly many times to the same one. Each reference is followed and counted again,
/// so that neither cycles nor sharing can turn a small file into a large value.
struct BinaryPropertyList {
    private static let headerSize = 8
    private static let trailerSize = 32

    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: UInt64
    private let topObject: UInt64
    /// Where the objects end and the table of offsets begins.
    private let tableStart: Int
    private var budget: PropertyListBudget
    /// The offsets of the arrays and dictionaries that are being read, outermost first.
    private var open: [Int] = []

    init(_ bytes: [UInt8], limits: PropertyListLimits) throws(PackageError) {
        guard bytes.starts(with: "bplist00".utf8) else {
            throw .propertyList(
                "its format is not bplist00, the only binary one that is known; convert it with"
                    + " `plutil -convert binary1`")
        }
        let end = bytes.count - Self.trailerSize
        guard end > Self.headerSize else { throw .propertyList("it ends before its trailer, at byte \(bytes.count)") }
        // It begins with six unused bytes.
        var trailer = BinaryCursor(bytes[(end + 6)...])
        let offsetSize = Int(try trailer.number(1))
        let referenceSize = Int(try trailer.number(1))
        guard 1...8 ~= offsetSize, 1...8 ~= referenceSize else {
            throw .propertyList(
                "its trailer, at byte \(end), gives offsets or references a size other than 1 to 8 bytes")
        }
        objectCount = try trailer.number(8)
        topObject = try trailer.number(8)
        guard objectCount > 0, topObject < objectCount else {
            throw .propertyList("its trailer, at byte \(end), names an outermost object that is not there")
        }
        let table = try trailer.number(8)
        guard let tableStart = Int(exactly: table), tableStart > Self.headerSize, tableStart < end,
            objectCount == UInt64((end - tableStart) / offsetSize), (end - tableStart) % offsetSize == 0
        else {
            throw .propertyList(
                "its table of \(objectCount) offsets, which should begin at byte \(table), does not end where the trailer"
                    + " begins, at byte \(end)")
        }
        self.bytes = bytes
        self.offsetSize = offsetSize
        self.referenceSize = referenceSize
        self.tableStart = tableStart
        budget = PropertyListBudget(limits)
    }

    mutating func root() throws(PackageError) -> PropertyList {
        try budget.spend(values: 1)
        return try value(topObject)
    }

    /// The object with a number, which has been counted already.
    private mutating func value(_ object: UInt64) throws(PackageError) -> PropertyList {
        var cursor = try cursor(of: object)
        let marker = UInt8(try cursor.number(1))
        let low = marker & 0x0F
        switch marker >> 4 {
        case 0x0 where low == 8: return .boolean(false)
        case 0x0 where low == 9: return .boolean(true)
        case 0x0 where low == 0: throw cursor.fault("is null, which a property list must not contain")
        case 0x1 where low <= 4: return .integer(try integer(low, &cursor))
        case 0x2 where low == 2: return .real(Double(Float(bitPattern: UInt32(try cursor.number(4)))))
        case 0x2 where low == 3: return .real(Double(bitPattern: try cursor.number(8)))
        case 0x3 where low == 3:
            let seconds = Double(bitPattern: try cursor.number(8))
            guard seconds.isFinite else { throw cursor.fault("is not a date") }
            return .date(seconds)
        case 0x4: return .data(Array(try content(cursor.take(cursor.count(low)))))
        case 0x5: return .string(try ascii(low, &cursor))
        case 0x6: return .string(try utf16(low, &cursor))
        case 0x8: throw cursor.fault("is a UID, which only archives of objects hold")
        case 0xA: return try array(low, &cursor)
        case 0xB, 0xC: throw cursor.fault("is a set, which no property list may hold")
        case 0xD: return try dictionary(low, &cursor)
        default: throw cursor.fault("is of the unknown type 0x\(String(marker, radix: 16))")
        }
    }

    /// The bytes from the beginning of an object on.
    private func cursor(of object: UInt64) throws(PackageError) -> BinaryCursor {
        guard object < objectCount, let index = Int(exactly: object) else {
            throw .propertyList("a reference names object \(object), and there are only \(objectCount)")
        }
        var table = BinaryCursor(bytes[(tableStart + index * offsetSize)...])
        let offset = try table.number(offsetSize)
        guard let start = Int(exactly: offset), Self.headerSize..<tableStart ~= start else {
            throw .propertyList(
                "object \(object) should begin at byte \(offset), which is not between the header and the table of"
                    + " offsets, at byte \(tableStart)")
        }
        return BinaryCursor(bytes[start..<tableStart])
    }

    /// Integers of 1, 2 and 4 bytes are unsigned, those of 8 and 16 bytes are signed.
    private func integer(_ low: UInt8, _ cursor: inout BinaryCursor) throws(PackageError) -> Int64 {
        guard low == 4 else { return Int64(bitPattern: try cursor.number(1 << Int(low))) }
        let high = Int64(bitPattern: try cursor.number(8))
        let number = Int64(bitPattern: try cursor.number(8))
        guard high == number >> 63 else { throw cursor.fault("is an integer of more than 64 bits with its sign") }
        return number
    }

    private mutating func ascii(_ low: UInt8, _ cursor: inout BinaryCursor) throws(PackageError) -> String {
        let content = try content(cursor.take(cursor.count(low)))
        guard content.allSatisfy({ $0 < 0x80 }) else { throw cursor.fault("is an ASCII text with other bytes in it") }
        return String(decoding: content, as: UTF8.self)
    }

    private mutating func utf16(_ low: UInt8, _ cursor: inout BinaryCursor) throws(PackageError) -> String {
        let content = try content(cursor.take(cursor.count(low), of: 2))
        let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map {
            UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw cursor.fault("is a text with half a surrogate pair in it")
        }
        guard !CombiningMarks.areTooMany(in: text) else {
            throw cursor.fault("is a text with more than \(CombiningMarks.most) combining marks in a row")
        }
        return text
    }

    private mutating func content(_ bytes: ArraySlice<UInt8>) throws(PackageError) -> ArraySlice<UInt8> {
        try budget.spend(bytes: bytes.count)
        return bytes
    }

    private mutating func array(_ low: UInt8, _ cursor: inout BinaryCursor) throws(PackageError) -> PropertyList {
        let references = try references(cursor.count(low), &cursor)
        try enter(cursor)
        var values: [PropertyList] = []
        values.reserveCapacity(references.count)
        for reference in references { values.append(try value(reference)) }
        open.removeLast()
        return .array(values)
    }

    private mutating func dictionary(_ low: UInt8, _ cursor: inout BinaryCursor) throws(PackageError) -> PropertyList {
        let count = try cursor.count(low)
        let keys = try references(count, &cursor)
        let references = try references(count, &cursor)
        try enter(cursor)
        var values: [String: PropertyList] = [:]
        values.reserveCapacity(keys.count)
        for (key, reference) in zip(keys, references) {
            guard let name = try value(key).string else {
                throw cursor.fault("is a dictionary with a key that is not text")
            }
            guard values.updateValue(try value(reference), forKey: name) == nil else {
                throw cursor.fault("is a dictionary with the key \(PlainText.quoted(name)) twice")
            }
        }
        open.removeLast()
        return .dictionary(values)
    }

    /// Reads `count` references to other objects, and counts them.
    private mutating func references(_ count: UInt64, _ cursor: inout BinaryCursor) throws(PackageError) -> [UInt64] {
        let bytes = try cursor.take(count, of: referenceSize)
        try budget.spend(values: bytes.count / referenceSize)
        var rest = BinaryCursor(bytes)
        var references: [UInt64] = []
        references.reserveCapacity(bytes.count / referenceSize)
        for _ in 0..<bytes.count / referenceSize { references.append(try rest.number(referenceSize)) }
        return references
    }

    private mutating func enter(_ cursor: BinaryCursor) throws(PackageError) {
        guard !open.contains(cursor.start) else { throw cursor.fault("contains itself") }
        try budget.enter(depth: open.count + 1)
        open.append(cursor.start)
    }
}

/// Takes bytes off the front of an object in a binary property list.
struct BinaryCursor {
    /// Where the object begins.
    let start: Int
    private var rest: ArraySlice<UInt8>

    /// The bytes from the beginning of the object to the end of all objects.
    init(_ bytes: ArraySlice<UInt8>) {
        start = bytes.startIndex
        rest = bytes
    }

    /// `count` elements of `size` bytes each.
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

    /// The size in a marker's low half; 15 means that an integer object with the size follows.
    mutating func count(_ low: UInt8) throws(PackageError) -> UInt64 {
        guard low == 15 else { return UInt64(low) }
        let marker = try number(1)
        guard 0x10...0x13 ~= marker else { throw fault("has a size that is not an integer of 1, 2, 4 or 8 bytes") }
        return try number(1 << Int(marker & 3))
    }

    /// What is wrong with the object.
    func fault(_ reason: String) -> PackageError { .propertyList("the object at byte \(start) \(reason)") }
}
