public import AppCatalog
import AppGroup
import AppGroupCommands
import AppPackage
public import ArgumentParser

struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "publish", "Publish a package on a server, if you are a publisher there.",
        discussion: """
            The server's administrator decides who may have it. An interrupted upload resumes where it stopped. A version \
            cannot be published again with different contents, and publishing the same file again does not change its \
            release.
            """)

    @OptionGroup var servers: ServerOptions
    @Argument(help: "The package.", completion: .file(extensions: ["ipa"])) var file: String
    @Option(help: "The release channel (default: stable).") var channel: ReleaseChannel?
    @Option(help: "A plain-text file with the release notes; - for standard input.", completion: .file()) var notes:
        String?
    @Option(help: "The percentage of the package's users who get it, 0 to 100 (default: 100).") var rollout: Int?

    /// How long the server may take over an answer: it checks every byte of a package and stores it first.
    static let patience = Duration.seconds(600)

    func validate() throws {
        if let rollout, !(0...100).contains(rollout) {
            throw ValidationError("--rollout is \(rollout); it must be 0 to 100 percent.")
        }
    }

    func run() async throws {
        let account = try servers.account(in: try ClientFolders())
        let text = try notes.map { try NotesFile.text(of: $0) }
        // A package that the server would refuse is refused before anything is sent.
        let package = try Package(path: file, checking: .contents)
        let info = package.bundle.info
        if let group = info.group, group != account.group {
            throw ClientError(
                .badData,
                "The package belongs to the group \(group), but \(account.server) serves \(account.group); correct AppGroup.Group in "
                    + "its Info.plist.")
        }
        let digest = try package.digest()
        let client = try ServerClient(account, patience: Self.patience)
        do {
            let board = ProgressBoard()
            let line = board.line(
                "\(info.name) \(info.version?.description ?? "")", info.id, total: package.fileSize)
            let uploader = Uploader(client: client, path: file, digest: digest, size: package.fileSize, line: line)
            try await board.ticking { try await uploader.upload() }
        }
        let request = PublishRequest(
            sha256: digest.description, channel: channel ?? .stable, notes: text ?? "", rollout: rollout)
        let report = PublicationReport(
            publication: try await client.publish(request),
            wanted: UnappliedTerms.Wanted(channel: channel, rollout: rollout, notes: text), sha256: request.sha256,
            package: "\(info.id)", server: account.server)
        for line in report.lines { Talk.say(line) }
    }
}

extension ReleaseChannel: ExpressibleByArgument {}
