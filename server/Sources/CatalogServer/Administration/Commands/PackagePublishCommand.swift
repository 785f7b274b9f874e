import AppCatalog
import AppGroup
import ArgumentParser
import Foundation
import SystemPackage

struct PackagePublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Publish a package from a file on this machine.",
        discussion: """
            The file is checked as “launcher inspect --verify” checks it. The same version with other bytes is refused. \
            Who may have the release is said by “catalog-server grant”.
            """)

    @Argument(help: "The package.", completion: .file(extensions: ["ipa"])) var file: String
    @Option(help: "stable or beta.") var channel = ReleaseChannel.stable
    @Option(help: ArgumentHelp("A file that says what changed, plain text.", valueName: "FILE")) var notes: String?
    @Option(help: "For how many percent of its users it is there.") var rollout = 100
    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        let terms = Release.Terms(
            channel: channel, rollout: try Rollout(percent: rollout), notes: try ReleaseNotes.checked(try noteText()),
            withdrawn: nil)
        let settings = try await catalog.settings()
        let publication = try await catalog.administering { service in
            let blobs = try DiskBlobStore(folder: settings.folder.appending("blobs").string)
            let checker = PackageChecker(width: 1)
            let publisher = Publisher(
                store: service.store, blobs: blobs, checker: checker, keep: settings.keptReleases)
            let publishing = LocalPublishing(publisher: publisher, folder: settings.folder.appending("uploads").string)
            do {
                let publication = try await publishing.publish(file, terms: terms, by: .command())
                await checker.shutDown()
                return publication
            } catch {
                await checker.shutDown()
                throw error
            }
        }
        Report.say(publication.sentence)
    }

    private func noteText() throws -> String {
        guard let notes else { return "" }
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: notes))
        } catch {
            throw ServiceError(.notFound, "\(notes) can't be read: \(error.localizedDescription)")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw ServiceError(.invalid, "\(notes) is no text in UTF-8; write the notes anew.")
        }
        return text
    }
}
