import AppGroupPlatform
import ToolSupport

/// The path of the user's Maildir, stored as a line in `$XDG_CONFIG_HOME/inbox/maildir`.
public struct MaildirSetting: Sendable {
    private let folder: String
    private var file: String { "\(folder)/maildir" }

    /// The setting of the user who runs this process.
    public init() throws(MailError) {
        guard let folder = BaseDirectory.configuration.folder(of: "inbox", in: .current) else {
            throw MailError(.notSetUp, "Neither XDG_CONFIG_HOME nor HOME is set to an absolute path: set one of them.")
        }
        self.folder = folder
    }

    /// The Maildir.
    ///
    /// - Throws: An error that says how to set it, if it isn't set.
    public func maildir() throws(MailError) -> Maildir {
        var path: ArraySlice<UInt8>
        do throws(SystemError) {
            path = try Files.beginning(of: file, limit: 64 * 1024)[...]
        } catch .notFound {
            throw MailError(.notFound, "No Maildir is set yet. Set it with: inbox maildir PATH")
        } catch {
            throw MailError(error, at: file, to: "read")
        }
        return try Maildir(at: String(decoding: path.takeLine(), as: UTF8.self))
    }

    /// Stores the path of the user's Maildir.
    public func remember(_ maildir: Maildir) throws(MailError) {
        do throws(SystemError) {
            try Files.makeFolders(folder)
            try Files.replaceDurably(file, with: Array("\(maildir.path)\n".utf8))
        } catch {
            throw MailError(.inputOutput, "\(file) can't be written: \(error).")
        }
    }
}
