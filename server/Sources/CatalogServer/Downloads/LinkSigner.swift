import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Signs links that need no login, and reads them back: HMAC-SHA256 (RFC 2104) with a key that only this server has.
///
/// A signed text is base64url (RFC 4648, section 5, without padding) of a format byte, the claims, and the authentication
/// code of both. There is one way to write a link, so that another text is another link, and none.
struct LinkSigner: Sendable {
    private let key: SymmetricKey

    private static let format: UInt8 = 1
    private static let codeSize = SHA256.byteCount

    init(key: SymmetricKey) { self.key = key }

    /// The text in a link's path.
    func sign(_ link: SignedLink) -> String {
        let bytes = [Self.format] + link.bytes
        return Base64URL.encode(bytes + code(of: bytes))
    }

    /// What a text in a link's path was signed for; `nil` where this server did not sign it, or its time is over.
    ///
    /// - Parameter now: Seconds since 1970.
    func read(_ text: some StringProtocol, now: Int64) -> SignedLink? {
        guard text.utf8.count <= 2048, let bytes = Base64URL.decode(text), bytes.count > Self.codeSize else {
            return nil
        }
        let signed = bytes.dropLast(Self.codeSize)
        // Compares in constant time.
        guard
            HMAC<SHA256>.isValidAuthenticationCode(bytes.suffix(Self.codeSize), authenticating: signed, using: key),
            signed.first == Self.format, let link = SignedLink(bytes: signed.dropFirst()), now < link.expires
        else { return nil }
        return link
    }

    private func code(of bytes: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }
}
