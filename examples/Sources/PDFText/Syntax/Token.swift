/// A word such as `obj` or an operator such as `Tj`, its bytes in numbers, so that comparing words is cheap.
///
/// No word that has a meaning is longer than 19 bytes (`begincodespacerange`); anything longer than 24 is ``unknown``.
struct Keyword: Hashable, ExpressibleByStringLiteral {
    private var high: UInt64 = 0
    private var middle: UInt64 = 0
    private var low: UInt64 = 0

    init(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= 24 else { return }
        for byte in bytes {
            if bytes.count > 8 {
                high = high << 8 | middle >> 56
                middle = middle << 8 | low >> 56
            }
            low = low << 8 | UInt64(byte)
        }
    }

    init(stringLiteral: StaticString) {
        self.init(UnsafeBufferPointer(start: stringLiteral.utf8Start, count: stringLiteral.utf8CodeUnitCount))
    }

    /// A number that tells short words apart.
    var bits: UInt64 { low }

    static let unknown = Keyword(EmptyCollection())
}
