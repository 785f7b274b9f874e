/// The filter that writes four bytes as five characters (ISO 32000-1, 7.4.3).
enum ASCII85 {
    static func decode(_ bytes: [UInt8]) -> FilterChain.Decoded {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 5 * 4)
        var group: UInt64 = 0
        var count = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "!")...UInt8(ascii: "u"):
                group = group * 85 + UInt64(byte - UInt8(ascii: "!"))
                count += 1
                guard count == 5 else { continue }
                guard group <= 0xFFFF_FFFF else { return .init(bytes: result, isWhole: false) }
                append(group, 4, to: &result)
                (group, count) = (0, 0)
            case UInt8(ascii: "z") where count == 0:
                append(0, 4, to: &result)
            case UInt8(ascii: "~"):
                return finish(result, group, count)
            case let space where space.isPDFSpace: continue
            default: return .init(bytes: result, isWhole: false)
            }
        }
        return finish(result, group, count)
    }

    /// A last group of n characters stands for n - 1 bytes.
    private static func finish(_ bytes: [UInt8], _ group: UInt64, _ count: Int) -> FilterChain.Decoded {
        guard count > 0 else { return .init(bytes: bytes, isWhole: true) }
        guard count > 1 else { return .init(bytes: bytes, isWhole: false) }
        var result = bytes
        var filled = group
        for _ in count..<5 { filled = filled * 85 + 84 }
        append(min(filled, 0xFFFF_FFFF), count - 1, to: &result)
        return .init(bytes: result, isWhole: filled <= 0xFFFF_FFFF)
    }

    private static func append(_ group: UInt64, _ count: Int, to result: inout [UInt8]) {
        for index in 0..<count { result.append(UInt8(truncatingIfNeeded: group >> (24 - 8 * index))) }
    }
}

/// The filter that writes each byte as two hexadecimal digits (ISO 32000-1, 7.4.2).
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
