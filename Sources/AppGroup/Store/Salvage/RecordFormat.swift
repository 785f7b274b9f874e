/// A row's values as SQLite encodes them: sqlite.org/fileformat2.html, section 2.1.
enum RecordFormat {
    /// The values in the order in which they are stored; `nil` where the bytes are no record in every detail.
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
