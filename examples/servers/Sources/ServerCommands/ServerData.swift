public import Accounts
public import ArgumentParser
public import Logging
public import Serving
public import SessionTables

/// The database of a server, as the commands of its program open it.
public protocol ServerData: SessionTables {
    /// How the program starts, speaks and ends.
    static var program: ServerProgram { get }
    /// The file's name in the server's data folder.
    static var fileName: String { get }
    /// The name of the folder with the files beside it.
    static var filesName: String { get }
    /// What to know after a copy has taken the place of the database, as a sentence that begins with a space; empty if there is
    /// nothing to know.
    static var afterRestoring: String { get }
    /// The help for an argument that names a user.
    static var userHelp: ArgumentHelp { get }

    /// The name of a user that was typed.
    static func name(_ text: String) throws -> Holder.Name
    /// The name of a user in sentences.
    static func called(_ user: Holder) -> String

    /// Opens the database, and makes it if there is none.
    init(folder: String) throws
    /// Copies the database to a new file, while others read and write. The copy is marked as one.
    func backUp(to path: String) throws
    /// Begins a new history if a copy has taken the place of the database.
    func renewIfCopy() async throws
    /// Closes the database.
    ///
    /// - Parameter emptiesLog: See `LockedDatabase.close(emptyingLog:)`.
    func close(emptyingLog emptiesLog: Bool) throws
}

extension ServerData {
    /// Says in the log that files began to wait because this database has never named them.
    public static func warn(ofUnnamed count: Int, _ logger: Logger) {
        guard count > 0 else { return }
        logger.warning(
            """
            There are \(filesName) that \(fileName) has never named. Is it an old copy? They are deleted in \
            \(UnnamedFiles.days) days
            """, metadata: ["files": "\(count)"])
    }
}
