/// Names that no other program uses, for files that exist for a moment.
package enum RandomName {
    /// 16 hexadecimal digits.
    package static func make() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
