import Foundation
import PackageCorpus
import Testing

/// The packages of the corpus, passed to the program itself as files.
@Suite("Hostile packages", .timeLimit(.minutes(20)))
struct HostilePackageTests {
    private static let packages = HostileArchive.all + HostileArchive.bundles
    /// The most memory that inspecting one may take.
    private static let memory = 64 << 20

    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func files(_ packages: [[UInt8]]) throws -> [String] {
        try packages.enumerated().map { index, bytes in
            let file = "\(sandbox.folder)/\(index).ipa"
            try Data(bytes).write(to: URL(filePath: file))
            return file
        }
    }

    /// Runs the program on each file, with arguments before and after it.
    private func measure(_ before: [String], _ files: [String], _ after: [String] = []) throws -> [Measured] {
        let all = try Measured.run(
            files.map { [Sandbox.program] + before + [$0] + after }, environment: sandbox.environment)
        let (memory, time) = (all.map(\.peakMemory).max() ?? 0, all.map(\.processorTime).max() ?? 0)
        let words = (before + after).joined(separator: " ")
        print("\(words), \(files.count) packages: at most \(memory >> 10) KiB and \(time) s")
        return all
    }

    private func expectRefusal(_ run: Measured, of package: HostileArchive) {
        #expect(run.status == 65, "\(package.name): \(run)")
        #expect(run.output.isEmpty, "\(package.name): \(run)")
        let lines = run.errors.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 2 && lines.last?.isEmpty == true, "\(package.name): \(run)")
        #expect(run.errors.hasPrefix("launcher: ") && run.errors.hasSuffix(".\n"), "\(package.name): \(run)")
        #expect(run.errors.contains(package.refusal), "\(package.name): \(run)")
        #expect(
            !run.errors.dropLast().unicodeScalars.contains {
                [.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
            }, "\(package.name): \(run)")
        #expect(run.peakMemory < Self.memory, "\(package.name): \(run)")
    }

    @Test(
        "A hostile package is refused with one sentence and little memory",
        // The package is read in the same way for each format, which changes only what is printed of a sound one.
        arguments: [(options: [], step: 1), (options: ["--format", "json"], step: 8)])
    func isRefused(options: [String], step: Int) throws {
        let packages = stride(from: 0, to: Self.packages.count, by: step).map { Self.packages[$0] }
        let runs = try measure(["inspect"], try files(packages.map(\.bytes)), options)
        for (package, run) in zip(packages, runs) { expectRefusal(run, of: package) }
    }

    @Test("Installing a hostile package leaves nothing behind")
    func isNotInstalled() throws {
        let runs = try measure(["install"], try files(Self.packages.map(\.bytes)), ["--group", "\(sandbox.group)"])
        for (package, run) in zip(Self.packages, runs) { expectRefusal(run, of: package) }
        #expect(!FileManager.default.fileExists(atPath: sandbox.container))
    }

    @Test("A package with only a hostile icon is read, and an icon is drawn for it")
    func hasDrawnIcon() throws {
        let runs = try measure(["inspect"], try files(HostileIcon.all.map(\.archive)), ["--format", "json"])
        for (hostile, run) in zip(HostileIcon.all, runs) {
            #expect(run.status == 0 && run.errors.isEmpty, "\(hostile.about): \(run)")
            let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
            let icon = (json?["package"] as? [String: Any])?["icon"] as? [String: Any]
            #expect(icon?["file"] is NSNull && icon?["format"] as? String == "svg", "\(hostile.about): \(run)")
            #expect(run.peakMemory < Self.memory, "\(hostile.about): \(run)")
        }
    }
}
