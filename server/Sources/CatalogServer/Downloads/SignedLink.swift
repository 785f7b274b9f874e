import AppGroup
import Serving

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A link that needs no login: to one thing of one release, for one user, for a limited time. Each use checks whether the user may
/// still have it.
struct SignedLink: Hashable, Sendable {
    /// The target of the link.
    enum Purpose: UInt8, Sendable {
        case file = 1
        case manifest, icon
    }

    let purpose: Purpose
    /// The user who asked for it.
    let user: User.ID
    let package: AppID
    /// The release's file.
    let hash: BlobDigest
    /// When it becomes invalid, in seconds since 1970.
    let expires: Int64

    init(purpose: Purpose, user: User.ID, package: AppID, hash: BlobDigest, expires: Int64) {
        self.purpose = purpose
        self.user = user
        self.package = package
        self.hash = hash
        self.expires = expires
    }

    /// The same link for another purpose.
    func with(_ purpose: Purpose) -> SignedLink {
        SignedLink(purpose: purpose, user: user, package: package, hash: hash, expires: expires)
    }

    /// Purpose, user, expiry and hash in 49 bytes, with big-endian numbers; then the package's identifier.
    var bytes: [UInt8] {
        [purpose.rawValue] + Self.bytes(of: user.rawValue) + Self.bytes(of: expires) + hash.bytes
            + Array(package.description.utf8)
    }

    /// Reads what ``bytes`` writes.
    init?(bytes: ArraySlice<UInt8>) {
        var rest = bytes
        guard let byte = rest.popFirst(), let purpose = Purpose(rawValue: byte),
            let user = Self.number(from: &rest), let expires = Self.number(from: &rest), rest.count > 32
        else { return nil }
        let hash = BlobDigest(bytes: rest.prefix(32))
        guard let id = String(validating: rest.dropFirst(32), as: UTF8.self), let package = try? AppID(id) else {
            return nil
        }
        self.init(
            purpose: purpose, user: User.ID(rawValue: user), package: package, hash: hash, expires: expires)
    }

    private static func bytes(of number: Int64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private static func number(from rest: inout ArraySlice<UInt8>) -> Int64? {
        guard rest.count >= 8 else { return nil }
        let bits = rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(8)
        return Int64(bitPattern: bits)
    }
}

/// Signs links that need no login, and reads them back: HMAC-SHA256 (RFC 2104) with a key that only this server has.
///
/// A signed text is base64url (RFC 4648, section 5, without padding) of a format byte, the claims, and the authentication code of
/// both. There is only one way to write a link: any other text is invalid.
struct LinkSigner: Sendable {
    private let hmac: MessageAuthenticator

    private static let format: UInt8 = 1
    private static let codeSize = MessageAuthenticator.codeSize

    /// - Throws: ``ServiceError`` if libcrypto cannot be loaded.
    init(key: [UInt8]) throws(ServiceError) { hmac = try MessageAuthenticator(key: key) }

    /// The text in a link's path.
    func sign(_ link: SignedLink) -> String {
        let bytes = [Self.format] + link.bytes
        return Base64URL.encode(bytes + hmac.code(of: bytes))
    }

    /// The link that a text in a path stands for; `nil` if this server did not sign it or if it has expired.
    ///
    /// - Parameter now: Seconds since 1970.
    func read(_ text: some StringProtocol, now: Int64) -> SignedLink? {
        guard text.utf8.count <= 2048, let bytes = Base64URL.decode(text), bytes.count > Self.codeSize else {
            return nil
        }
        let signed = bytes.dropLast(Self.codeSize)
        guard hmac.isCode(bytes.suffix(Self.codeSize), of: signed),
            signed.first == Self.format, let link = SignedLink(bytes: signed.dropFirst()), now < link.expires
        else { return nil }
        return link
    }
}
