import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("Interrupted and concurrent installations")
struct KillingTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// The packages by the digests of their files, and the unpacked form of one.
    func makePackages(_ versions: [String], payload: Int) throws -> [String: (package: String, files: String)] {
        var packages: [String: (package: String, files: String)] = [:]
        for version in versions {
            let package = try sandbox.makePackage(version: version, payload: payload)
            let digest = try Finished.run(["/usr/bin/sha256sum", package], environment: [:]).output.prefix(64)
            packages[String(digest)] = (package, try fingerprint("\(sandbox.folder)/\(version)"))
        }
        return packages
    }

    /// A checksum of all files below a folder.
    func fingerprint(_ folder: String) throws -> String {
        let script = "cd \"$0\" && find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum"
        return try Finished.run(["/bin/sh", "-c", script, folder], environment: sandbox.environment).output
    }

    /// How long a command takes if it is not killed.
    func duration(_ arguments: [String]) throws -> Duration {
        let start = ContinuousClock.now
        let process = try sandbox.start(arguments)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return ContinuousClock.now - start
    }

    /// Kills commands at random moments, this many times, and checks the result after each. Commands that end first do not
    /// count.
    ///
    /// - Parameter longest: How long they take, about. It adapts, as a busy machine can make one command take far longer.
    func kill(
        _ count: Int, within longest: Duration, _ arguments: (_ round: Int) throws -> [String],
        then look: (_ round: Int) throws -> Void
    ) throws {
        var (kills, round, longest) = (0, 0, longest.inSeconds)
        while kills < count {
            round += 1
            try #require(round < 20 * count, "They end before they can be killed.")
            let process = try sandbox.start(try arguments(round))
            Thread.sleep(forTimeInterval: .random(in: 0...longest))
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let isKilled = process.terminationReason == .uncaughtSignal
            if isKilled { kills += 1 }
            // In the long run, one in twelve commands ends first.
            longest *= isKilled ? 1.02 : 0.8
            try look(round)
        }
    }

    /// Expects that the app is completely installed in its registered version.
    func expectWhole(_ packages: [String: (package: String, files: String)], everyFile: Bool) throws {
        let app = try #require(try sandbox.registry.app("org.example.rooms"))
        let digest = try #require(app.record.currentPackage)
        #expect(app.isShown && app.packages.contains(digest))
        let folder = try #require(sandbox.registry.packageFolder(of: app.record, digest: digest))
        if everyFile { #expect(try fingerprint(folder) == packages[digest.description]?.files) }
        let run = try Finished.run(["\(folder)/Rooms.app/run"], environment: [:])
        #expect(run.output == "Rooms \(app.version?.description ?? "") \n")
    }

    @Test("A killed installation leaves the old version or the new one intact, and the next one cleans up")
    func isKilled() throws {
        let packages = try makePackages(["1", "2", "3"], payload: 1 << 20)
        let files = packages.values.map(\.package).sorted()
        let installing = try duration(["install", files[0]])

        try kill(40, within: installing) { _ in
            if try sandbox.registry.app("org.example.rooms") != nil {
                try sandbox.registry.removePackage("org.example.rooms", forgetting: true)
            }
            return ["install", files[0]]
        } then: { _ in
            if try sandbox.registry.app("org.example.rooms") != nil { try expectWhole(packages, everyFile: true) }
        }

        for file in files { #expect(try sandbox.store("install", file).status == 0) }
        try kill(120, within: installing) { round in
            ["install", files[round % files.count]]
        } then: { round in
            try expectWhole(packages, everyFile: round.isMultiple(of: 10))
        }

        for file in files { #expect(try sandbox.store("install", file).status == 0) }
        let switching = try duration(["rollback", "rooms", "--to", "1"])
        try kill(40, within: switching) { round in
            ["rollback", "rooms", "--to", "\(round % 3 + 1)"]
        } then: { round in
            try expectWhole(packages, everyFile: round.isMultiple(of: 10))
        }

        #expect(try sandbox.store("install", files[0]).status == 0)
        let app = try #require(try sandbox.registry.app("org.example.rooms"))
        #expect(try sandbox.onDisk() == app.packages.map(\.description).sorted())
        for digest in app.packages {
            let folder = try #require(sandbox.registry.packageFolder(of: app.record, digest: digest))
            #expect(try fingerprint(folder) == packages[digest.description]?.files)
        }
    }

    @Test("Concurrent installations end with one of the versions intact")
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
            let app = try #require(try sandbox.registry.app("org.example.rooms"))
            #expect(app.isShown && app.packages.count == 2)
            #expect(try sandbox.onDisk() == app.packages.map(\.description).sorted())
            for digest in app.packages {
                let folder = try #require(sandbox.registry.packageFolder(of: app.record, digest: digest))
                #expect(try fingerprint(folder) == packages[digest.description]?.files)
            }
        }
    }
}

extension Duration {
    fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
