/// The parts in which identifiers such as `com.example.tools` differ.
package enum DifferingParts {
    /// What is left of identifiers without the segments with which all of them begin or end; at least one segment.
    package static func of(_ identifiers: [String]) -> [String] {
        let segments = identifiers.map { $0.split(separator: ".") }
        let shortest = segments.map(\.count).min() ?? 1
        func common(upTo limit: Int, _ segment: ([Substring], Int) -> Substring) -> Int {
            (0..<limit).first { place in Set(segments.map { segment($0, place) }).count > 1 } ?? limit
        }
        let prefix = common(upTo: shortest - 1) { $0[$1] }
        let suffix = common(upTo: shortest - 1 - prefix) { $0[$0.count - 1 - $1] }
        return segments.map { $0[prefix..<$0.count - suffix].joined(separator: ".") }
    }
}
