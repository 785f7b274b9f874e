import AppGroupCrypto
import Foundation
import HTTPSignatures
import Serving

/// Makes the key of each session from its token, which clients send as the key ID, and from a secret of this server.
///
/// So no key is stored anywhere: the database has only the hash of the token, and nobody can compute the key from the token alone.
struct SessionKeys: Sendable {
    private let secret: [UInt8]

    /// The file's name in the server's data folder.
    static let fileName = "secret"

    /// In bytes.
    private static let length = 32

    /// Opens the file with the secret, and makes it if there is none. Without the old secret, all sessions have ended.
    init(folder: String) throws {
        let path = "\(folder)/\(Self.fileName)"
        if let bytes = FileManager.default.contents(atPath: path) {
            guard bytes.count == Self.length else {
                throw ServiceError(
                    .configuration, "\(path) is damaged; delete it, and everybody has to log in again.")
            }
            secret = Array(bytes)
            return
        }
        secret = SecureRandom.bytes(Self.length)
        try Self.write(secret, to: path)
    }

    /// Writes a file that is complete whenever it is there.
    private static func write(_ bytes: [UInt8], to path: String) throws {
        let draft = "\(path).new"
        guard FileManager.default.createFile(atPath: draft, contents: nil, attributes: [.posixPermissions: 0o600])
        else {
            throw ServiceError(.permission, "\(draft) can't be made; check the disk, and who owns the folder.")
        }
        do {
            let file = try FileHandle(forWritingTo: URL(filePath: draft))
            try file.write(contentsOf: bytes)
            try file.synchronize()
            try file.close()
            try FileManager.default.moveItem(atPath: draft, toPath: path)
        } catch {
            throw ServiceError(.inputOutput, "\(path) can't be written: \(error.localizedDescription)")
        }
    }

    /// The key of a session, 32 bytes.
    func key(of token: String) throws(SignatureError) -> [UInt8] {
        try SignatureHash.hmac(of: Array("fund-server session key 1\n\(token)".utf8), key: secret)
    }
}
