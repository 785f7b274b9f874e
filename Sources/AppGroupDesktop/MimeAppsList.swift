import AppGroup

/// The user's own `mimeapps.list`, to which `xdg-mime default` writes. The group of default applications is changed line by line,
/// so that the rest of the file stays as it is.
struct MimeAppsList {
    private static let header = Array("[Default Applications]".utf8)

    private var lines: [[UInt8]]
    /// The indices of the lines in the group of default applications, by their MIME types.
    private var places: [String: [Int]] = [:]

    init(_ bytes: [UInt8]) {
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        places = Self.places(in: lines)
    }

    /// Whether it says nothing, as `xdg-mime` leaves it after the last handler is removed.
    var isEmpty: Bool {
        lines.map { KeyFile.trimmed($0[...]) }.allSatisfy { $0.isEmpty || $0 == Self.header[...] }
    }

    var bytes: [UInt8] { Array(lines.joined(separator: [UInt8(ascii: "\n")])) }

    /// The raw value for a scheme in the user's defaults; the last one counts. `nil` if there is none.
    subscript(scheme: URLScheme) -> String? {
        places[scheme.mimeType]?.last.map { place in
            String(decoding: KeyFile.trimmed(lines[place].drop { $0 != Self.equals }.dropFirst()), as: UTF8.self)
        }
    }

    /// Restores the earlier value of a scheme, or removes its line if there was none.
    mutating func restore(_ scheme: URLScheme, to earlier: String?) {
        guard let found = places[scheme.mimeType], let last = found.last else { return }
        if let earlier { lines[last] = Array("\(scheme.mimeType)=\(earlier)".utf8) }
        for place in found.reversed() where place != last || earlier == nil { lines.remove(at: place) }
        places = Self.places(in: lines)
    }

    private static func places(in lines: [[UInt8]]) -> [String: [Int]] {
        var places: [String: [Int]] = [:]
        var isInside = false
        for (index, bytes) in lines.enumerated() {
            let line = KeyFile.trimmed(bytes[...])
            if line.first == UInt8(ascii: "[") { isInside = line == header[...] }
            guard isInside, let sign = line.firstIndex(of: equals) else { continue }
            places[String(decoding: KeyFile.trimmed(line[..<sign]), as: UTF8.self), default: []].append(index)
        }
        return places
    }

    private static let equals = UInt8(ascii: "=")
}
