import AppGroupText
import RemoteFiles
import ToolProgram

/// A place elsewhere that the user has named: a cloud, a server or a folder.
struct Remote: Sendable {
    enum Kind: String, Sendable, CaseIterable { case webdav, rclone, folder }

    /// Its number in the store, which is never used again.
    let id: Int64
    let name: String
    let kind: Kind
    /// An address, what rclone calls a remote, or the path of a folder.
    let place: String
    /// Who logs in to a WebDAV server; nil for nobody.
    var user: String?
    /// A command of the shell that prints the password.
    var passwordCommand: String?
    /// Whether the desktop's keyring has the password.
    var isRemembered = false
    /// The path of a file with certificates to trust besides the system's.
    var authorities: String?
}

/// The name of a remote place: letters, digits, `-` and `_`, so that a colon ends it.
struct RemoteName: CustomStringConvertible {
    let description: String

    static let maximumLength = 60

    init(_ text: String) throws(ToolError) {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-" || scalar == "_"
        }
        guard isPlain, !text.isEmpty, !text.hasPrefix("-"), text.utf8.count <= Self.maximumLength else {
            throw .unreadable("“\(text)” can't name a remote place: use letters, digits, - and _, such as cloud.")
        }
        description = text
    }
}

/// A path on a remote place, as the user names it: `cloud:/Reports/Q3.pdf`.
struct RemoteSpot: Sendable {
    let remote: Remote
    let path: RemotePath

    /// What names it on the command line.
    var selector: String { "\(remote.name):\(path)" }
}
