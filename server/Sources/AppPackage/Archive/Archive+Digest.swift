import Crypto

extension Archive {
    /// The SHA-256 of the whole file, 64 lower-case hexadecimal digits.
    func digest() throws(PackageError) -> String {
        var hash = SHA256()
        try file.forEachPiece { hash.update(bufferPointer: $0) }
        return hash.finalize().hexadecimal
    }
}
