/// A folder of messages in the layout of maildir(5), see cr.yp.to/proto/maildir.html.
///
/// Delivery puts each message into `new/`; a reader moves it to `cur/` and keeps its flags in the file's name. Everybody
/// may do so at any time and without a lock, so a file seen a moment ago may be gone, or go by another name.
public struct Maildir: Sendable {
    /// The folder that `cur`, `new` and `tmp` lie in.
    public let path: String

    /// - Throws: ``MailError`` where there is nothing at this path, or something else than a Maildir.
    public init(at path: String) throws(MailError) {
        self.path = path
        guard try Self.isDirectory(path) else {
            throw MailError(.notFound, "There is no folder \(path). Say where the mail is: inbox maildir PATH")
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
            throw MailError(error, at: path, to: "looked at")
        }
    }

    /// Every message, newest first, by the names of the files alone: none is opened.
    public func files() throws(MailError) -> [MessageFile] {
        var files: [String: MessageFile] = [:]
        // In this order a message that moves from new/ to cur/ meanwhile is seen twice at worst, and never missed.
        for folder in [MessageFile.Folder.new, .cur] {
            for file in try self.files(in: folder) { files[file.id] = file }
        }
        return files.values.sorted { ($0.delivered, $0.id) > ($1.delivered, $1.id) }
    }

    private func files(in folder: MessageFile.Folder) throws(MailError) -> [MessageFile] {
        let path = "\(path)/\(folder)"
        do throws(Errno) {
            return try Files.names(in: path).map { name in
                MessageFile(folder: folder, name: name, modified: Files.modificationTime(of: "\(path)/\(name)"))
            }
        } catch {
            throw MailError(error, at: path, to: "listed")
        }
    }
}
