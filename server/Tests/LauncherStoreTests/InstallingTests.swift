import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("Installed packages")
struct InstallingTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    var rooms: AppEntry? { get throws { try sandbox.registry.app("org.example.rooms") } }

    @Test("Installing puts an app into the group that it names, and its program starts")
    func installs() throws {
        let installed = try sandbox.store("install", try sandbox.makePackage(version: "1.0"))
        #expect(installed.status == 0 && installed.output.isEmpty)
        #expect(installed.errors == "launcher: Installed Rooms 1.0 (org.example.rooms).\n")
        let app = try #require(try rooms)
        #expect(app.isShown && app.version == "1.0" && app.schemes == ["rooms"] && app.fields == ["floor": 1])
        let digest = try #require(app.packages.first)
        let folder = try #require(sandbox.registry.packageFolder(of: app.record, digest: digest))
        let run = try Finished.run(["\(folder)/Rooms.app/run", "x"], environment: [:])
        #expect(run.output == "Rooms 1.0 x\n")
    }

    @Test("packages says that none is installed, and refuses a group that does not exist")
    func noPackages() throws {
        let none = try sandbox.store("packages")
        #expect(none.status == 0 && none.output.isEmpty && none.errors.contains("launcher catalog"))
        #expect(try sandbox.store("packages", "--format", "tsv").errors.isEmpty)
        let mistyped = try sandbox.store("packages", "--group", "org.example.none")
        #expect(mistyped.status == 66 && mistyped.errors.contains("There is no group org.example.none"))
    }

    @Test("Installing a newer version updates, rolling back returns to the previous one, and the group's data stays")
    func updatesAndGoesBack() throws {
        for version in ["1.0", "1.1", "1.2"] {
            #expect(try sandbox.store("install", try sandbox.makePackage(version: version)).status == 0)
        }
        try sandbox.registry.setBadge(5, of: "org.example.rooms")
        #expect(try rooms?.version == "1.2")
        let back = try sandbox.store("rollback", "rooms")
        #expect(back.status == 0 && back.errors.contains("Rooms 1.1 (org.example.rooms) replaces 1.2."))
        #expect(try rooms?.version == "1.1" && rooms?.badge == 5)
        #expect(try sandbox.store("rollback", "Rooms", "--to", "1.2").status == 0)
        #expect(try rooms?.version == "1.2")
        for version in ["1.1", "1.0"] {
            #expect(try sandbox.store("rollback", "rooms").status == 0)
            #expect(try rooms?.version?.description == version)
        }
        let end = try sandbox.store("rollback", "rooms")
        #expect(end.status == 66 && end.errors.contains("gone back to the first version"))
        #expect(try sandbox.store("rollback", "rooms", "--to", "9").errors.contains("“9”"))
    }

    @Test("Two older versions are kept, or as many as asked for, and listed with their sizes")
    func keepsOlderOnes() throws {
        for version in ["1", "2", "3", "4"] {
            #expect(try sandbox.store("install", try sandbox.makePackage(version: version)).status == 0)
        }
        let table = try sandbox.store("packages").output
        #expect(table.contains("Rooms") && table.contains("3, 2") && !table.contains("3, 2, 1"))
        let lines = try sandbox.store("packages", "--format", "tsv").output.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(lines.map { $0[1] } == ["4", "3", "2"] && lines.map { $0[2] } == ["current", "kept", "kept"])
        for line in lines {
            let du = try Finished.run(["/usr/bin/find", line[7], "-type", "f", "-printf", "%s\n"], environment: [:])
            #expect(du.output.split(separator: "\n").compactMap { Int($0) }.reduce(0, +) == Int(line[3]))
        }
        let json = try JSONSerialization.jsonObject(
            with: Data(try sandbox.store("packages", "--format", "json").output.utf8))
        let packages = try #require((json as? [String: Any])?["packages"] as? [[String: Any]])
        #expect(packages.count == 1 && (packages[0]["versions"] as? [Any])?.count == 3)
        #expect(try sandbox.store("install", try sandbox.makePackage(version: "5"), "--keep", "0").status == 0)
        #expect(try sandbox.onDisk().count == 1)
    }

    @Test("packages with an app lists only this one, and refuses an app that is not a package with status 66")
    func listsOne() throws {
        try sandbox.store("install", try sandbox.makePackage(version: "1.0"))
        try sandbox.store("install", try sandbox.makePackage("Tram", version: "2.0", id: "org.example.tram"))
        let all = try sandbox.store("packages", "--format", "tsv").output.split(separator: "\n")
        let one = try sandbox.store("packages", "rooms", "--format", "tsv")
        #expect(
            all.count == 2 && one.output.split(separator: "\n") == all.filter { $0.hasPrefix("org.example.rooms\t") })
        try sandbox.registry.register(
            AppDescription(id: "org.example.tea", name: "Tea", launch: .graphical("/bin/true")))
        let other = try sandbox.store("packages", "tea")
        #expect(other.status == 66 && other.output.isEmpty, "\(other)")
        #expect(other.errors == "launcher: Tea (org.example.tea) was not installed as a package.\n")
        #expect(try sandbox.store("packages", "zebra").status == 66)
    }

    @Test("Installing the same package twice says that it is already installed")
    func installsAgain() throws {
        let package = try sandbox.makePackage(version: "1.0")
        try sandbox.store("install", package)
        let again = try sandbox.store("install", package)
        #expect(again.status == 0 && again.errors.contains("already installed"))
    }

    @Test("Installing a package again repairs damaged files")
    func repairs() throws {
        let package = try sandbox.makePackage(version: "1.0")
        try sandbox.store("install", package)
        let app = try #require(try rooms)
        let digest = try #require(app.packages.first)
        let folder = "\(try #require(sandbox.registry.packageFolder(of: app.record, digest: digest)))/Rooms.app"
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
        try FileManager.default.removeItem(atPath: "\(folder)/run")
        #expect(try rooms?.isShown == false)
        let again = try sandbox.store("install", package)
        #expect(
            again.status == 0
                && again.errors
                    == "launcher: Rooms 1.0 (org.example.rooms) is installed again; its files were missing or damaged.\n"
        )
        #expect(try Finished.run(["\(folder)/run"], environment: [:]).output == "Rooms 1.0 \n")
    }

    @Test("Two builds of the same version are kept apart")
    func tellsBuildsApart() throws {
        for text in ["one", "two"] {
            let script = Array("#!/bin/sh\necho \(text)\n".utf8)
            try sandbox.store("install", try sandbox.makePackage(version: "2.0", executable: script))
        }
        let lines = try sandbox.store("packages", "--format", "tsv").output.split(separator: "\n")
        #expect(lines.count == 2)
        let ambiguous = try sandbox.store("rollback", "rooms", "--to", "2.0")
        #expect(ambiguous.status == 65)
        let older = try #require(try rooms?.packages.last)
        #expect(ambiguous.errors.contains(older.short))
        let back = try sandbox.store("rollback", "rooms", "--to", String(older.short).uppercased())
        #expect(back.status == 0 && back.errors.contains("replaces another build of it"))
        #expect(try rooms?.record.currentPackage == older)
    }

    @Test("Installing without a group says how to name one")
    func choosesItsGroup() throws {
        let package = try sandbox.makePackage(version: "1.0", group: nil)
        let nowhere = try sandbox.store("install", package)
        #expect(nowhere.status == 64 && nowhere.errors.contains("--group"))
        #expect(try sandbox.store("install", package, "--group", "org.example.other").status == 0)
        let other = try sandbox.store("install", package, "--group", "org.example.third")
        #expect(other.status == 65 && other.errors.contains("org.example.other"))
        #expect(
            try !FileManager.default.contentsOfDirectory(atPath: "\(sandbox.folder)/groups").contains(
                "org.example.third"))
    }

    @Test("Installing over an app that was registered by hand is refused unless --replace is given")
    func asksBeforeReplacing() throws {
        try sandbox.registry.register(
            AppDescription(id: "org.example.rooms", name: "By hand", launch: .terminal("/bin/true")))
        let package = try sandbox.makePackage(version: "1.0")
        let refused = try sandbox.store("install", package)
        #expect(refused.status == 65 && refused.errors.contains("By hand (org.example.rooms)"))
        #expect(refused.errors.contains("--replace"))
        #expect(try rooms?.name == "By hand")
        #expect(try sandbox.store("install", "--replace", package).status == 0)
        #expect(try rooms?.version == "1.0")
    }

    @Test("A package with another app's scheme is refused with advice on removing that app", arguments: [true, false])
    func namesWhoHasTheScheme(isPackage: Bool) throws {
        if isPackage {
            let other = try sandbox.makePackage(version: "1.0", id: "org.example.older")
            try sandbox.store("install", other)
        } else {
            try sandbox.registry.register(
                AppDescription(
                    id: "org.example.older", name: "Older", schemes: ["rooms"], launch: .terminal("/bin/true")))
        }
        let package = try sandbox.makePackage(version: "2.0")
        let refused = try sandbox.store("install", package)
        let word = isPackage ? "remove" : "unregister"
        let advice = "launcher \(word) org.example.older --group org.example.registry"
        #expect(refused.status == 65 && refused.errors.contains("“rooms”") && refused.errors.contains(advice))
        #expect(!refused.errors.contains("choose another"))
        if isPackage {
            #expect(try sandbox.store("remove", "org.example.older", "--group", "org.example.registry").status == 0)
        } else {
            try sandbox.registry.unregister("org.example.older")
        }
        #expect(try sandbox.store("install", package).status == 0)
    }

    @Test("A version with missing files is listed as missing, and rolling back skips it")
    func listsMissingFiles() throws {
        for version in ["1", "2", "3"] { try sandbox.store("install", try sandbox.makePackage(version: version)) }
        let app = try #require(try rooms).record
        for digest in app.packages.prefix(2) {
            let folder = try #require(sandbox.registry.packageFolder(of: app, digest: digest))
            _ = try Finished.run(["/bin/chmod", "-R", "u+w", folder], environment: [:])
            try FileManager.default.removeItem(atPath: folder)
        }
        let lines = try sandbox.store("packages", "--format", "tsv").output.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(lines.map { $0[3] == "missing" } == [true, true, false])
        let table = try sandbox.store("packages").output
        #expect(table.contains("3 (missing)  1 ") && !table.contains(app.packages[1].short), "\(table)")
        let json = try sandbox.store("packages", "--format", "json").output
        #expect(json.matches(of: /"size": ?null/).count == 2)
        #expect(try sandbox.store("rollback", "rooms").status == 0)
        #expect(try rooms?.version == "1")
    }

    @Test("rollback says which scheme the app does not get back")
    func goesBackWithoutItsScheme() throws {
        for version in ["1", "2"] { try sandbox.store("install", try sandbox.makePackage(version: version)) }
        let app = try #require(try rooms).record
        let folder = try #require(sandbox.registry.packageFolder(of: app, digest: app.packages[0]))
        #expect(try Finished.run(["/bin/chmod", "-R", "u+w", folder], environment: [:]).status == 0)
        try FileManager.default.removeItem(atPath: "\(folder)/Rooms.app/run")
        try sandbox.registry.register(
            AppDescription(id: "org.example.desk", name: "Desk", schemes: ["rooms"], launch: .terminal("/bin/true")))
        let back = try sandbox.store("rollback", "org.example.rooms")
        let sentence = "It does not get the scheme “rooms”, which org.example.desk has taken over."
        #expect(back.status == 0 && back.errors.contains(sentence), "\(back.errors)")
    }

    @Test("Versions whose files are missing are none to go back to, and a damaged one is named by its version")
    func nothingToGoBackTo() throws {
        for version in ["1", "2"] { try sandbox.store("install", try sandbox.makePackage(version: version)) }
        let app = try #require(try rooms).record
        let folder = try #require(sandbox.registry.packageFolder(of: app, digest: app.packages[1]))
        _ = try Finished.run(["/bin/chmod", "-R", "u+w", folder], environment: [:])
        try FileManager.default.removeItem(atPath: "\(folder)/Rooms.app/run")
        let damaged = try sandbox.store("rollback", "rooms")
        #expect(damaged.status == 65 && damaged.errors.contains("The files of version 1 in"), "\(damaged.errors)")
        try FileManager.default.removeItem(atPath: folder)
        let missing = try sandbox.store("rollback", "rooms")
        #expect(missing.status == 66, "\(missing.errors)")
        #expect(missing.errors == "launcher: No other version of Rooms is on the disk to go back to.\n")
    }

    @Test("Versions are listed by their Info.plist alone, since programs and icons take long to read")
    func listsWithoutReading() throws {
        for version in ["1", "2"] { try sandbox.store("install", try sandbox.makePackage(version: version)) }
        let app = try #require(try rooms).record
        for digest in app.packages {
            let folder = try #require(sandbox.registry.packageFolder(of: app, digest: digest))
            _ = try Finished.run(["/bin/chmod", "-R", "u+w", folder], environment: [:])
            try FileManager.default.removeItem(atPath: "\(folder)/Rooms.app/run")
        }
        let lines = try sandbox.store("packages", "--format", "tsv").output.split(separator: "\n")
        #expect(lines.map { $0.split(separator: "\t")[1] } == ["2", "1"])
        #expect(try sandbox.store("rollback", "rooms", "--to", "1").status == 65)
    }

    @Test("A package that does not run here is refused with the reason and can be inspected")
    func refusesOtherMachines() throws {
        // The header of a program for iOS on ARM: Mach-O, and its platform.
        let program: [UInt8] =
            [0xCF, 0xFA, 0xED, 0xFE, 0x0C, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 24, 0, 0, 0, 0, 0, 0, 0]
            + [0, 0, 0, 0, 0x32, 0, 0, 0, 24, 0, 0, 0, 2, 0, 0, 0, 0, 0, 15, 0, 0, 0, 15, 0, 0, 0, 0, 0]
        let package = try sandbox.makePackage(version: "1.0", executable: program)
        let refused = try sandbox.store("install", package)
        #expect(refused.status == 69 && refused.errors.contains("iOS (arm64)"))
        #expect(try sandbox.onDisk().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: sandbox.container))
        try sandbox.registry.register(
            AppDescription(id: "org.example.rooms", name: "By hand", launch: .terminal("/bin/true")))
        #expect(try sandbox.store("install", package).status == 69)
        let inspected = try sandbox.store("inspect", package)
        #expect(inspected.status == 0 && inspected.output.contains("iOS (arm64)"))
    }

    @Test("A file that is not a package or does not exist is refused")
    func refusesOthers() throws {
        let file = "\(sandbox.folder)/x.ipa"
        #expect(try sandbox.store("install", file).status == 66)
        try Data("<!DOCTYPE html><html><body>Not found</body></html>".utf8).write(to: URL(filePath: file))
        for command in [["install"], ["inspect"], ["inspect", "--format", "json"]] {
            let refused = try Finished.run(
                ["/bin/sh", "-c", "exec \"$@\"", "sh", Sandbox.program] + command + [file],
                environment: sandbox.environment)
            #expect(refused.status == 65 && refused.output.isEmpty)
            #expect(refused.errors.hasPrefix("launcher: ") && refused.errors.contains("page"))
        }
        #expect(!FileManager.default.fileExists(atPath: sandbox.container))
    }

    @Test("An unknown command is refused")
    func refusesUnknownWords() throws {
        let refused = try sandbox.store("frobnicate", "x")
        #expect(refused.status == 64 && refused.output.isEmpty && refused.errors.contains("“frobnicate”"))
        #expect(try sandbox.store("--help").output.contains("rollback"))
        #expect(try sandbox.store("--version").status == 0)
    }

    @Test("Installing on a full disk says so and leaves nothing behind")
    func fullDisk() throws {
        let old = try sandbox.makePackage(version: "1.0")
        try sandbox.store("install", old)
        let before = try sandbox.onDisk()
        let package = try sandbox.makePackage(version: "2.0", payload: 1 << 20)
        // No file can grow beyond 256 blocks of 512 bytes, which acts like a full disk.
        let script = "trap '' XFSZ; ulimit -f 256; exec \"$@\""
        let failed = try Finished.run(
            ["/bin/sh", "-c", script, "sh", Sandbox.program, "install", package], environment: sandbox.environment)
        #expect(failed.status == 73 || failed.status == 74, "\(failed)")
        #expect(failed.errors.contains("/data/"), "\(failed)")
        #expect(try sandbox.onDisk() == before && rooms?.version == "1.0" && rooms?.isShown == true)
    }

    @Test("Installing into a read-only container says so and changes nothing")
    func readOnlyContainer() throws {
        try sandbox.store("install", try sandbox.makePackage(version: "1.0"))
        let package = try sandbox.makePackage(version: "2.0")
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: sandbox.packages)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: sandbox.packages) }
        let failed = try sandbox.asPlainUser(["install", package])
        #expect(failed.status == 77 && failed.errors.contains(sandbox.packages), "\(failed)")
        #expect(try rooms?.version == "1.0" && sandbox.onDisk().count == 1)
    }

    @Test(
        "Removing an app keeps its own data unless --purge is given",
        arguments: ["remove", "uninstall"])
    func removes(word: String) throws {
        let package = try sandbox.makePackage(version: "1.0")
        try sandbox.store("install", package)
        try sandbox.registry.setBadge(5, of: "org.example.rooms")
        let own = "\(sandbox.folder)/home/.config/org.example.rooms"
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        let removed = try sandbox.store(word, "rooms")
        #expect(removed.status == 0 && removed.errors.contains("Removed Rooms") && removed.errors.contains(own))
        #expect(try sandbox.onDisk().isEmpty && rooms?.isShown == false)
        #expect(try sandbox.store(word, "rooms").status == 66)
        #expect(try sandbox.store("rollback", "rooms").errors.contains("was removed"))
        try sandbox.store("install", package)
        #expect(try rooms?.badge == 5 && rooms?.isShown == true)
        let purged = try sandbox.store(word, "--purge", "rooms")
        #expect(purged.status == 0 && !FileManager.default.fileExists(atPath: own))
        #expect(!FileManager.default.fileExists(atPath: sandbox.container))
    }

    @Test(
        "On a terminal, --purge asks before it deletes anything", arguments: [("n", 64), ("y", 0)] as [(String, Int32)])
    func asksBeforePurging(answer: String, status: Int32) throws {
        try sandbox.store("install", try sandbox.makePackage(version: "1.0"))
        let own = "\(sandbox.folder)/home/.config/org.example.rooms"
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        let script = "echo \(answer) | script -q -e -c '\(Sandbox.program) remove rooms --purge' /dev/null"
        let removed = try Finished.run(["/bin/sh", "-c", script], environment: sandbox.environment, in: sandbox.folder)
        #expect(removed.status == status && removed.output.contains("own data in \(own)?"), "\(removed)")
        #expect(FileManager.default.fileExists(atPath: own) == (answer == "n"))
        #expect(try rooms?.isShown == (answer == "n" ? true : nil))
    }

    @Test("An app that was registered by hand cannot be removed as a package")
    func leavesOthersAlone() throws {
        try sandbox.registry.register(
            AppDescription(id: "org.example.rooms", name: "Rooms", launch: .terminal("/bin/true")))
        let refused = try sandbox.store("remove", "rooms")
        #expect(refused.status == 65 && refused.errors.contains("launcher unregister"))
        #expect(try sandbox.store("rollback", "rooms").status == 66)
        #expect(try sandbox.store("remove", "nothing").status == 66)
    }

    @Test("An app's own data is found where the app keeps it if a variable of the environment is a relative path")
    func relativeFolder() throws {
        try sandbox.store("install", try sandbox.makePackage(version: "1.0"))
        let own = "\(sandbox.folder)/home/.local/share/org.example.rooms"
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        let purged = try sandbox.store("remove", "--purge", "rooms", environment: ["XDG_DATA_HOME": "relative"])
        #expect(purged.status == 0 && purged.errors.contains("Deleted \(own)"), "\(purged.errors)")
        #expect(!FileManager.default.fileExists(atPath: own))
    }
}
