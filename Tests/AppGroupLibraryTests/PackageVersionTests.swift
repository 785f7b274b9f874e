import Foundation
import TestSupport
import Testing

/// The version that `scripts/package-version` gives to the packages of a commit.
@Suite(.ownGroup) struct PackageVersionTests {
    /// Neither the repository of a hook that runs the tests, nor the user's settings.
    private static let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
        .merging(["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"]) { $1 }

    /// The folder of a clone that a test works in.
    private var clone: String { "\(TestGroup.current.folder)/clone" }

    /// Makes a repository with the script, and its first commit.
    private func makeClone() throws {
        let script = BuiltLibrary.root.appending(path: "scripts/package-version").path
        try BuiltLibrary.run("install", "-D", script, "\(clone)/scripts/package-version")
        let program = try TestGroup.current.makeFolder("clone/Sources/AppGroupCommands/Program") + "/Program.swift"
        try #"static let version = "0.1.0""#.write(toFile: program, atomically: true, encoding: .utf8)
        try git("init", "--quiet")
        try git("add", "--all")
        try commit()
    }

    private func git(_ words: String...) throws {
        let identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        let run = try Finished.run(
            ["/usr/bin/env", "git", "-C", clone] + identity + words, environment: Self.environment)
        try #require(run.status == 0, "\(run)")
    }

    private func commit() throws { try git("commit", "--quiet", "--allow-empty", "--message", "Change") }

    private func version(of folder: String? = nil) throws -> String {
        let run = try Finished.run(["\(folder ?? clone)/scripts/package-version"], environment: Self.environment)
        try #require(run.status == 0, "\(run)")
        return try #require(run.output.split(separator: " ").first).description
    }

    @Test(
        "Versions of packages say if the commit was released or changed, and Debian sorts them in the order of the work"
    )
    func order() throws {
        try makeClone()
        var versions = [try version()]
        try commit()
        try git("tag", "0.1.0")
        versions.append(try version())
        // Packages are not made from it.
        try Data().write(to: URL(filePath: "\(clone)/notes"))
        try #expect(version() == versions[1])
        try Data().write(to: URL(filePath: "\(clone)/Sources/new"))
        versions.append(try version())
        try FileManager.default.removeItem(atPath: "\(clone)/Sources/new")
        try git("add", "notes")
        try #expect(version() == versions[2])
        try commit()
        try #expect(version().wholeMatch(of: /0\.1\.0\+git\d{8}\.[0-9a-f]{7}/) != nil)
        #expect(versions[0].wholeMatch(of: /0\.1\.0~git\d{8}\.[0-9a-f]{7}/) != nil)
        #expect(versions[1] == "0.1.0")
        #expect(versions[2].wholeMatch(of: /0\.1\.0\+git\d{8}\.[0-9a-f]{7}\.modified/) != nil)
        for (earlier, later) in zip(versions, versions.dropFirst()) {
            try BuiltLibrary.run("dpkg", "--compare-versions", earlier, "lt", later)
        }
    }

    @Test("A shallow clone knows its own release, and warns if it can't know whether one came before")
    func shallow() throws {
        try makeClone()
        try git("tag", "0.1.0")
        let copy = "\(TestGroup.current.folder)/copy"
        try git("clone", "--quiet", "--depth", "1", "file://\(clone)", copy)
        #expect(try version(of: copy) == "0.1.0")
        try commit()
        try FileManager.default.removeItem(atPath: copy)
        try git("clone", "--quiet", "--depth", "1", "file://\(clone)", copy)
        let run = try Finished.run(["\(copy)/scripts/package-version"], environment: Self.environment)
        #expect(run.status == 0 && run.output.hasPrefix("0.1.0~git"), "\(run)")
        #expect(run.errors.hasSuffix("git fetch --unshallow --tags\n"), "\(run)")
    }
}
