import AppGroupCrypto
import CAppGroupCrypto
import Serving

extension PasswordHash {
    /// Hashes a password with a new salt. This takes the time and memory of `cost`: only ``PasswordHasher`` should call it.
    public init(of password: Password, cost: ScryptCost) throws {
        let salt = SecureRandom.bytes(16)
        self.init(cost: cost, salt: salt, hash: try Self.derive(password, cost, salt))
    }

    /// Whether this is the hash of a password. This takes the time and memory of the cost: only ``PasswordHasher`` should call
    /// it.
    public func matches(_ password: Password) throws -> Bool {
        let other = try Self.derive(password, cost, salt)
        return zip(hash, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func derive(_ password: Password, _ cost: ScryptCost, _ salt: [UInt8]) throws -> [UInt8] {
        try cost.key(from: password.bytes, salt: salt, count: hashLength)
    }
}

extension ScryptCost {
    /// Derives a key from a password: scrypt (RFC 7914). This takes the time and memory of the cost.
    ///
    /// - Throws: ``ServiceError`` if libcrypto cannot be loaded or there is not enough memory.
    func key(from password: [UInt8], salt: [UInt8], count: Int) throws(ServiceError) -> [UInt8] {
        let crypto = try Libcrypto.forServer()
        let (rounds, blockSize, parallelism) = (UInt64(1) << UInt64(logarithm), UInt64(blockSize), UInt64(parallelism))
        let memory = 128 * blockSize * (rounds + parallelism + 2)
        var key = [UInt8](repeating: 0, count: count)
        let characters = password.map { CChar(bitPattern: $0) }
        let result = crypto.EVP_PBE_scrypt(
            characters, characters.count, salt, salt.count, rounds, blockSize, parallelism, memory, &key, key.count)
        guard result == 1 else {
            throw ServiceError(.inputOutput, "There is not enough memory to check a password; try again later.")
        }
        return key
    }
}
