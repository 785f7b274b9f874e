extension Maildir {
    /// At most this many bytes of a message are read in search of the end of its header.
    public static let headerLimit = 256 * 1024

    /// At most this many bytes of a message are read.
    public static let messageLimit = 32 * 1024 * 1024

    /// The header of a message; nil where the message is gone.
    public func header(of file: MessageFile) throws(MailError) -> Header? {
        let start = try following(file, to: "read") { (file) throws(Errno) in
            try Files.contents(of: path(of: file), limit: Self.headerLimit, until: Header.isComplete)
        }
        return start.map { Header(parsing: $0) }
    }

    /// A whole message; nil where it is gone.
    public func message(_ file: MessageFile) throws(MailError) -> Message? {
        let whole = try following(file, to: "read") { (file) throws(Errno) in
            try Files.contents(of: path(of: file), limit: Self.messageLimit)
        }
        return whole.map { Message(parsing: $0[...]) }
    }

    /// The message that goes by this id: a ``MessageFile/id``, or else a Message-ID, with or without its angle brackets.
    public func file(id: String) throws(MailError) -> MessageFile? {
        let files = try files()
        if let file = files.first(where: { $0.id == id }) { return file }
        let messageID = id.hasPrefix("<") ? id : "<\(id)>"
        for file in files where try header(of: file)?.messageID == messageID { return file }
        return nil
    }

    /// Moves a message to `cur/` with the flag S, unless it is there already. No other file is ever replaced.
    ///
    /// - Returns: false where the message is gone.
    @discardableResult
    public func markAsRead(_ file: MessageFile) throws(MailError) -> Bool {
        let moved: Void? = try following(file, to: "marked as read") { (file) throws(Errno) in
            if file.isUnread { try Files.move(path(of: file), to: path(of: file.read)) }
        }
        return moved != nil
    }

    private func path(of file: MessageFile) -> String { "\(path)/\(file.folder)/\(file.name)" }

    /// Does something with a message's file, or where it has been moved meanwhile, with the file that it has become.
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
