import Crypto
import Foundation

/// The secret that says who asks: 256 random bits in base64url. Only its hash is kept.
struct SessionToken: Sendable {
    let text: String

    init() {
        let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        text = bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
    }

    /// Takes what somebody sent, if it can be one at all.
    init?(sent text: some StringProtocol) {
        guard text.utf8.count == Self.length else { return nil }
        self.text = String(text)
    }

    var hash: TokenHash { TokenHash(bytes: Array(SHA256.hash(data: Data(text.utf8)))) }

    /// Characters.
    private static let length = 43
}

/// The SHA-256 of a token. It has as much chance as the token itself, so it needs neither salt nor a slow hash.
struct TokenHash: Hashable, Sendable {
    let bytes: [UInt8]
}
