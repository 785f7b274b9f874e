/// How many things in an app need the user's attention. 0 shows nothing.
///
/// The range is 0 to 2⁵³ − 1, the integers that every JSON reader keeps exact.
public struct BadgeCount: Hashable, Sendable {
    /// The largest count.
    public static let maximum = BadgeCount(clamping: 1 << 53 - 1)
    /// Nothing needs attention.
    public static let zero = BadgeCount(clamping: 0)

    /// The count, from 0 to 2⁵³ − 1.
    public let value: Int64

    /// Takes any integer; one beyond the range becomes the nearest end of it.
    public init(clamping count: some BinaryInteger) {
        value = min(max(Int64(clamping: count), 0), 1 << 53 - 1)
    }

    /// The sum, held within the range.
    public func adding(_ delta: Int64) -> BadgeCount { BadgeCount(clamping: value.addingClamped(delta)) }
}

extension BadgeCount: ExpressibleByIntegerLiteral, Comparable, CustomStringConvertible {
    /// Takes a count from source code, held within the range.
    public init(integerLiteral count: Int64) { self.init(clamping: count) }

    /// By number.
    public static func < (left: BadgeCount, right: BadgeCount) -> Bool { left.value < right.value }

    /// The bare number.
    public var description: String { String(value) }
}
