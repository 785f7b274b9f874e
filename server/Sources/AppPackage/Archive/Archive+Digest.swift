import Crypto

extension Archive {
    /// The SHA-256 of the whole file, 64 lower-case hexadecimal digits.
    func digest() throws(PackageError) -> String {
        var hash = SHA256()
        try file.forEachPiece { hash.update(bufferPointer: $0) }
        return hash.finalize().map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0\(digits)" : digits
        }.joined()
    }
}
