import AppGroup

/// The user's own `mimeapps.list`, to which `xdg-mime default` writes. The group of default applications is changed line by line,
/// so that everything else in the file stays as it is.
struct MimeAppsList {
    private static let header = "[Default Applications]"

    private var lines: [[UInt8]]

    init(_ bytes: [UInt8]) {
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    }

    var bytes: [UInt8] { Array(lines.joined(separator: [UInt8(ascii: "\n")])) }

    /// The raw value for a scheme in the user's defaults; the last one counts. `nil` if there is none.
    subscript(scheme: URLScheme) -> String? {
        places(of: scheme).last.map { place in
            let line = String(decoding: lines[place], as: UTF8.self)
            return line.drop { $0 != "=" }.dropFirst().trimmingBlanks()
        }
    }

    /// Restores the earlier value of a scheme, or removes its line if there was none.
    mutating func restore(_ scheme: URLScheme, to earlier: String?) {
        let places = places(of: scheme)
        guard let last = places.last else { return }
        if let earlier { lines[last] = Array("\(scheme.mimeType)=\(earlier)".utf8) }
        for place in places.reversed() where place != last || earlier == nil { lines.remove(at: place) }
    }

    private func places(of scheme: URLScheme) -> [Int] {
        var isInside = false
        return lines.indices.filter { index in
            let line = String(decoding: lines[index], as: UTF8.self).trimmingBlanks()
            if line.hasPrefix("[") { isInside = line == Self.header }
            return isInside && line.prefix { $0 != "=" }.trimmingBlanks() == scheme.mimeType && line.contains("=")
        }
    }
}

extension StringProtocol {
    fileprivate func trimmingBlanks() -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        let start = drop(while: isBlank)
        return String(start[..<(start.lastIndex { !isBlank($0) }.map { start.index(after: $0) } ?? start.startIndex)])
    }
}
