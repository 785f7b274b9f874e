public import AppCatalog
import AppGroup
import AppGroupTerminal
import AppPackage
public import ArgumentParser

struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "publish", "Publish a package at a server where you may.",
        discussion: """
            Who may have it is up to the server's administrator. An upload that was cut off goes on where it ended. The same \
            version is never published twice with other contents, and publishing the same file again changes nothing of its \
            release.
            """)

    @OptionGroup var servers: ServerOptions
    @Argument(help: "The package.", completion: .file(extensions: ["ipa"])) var file: String
    @Option(help: "stable or beta.") var channel = ReleaseChannel.stable
    @Option(help: "A file with the release notes, plain text; - for standard input.", completion: .file()) var notes:
        String?
    @Option(help: "For how many percent of those who may have it, 0 to 100.") var rollout = 100

    func validate() throws {
        if !(0...100).contains(rollout) {
            throw ValidationError("--rollout is \(rollout); it must be 0 to 100 percent.")
        }
    }

    func run() async throws {
        let account = try servers.account(in: try StoreFolders())
        let text = try notes.map { try NotesFile.text(of: $0) } ?? ""
        // What the server would refuse is refused before it is sent anywhere.
        let package = try Package(path: file, checking: .contents)
        let digest = try package.digest()
        // The server looks at every byte of a package before it answers.
        let client = try StoreClient(account, patience: .seconds(600))
        let info = package.bundle.info
        do {
            let board = ProgressBoard()
            let line = board.line("\(info.name) \(info.version?.description ?? "")", total: package.fileSize)
            let uploader = Uploader(client: client, path: file, digest: digest, size: package.fileSize, line: line)
            try await board.ticking { try await uploader.upload() }
        }
        let request = PublishRequest(
            sha256: digest, channel: channel, notes: text, rollout: rollout == 100 ? nil : rollout)
        let report = PublicationReport(
            publication: try await client.publish(request), request: request, package: "\(info.id)",
            server: account.server)
        for line in report.lines { Talk.say(line) }
    }
}

extension ReleaseChannel: ExpressibleByArgument {}
