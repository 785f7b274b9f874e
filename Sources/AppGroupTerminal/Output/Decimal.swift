/// Numbers with a fixed count of digits after the point, as tables want them, without Foundation.
package enum Decimal {
    /// - Parameters:
    ///   - digits: After the point, 0 to 9.
    ///   - showsPlus: Begins what is not negative with a plus sign.
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
