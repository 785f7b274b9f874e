import AppGroupCommands
import AppGroupPlatform
import ArgumentParser
import Serving

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the database to a new file, even while the server runs.",
        discussion: """
            The packages are files beside the database that never change: copy them before the database and again after it, \
            with any tool that deletes nothing from the copy. Then the copy has every file that the database names, even if \
            a release is removed meanwhile. To restore, stop the server, replace catalog.sqlite with the copy, delete \
            catalog.sqlite-wal and -shm, and start the server. A catalog in PostgreSQL is copied with pg_dump instead.
            """)

    @Argument(help: "The new file.") var file: String
    @OptionGroup var catalog: CatalogOptions
    @OptionGroup var blobs: BlobOptions

    func validate() throws {
        if file.isEmpty { throw ValidationError("Name a new file for the copy.") }
        try NewFile.check(file, of: "backup")
    }

    func run() async throws {
        try StorageFolder.refuseExisting(file)
        try await catalog.administering { try await $0.store.backUp(to: file) }
        let packages =
            switch try await catalog.settings(with: blobs.contents).blobs {
            case .folder(let folder) where Files.exists(folder): "Now copy the packages once more: \(folder)"
            case .folder(let folder):
                "There are no packages in \(folder). If the server keeps them elsewhere, copy them from there."
            case .bucket: "The packages are in the bucket."
            }
        ServerProgram.catalog.say("Copied the database to \(file). \(packages)")
    }
}
