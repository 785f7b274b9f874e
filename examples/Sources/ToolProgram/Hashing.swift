public import AppGroupCrypto

extension HashFunction {
    /// The digest of a text in UTF-8, in lowercase hexadecimal digits.
    ///
    /// - Throws: An error with status 69 if libcrypto can't be used.
    public func hexadecimal(of text: String) throws(ToolError) -> String {
        do throws(LibcryptoMissing) { return try digest(of: text.utf8).hexadecimal } catch { throw ToolError(error) }
    }
}

extension ToolError {
    /// libcrypto can't be used: 69.
    ///
    /// - Parameter error: What ``SHA256Hasher`` and ``HashFunction`` throw.
    public init(_ error: LibcryptoMissing) { self = .unavailable(error.description) }
}
