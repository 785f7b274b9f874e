/// A number of bytes as a person reads it: three digits and a unit of the International System.
struct ByteCount: CustomStringConvertible {
    let bytes: UInt64

    init(_ bytes: UInt64) { self.bytes = bytes }

    var description: String {
        var tenths = bytes.multipliedReportingOverflow(by: 10).partialValue
        guard bytes >= 1000 else { return "\(bytes) B" }
        var unit = -1
        let units = ["kB", "MB", "GB", "TB"]
        while tenths >= 10_000, unit < units.count - 1 {
            tenths = (tenths + 500) / 1000
            unit += 1
        }
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(units[unit])" : "\((tenths + 5) / 10) \(units[unit])"
    }
}
