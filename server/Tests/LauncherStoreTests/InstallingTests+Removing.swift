import AppGroup
import Foundation
import TestSupport
import Testing

/// What `remove` deletes, and what it leaves.
extension InstallingTests {
    /// A folder with the app's own data.
    func makeOwnData() throws -> String {
        let folder = "\(sandbox.folder)/home/.local/share/org.example.rooms"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test("remove takes several apps, removes those that it finds, and ends with the first failure's status")
    func removesSeveral() throws {
        for name in ["Rooms", "Tea", "Visa"] {
            let package = try sandbox.makePackage(name, version: "1.0", id: "org.example.\(name.lowercased())")
            #expect(try sandbox.store("install", package).status == 0)
        }
        let removed = try sandbox.store("remove", "rooms", "nothing", "org.example.rooms", "tea")
        #expect(removed.status == 66 && removed.errors.contains("“nothing”"), "\(removed.errors)")
        #expect(removed.errors.components(separatedBy: "Removed ").count == 3, "\(removed.errors)")
        #expect(try sandbox.registry.apps().map(\.name) == ["Visa"])
        #expect(try sandbox.store("remove").status == 64)
    }

    @Test("--purge in a group that an app has left keeps the data that the app uses in another group")
    func purgesLeftover() throws {
        let package = try sandbox.makePackage(version: "1.0", group: nil)
        #expect(try sandbox.store("install", package, "--group", "org.example.first").status == 0)
        #expect(try sandbox.store("remove", "rooms").status == 0)
        #expect(try sandbox.store("install", package, "--group", "org.example.second").status == 0)
        let own = try makeOwnData()
        let words = ["remove", "org.example.rooms", "--purge", "--yes", "--group"]
        let leftover = try Finished.run(
            [Sandbox.program] + words + ["org.example.first"], environment: sandbox.environment)
        let sentence = "Its own data stays in \(own); the app uses it in the group org.example.second."
        #expect(leftover.status == 0 && leftover.errors.contains(sentence), "\(leftover)")
        #expect(FileManager.default.fileExists(atPath: own))
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.folder)/groups/org.example.first"))
        let installed = try Finished.run(
            [Sandbox.program] + words + ["org.example.second"], environment: sandbox.environment)
        #expect(installed.status == 0 && installed.errors.contains("Deleted \(own)"), "\(installed)")
        #expect(!FileManager.default.fileExists(atPath: own))
    }

    @Test("--purge deletes nothing if another group that may have the app cannot be read")
    func purgesBesideUnreadable() throws {
        let package = try sandbox.makePackage(version: "1.0", group: nil)
        #expect(try sandbox.store("install", package, "--group", "org.example.first").status == 0)
        #expect(try sandbox.store("remove", "rooms").status == 0)
        #expect(try sandbox.store("install", package, "--group", "org.example.second").status == 0)
        let own = try makeOwnData()
        let lock = ["/bin/sh", "-c", "chmod a-r \"$0\"/registry*", "\(sandbox.folder)/groups/org.example.second"]
        #expect(try Finished.run(lock, environment: [:]).status == 0)
        let words = ["remove", "org.example.rooms", "--purge", "--yes", "--group", "org.example.first"]
        let refused = try sandbox.asPlainUser(words)
        #expect(refused.status != 0 && refused.errors.contains("another group may use its data"), "\(refused)")
        #expect(FileManager.default.fileExists(atPath: own))
        #expect(FileManager.default.fileExists(atPath: "\(sandbox.folder)/groups/org.example.first"))
    }

    @Test("remove needs no list of all groups, but --purge does")
    func removesWithoutList() throws {
        #expect(try sandbox.store("install", try sandbox.makePackage(version: "1.0")).status == 0)
        let own = try makeOwnData()
        let groups = "\(sandbox.folder)/groups"
        try FileManager.default.setAttributes([.posixPermissions: 0o300], ofItemAtPath: groups)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: groups) }
        let words = ["remove", "org.example.rooms", "--group", "\(sandbox.group)"]
        let refused = try sandbox.asPlainUser(words + ["--purge", "--yes"])
        #expect(refused.status == 77 && FileManager.default.fileExists(atPath: own), "\(refused)")
        let removed = try sandbox.asPlainUser(words)
        #expect(removed.status == 0 && removed.errors.contains("Removed Rooms"), "\(removed)")
    }

    @Test("--purge deletes nothing if the app cannot be removed from its group")
    func purgesAllOrNothing() throws {
        try sandbox.store("install", try sandbox.makePackage(version: "1.0"))
        let own = try makeOwnData()
        #expect(try Finished.run(["/bin/chmod", "-R", "a-w", sandbox.container], environment: [:]).status == 0)
        let refused = try sandbox.asPlainUser(["remove", "rooms", "--purge", "--yes"])
        #expect(refused.status == 77 && !refused.errors.contains("Deleted"), "\(refused)")
        #expect(try FileManager.default.fileExists(atPath: own) && rooms?.isShown == true)
    }
}
