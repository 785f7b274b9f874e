/// One page of a table or an index, and the records in it: sqlite.org/fileformat2.html, section 1.6. It is read for itself,
/// whatever has become of the tree that it belongs to.
struct BTreePage {
    enum Kind: UInt8 {
        case interiorIndex = 2
        case interiorTable = 5
        case leafIndex = 10
        case leafTable = 13
    }

    /// What a row holds, still encoded.
    struct Cell {
        /// The key of a row in a table that has rowids.
        let rowID: Int64?
        let payload: [UInt8]
        /// The pages in which a long payload goes on.
        let overflowPages: [Int]
    }

    /// Longer than any row of a registry: its texts have at most 65,536 bytes.
    private static let maximumPayload = 1 << 20

    /// Bytes.
    private static let roomForNoise = 4 << 20

    let kind: Kind
    /// The records that could be read.
    private(set) var cells: [Cell] = []
    /// How many could not.
    private(set) var unreadableCells = 0

    /// `nil` for a page of another kind, or one that is damaged at its head.
    init?(_ number: Int, of image: DatabaseImage) {
        guard let page = image.page(number) else { return nil }
        let start = page.startIndex + (number == 1 ? 100 : 0)
        guard let kind = Kind(rawValue: image.bytes[start]) else { return nil }
        self.kind = kind
        let count = Int(image.bytes[start + 3]) << 8 | Int(image.bytes[start + 4])
        let pointers = start + (kind == .leafIndex || kind == .leafTable ? 8 : 12)
        // A cell takes 4 bytes or more, and 2 for the pointer to it.
        guard count <= (page.endIndex - pointers) / 6 else { return nil }
        guard kind != .interiorTable else { return }
        // The rows of one page hold no more than the whole file, but noise may point to the same bytes again and again.
        var room = image.bytes.count + Self.roomForNoise
        for index in 0..<count {
            guard room > 0 else {
                unreadableCells += count - index
                break
            }
            let pointer = pointers + 2 * index
            let offset = Int(image.bytes[pointer]) << 8 | Int(image.bytes[pointer + 1])
            let position = page.startIndex + offset
            if position >= pointers + 2 * count, position < page.endIndex,
                let cell = Self.cell(at: position, kind: kind, end: page.endIndex, image: image)
            {
                cells.append(cell)
                room -= cell.payload.count
            } else {
                unreadableCells += 1
            }
        }
    }

    private static func cell(at start: Int, kind: Kind, end: Int, image: DatabaseImage) -> Cell? {
        var reader = ByteReader(image.bytes[start..<end])
        if kind == .interiorIndex { guard reader.skip(4) else { return nil } }
        guard let length = reader.variableInteger().flatMap({ Int(exactly: $0) }), length >= 0,
            length <= maximumPayload
        else { return nil }
        var rowID: Int64?
        if kind == .leafTable {
            guard let number = reader.variableInteger() else { return nil }
            rowID = number
        }
        let local = localLength(of: length, kind: kind, pageSize: image.pageSize)
        guard var payload = reader.bytes(local).map(Array.init) else { return nil }
        var overflowPages: [Int] = []
        if local < length {
            guard var next = reader.number(4) else { return nil }
            while payload.count < length {
                guard let page = image.page(Int(next)) else { return nil }
                var rest = ByteReader(page)
                guard let following = rest.number(4),
                    let part = rest.bytes(min(length - payload.count, image.pageSize - 4))
                else { return nil }
                overflowPages.append(Int(next))
                payload += part
                next = following
            }
        }
        return Cell(rowID: rowID, payload: payload, overflowPages: overflowPages)
    }

    /// How much of a payload lies in the page itself; no registry reserves bytes at the end of its pages.
    private static func localLength(of length: Int, kind: Kind, pageSize: Int) -> Int {
        let largest = kind == .leafTable ? pageSize - 35 : (pageSize - 12) * 64 / 255 - 23
        guard length > largest else { return length }
        let smallest = (pageSize - 12) * 32 / 255 - 23
        let preferred = smallest + (length - smallest) % (pageSize - 4)
        return preferred <= largest ? preferred : smallest
    }
}

/// A row's values as SQLite encodes them: sqlite.org/fileformat2.html, section 2.1.
enum RecordFormat {
    /// The values in the order in which they are stored; `nil` if the bytes are no record in every detail.
    static func values(_ payload: [UInt8]) -> [SQLiteValue]? {
        var header = ByteReader(payload[...])
        guard let headerSize = header.variableInteger().flatMap({ Int(exactly: $0) }), headerSize <= payload.count
        else {
            return nil
        }
        let consumed = payload.count - header.count
        guard headerSize >= consumed else { return nil }
        header = ByteReader(payload[consumed..<headerSize])
        var body = ByteReader(payload[headerSize...])
        var values: [SQLiteValue] = []
        while header.count > 0 {
            guard let type = header.variableInteger(), let value = value(type, &body) else { return nil }
            values.append(value)
        }
        return body.count == 0 ? values : nil
    }

    private static func value(_ type: Int64, _ body: inout ByteReader) -> SQLiteValue? {
        switch type {
        case 0: return .null
        case 1...4: return body.signedNumber(Int(type)).map { .integer($0) }
        case 5: return body.signedNumber(6).map { .integer($0) }
        case 6: return body.signedNumber(8).map { .integer($0) }
        case 7: return body.number(8).map { .real(Double(bitPattern: $0)) }
        case 8: return .integer(0)
        case 9: return .integer(1)
        case 12...:
            guard let length = Int(exactly: (type - 12) / 2), let bytes = body.bytes(length) else { return nil }
            if type % 2 == 0 { return .blob(Array(bytes)) }
            // No text of a registry holds U+0000; a page that was cut short does, from there on.
            return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self).map { .text($0) }
        default: return nil
        }
    }
}
