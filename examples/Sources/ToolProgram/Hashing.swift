public import AppGroupCrypto

extension ToolError {
    /// Does something with libcrypto.
    ///
    /// - Throws: What the closure throws, and an error with status 69 if libcrypto can't be used.
    public static func usingLibcrypto<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as LibcryptoMissing { throw unavailable(error.description) }
    }
}

extension HashFunction {
    /// The digest of a text in UTF-8, in lowercase hexadecimal digits.
    ///
    /// - Throws: An error with status 69 if libcrypto can't be used.
    public func hexadecimal(of text: String) throws -> String {
        try ToolError.usingLibcrypto { try digest(of: text.utf8).hexadecimal }
    }
}

extension SHA256Hasher {
    /// Hashes `count` bytes, a mebibyte at a time.
    ///
    /// - Parameter block: The bytes to hash for a range.
    public convenience init(of count: Int, _ block: (Range<Int>) throws -> [UInt8]) throws {
        try self.init()
        let size = 1 << 20
        for start in stride(from: 0, to: count, by: size) { update(try block(start..<min(count, start + size))) }
    }
}
