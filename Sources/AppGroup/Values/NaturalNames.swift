import AppGroupPlatform

/// The names of a list of apps, prepared for many comparisons: alphabetically, without case, and the numbers in them by value, so
/// that “Application 2” comes before “Application 10”. Apps with the same name go by their ids.
///
/// The names are stored contiguously, so that a comparison neither follows a pointer nor counts references. They are compared
/// byte by byte, which is the order of Unicode's code points. Swift's own comparison, which knows that é may be written in two
/// ways, is no order: in 6.3, “é!” is neither less than, greater than nor equal to an é in two scalars.
package struct NaturalNames {
    /// For each app its prepared name, a zero byte, which no name contains, and its id in small letters. A zero byte sorts before
    /// all others.
    private var bytes: [UInt8] = []
    /// Where the bytes of each app end.
    private var ends: [Int] = []

    /// - Parameter capacity: How many apps to make room for.
    package init(capacity: Int) {
        ends.reserveCapacity(capacity)
        bytes.reserveCapacity(capacity * 48)
    }

    /// Adds the name and the id of an app.
    ///
    /// - Returns: The position of the app.
    package mutating func add(_ name: String, _ id: String) -> Int {
        appendKey(of: name)
        bytes.append(0)
        appendFolded(id)
        ends.append(bytes.count)
        return ends.count - 1
    }

    /// Passes a function that says whether the app at one position comes before the app at another one.
    package func withComparison<Result>(_ body: ((Int, Int) -> Bool) -> Result) -> Result {
        bytes.withUnsafeBytes { bytes in
            ends.withUnsafeBufferPointer { ends in
                func key(_ position: Int) -> Slice<UnsafeRawBufferPointer> {
                    bytes[(position == 0 ? 0 : ends[position - 1])..<ends[position]]
                }
                return body { key($0).precedes(key($1)) }
            }
        }
    }

    /// Appends what a name is compared by. Only the digits 0 to 9 count as numbers. The length of a number stands before its
    /// digits, so that a longer number sorts later.
    private mutating func appendKey(of name: String) {
        let start = bytes.count
        appendFolded(name)
        guard let firstDigit = bytes[start...].firstIndex(where: Self.isDigit) else { return }
        let rest = Array(bytes[firstDigit...])
        bytes.removeSubrange(firstDigit...)
        var index = 0
        while index < rest.count {
            guard Self.isDigit(rest[index]) else {
                bytes.append(rest[index])
                index += 1
                continue
            }
            let end = rest[index...].firstIndex { !Self.isDigit($0) } ?? rest.count
            let first = rest[index..<end - 1].firstIndex { $0 != UInt8(ascii: "0") } ?? end - 1
            appendLength(end - first)
            bytes += rest[first..<end]
            index = end
        }
    }

    /// Appends a length in digits that sort as the lengths do: a 9 stands for eight more than the next digit says.
    private mutating func appendLength(_ count: Int) {
        for _ in 0..<(count - 1) / 8 { bytes.append(UInt8(ascii: "9")) }
        bytes.append(UInt8(ascii: "1") + UInt8((count - 1) % 8))
    }

    /// Appends a text in small letters.
    private mutating func appendFolded(_ text: String) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            bytes += text.lowercased().utf8
            return
        }
        let start = bytes.count
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
        for index in start..<bytes.count where bytes[index] &- UInt8(ascii: "A") < 26 { bytes[index] |= 0x20 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
