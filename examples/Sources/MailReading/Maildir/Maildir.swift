import AppGroupPlatform
import CToolSupport
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
        do throws(SystemError) {
            return try Files.isDirectory(path)
        } catch .notFound {
            return false
        } catch .notFolder {
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
        var leftOut: Set<String> = []
        // In this order, a message that moves from new/ to cur/ meanwhile may be seen twice, but is never missed.
        for folder in [MessageFile.Folder.new, .cur] {
            // A folder may hide a file that is renamed while the folder is read (readdir(3)). If it has changed, read it again:
            // a message that was seen once stays, under the name that was seen last.
            for _ in 0..<Self.mostReadings {
                let recently = Self.nanoseconds() - Self.clockTick
                let before = Files.exactModificationTime(of: "\(path)/\(folder)")
                let found = try self.files(in: folder) { leftOut.insert("\(folder)/\($0)") }
                for file in found { files[file.id] = file }
                // A very recent time proves nothing: a further change may have the same.
                if let before, before < recently, Files.exactModificationTime(of: "\(path)/\(folder)") == before {
                    break
                }
            }
        }
        leftOut.sorted().forEach(leavingOut)
        return files.values.sorted { ($0.delivered, $0.id) > ($1.delivered, $1.id) }
    }

    /// More than the time, in nanoseconds, in which several changes of a folder may have the same modification time.
    private static let clockTick = 20_000_000

    private static func nanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
    }

    /// How often a folder that never rests is read for a list.
    private static let mostReadings = 3

    private func files(
        in folder: MessageFile.Folder, leavingOut: (String) -> Void
    ) throws(MailError) -> [MessageFile] {
        let path = "\(path)/\(folder)"
        do throws(SystemError) {
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
        var moved = MovedMessages()
        return try header(of: file, moved: &moved)
    }

    /// The header of one of many messages; nil if the message is gone.
    ///
    /// - Parameter moved: The same value for all of them.
    public func header(of file: MessageFile, moved: inout MovedMessages) throws(MailError) -> Header? {
        let start = try following(file, &moved, to: "read") { (file) throws(SystemError) in
            try Files.beginning(of: path(of: file), limit: Self.headerLimit, until: Header.isComplete)
        }
        return start.map { Header(parsing: $0) }
    }

    /// A message, or the beginning of a very large one; nil if it is gone.
    public func message(_ file: MessageFile) throws(MailError) -> Message? {
        var moved = MovedMessages()
        let bytes = try following(file, &moved, to: "read") { (file) throws(SystemError) in
            try Files.beginning(of: path(of: file), limit: Self.messageLimit + 1)
        }
        return bytes.map {
            Message(parsing: $0.prefix(Self.messageLimit), isWhole: $0.count <= Self.messageLimit)
        }
    }

    /// Finds messages by their IDs. Each is a ``MessageFile/id``, or else a Message-ID, with or without its angle brackets.
    ///
    /// - Parameter files: The messages to look among, in the order of ``files()``.
    /// - Returns: The messages that were found, by their IDs as they were given.
    /// - Throws: ``MailError`` if a message that can't be read may be the one that wasn't found, or if several messages have the
    ///   Message-ID: anybody who knows it can send another message with it.
    public func find(
        _ ids: [String], among files: [MessageFile]
    ) throws(MailError) -> [String: MessageFile] {
        let wanted = Set(ids)
        var found: [String: MessageFile] = [:]
        for file in files where wanted.contains(file.id) { found[file.id] = file }
        let missing = wanted.subtracting(found.keys)
        // In one pass over the headers, however many IDs there are.
        let missingByMessageID = Dictionary(grouping: missing) { $0.hasPrefix("<") ? $0 : "<\($0)>" }
        guard !missingByMessageID.isEmpty else { return found }
        var candidates: [String: [MessageFile]] = [:]
        var moved = MovedMessages()
        var failure: MailError?
        for file in files {
            do throws(MailError) {
                guard let messageID = try header(of: file, moved: &moved)?.messageID,
                    missingByMessageID[messageID] != nil
                else { continue }
                candidates[messageID, default: []].append(file)
            } catch {
                failure = failure ?? error
            }
        }
        for (messageID, ids) in missingByMessageID {
            guard let files = candidates[messageID] else {
                if let failure { throw failure }
                continue
            }
            guard files.count == 1 else { throw Self.ambiguous(messageID, files) }
            for id in ids { found[id] = files[0] }
        }
        return found
    }

    /// The error for a Message-ID that several messages have. It names the first five.
    private static func ambiguous(_ messageID: String, _ files: [MessageFile]) -> MailError {
        let ids = files.prefix(5).map(\.id).joined(separator: ", ") + (files.count > 5 ? " and more" : "")
        return MailError(
            .notFound, "\(files.count) messages have the Message-ID \(messageID): \(ids). Use one of these IDs.")
    }

    /// Moves a message to `cur/` with the flag S, unless it is there already. It never replaces another file.
    ///
    /// - Returns: false if the message is gone.
    @discardableResult
    public func markAsRead(_ file: MessageFile) throws(MailError) -> Bool {
        var moved = MovedMessages()
        return try markAsRead(file, moved: &moved)
    }

    /// The same for one of many messages.
    ///
    /// - Parameter moved: The same value for all of them.
    public func markAsRead(_ file: MessageFile, moved: inout MovedMessages) throws(MailError) -> Bool {
        let marked: Void? = try following(file, &moved, to: "marked as read") { (file) throws(SystemError) in
            if file.isUnread { try Files.move(path(of: file), to: path(of: file.read)) }
        }
        return marked != nil
    }

    /// The path of a message's file.
    public func path(of file: MessageFile) -> String { "\(path)/\(file.folder)/\(file.name)" }

    /// Does something with a message's file. If the file has been renamed meanwhile, does it with the new file.
    private func following<Result>(
        _ file: MessageFile, _ moved: inout MovedMessages, to purpose: String,
        _ body: (MessageFile) throws(SystemError) -> Result
    ) throws(MailError) -> Result? {
        var last: MessageFile?
        while let place = moved.place(of: file), place != last {
            do throws(SystemError) {
                return try body(place)
            } catch .notFound {
                last = place
                moved.files = Dictionary(uniqueKeysWithValues: try files().map { ($0.id, $0) })
            } catch {
                throw MailError(error, at: path(of: place), to: purpose)
            }
        }
        return nil
    }
}

/// Where messages have moved since they were listed, as a later list says.
///
/// Give the same value to each call for many messages. Then the folders are listed again only if one of them has moved since the
/// last time, and not once for each message that has.
public struct MovedMessages {
    /// The messages of the later list, by their IDs; nil if none was needed yet.
    var files: [String: MessageFile]?

    /// Knows of no move yet.
    public init() {}

    /// The file of a message, as far as is known; nil if the message is gone.
    func place(of file: MessageFile) -> MessageFile? {
        guard let files else { return file }
        return files[file.id]
    }
}
