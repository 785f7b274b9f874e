/// Runs of equal bytes, and bytes as they are (ISO 32000-1, 7.4.5).
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
        // The mark of the end is missing, which many writers leave out.
        return .init(bytes: result, isWhole: index == bytes.count)
    }
}
