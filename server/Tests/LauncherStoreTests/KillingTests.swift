import AppGroup
import Foundation
import Testing

@Suite("Installing that is killed, or done by many at once")
struct KillingTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// The packages, by the digests of their files, and what an unpacked one looks like.
    func makePackages(_ versions: [String], payload: Int) throws -> [String: (package: String, files: String)] {
        var packages: [String: (package: String, files: String)] = [:]
        for version in versions {
            let package = try sandbox.makePackage(version: version, payload: payload)
            let digest = try Finished.run(["/usr/bin/sha256sum", package], environment: [:]).output.prefix(64)
            packages[String(digest)] = (package, try fingerprint("\(sandbox.folder)/\(version)"))
        }
        return packages
    }

    /// The contents of every file below a folder, in one number.
    func fingerprint(_ folder: String) throws -> String {
        let script = "cd \"$0\" && find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum"
        return try Finished.run(["/bin/sh", "-c", script, folder], environment: sandbox.environment).output
    }

    @Test("leaves the old version or the new one, whole, and the next one clears away the rest")
    func isKilled() throws {
        let packages = try makePackages(["1", "2", "3"], payload: 1 << 20)
        let files = packages.values.map(\.package).sorted()
        let clock = ContinuousClock()
        var longest = Duration.zero
        for file in files {
            let start = clock.now
            #expect(try sandbox.store("install", file).status == 0)
            longest = max(longest, clock.now - start)
        }
        let killed = (install: 160, rollBack: 60)
        var (kills, generator) = (0, SystemRandomNumberGenerator())
        for round in 0..<(killed.install + killed.rollBack) {
            let arguments =
                round < killed.install
                ? ["install", files[round % files.count]] : ["rollback", "rooms", "--to", "\(round % 3 + 1)"]
            let process = try sandbox.start(arguments)
            Thread.sleep(forTimeInterval: .random(in: 0...longest.inSeconds, using: &generator))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            if process.terminationReason == .uncaughtSignal { kills += 1 }
            let app = try #require(try sandbox.family.app("org.example.rooms"))
            let digest = try #require(app.currentPackage)
            #expect(app.isShown && app.packages.contains(digest))
            let folder = try #require(sandbox.family.packageFolder(of: app.record, digest: digest))
            // Every file, for every tenth: the program alone for the others.
            if round.isMultiple(of: 10) { #expect(try fingerprint(folder) == packages[digest]?.files) }
            let run = try Finished.run(["\(folder)/Rooms.app/run"], environment: [:])
            #expect(run.output == "Rooms \(app.version?.description ?? "") \n")
        }
        // The rest ended before they could be killed.
        #expect(kills >= (killed.install + killed.rollBack) / 2)
        #expect(try sandbox.store("install", files[0]).status == 0)
        let app = try #require(try sandbox.family.app("org.example.rooms"))
        #expect(try sandbox.onDisk() == app.packages.sorted())
        for digest in app.packages {
            let folder = try #require(sandbox.family.packageFolder(of: app.record, digest: digest))
            #expect(try fingerprint(folder) == packages[digest]?.files)
        }
    }

    @Test("ends with one of the versions, whole, where several are installed at once")
    func isDoneByMany() throws {
        let packages = try makePackages(["1", "2"], payload: 1 << 18)
        for _ in 0..<5 {
            let processes = try (0..<4).map { index in
                try sandbox.start(["install", packages.values.map(\.package).sorted()[index % 2]])
            }
            for process in processes {
                process.waitUntilExit()
                #expect(process.terminationStatus == 0)
            }
            let app = try #require(try sandbox.family.app("org.example.rooms"))
            #expect(app.isShown && app.packages.count == 2)
            #expect(try sandbox.onDisk() == app.packages.sorted())
            for digest in app.packages {
                let folder = try #require(sandbox.family.packageFolder(of: app.record, digest: digest))
                #expect(try fingerprint(folder) == packages[digest]?.files)
            }
        }
    }
}

extension Duration {
    fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension FamilyApp {
    /// The digest of the version that starts.
    fileprivate var currentPackage: String? {
        if case .package(let package) = record.launch { package.digest } else { nil }
    }
}
