/// Where a person has said that their Maildir is: a line in `$XDG_CONFIG_HOME/inbox/maildir`.
public struct MaildirSetting: Sendable {
    private let directory: String
    private var file: String { "\(directory)/maildir" }

    /// The setting of whoever runs this process, in `~/.config` where `XDG_CONFIG_HOME` isn't an absolute path, as the
    /// XDG Base Directory Specification wants it.
    public init() throws(MailError) {
        if let configuration = ProcessContext.environment("XDG_CONFIG_HOME"), configuration.hasPrefix("/") {
            directory = "\(configuration)/inbox"
        } else if let home = ProcessContext.environment("HOME") {
            directory = "\(home)/.config/inbox"
        } else {
            throw MailError(.notFound, "Neither XDG_CONFIG_HOME nor HOME says where the settings are: set one of them.")
        }
    }

    /// The Maildir; an error that says how to set it where it isn't set.
    public func maildir() throws(MailError) -> Maildir {
        var path: ArraySlice<UInt8>
        do throws(Errno) {
            path = try Files.contents(of: file, limit: 64 * 1024)[...]
        } catch .noSuchFile {
            throw MailError(.notFound, "No Maildir is known yet. Say where your mail is: inbox maildir PATH")
        } catch {
            throw MailError(error, at: file, to: "read")
        }
        return try Maildir(at: String(decoding: path.takeLine(), as: UTF8.self))
    }

    /// Makes this the person's Maildir from now on.
    public func remember(_ maildir: Maildir) throws(MailError) {
        do throws(Errno) {
            try Files.makeDirectory(directory)
            try Files.replace(file, with: Array("\(maildir.path)\n".utf8))
        } catch {
            throw MailError(error, at: file, to: "written")
        }
    }
}
