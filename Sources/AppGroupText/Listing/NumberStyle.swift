package import AppGroupPlatform

/// How long numbers are written for a person: with the separators of their language.
package struct NumberStyle: Hashable, Sendable {
    private let separator: String
    private let sizes: [Int]

    /// Only digits.
    package static let plain = NumberStyle(separator: "", sizes: [])

    /// - Parameter sizes: The sizes of the groups, the last one of the number first. The last size repeats, unless it is
    ///   0: then all other digits stay together.
    package init(separator: String, sizes: [Int]) {
        self.separator = separator
        self.sizes = sizes
    }

    /// The style of the locale that the environment names for numbers.
    package init(_ environment: ProcessEnvironment) {
        let names = ["LC_ALL", "LC_NUMERIC", "LANG"].lazy.compactMap { environment[$0] }
        let locale = names.first { !$0.isEmpty } ?? "C"
        let grouping = Self.plainLocales.contains(locale) ? nil : NumberGrouping(locale: locale)
        self.init(separator: grouping?.separator ?? "", sizes: grouping?.sizes ?? [])
    }

    /// Locales that group no digits and need not be looked up.
    private static let plainLocales: Set = ["C", "POSIX", "C.UTF-8", "C.utf8"]

    /// The number in decimal digits.
    package func text(_ number: Int64) -> String {
        var digits = String(number.magnitude)[...]
        let sign = number < 0 ? "-" : ""
        guard !separator.isEmpty else { return sign + digits }
        var groups: [Substring] = []
        var sizes = sizes[...]
        while let size = sizes.first, size > 0, digits.count > size {
            groups.append(digits.suffix(size))
            digits = digits.dropLast(size)
            if sizes.count > 1 { sizes.removeFirst() }
        }
        return sign + (groups + [digits]).reversed().joined(separator: separator)
    }
}
