/// A number of things, such as `1 app` or `3 apps`.
public struct Quantity: CustomStringConvertible, Sendable {
    /// The number and the word that goes with it.
    public let description: String

    /// - Parameters:
    ///   - count: How many there are.
    ///   - singular: The word for one of them.
    ///   - plural: The word for any other number; `nil` for the singular with an s.
    public init(_ count: Int, _ singular: String, _ plural: String? = nil) {
        description = "\(count) \(count == 1 ? singular : plural ?? "\(singular)s")"
    }
}

/// Numbers with a fixed number of decimal places, for tables, without Foundation.
package enum Decimal {
    /// - Parameters:
    ///   - digits: The number of decimal places, 0 to 9.
    ///   - showsPlus: Whether a number that is not negative begins with a plus sign.
    package static func text(_ value: Double, digits: Int, showsPlus: Bool = false) -> String {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        guard value.isFinite, let scaled = Int64(exactly: (abs(value) * scale).rounded()) else { return "–" }
        let whole = scaled / Int64(scale)
        let part = String(scaled % Int64(scale))
        let fraction = digits == 0 ? "" : "." + String(repeating: "0", count: digits - part.count) + part
        let sign = value < 0 && scaled > 0 ? "-" : showsPlus ? "+" : ""
        return "\(sign)\(whole)\(fraction)"
    }
}
