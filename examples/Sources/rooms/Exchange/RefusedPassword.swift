import AppGroupCrypto
import AppGroupPlatform
import ToolProgram
import ToolSupport

/// The memory of a stored password that the server has refused. No process sends that again, because servers lock accounts.
struct RefusedPassword {
    private let password: String
    private let account: Account
    private let folder: String
    private var path: String { Self.path(in: folder) }

    /// The file with a salt and the code of the password.
    private static func path(in folder: String) -> String { "\(folder)/refused" }

    /// How often a code is computed from a code, so that whoever gets the file can't quickly guess the password.
    private static let rounds = 50_000

    /// - Parameter folder: The folder of the state file.
    /// - Returns: nil if nothing stores the password: a user who types it may know that it is right by now.
    init?(_ password: String, of account: Account, in folder: String) {
        guard account.isRemembered || account.passwordCommand != nil else { return nil }
        (self.password, self.account, self.folder) = (password, account, folder)
    }

    /// - Throws: A ``ToolError`` with status 77 if the server has refused this password.
    func check() throws {
        guard let bytes = try? Files.contents(of: path, limit: 1024) else { return }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
        guard words.count == 2, try code(salt: words[0]) == words[1] else { return }
        throw ToolError.loginFailed(
            "The server has refused this password of \(account.email) before, so it is not sent again. To try it "
                + "nevertheless, or to log in with another one: rooms login", account)
    }

    /// Remembers that the server has refused the password.
    func note() throws {
        let salt = SecureRandom.bytes(16).hexadecimal
        try Files.replace(path, with: Array("\(salt) \(code(salt: salt))".utf8), isLocked: false)
    }

    /// Forgets the password that was refused.
    static func forget(in folder: String) throws(ToolError) {
        do throws(SystemError) { try Files.remove(path(in: folder)) } catch .notFound {} catch {
            throw .inputOutput("\(path(in: folder)) can't be removed: \(error).")
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
