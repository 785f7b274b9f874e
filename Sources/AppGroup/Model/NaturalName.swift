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
        let bytes = Array(folded.utf8)
        var key: [UInt8] = []
        key.reserveCapacity(bytes.count + 4)
        var index = 0
        while index < bytes.count {
            guard isDigit(bytes[index]) else {
                key.append(bytes[index])
                index += 1
                continue
            }
            let end = bytes[index...].firstIndex { !isDigit($0) } ?? bytes.count
            let first = bytes[index..<end - 1].firstIndex { $0 != UInt8(ascii: "0") } ?? end - 1
            appendLength(end - first, to: &key)
            key += bytes[first..<end]
            index = end
        }
        return String(decoding: key, as: UTF8.self)
    }

    /// Appends a length in digits that sort as the lengths do: a 9 stands for eight more than the next digit says.
    private static func appendLength(_ count: Int, to key: inout [UInt8]) {
        for _ in 0..<(count - 1) / 8 { key.append(UInt8(ascii: "9")) }
        key.append(UInt8(ascii: "1") + UInt8((count - 1) % 8))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
