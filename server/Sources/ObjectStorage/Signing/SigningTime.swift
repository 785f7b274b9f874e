package import AppGroup

/// A moment as signatures have it: `20260304T050607Z`.
package struct SigningTime: Hashable, Sendable, CustomStringConvertible {
    /// The moment in UTC, without fractions of a second.
    package let description: String

    package init(_ moment: Timestamp) {
        let second = moment.description.prefix(19)
        description = String(second.filter { $0 != "-" && $0 != ":" }) + "Z"
    }

    /// The day alone, `20260304`.
    var day: String { String(description.prefix(8)) }
}
