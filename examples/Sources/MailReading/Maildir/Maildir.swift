import ToolSupport

/// A folder of messages in the layout of maildir(5): see cr.yp.to/proto/maildir.html.
///
/// Delivery puts each message into `new/`. A mail reader moves it to `cur/` and keeps its flags in the file's name. Programs
/// do so at any time and without a lock, so a file that was just listed may be gone, or have another name.
public struct Maildir: Sendable {
    /// The folder that contains `cur`, `new` and `tmp`.
    public let path: String

    /// Opens a Maildir.
    ///
    /// - Throws: ``MailError`` if there is nothing at this path, or something that isn't a Maildir.
    public init(at path: String) throws(MailError) {
        self.path = path
        guard try Self.isDirectory(path) else {
            throw MailError(.notFound, "There is no folder \(path). Set the right one with: inbox maildir PATH")
        }
        for folder in ["cur", "new", "tmp"] where try !Self.isDirectory("\(path)/\(folder)") {
            throw MailError(.badData, "\(path) is not a Maildir: it has no folder named \(folder).")
        }
    }

    private static func isDirectory(_ path: String) throws(MailError) -> Bool {
        do throws(Errno) {
            return try Files.isDirectory(path)
        } catch .noSuchFile {
            return false
        } catch .notADirectory {
            return false
        } catch {
            throw MailError(error, at: path, to: "opened")
        }
    }

    /// All messages, newest first. Only the names of the files are read. Names that are not UTF-8 are left out.
    ///
    /// - Parameter leavingOut: Receives each name that is left out, with its folder, in a form to show.
    public func files(leavingOut: (String) -> Void = { _ in }) throws(MailError) -> [MessageFile] {
        var files: [String: MessageFile] = [:]
        // In this order, a message that moves from new/ to cur/ meanwhile may be seen twice, but is never missed.
        for folder in [MessageFile.Folder.new, .cur] {
            let found = try self.files(in: folder) { leavingOut("\(folder)/\($0)") }
            for file in found { files[file.id] = file }
        }
        return files.values.sorted { ($0.delivered, $0.id) > ($1.delivered, $1.id) }
    }

    private func files(
        in folder: MessageFile.Folder, leavingOut: (String) -> Void
    ) throws(MailError) -> [MessageFile] {
        let path = "\(path)/\(folder)"
        do throws(Errno) {
            return try Files.names(in: path, leavingOut: leavingOut).map { name in
                MessageFile(folder: folder, name: name, modified: Files.modificationTime(of: "\(path)/\(name)"))
            }
        } catch {
            throw MailError(error, at: path, to: "listed")
        }
    }
}

extension Maildir {
    /// How many bytes of a message are read, at most, to find the end of its header.
    public static let headerLimit = Header.limit

    /// How many bytes of a message are read at most.
    public static let messageLimit = 32 * 1024 * 1024

    /// The header of a message; nil if the message is gone.
    public func header(of file: MessageFile) throws(MailError) -> Header? {
        let start = try following(file, to: "read") { (file) throws(Errno) in
            try Files.beginning(of: path(of: file), limit: Self.headerLimit, until: Header.isComplete)
        }
        return start.map { Header(parsing: $0) }
    }

    /// A message, or the beginning of a very large one; nil if it is gone.
    public func message(_ file: MessageFile) throws(MailError) -> Message? {
        let bytes = try following(file, to: "read") { (file) throws(Errno) in
            try Files.beginning(of: path(of: file), limit: Self.messageLimit + 1)
        }
        return bytes.map {
            Message(parsing: $0.prefix(Self.messageLimit), isWhole: $0.count <= Self.messageLimit)
        }
    }

    /// The message with this ID: a ``MessageFile/id``, or else a Message-ID, with or without its angle brackets.
    public func file(id: String) throws(MailError) -> MessageFile? {
        let files = try files()
        if let file = files.first(where: { $0.id == id }) { return file }
        let messageID = id.hasPrefix("<") ? id : "<\(id)>"
        for file in files where try header(of: file)?.messageID == messageID { return file }
        return nil
    }

    /// Moves a message to `cur/` with the flag S, unless it is there already. It never replaces another file.
    ///
    /// - Returns: false if the message is gone.
    @discardableResult
    public func markAsRead(_ file: MessageFile) throws(MailError) -> Bool {
        let moved: Void? = try following(file, to: "marked as read") { (file) throws(Errno) in
            if file.isUnread { try Files.move(path(of: file), to: path(of: file.read)) }
        }
        return moved != nil
    }

    /// The path of a message's file.
    public func path(of file: MessageFile) -> String { "\(path)/\(file.folder)/\(file.name)" }

    /// Does something with a message's file. If the file has been renamed meanwhile, does it with the new file.
    private func following<Result>(
        _ file: MessageFile, to purpose: String, _ body: (MessageFile) throws(Errno) -> Result
    ) throws(MailError) -> Result? {
        var file = file
        while true {
            do throws(Errno) {
                return try body(file)
            } catch .noSuchFile {
                guard let moved = try files().first(where: { $0.id == file.id }), moved != file else { return nil }
                file = moved
            } catch {
                throw MailError(error, at: path(of: file), to: purpose)
            }
        }
    }
}
