import AppGroupCrypto

/// What an encrypted file needs of OpenSSL's libcrypto, which is loaded for the first one.
enum Crypto {
    private static var missing: PDFError {
        PDFError(.unsupported, "The PDF is encrypted, and OpenSSL can't be used on this machine: is it installed?")
    }

    /// The digest of a message.
    static func hash(_ message: some Collection<UInt8>, by function: HashFunction) throws -> [UInt8] {
        do { return try function.digest(of: message) } catch { throw missing }
    }

    /// Encrypts or decrypts whole blocks by AES in the mode CBC, without padding.
    /// - Parameters:
    ///   - key: 16 or 32 bytes.
    ///   - start: the 16 bytes that begin the chain.
    static func aesCBC(_ bytes: [UInt8], key: [UInt8], start: [UInt8], encrypts: Bool) throws -> [UInt8] {
        guard [16, 32].contains(key.count), start.count == 16, bytes.count % 16 == 0, bytes.count < Int(Int32.max)
        else {
            throw PDFError(.damaged, "The PDF is encrypted with a key of the wrong length.")
        }
        do { return try AES.cbc(bytes, key: key, start: start, encrypts: encrypts) } catch { throw missing }
    }
}
