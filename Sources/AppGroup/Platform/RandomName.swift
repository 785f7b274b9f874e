/// Names that nobody else uses, for files that exist for a moment.
enum RandomName {
    /// 16 hexadecimal digits.
    static func make() -> String {
        let bits = UInt64.random(in: .min ... .max)
        return Hexadecimal.string(stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: bits >> $0) })
    }
}
