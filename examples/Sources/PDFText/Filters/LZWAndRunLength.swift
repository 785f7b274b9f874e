/// The filter that replaces repeated sequences with codes of 9 to 12 bits (ISO 32000-1, 7.4.4; TIFF 6.0, 13).
enum LZW {
    private static let clear = 256
    private static let endOfData = 257

    /// Undoes the filter.
    ///
    /// - Parameter isEarly: Whether codes become longer one code early, which is the default.
    static func decode(_ bytes: [UInt8], isEarly: Bool, limit: Int) throws -> FilterChain.Decoded {
        // Each sequence is a range of the result, so that no chain of prefixes has to be followed.
        var sequences = [Range<Int>](repeating: 0..<0, count: 4096)
        var next = 258
        var previous: Range<Int>?
        var result: [UInt8] = []
        var bits: UInt32 = 0
        var bitCount = 0
        var width = 9
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            guard bitCount >= width else { continue }
            bitCount -= width
            let code = Int(bits >> UInt32(bitCount) & (1 << UInt32(width) - 1))
            if code == clear {
                (next, width, previous) = (258, 9, nil)
                continue
            }
            if code == endOfData { return .init(bytes: result, isWhole: true) }
            let start = result.count
            if code < 256 {
                result.append(UInt8(code))
            } else if code < next {
                append(sequences[code], to: &result)
            } else if code == next, let previous {
                append(previous, to: &result)
                result.append(result[previous.lowerBound])
            } else {
                return .init(bytes: result, isWhole: false)
            }
            guard result.count <= limit else { throw ReadFailure.tooLarge }
            if let previous, next < 4096 {
                sequences[next] = previous.lowerBound..<(previous.upperBound + 1)
                next += 1
            }
            previous = start..<result.count
            width = max(9, min(12, Int.bitWidth - (next + (isEarly ? 1 : 0)).leadingZeroBitCount))
        }
        return .init(bytes: result, isWhole: bitCount < 8)
    }

    private static func append(_ range: Range<Int>, to result: inout [UInt8]) {
        for index in range { result.append(result[index]) }
    }
}

/// The filter that shortens runs of equal bytes (ISO 32000-1, 7.4.5).
enum RunLength {
    static func decode(_ bytes: [UInt8], limit: Int) throws -> FilterChain.Decoded {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let length = Int(bytes[index])
            index += 1
            if length == 128 { return .init(bytes: result, isWhole: true) }
            if length < 128 {
                let end = index + length + 1
                result += bytes[index..<min(end, bytes.count)]
                index = end
            } else if index < bytes.count {
                result += repeatElement(bytes[index], count: 257 - length)
                index += 1
            }
            guard result.count <= limit else { throw ReadFailure.tooLarge }
        }
        // Many writers leave out the end marker.
        return .init(bytes: result, isWhole: index == bytes.count)
    }
}
