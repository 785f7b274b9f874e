import CAppGroupPlatform

/// How a language writes long numbers: the digits in groups, with a separator between them.
package struct NumberGrouping: Hashable, Sendable {
    package let separator: String
    /// The sizes of the groups, the last one of the number first. The last size repeats, unless it is 0: then all
    /// other digits stay together.
    package let sizes: [Int]

    /// The grouping of a locale of the system; `nil` if it has none, or if the locale is not installed.
    package init?(locale: String) {
        var separator = [CChar](repeating: 0, count: 16)
        var sizes = [CChar](repeating: 0, count: 16)
        guard appgroup_number_grouping(locale, &separator, &sizes) != 0,
            let text = String(
                validating: separator.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        else { return nil }
        self.separator = text
        // CHAR_MAX, or a negative number on some systems, ends the groups (localeconv(3)).
        self.sizes = sizes.prefix { $0 != 0 }.map { $0 < 0 || $0 == 127 ? 0 : Int($0) }
    }
}
