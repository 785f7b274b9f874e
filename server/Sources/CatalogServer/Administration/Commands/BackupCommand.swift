import ArgumentParser
import Foundation

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the database into a new file, while the server runs.",
        discussion: """
            The packages lie beside it as files that never change: copy them after the database, with any tool. To restore, \
            stop the server, put the copy in the place of catalog.sqlite, delete catalog.sqlite-wal and -shm, start it.
            """)

    @Argument(help: "The file to make.") var file: String
    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        guard !FileManager.default.fileExists(atPath: file) else {
            throw ServiceError(.taken, "\(file) is there already; name a new file.")
        }
        try await catalog.administering { try await $0.store.backUp(to: file) }
        Report.say("Copied the database to \(file).")
    }
}
