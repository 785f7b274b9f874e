/// Groups of keys with values, as in icon themes and in the settings of GTK and KDE. Lines of another form are skipped.
struct LenientKeyFile {
    private var values: [String: [String: String]] = [:]

    init(_ text: [UInt8]) {
        var group = ""
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).map(Self.trimmed) {
            switch line.first {
            case UInt8(ascii: "#"): continue
            case UInt8(ascii: "[") where line.last == UInt8(ascii: "]"):
                group = String(decoding: line.dropFirst().dropLast(), as: UTF8.self)
            default:
                guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
                let key = String(decoding: Self.trimmed(line[..<equals]), as: UTF8.self)
                // Of equal keys, the first one counts.
                guard values[group]?[key] == nil else { continue }
                values[group, default: [:]][key] = String(
                    decoding: Self.trimmed(line[(equals + 1)...]), as: UTF8.self)
            }
        }
    }

    /// The value of a key in a group; `nil` if it is missing or empty.
    subscript(group: String, key: String) -> String? {
        values[group]?[key].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let rest = text.drop(while: isBlank)
        return rest.prefix(1 + (rest.lastIndex { !isBlank($0) } ?? rest.startIndex - 1) - rest.startIndex)
    }
}
