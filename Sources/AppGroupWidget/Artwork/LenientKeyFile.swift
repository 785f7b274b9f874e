import AppGroup

/// Groups of keys with values, as in icon themes and in the settings of GTK and KDE. Lines of another form are skipped.
struct LenientKeyFile {
    private var values: [String: [String: String]] = [:]

    init(_ text: [UInt8]) {
        var group = ""
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).map(KeyFile.trimmed) {
            switch line.first {
            case UInt8(ascii: "#"): continue
            case UInt8(ascii: "[") where line.last == UInt8(ascii: "]"):
                group = String(decoding: line.dropFirst().dropLast(), as: UTF8.self)
            default:
                guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
                let key = String(decoding: KeyFile.trimmed(line[..<equals]), as: UTF8.self)
                // Of equal keys, the first one counts.
                guard values[group]?[key] == nil else { continue }
                values[group, default: [:]][key] = String(
                    decoding: KeyFile.trimmed(line[(equals + 1)...]), as: UTF8.self)
            }
        }
    }

    /// The value of a key in a group; `nil` if it is missing or empty.
    subscript(group: String, key: String) -> String? {
        values[group]?[key].flatMap { $0.isEmpty ? nil : $0 }
    }
}
