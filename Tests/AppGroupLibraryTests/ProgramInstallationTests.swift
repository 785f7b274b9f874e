import Foundation
import TestSupport
import Testing

/// What `scripts/install` does with programs that are built.
@Suite struct ProgramInstallationTests {
    @Test(
        "Everybody may use what root installs, a window that is no longer built is removed, and uninstalling leaves no file"
    )
    func installation() throws {
        let folder = "\(try BuiltLibrary.folder)/installing.\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (built, prefix) = ("\(folder)/built", "\(folder)/prefix")
        for path in [built, "\(prefix)/bin"] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let tool = try BuiltLibrary.program("tool")
        defer { try? FileManager.default.removeItem(atPath: tool) }
        let programs = ["launcher", "launcher-store", "launcher-badge-bridge", "launcher-search", "catalog-server"].map
        {
            "\(built)/\($0)"
        }
        for program in programs { try FileManager.default.copyItem(atPath: tool, toPath: program) }
        let window = "\(prefix)/bin/launcher-window"
        try Data().write(to: URL(filePath: window))
        let script = BuiltLibrary.root.appending(path: "scripts/install").path
        let words = ["/bin/sh", "-c", #"umask 077; exec "$@""#, "sh", script, prefix]
        let install = try Finished.run(words + programs)
        #expect(install.status == 0, "\(install)")
        #expect(try BuiltLibrary.run("find", prefix, "!", "-perm", "-o=r").isEmpty)
        #expect(FileManager.default.isExecutableFile(atPath: "\(prefix)/bin/launcher"))
        #expect(!FileManager.default.fileExists(atPath: window))
        try BuiltLibrary.run(script, "--remove", prefix)
        #expect(try BuiltLibrary.run("find", prefix, "!", "-type", "d").isEmpty)
    }
}
