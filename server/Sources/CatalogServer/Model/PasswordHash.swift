import Crypto
import CryptoExtras
import Foundation

/// A password as it is stored: with its salt and the cost that it was hashed at, so that the cost can be raised later.
///
/// Written as the PHC string format has it, `$scrypt$ln=17,r=8,p=1$<salt>$<hash>` in base64 without padding.
struct PasswordHash: Hashable, Sendable, CustomStringConvertible {
    let cost: ScryptCost
    let salt: [UInt8]
    let hash: [UInt8]

    private static let hashLength = 32

    /// Hashes a password with a new salt. Takes the time and memory of `cost`: for ``PasswordHasher`` alone.
    init(of password: Password, cost: ScryptCost) throws {
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        self.init(cost: cost, salt: salt, hash: try Self.derive(password, cost, salt))
    }

    /// Reads what was stored.
    init(_ text: String) throws(ServiceError) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt", let cost = Self.cost(parts[2]),
            let salt = Self.bytes(parts[3]), let hash = Self.bytes(parts[4]), hash.count == Self.hashLength
        else {
            throw ServiceError(
                .inputOutput, "The stored hash of a password is none that catalog-server writes; reset the password.")
        }
        self.init(cost: cost, salt: salt, hash: hash)
    }

    private init(cost: ScryptCost, salt: [UInt8], hash: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.hash = hash
    }

    var description: String {
        let parameters = "ln=\(cost.logarithm),r=\(cost.blockSize),p=\(cost.parallelism)"
        return "$scrypt$\(parameters)$\(Self.text(salt))$\(Self.text(hash))"
    }

    /// What nobody's password is hashed to: the check against it costs what a check costs, and fails.
    static func unmatched(cost: ScryptCost) -> PasswordHash {
        PasswordHash(
            cost: cost, salt: Array(repeating: 0, count: 16), hash: Array(repeating: 0, count: hashLength))
    }

    /// Whether it is this password's. Takes the time and memory of its cost: for ``PasswordHasher`` alone.
    func matches(_ password: Password) throws -> Bool {
        let other = try Self.derive(password, cost, salt)
        return zip(hash, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func derive(_ password: Password, _ cost: ScryptCost, _ salt: [UInt8]) throws -> [UInt8] {
        let key = try KDF.Scrypt.deriveKey(
            from: password.bytes, salt: salt, outputByteCount: hashLength, rounds: 1 << cost.logarithm,
            blockSize: cost.blockSize, parallelism: cost.parallelism)
        return key.withUnsafeBytes { Array($0) }
    }

    private static func cost(_ text: Substring) -> ScryptCost? {
        let values = text.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
        guard values.count == 3, values.allSatisfy({ $0.count == 2 }), values.map(\.[0]) == ["ln", "r", "p"],
            let logarithm = Int(values[0][1]), let blockSize = Int(values[1][1]), let parallelism = Int(values[2][1])
        else { return nil }
        return ScryptCost(logarithm: logarithm, blockSize: blockSize, parallelism: parallelism)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().filter { $0 != "=" }
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map(Array.init)
    }
}
