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

extension AppEntry {
    /// A short text that tells the app from others of the same name: the part in which the identifiers of their groups differ, or
    /// else their own; `nil` if no other app has its name.
    ///
    /// - Parameter apps: The apps that are shown together, this one among them.
    package func distinction(among apps: [AppEntry]) -> String? {
        let alike = apps.filter { $0.name == self.name }
        guard alike.count > 1, let place = alike.firstIndex(where: { $0.id == self.id && $0.group == group }) else {
            return nil
        }
        return Self.distinctions(ofAlike: alike)[place]
    }

    /// The same for each of several apps that all have one name.
    package static func distinctions(ofAlike apps: [AppEntry]) -> [String] {
        func differ(_ property: (AppEntry) -> some Hashable) -> Bool { Set(apps.map(property)).count == apps.count }
        if differ(\.group) { return DifferingParts.of(apps.map { "\($0.group)" }) }
        if differ(\.id) { return DifferingParts.of(apps.map { "\($0.id)" }) }
        return apps.map { "\(GroupItem.app($0).token)" }
    }
}
