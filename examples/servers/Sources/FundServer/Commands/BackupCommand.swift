import ArgumentParser
import Foundation
import Serving

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the database to a new file, even while the server runs.",
        discussion: """
            The bytes of files are beside the database and never change: copy DIR/files after the database, with any tool. \
            To restore, stop the server, replace fund.sqlite with the copy, delete fund.sqlite-wal and -shm, and start the \
            server. Devices notice that the server went back in time, and bring what the copy lacks.
            """)

    @Argument(help: "The new file.") var file: String
    @OptionGroup var data: DataOptions

    func run() async throws {
        guard !FileManager.default.fileExists(atPath: file) else {
            throw ServiceError(.taken, "\(file) already exists; name a new file.")
        }
        guard FileManager.default.fileExists(atPath: "\(data.data)/\(FundStore.fileName)") else {
            throw ServiceError(.notFound, "There is no database in \(data.data); name the folder of a server.")
        }
        try await data.administering { try $0.backUp(to: file) }
        ServerProgram.fund.say("Copied the database to \(file).")
    }
}
