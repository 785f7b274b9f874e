/// A file of groups with keys and values, as the Desktop Entry Specification 1.5 describes it ("Basic format of the file").
///
/// Desktop entries, `mimeapps.list` and `mimeinfo.cache` have this form. Of a key that occurs twice the last value counts.
package struct KeyFile {
    /// What is wrong with a file, as a fragment for a sentence.
    package struct Problem: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    private var groups: [String: [String: String]] = [:]

    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - names: The groups to keep; the lines of others are checked for their form alone.
    package init(_ bytes: [UInt8], keeping names: Set<String>) throws(Problem) {
        var group: String?
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.lazy.map(Self.trimmed).enumerated() {
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            if first == UInt8(ascii: "[") {
                guard line.count > 2, line.last == UInt8(ascii: "]") else {
                    throw Problem(description: "line \(index + 1) begins with “[” and names no group")
                }
                let name = try Self.text(line.dropFirst().dropLast(), index)
                if names.contains(name), groups[name] == nil { groups[name] = [:] }
                group = name
                continue
            }
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")), equals > line.startIndex else {
                throw Problem(description: "line \(index + 1) is neither a group nor KEY=VALUE")
            }
            guard let group else { throw Problem(description: "line \(index + 1) comes before the first group") }
            guard groups[group] != nil else { continue }
            let key = try Self.text(Self.trimmed(line[..<equals]), index)
            groups[group]?[key] = try Self.text(Self.trimmed(line[(equals + 1)...]), index)
        }
    }

    /// The keys and raw values of a group that was kept; `nil` if the file has no such group.
    package subscript(group: String) -> [String: String]? { groups[group] }

    /// A value of type `string`: `\s`, `\n`, `\t`, `\r` and `\\` stand for a space, newline, tab, return and backslash.
    package static func string(_ value: some StringProtocol) -> String {
        guard value.utf8.contains(UInt8(ascii: "\\")) else { return String(value) }
        return list(value, separator: nil)[0]
    }

    /// A list of strings that `;` ends or separates; in them `\;` stands for a semicolon.
    package static func list(_ value: some StringProtocol) -> [String] {
        list(value, separator: UInt8(ascii: ";")).filter { !$0.isEmpty }
    }

    private static func list(_ value: some StringProtocol, separator: UInt8?) -> [String] {
        var items: [String] = []
        var item: [UInt8] = []
        var rest = Array(value.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == separator {
                items.append(String(decoding: item, as: UTF8.self))
                item = []
            } else if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
                switch escaped {
                case UInt8(ascii: "s"): item.append(UInt8(ascii: " "))
                case UInt8(ascii: "n"): item.append(UInt8(ascii: "\n"))
                case UInt8(ascii: "t"): item.append(UInt8(ascii: "\t"))
                case UInt8(ascii: "r"): item.append(UInt8(ascii: "\r"))
                case UInt8(ascii: "\\"), separator: item.append(escaped)
                default: item += [byte, escaped]
                }
            } else {
                item.append(byte)
            }
        }
        return items + [String(decoding: item, as: UTF8.self)]
    }

    /// A line or a part of one without white space at its ends.
    package static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let start = line.firstIndex { !isBlank($0) } ?? line.endIndex
        let end = line[start...].lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
        return line[start..<end]
    }

    private static func text(_ bytes: ArraySlice<UInt8>, _ index: Int) throws(Problem) -> String {
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw Problem(description: "line \(index + 1) is not text in UTF-8")
        }
        return text
    }
}
