import AppGroupCommands
public import ArgumentParser
import Serving

/// Copies the database of a server.
public struct BackupCommand<Store: ServerData>: AsyncParsableCommand {
    /// Its name and help.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "backup", abstract: "Copy the database to a new file, even while the server runs.",
            discussion: """
                The files are beside the database and never change: copy DIR/\(Store.filesName) after the database, with any \
                tool. To restore, stop the server, replace \(Store.fileName) with the copy, delete \(Store.fileName)-wal and \
                -shm, and start the server.\(Store.afterRestoring)
                """)
    }

    @Argument(help: "The new file.") var file: String
    @OptionGroup var data: DataOptions<Store>

    /// A command without arguments.
    public init() {}

    /// Refuses an empty name, and `-`.
    public func validate() throws {
        if file.isEmpty { throw ValidationError("Name a new file for the copy.") }
        try NewFile.check(file, of: "backup")
    }

    /// Copies the database.
    public func run() async throws {
        try StorageFolder.refuseExisting(file)
        try await data.administering { try $0.backUp(to: file) }
        Store.program.say("Copied the database to \(file). Now copy the files, too: \(data.data)/\(Store.filesName)")
    }
}
