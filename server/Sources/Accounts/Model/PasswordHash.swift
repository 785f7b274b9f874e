import Foundation
public import Serving

/// A password in plain text. It is never written anywhere: it has no description.
public struct Password: Sendable {
    /// UTF-8, in canonical composition.
    public let bytes: [UInt8]

    /// The fewest characters of a new password.
    public static let minimumLength = 8
    /// The most bytes of a new password.
    public static let maximumSize = 1024

    /// Takes anything typed at a login. Canonically equivalent texts are the same password.
    public init(typed text: String) { bytes = Array(text.precomposedStringWithCanonicalMapping.utf8) }

    /// Takes a new password, which must be long enough.
    public init(new text: String) throws(ServiceError) {
        self.init(typed: text)
        guard text.count >= Self.minimumLength else {
            throw ServiceError(.invalid, "A password has at least \(Self.minimumLength) characters.")
        }
        guard bytes.count <= Self.maximumSize else {
            throw ServiceError(.invalid, "A password has at most \(Self.maximumSize) bytes.")
        }
    }
}

extension Password {
    /// A password for another user: 100 random bits in groups that are easy to type, of letters and digits that are not easily
    /// confused.
    public static func generated() -> String {
        let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789")
        let groups = (0..<4).map { _ in String((0..<5).compactMap { _ in alphabet.randomElement() }) }
        return groups.joined(separator: "-")
    }
}

extension Password: CustomStringConvertible, CustomReflectable {
    /// The text “(a password)”, never the password itself.
    public var description: String { "(a password)" }
    /// An empty mirror, so that a debugger's description does not show the password.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A password as it is stored: hashed, with its salt and its cost, so that the cost can be raised later.
///
/// Written as the PHC string format has it, `$scrypt$ln=17,r=8,p=1$<salt>$<hash>` in base64 without padding.
public struct PasswordHash: Hashable, Sendable, CustomStringConvertible {
    /// The time and memory of one check.
    public let cost: ScryptCost
    /// Random bytes, 16 in new hashes.
    public let salt: [UInt8]
    /// The key that scrypt derives from the password and the salt: 32 bytes.
    public let hash: [UInt8]

    /// The size of `hash` in bytes.
    static let hashLength = 32

    /// Reads a stored hash.
    public init(_ text: String) throws(ServiceError) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt", let cost = Self.cost(parts[2]),
            let salt = Self.bytes(parts[3]), let hash = Self.bytes(parts[4]), hash.count == Self.hashLength
        else {
            throw ServiceError(
                .inputOutput, "A stored password hash is damaged; reset the password.")
        }
        self.init(cost: cost, salt: salt, hash: hash)
    }

    init(cost: ScryptCost, salt: [UInt8], hash: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.hash = hash
    }

    /// The text to store: the PHC string.
    public var description: String {
        let parameters = "ln=\(cost.logarithm),r=\(cost.blockSize),p=\(cost.parallelism)"
        return "$scrypt$\(parameters)$\(Self.text(salt))$\(Self.text(hash))"
    }

    /// A hash that no password matches. Checking against it costs as much as any check.
    public static func unmatched(cost: ScryptCost) -> PasswordHash {
        PasswordHash(
            cost: cost, salt: Array(repeating: 0, count: 16), hash: Array(repeating: 0, count: hashLength))
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

/// The cost of one password hash (RFC 7914): `128 · r · 2^logarithm` bytes, and the time to go through them `2 · p` times.
public struct ScryptCost: Hashable, Sendable {
    /// The binary logarithm of scrypt's `N`, 1 to 19. One more doubles memory and time.
    public let logarithm: Int
    /// Scrypt's `r`, 1 to 8: the size of a block in units of 128 bytes. Memory and time are proportional to it.
    public let blockSize: Int
    /// Scrypt's `p`, 1 to 16: how many times the memory is filled. Time is proportional to it.
    public let parallelism: Int

    /// The recommendation of OWASP's Password Storage Cheat Sheet: 128 MiB, about 0.3 s.
    public static let recommended = ScryptCost(checkedLogarithm: 17, blockSize: 8, parallelism: 1)

    /// Takes stored parameters; `nil` if they are not valid for scrypt or would take more than four times the recommended
    /// memory.
    public init?(logarithm: Int, blockSize: Int, parallelism: Int) {
        guard (1...19).contains(logarithm), (1...8).contains(blockSize), (1...16).contains(parallelism) else {
            return nil
        }
        self.init(checkedLogarithm: logarithm, blockSize: blockSize, parallelism: parallelism)
    }

    private init(checkedLogarithm: Int, blockSize: Int, parallelism: Int) {
        logarithm = checkedLogarithm
        self.blockSize = blockSize
        self.parallelism = parallelism
    }
}
