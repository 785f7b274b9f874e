import Foundation
import TestSupport
import Testing

/// What the scripts of `make install`, `make install-examples` and `make uninstall` do with programs that are built.
@Suite struct ProgramInstallationTests {
    /// Programs that are built, and a prefix to install them below; deleted at the end of the body.
    private func withBuilt(_ names: [String], _ body: (_ built: String, _ prefix: String) throws -> Void) throws {
        let folder = "\(try BuiltLibrary.folder)/installing.\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (built, prefix) = ("\(folder)/built", "\(folder)/prefix")
        for path in [built, "\(prefix)/bin", "\(prefix)/share/man/man1"] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let tool = try BuiltLibrary.program("tool")
        defer { try? FileManager.default.removeItem(atPath: tool) }
        for name in names { try FileManager.default.copyItem(atPath: tool, toPath: "\(built)/\(name)") }
        try body(built, prefix)
    }

    private let programs = ["launcher", "launcher-store", "launcher-badge-bridge", "launcher-search", "catalog-server"]
    private let examples = ["inbox", "visa", "rooms", "fund", "fund-server", "posters", "posters-server"]

    private func script(_ name: String) -> String { BuiltLibrary.root.appending(path: "scripts/\(name)").path }

    /// Runs a script as root with a strict mask would.
    private func run(_ name: String, _ arguments: [String]) throws {
        let words = ["/bin/sh", "-c", #"umask 077; exec "$@""#, "sh", script(name)] + arguments
        let run = try Finished.run(words)
        #expect(run.status == 0, "\(run)")
    }

    private func files(_ prefix: String) throws -> [String] {
        try BuiltLibrary.run("find", prefix, "!", "-type", "d", "-printf", "%P\n").split(separator: "\n").map(
            String.init
        ).sorted()
    }

    @Test(
        "Everybody may use what root installs, a window that is no longer built is removed, and uninstalling leaves no file"
    )
    func installation() throws {
        try withBuilt(programs + ["launcher-window"]) { built, prefix in
            let install = [prefix] + programs.map { "\(built)/\($0)" }
            try run("install", install)
            #expect(try BuiltLibrary.run("find", prefix, "!", "-perm", "-o=r").isEmpty)
            #expect(FileManager.default.isExecutableFile(atPath: "\(prefix)/bin/launcher"))
            #expect(FileManager.default.isExecutableFile(atPath: "\(prefix)/bin/launcher-window"))
            try FileManager.default.removeItem(atPath: "\(built)/launcher-window")
            // As if a release without lists had installed it.
            try FileManager.default.removeItem(atPath: "\(prefix)/share/app-group")
            try run("install", install)
            #expect(!FileManager.default.fileExists(atPath: "\(prefix)/bin/launcher-window"))
            try run("install-files", ["--remove", prefix])
            #expect(try files(prefix) == [])
        }
    }

    @Test("Each command that the help shows has a man page")
    func pages() throws {
        try withBuilt(["launcher"]) { built, prefix in
            let pages = "\(prefix)/share/man/man1"
            try run("man-pages", ["\(built)/launcher", pages])
            #expect(try files(pages) == ["launcher-open.1", "launcher.1"])
            #expect(try !String(contentsOfFile: "\(pages)/launcher.1", encoding: .utf8).contains("launcher-old"))
        }
    }

    @Test("Uninstalling removes what was installed, and no file of the user that has the name of an example or a page")
    func ownFiles() throws {
        try withBuilt(programs + examples) { built, prefix in
            let own = ["bin/disk-space", "bin/inbox", "bin/rooms", "share/man/man1/launcher-todo.1"]
            for file in own { try Data().write(to: URL(filePath: "\(prefix)/\(file)")) }
            // Nothing is installed yet.
            try run("install-files", ["--remove", prefix])
            #expect(try files(prefix) == own)
            try run("install", [prefix] + programs.map { "\(built)/\($0)" })
            try run("install-library", [prefix, prefix, try BuiltLibrary.path])
            try run("install-files", ["--remove", prefix])
            #expect(try files(prefix) == own)
            // Now the user has examples instead.
            try run("install-examples", [prefix, built])
            #expect(try BuiltLibrary.run("find", "\(prefix)/bin", "!", "-perm", "-o=x").isEmpty)
            #expect(try files("\(prefix)/bin") == (examples + ["disk-space"]).sorted())
            try run("install-files", ["--remove", prefix])
            #expect(try files(prefix) == ["share/man/man1/launcher-todo.1"])
        }
    }

    @Test("Installing again removes the files that the part no longer has, and none of another part")
    func olderFiles() throws {
        try withBuilt([]) { built, prefix in
            for (part, names) in [("programs", ["a", "b"]), ("examples", ["c"]), ("programs", ["b", "d"])] {
                for name in names { try Data().write(to: URL(filePath: "\(built)/\(name)")) }
                try run("install-files", [built, prefix, part])
            }
            #expect(try files(prefix) == ["b", "c", "d", "share/app-group/examples", "share/app-group/programs"])
        }
    }

    @Test("Uninstalling works after an installation that ended before it wrote a list")
    func withoutList() throws {
        try withBuilt([]) { _, prefix in
            let lists = "\(prefix)/share/app-group"
            try FileManager.default.createDirectory(atPath: lists, withIntermediateDirectories: true)
            try run("install-files", ["--remove", prefix])
            #expect(!FileManager.default.fileExists(atPath: lists))
        }
    }

    @Test("Folders that exist keep their modes, and everybody may look into new ones")
    func modes() throws {
        try withBuilt([]) { built, prefix in
            // Five digits also clear a bit that the folder has inherited.
            try BuiltLibrary.run("chmod", "00700", "\(prefix)/bin")
            try BuiltLibrary.run("chmod", "2775", "\(prefix)/share")
            for folder in ["bin", "share/zsh"] {
                let path = "\(built)/\(folder)"
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                try Data().write(to: URL(filePath: "\(path)/a"))
            }
            try run("install-files", [built, prefix, "programs"])
            let folders = ["bin", "share", "share/zsh", "share/app-group"].map { "\(prefix)/\($0)" }
            let modes = try Finished.run(["/usr/bin/stat", "--format", "%a"] + folders).output
            #expect(modes == "700\n2775\n2755\n2755\n")
        }
    }

    @Test(
        "An installation that a signal ends leaves nothing behind",
        arguments: ["install", "install-library", "install-examples"])
    func interruption(name: String) throws {
        try withBuilt([]) { built, prefix in
            // The first program that the script runs once it has made a folder.
            let install = "\(built)/install"
            try "#!/bin/sh\nkill -TERM $PPID\n".write(toFile: install, atomically: true, encoding: .utf8)
            try BuiltLibrary.run("chmod", "755", install)
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            // Each script has its prefix among the first two. It does not get as far as the rest.
            let arguments = Array(repeating: prefix, count: 6)
            let run = try Finished.run(["/usr/bin/env", "PATH=\(built):\(path)", script(name)] + arguments)
            #expect(run.status == 1, "\(run)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: prefix).sorted() == ["bin", "share"])
        }
    }
}
