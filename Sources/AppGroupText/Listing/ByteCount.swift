/// A number of bytes for people: with up to three digits and a unit of the International System.
public struct ByteCount: Sendable, CustomStringConvertible {
    private let bytes: UInt64

    /// - Parameter bytes: The number; a negative one counts as 0.
    public init(_ bytes: some BinaryInteger) { self.bytes = UInt64(clamping: bytes) }

    /// Such as “12 kB” or “3.4 MB”.
    public var description: String {
        guard bytes >= 1000 else { return "\(bytes) B" }
        var units = ["kB", "MB", "GB", "TB"][...]
        var unit: UInt64 = 1000
        while units.count > 1, rounded(by: unit) >= 1000 {
            unit *= 1000
            units.removeFirst()
        }
        let tenths = rounded(by: unit / 10)
        return tenths < 100
            ? "\(tenths / 10).\(tenths % 10) \(units[units.startIndex])"
            : "\(rounded(by: unit)) \(units[units.startIndex])"
    }

    private func rounded(by unit: UInt64) -> UInt64 { bytes / unit + (bytes % unit * 2 >= unit ? 1 : 0) }
}
