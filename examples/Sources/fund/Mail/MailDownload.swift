import AppGroup
import AppGroupPlatform
import Downloading
import MailReading
import ToolProgram
import ToolSupport

/// Takes messages from a server to the disk.
///
/// A message gets its final name, which is made of its bytes, only when it is whole and on the disk. So a process that is killed
/// leaves at most a draft, which the next one deletes, or a whole message, which the next one recognizes.
struct MailDownload {
    let folder: String

    /// The largest message, in bytes. A larger one stays on the server.
    static let sizeLimit = 200 << 20

    /// A message has more bytes than the limit.
    struct TooLarge: Error {}

    private static let ending = ".part"

    /// Deletes what a killed process has left. To be called while no other process fetches mail.
    func clean() throws(ToolError) {
        do throws(SystemError) {
            try Files.makeFolders(folder)
            for name in try Files.names(in: folder) where name.hasSuffix(Self.ending) {
                try Files.remove("\(folder)/\(name)")
            }
        } catch {
            throw .inputOutput("\(folder) can't be used for mail: \(error).")
        }
    }

    /// Gets a message, which is not safe from a power failure before ``synchronize(_:)``.
    func fetch(_ number: Int, from connection: MailboxConnection, at now: Timestamp) throws -> FetchedMail {
        let draft = "\(folder)/\(number)\(Self.ending)"
        defer { try? Files.remove(draft) }
        let size: Int
        do {
            let file = try NewFile(draft)
            try connection.retrieve(number) { bytes in
                guard file.count + bytes.count <= Self.sizeLimit else { throw TooLarge() }
                try file.append(bytes)
            }
            try file.finish()
            size = file.count
        } catch let error as SystemError {
            throw ToolError.inputOutput("\(draft) can't be written: \(error).")
        }
        let identity: String
        let mail: FetchedMail
        do {
            let bytes = try MessageFileBytes(draft)
            identity = try MailIdentity.of(bytes)
            mail = try MailFile(bytes).fetched(identity: identity, size: size, at: now)
        } catch let error as MailError {
            throw ToolError.inputOutput(error.description)
        }
        do throws(SystemError) { try Files.rename(draft, to: "\(folder)/\(identity).eml") } catch {
            throw ToolError.inputOutput("\(folder)/\(identity).eml can't be written: \(error).")
        }
        return mail
    }

    /// Makes sure that messages survive a power failure. One that the user has removed meanwhile is left out.
    func synchronize(_ identities: [String]) throws(ToolError) {
        do throws(SystemError) {
            try Files.synchronize(identities.map { "\(folder)/\($0).eml" }, in: folder, areNeeded: false)
        } catch {
            throw .inputOutput("The messages in \(folder) can't be written: \(error).")
        }
    }

    /// Deletes a message that the user has removed before.
    func discard(_ identity: String) throws(ToolError) {
        let path = "\(folder)/\(identity).eml"
        do throws(SystemError) { try Files.remove(path) } catch .notFound {} catch {
            throw .inputOutput("\(path) can't be deleted: \(error).")
        }
    }

    /// Whether a message is still here.
    func has(_ identity: String) -> Bool { Files.entry("\(identity).eml", in: folder) != nil }
}
