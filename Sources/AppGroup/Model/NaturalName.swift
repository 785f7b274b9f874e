/// A key that sorts names alphabetically, without case, and the numbers in them by value: “Application 2” comes before
/// “Application 10”.
enum NaturalName {
    /// The key of a name. Names that differ only in case or in the leading zeros of a number have the same key.
    ///
    /// Only the digits 0 to 9 count as numbers. In the key, the length of a number stands before its digits, so that a
    /// longer number sorts later.
    static func key(_ name: String) -> String {
        let folded = name.lowercased()
        guard folded.utf8.contains(where: isDigit) else { return folded }
        var key: [UInt8] = []
        var rest = Array(folded.utf8)[...]
        while let first = rest.first {
            guard isDigit(first) else {
                key.append(first)
                rest.removeFirst()
                continue
            }
            let number = rest.prefix(while: isDigit)
            rest = rest[number.endIndex...]
            let digits = number.dropLast().drop { $0 == UInt8(ascii: "0") } + number.suffix(1)
            key += length(digits.count) + digits
        }
        return String(decoding: key, as: UTF8.self)
    }

    /// A length in digits that sort as the lengths do: a 9 stands for eight more than the next digit says.
    private static func length(_ count: Int) -> [UInt8] {
        Array(repeating: UInt8(ascii: "9"), count: (count - 1) / 8) + [UInt8(ascii: "1") + UInt8((count - 1) % 8)]
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
