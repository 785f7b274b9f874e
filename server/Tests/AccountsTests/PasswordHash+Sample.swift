@testable import Accounts

extension PasswordHash {
    /// The hash of a password at the cheapest cost that scrypt allows.
    static func sample(_ password: String) throws -> PasswordHash {
        try PasswordHash(of: Password(typed: password), cost: .cheapest)
    }
}

extension ScryptCost {
    static let cheapest = ScryptCost(logarithm: 1, blockSize: 1, parallelism: 1) ?? .recommended
}
