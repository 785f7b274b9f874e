import AppGroup

/// The text of the user's own `mimeapps.list`, to which `xdg-mime default` writes. The group of default applications is changed
/// line by line, so that the rest of the file stays as it is.
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

    /// The entry that opens the URLs of a scheme; `nil` if the user has chosen none.
    func handler(of scheme: URLScheme) -> String? { self[scheme].flatMap { KeyFile.list($0).first } }

    /// Makes an entry the handler of a scheme, as `xdg-mime default` does.
    mutating func set(_ scheme: URLScheme, to id: String) {
        guard places[scheme.mimeType] == nil else { return restore(scheme, to: id) }
        let line = Array("\(scheme.mimeType)=\(id)".utf8)
        if let header = lines.firstIndex(where: { KeyFile.trimmed($0[...]) == Self.header[...] }) {
            lines.insert(line, at: header + 1)
        } else {
            // The last line may lack its end.
            if lines.last?.isEmpty == false { lines.append([]) }
            lines += [Self.header, line, []]
        }
        places = Self.places(in: lines)
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
