import AppGroup

/// What a link without login is for: one thing of one release, for one user, for a while. Whether he may have it is asked
/// anew each time that it is used.
struct SignedLink: Hashable, Sendable {
    /// What is behind it.
    enum Purpose: UInt8, Sendable {
        case file = 1
        case manifest, icon
    }

    let purpose: Purpose
    /// The identity of the user who asked for it; never used again for another.
    let user: User.ID
    /// The package's identifier.
    let package: AppID
    /// The release's file.
    let hash: BlobDigest
    /// Until when it serves, in seconds since 1970.
    let expires: Int64

    init(purpose: Purpose, user: User.ID, package: AppID, hash: BlobDigest, expires: Int64) {
        self.purpose = purpose
        self.user = user
        self.package = package
        self.hash = hash
        self.expires = expires
    }

    /// The same for another purpose, for no longer.
    func with(_ purpose: Purpose) -> SignedLink {
        SignedLink(purpose: purpose, user: user, package: package, hash: hash, expires: expires)
    }

    /// Purpose, user, expiry and hash in 49 bytes, numbers with their highest byte first; then the package's identifier.
    var bytes: [UInt8] {
        [purpose.rawValue] + Self.bytes(of: user.rawValue) + Self.bytes(of: expires) + hash.bytes
            + Array(package.description.utf8)
    }

    /// Reads what ``bytes`` wrote.
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
