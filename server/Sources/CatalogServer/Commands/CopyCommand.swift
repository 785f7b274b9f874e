import AppGroupPlatform
import ArgumentParser
import ObjectStorage
import Serving

struct CopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copy the packages of a catalog into a bucket, or back into a folder.",
        discussion: """
            Each place is a folder, such as “blobs” in the folder of a catalog, or s3://BUCKET/PREFIX. The source is only \
            read, so its server may go on serving; publish nothing meanwhile, or run the command again afterwards.

            If the command is ended, start it again: it goes on where it was. At the end it reads every package of the \
            target, compares it with its SHA-256, and prints how many packages both sides have. Packages that only the \
            target has stay.
            """)

    @Option(help: ArgumentHelp("Where the packages are.", valueName: "DIR|s3://…")) var blobsFrom: String
    @Option(help: ArgumentHelp("Where to copy them.", valueName: "DIR|s3://…")) var blobsTo: String
    @Option(help: ArgumentHelp("A settings file in JSON.", valueName: "FILE")) var config: String?
    @OptionGroup(title: "Packages in a bucket") var bucket: BucketOptions

    func run() async throws {
        let reader = try await SettingsReader(
            options: bucket.contents.compactMapValues { $0 }, environment: ProcessEnvironment.current.variables,
            file: config)
        let (source, target) = (try await reader.place(blobsFrom), try await reader.place(blobsTo))
        if case .folder(let folder) = source {
            do { _ = try OpenFolder(folder) } catch {
                throw ServiceError(
                    .notFound, "The folder \(folder) can't be read: \(error.message); correct --blobs-from.")
            }
        }
        if case .folder(let folder) = target { try StorageFolder.make(Paths.parent(of: folder)) }
        let scratch = try Scratch(beside: target)
        defer { scratch.remove() }
        let lock = "\(scratch.folder)/lock"
        let copy = BlobCopy(
            source: try source.open(scratch: "\(scratch.folder)/source", lockPath: lock),
            target: try target.open(scratch: "\(scratch.folder)/target", lockPath: lock),
            scratch: "\(scratch.folder)/blobs")
        try report(try await copy.run())
    }

    private func report(_ outcome: BlobCopy.Outcome) throws {
        Report.say("Copied \(outcome.copied) packages and icons.")
        for (place, tally) in [(blobsFrom, outcome.source), (blobsTo, outcome.target)] {
            Report.say("\(place): \(tally.count) files, \(tally.size) bytes, SHA-256 of all hashes \(tally.digest)")
        }
        if outcome.further > 0 { Report.say("\(blobsTo) has \(outcome.further) further files.") }
        for name in outcome.damaged {
            Report.say("\(blobsFrom) has other bytes as \(name) than its name says; publish that package again.")
        }
        guard outcome.source == outcome.target else {
            throw ServiceError(.inputOutput, "The two places differ; run the command again.")
        }
        guard outcome.damaged.isEmpty else {
            throw ServiceError(.invalid, "\(outcome.damaged.count) damaged files were not copied.")
        }
    }

    /// A folder for what is on its way: beside a target folder, so that files need not be written twice, or else in the folder for
    /// temporary files.
    private struct Scratch {
        let folder: String

        init(beside target: BlobPlace) throws {
            let parent =
                switch target {
                case .folder(let path): Paths.parent(of: path)
                case .bucket: ProcessEnvironment.current["TMPDIR"] ?? "/tmp"
                }
            folder = "\(parent)/.copy-\(RandomName.make())"
            do { try Files.ensureFolder(folder) } catch { throw StorageError.error(error, at: folder) }
        }

        func remove() { try? Files.removeTree(folder) }
    }
}
