import AppGroup

/// The user's own `mimeapps.list`, to which `xdg-mime default` writes. The group of default applications is changed line by line,
/// so that everything else in the file stays as it is.
struct MimeAppsList {
    private static let header = "[Default Applications]"

    private var lines: [[UInt8]]
    /// The indices of the lines in the group of default applications, by their MIME types.
    private var places: [String: [Int]] = [:]

    init(_ bytes: [UInt8]) {
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        places = Self.places(in: lines)
    }

    var bytes: [UInt8] { Array(lines.joined(separator: [UInt8(ascii: "\n")])) }

    /// The raw value for a scheme in the user's defaults; the last one counts. `nil` if there is none.
    subscript(scheme: URLScheme) -> String? {
        places[scheme.mimeType]?.last.map { place in
            let line = String(decoding: lines[place], as: UTF8.self)
            return line.drop { $0 != "=" }.dropFirst().trimmingBlanks()
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
            let line = String(decoding: bytes, as: UTF8.self).trimmingBlanks()
            if line.hasPrefix("[") { isInside = line == header }
            guard isInside, let equals = line.firstIndex(of: "=") else { continue }
            places[line[..<equals].trimmingBlanks(), default: []].append(index)
        }
        return places
    }
}

extension StringProtocol {
    fileprivate func trimmingBlanks() -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        let start = drop(while: isBlank)
        return String(start[..<(start.lastIndex { !isBlank($0) }.map { start.index(after: $0) } ?? start.startIndex)])
    }
}
