import AppGroup
import AppGroupCrypto
import AppGroupPlatform
import AppGroupText
import ToolProgram
import ToolSupport

/// The memory of a stored password that the server has refused. For some hours, no process sends that again, because servers lock
/// accounts. It ends because servers also refuse right passwords, such as those of locked accounts.
struct RefusedPassword {
    private let password: String
    private let account: Account
    private let folder: String
    private let clock: @Sendable () -> Timestamp
    private var path: String { Self.path(in: folder) }

    /// The file with a salt, the code of the password, and when it was refused, in seconds since 1970.
    private static func path(in folder: String) -> String { "\(folder)/refused" }

    /// How often a code is computed from a code, so that nobody who gets the file can quickly guess the password.
    private static let rounds = 50_000

    /// How long a refusal counts, in hours.
    private static let hours: Int64 = 6

    /// - Parameter folder: The folder of the state file.
    /// - Returns: nil if nothing stores the password: a user who types it may know that it is right by now.
    init?(
        _ password: String, of account: Account, in folder: String,
        clock: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        guard account.isRemembered || account.passwordCommand != nil else { return nil }
        (self.password, self.account, self.folder, self.clock) = (password, account, folder, clock)
    }

    /// - Throws: A ``ToolError`` with status 77 if the server has refused this password in the last hours.
    func check() throws {
        guard let bytes = try? Files.fileContents(of: path, limit: 1024) else { return }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
        let local = LocalClock(at: clock())
        let now = local.now.seconds
        // A date in the future is that of a clock that was wrong.
        guard words.count == 3, let refused = Int64(words[2]), (now - Self.hours * 3600...now).contains(refused),
            try code(salt: words[0]) == words[1]
        else { return }
        throw ToolError.loginFailed(
            "The server refused this password of \(account.email) \(local.ago(Timestamp(seconds: refused))). It is not sent "
                + "again within \(Self.hours) h, because servers lock accounts. To try it nevertheless, or to log in with "
                + "another one: rooms login", account)
    }

    /// Remembers that the server has refused the password.
    func note() throws {
        let salt = SecureRandom.bytes(16).hexadecimal
        let text = "\(salt) \(try code(salt: salt)) \(clock().seconds)"
        try Files.replaceDurably(path, with: Array(text.utf8))
        Files.removeOldDrafts(of: path)
    }

    /// Forgets whatever password was refused, because the server has taken this one.
    func forget() throws(ToolError) { try Self.forget(in: folder) }

    /// Forgets the password that was refused, and what processes that were killed while they noted it have left.
    static func forget(in folder: String) throws(ToolError) {
        do throws(RemovalFailure) { try Files.removeWithDrafts(path(in: folder)) } catch {
            throw .inputOutput("\(error.path) can't be removed: \(error.reason).")
        }
    }

    /// The code of the password for this user at this server.
    private func code(salt: String) throws -> String {
        let key = Array(password.utf8)
        return try ToolError.usingLibcrypto {
            var code = Array("\(salt) \(account.server) \(account.user ?? account.email)".utf8)
            for _ in 0..<Self.rounds { code = try HMACSHA256.code(of: code, key: key) }
            return code.hexadecimal
        }
    }
}
