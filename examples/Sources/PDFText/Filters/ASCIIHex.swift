/// Two digits for a byte (ISO 32000-1, 7.4.2).
enum ASCIIHex {
    static func decode(_ bytes: [UInt8]) -> FilterChain.Decoded {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 2)
        var high: UInt8?
        for byte in bytes {
            if byte == UInt8(ascii: ">") { break }
            guard let digit = byte.hexValue else {
                if byte.isPDFSpace { continue }
                return .init(bytes: result, isWhole: false)
            }
            if let known = high {
                result.append(known << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        if let high { result.append(high << 4) }
        return .init(bytes: result, isWhole: true)
    }
}
