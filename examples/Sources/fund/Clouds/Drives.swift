import AppGroupPlatform
import Downloading
import RemoteFiles
import ToolProgram
import ToolSupport

/// Makes the drives of remote places. Places behind rclone share one rclone, which ends with this value.
final class Drives {
    private let timeout: Int
    private var rclone: RcloneServer?
    private var drives: [Int64: any RemoteDrive] = [:]

    /// - Parameter timeout: When a server that sends nothing, or takes nothing of a file, is given up, in seconds.
    init(timeout: Int = 60) { self.timeout = timeout }

    private var client: WebClient {
        var patience = Patience(silence: timeout)
        patience.sending = timeout
        return WebClient(userAgent: "fund/0.1", patience: patience)
    }

    /// The drive of a remote place. The password is asked for once.
    func drive(_ remote: Remote, password: String? = nil) throws -> any RemoteDrive {
        if let drive = drives[remote.id] { return drive }
        let drive = try ToolError.translating {
            switch remote.kind {
            case .folder: FolderDrive(remote.place) as any RemoteDrive
            case .webdav: try webDAV(remote, password)
            case .rclone: try behindRclone(remote)
            }
        }
        drives[remote.id] = drive
        return drive
    }

    private func webDAV(_ remote: Remote, _ password: String?) throws -> any RemoteDrive {
        guard let address = WebAddress(remote.place) else {
            throw ToolError.unreadable("\(remote.place) is not a web address.")
        }
        let credentials = try remote.user.map { user in
            WebDAVServer.Credentials(user: user, password: try password ?? remote.password.value(console))
        }
        guard let server = WebDAVServer(address, credentials: credentials) else {
            throw ToolError.refused("\(remote.place) can't be used with a password: it is not encrypted.")
        }
        var client = client
        if let file = remote.authorities {
            do throws(SystemError) {
                client.authorities = .system(and: try Files.fileContents(of: file, limit: 1 << 20))
            } catch {
                throw ToolError.inputOutput("\(file) can't be read: \(error).")
            }
        }
        return WebDAVDrive(server, client: client)
    }

    private func behindRclone(_ remote: Remote) throws -> any RemoteDrive {
        if rclone == nil { rclone = try RcloneServer(client: client) }
        guard let rclone, let drive = RcloneDrive(rclone, remote: remote.place) else {
            throw ToolError.unreadable("“\(remote.place)” is not a remote of rclone such as box: or box:Reports.")
        }
        return drive
    }

    /// The names of the remotes that rclone is configured for.
    func rcloneRemotes() throws -> [String] {
        try ToolError.translating {
            if rclone == nil { rclone = try RcloneServer(client: client) }
            return try rclone?.remotes() ?? []
        }
    }
}

extension ToolError {
    /// Runs a closure, and gives the errors of drives the status that fund promises for them.
    static func translating<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as RemoteError { throw ToolError(error) }
    }

    /// The same failure with a status.
    init(_ error: RemoteError) {
        switch error.code {
        case .notFound: self = .notFound(error.description)
        case .exists, .refused, .notEmpty: self = .refused(error.description)
        case .locked: self = .busy(error.description)
        case .full, .inputOutput: self = .inputOutput(error.description)
        case .unavailable: self = .unavailable(error.description)
        case .notUnderstood: self = .protocolBroken(error.description)
        case .changed, .unsuitable: self = .unreadable(error.description)
        }
    }
}
