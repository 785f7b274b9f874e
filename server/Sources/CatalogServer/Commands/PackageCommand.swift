import AppCatalog
import AppGroupCommands
import AppGroupPlatform
import ArgumentParser
import Serving

struct PackageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "package", abstract: "Manage packages and their releases.",
        subcommands: [
            List.self, Show.self, Publish.self, Channel.self, SetRollout.self, Withdraw.self, Restore.self, Remove.self,
            Clean.self, Adopt.self,
        ])
}

extension PackageCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the packages.")

        @OptionGroup var catalog: CatalogOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let list = try await catalog.administering { try await $0.packages() }
            WireListing(
                list, ["NAME", "NEWEST", "RELEASES", "SIZE", "ID"],
                list.packages.map { package in
                    let size = package.releases.reduce(UInt64(0)) { $0 &+ $1.release.size }
                    return [
                        .text(package.name), .text(package.releases.first?.release.version ?? ""),
                        .number(Int64(package.releases.count)), .bytes(size), .text(package.id),
                    ]
                }
            ).print(
                as: output.format,
                ifEmpty: "There are no packages yet. To publish one: catalog-server package publish FILE")
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "List the releases of a package.")

        @Argument(help: "The package's identifier.") var package: String
        @OptionGroup var catalog: CatalogOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let description = try await catalog.administering { try await $0.package(package) }
            WireListing(
                VersionedDocument(description),
                [
                    "VERSION", "BUILD", "PLATFORM", "CHANNEL", "ROLLOUT %", "STATE", "SIZE", "PUBLISHED", "BY",
                    "SHA-256",
                ],
                description.releases.map { item in
                    let release = item.release
                    let platform = [release.platform.operatingSystem] + release.platform.architectures
                    return [
                        .text(release.version ?? ""), .text(release.build ?? ""),
                        .text(platform.joined(separator: " ")),
                        .text(release.channel.rawValue), .number(Int64(item.rollout)),
                        .text(item.withdrawn.map { "withdrawn: \($0)" } ?? "offered"), .bytes(release.size),
                        .moment(release.published), .text(item.publisher), .text(release.sha256),
                    ]
                }
            ).print(as: output.format)
        }
    }

    struct Publish: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "publish", abstract: "Publish a package from a file on this machine.",
            discussion: """
                The file is checked as “launcher inspect --verify” checks it. The same version with different bytes is \
                refused. Use “catalog-server grant” to decide who may have the release.
                """)

        @Argument(help: "The package.", completion: .file(extensions: ["ipa"])) var file: String
        @Option(help: "The release channel (default: stable).") var channel: ReleaseChannel?
        @Option(help: ArgumentHelp("A plain text file that describes the changes.", valueName: "FILE"))
        var notes: String?
        @Option(help: "The percentage of the package's users who get the release (default: 100).")
        var rollout: Int?
        @OptionGroup var catalog: CatalogOptions
        @OptionGroup var blobs: BlobOptions

        func run() async throws {
            let text = try noteText().map { try ReleaseNotes.checked($0) }
            let terms = Release.Terms(
                channel: channel ?? .stable, rollout: try rollout.map { try Rollout(percent: $0) } ?? .complete,
                notes: text ?? "", withdrawn: nil)
            let settings = try await catalog.settings(with: blobs.contents)
            let publication = try await catalog.administering { service in
                let blobs = try await settings.openBlobsBesideServer(publishingInto: service.store)
                let checker = PackageChecker(width: 1)
                let publisher = Publisher(
                    store: service.store, blobs: blobs, checker: checker, keep: settings.keptReleases)
                let publishing = LocalPublishing(publisher: publisher, folder: settings.uploadFolder)
                do {
                    let publication = try await publishing.publish(file, terms: terms, by: .command())
                    await checker.shutDown()
                    return publication
                } catch {
                    await checker.shutDown()
                    throw error
                }
            }
            let wanted = UnappliedTerms.Wanted(channel: channel, rollout: rollout, notes: text)
            for sentence in publication.report(on: wanted, server: "") { ServerProgram.catalog.say(sentence) }
        }

        private func noteText() throws(ServiceError) -> String? {
            guard let notes else { return nil }
            let bytes: [UInt8]
            do {
                // The notes may be the output of a program: “--notes <(git log)”.
                bytes = try Files.contents(of: notes, limit: ReleaseNotes.longest, waiting: true)
            } catch {
                if error == .tooLarge { throw ReleaseNotes.tooLong }
                throw ServiceError(.notFound, "The notes in \(notes) can't be read: \(error.message); check the path.")
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw ServiceError(.invalid, "\(notes) is not UTF-8 text; save the notes as UTF-8.")
            }
            return text
        }
    }

    struct Channel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "channel", abstract: "Move a release to another channel.")

        @OptionGroup var chosen: ReleaseOptions
        @Argument(help: "The release channel.") var channel: ReleaseChannel

        func run() async throws {
            try await chosen.change(ReleaseChange(channel: channel)) { "is \($0.release.channel.rawValue) now" }
        }
    }

    struct SetRollout: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rollout", abstract: "Set the percentage of a package's users who get a release.",
            discussion: """
                A higher percentage only adds users: nobody who has the release loses it. The order in \
                which users get it depends only on the user and the release.
                """)

        @OptionGroup var chosen: ReleaseOptions
        @Argument(help: "0 to 100.") var percent: Int

        func run() async throws {
            try await chosen.change(ReleaseChange(rollout: percent)) { "is for \($0.rollout) % now" }
        }
    }

    struct Withdraw: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "withdraw", abstract: "Stop offering a release. Users who have it keep it.")

        @OptionGroup var chosen: ReleaseOptions
        @Option(
            help: """
                The reason, for administrators; “package show” prints it (default: the reason that was given before, or \
                “withdrawn”).
                """)
        var reason: String?

        func run() async throws {
            try await chosen.forEach { service, release in
                let change = ReleaseChange(withdrawn: reason ?? release.terms.withdrawn ?? "withdrawn")
                _ = try await service.change(release, change, by: .command())
                ServerProgram.catalog.say("\(release.contents.label) is withdrawn.")
            }
        }
    }

    struct Restore: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore", abstract: "Offer a withdrawn release again.")

        @OptionGroup var chosen: ReleaseOptions

        func run() async throws { try await chosen.change(ReleaseChange(restored: true)) { _ in "is offered again" } }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a release for good.",
            discussion: """
                On a terminal, it asks first. The server deletes the file within an hour unless another release needs it; \
                “package clean” deletes it immediately. To stop offering a release, withdraw it instead.
                """)

        @OptionGroup var chosen: ReleaseOptions
        @Flag(help: "Do not ask.") var yes = false

        func run() async throws {
            try await chosen.catalog.administering { service in
                let releases = try await chosen.releases(service)
                let names = releases.map(\.contents.label).joined(separator: ", ")
                try Talk.makeSure("Remove \(names) for good?", unless: yes, or: "Nothing was removed")
                for release in releases {
                    try await service.store.removeRelease(release.id, by: .command())
                    ServerProgram.catalog.say("Removed \(release.contents.label).")
                }
                ServerProgram.catalog.say(
                    "The server deletes files that no release needs within an hour. To do it now: catalog-server package clean"
                )
            }
        }
    }
}

/// Which releases a command is about.
struct ReleaseOptions: ParsableArguments {
    @Argument(help: "The package's identifier.") var package: String
    @Argument(help: "The version, for all platforms, or at least the first 8 digits of one release's SHA-256.")
    var release: String
    @Option(help: "Select only this build of the version.") var build: String?
    @OptionGroup var catalog: CatalogOptions

    func releases(_ service: AdministrationService) async throws -> [Release] {
        try await service.releases(of: package, called: release, build: build)
    }

    func forEach(_ body: (AdministrationService, Release) async throws -> Void) async throws {
        try await catalog.administering { service in
            for release in try await releases(service) { try await body(service, release) }
        }
    }

    /// - Parameter outcome: The end of the sentence that reports a changed release.
    func change(_ change: ReleaseChange, outcome: (ReleaseDescription) -> String) async throws {
        try await forEach { service, release in
            let changed = try await service.change(release, change, by: .command())
            ServerProgram.catalog.say("\(release.contents.label) \(outcome(changed)).")
        }
    }
}
