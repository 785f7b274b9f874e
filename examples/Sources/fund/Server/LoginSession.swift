import AppGroupPlatform
import ToolClient
import ToolProgram
import ToolSupport

/// Who is logged in, and the key with which this device signs its requests.
///
/// It is in a file of its own that only its user can read, so copies of the store don't carry the key.
struct LoginSession: Codable, Equatable, Sendable {
    /// The address of the server.
    let server: String
    let account: String
    /// What this device is called in the titles of notes that it changed at the same time as another one.
    let device: String
    /// Identifies the key, which is 32 bytes in Base64.
    let session: String
    let key: String
    /// The path of a file with certificates to trust besides the system's.
    let authorities: String?

    /// The command with which they log in again.
    var loginCommand: String {
        let words = ["fund", "login", server, "--user", account] + (authorities.map { ["--ca-file", $0] } ?? [])
        return words.map(\.quotedForShell).joined(separator: " ")
    }

    private static let fileLimit = 64 << 10

    private static func path(in store: Store) -> String { "\(Store.folder(in: store.root))/session.json" }

    /// The session; nil if nobody is logged in.
    static func current(in store: Store) throws -> LoginSession? {
        let path = path(in: store)
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try Files.fileContents(of: path, limit: fileLimit) } catch .notFound {
            return nil
        } catch {
            throw ToolError.inputOutput("\(path) can't be read: \(error).")
        }
        guard let session: LoginSession = StableJSON.value(in: String(decoding: bytes, as: UTF8.self)) else {
            throw ToolError.unreadable("\(path) is damaged. Delete it, and log in again: fund login URL --user NAME")
        }
        return session
    }

    /// The session, for a command that needs one.
    static func needed(in store: Store) throws -> LoginSession {
        guard let session = try current(in: store) else { throw ToolError.notLoggedIn }
        return session
    }

    /// Keeps the session. Like ``eraseLeftovers(in:)``, it needs the turn to sync.
    func keep(in store: Store) throws {
        let path = Self.path(in: store)
        let bytes = try Array(StableJSON.text(self).utf8)
        do throws(SystemError) { try Files.replaceDurably(path, with: bytes) } catch {
            throw ToolError.inputOutput("\(path) can't be written: \(error).")
        }
    }

    /// Erases what killed logins have left: the server may still accept their keys. It needs the turn to sync, which a login has
    /// while it writes.
    static func eraseLeftovers(in store: Store) throws {
        do throws(RemovalFailure) { try Files.removeDrafts(of: path(in: store)) } catch {
            throw ToolError.inputOutput("\(error.path) can't be deleted: \(error.reason).")
        }
    }

    /// Erases the session, but not what killed logins have left. This doesn't need the turn: a sync that is running has read its
    /// session already.
    static func erase(in store: Store) throws {
        let path = path(in: store)
        do throws(SystemError) { try Files.remove(path) } catch .notFound {} catch {
            throw ToolError.inputOutput("\(path) can't be deleted: \(error).")
        }
    }
}

extension ToolError {
    static var notLoggedIn: ToolError { .refused("You are not logged in. To log in: fund login URL --user NAME") }
}
