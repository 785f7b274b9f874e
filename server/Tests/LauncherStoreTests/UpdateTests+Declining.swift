import AppCatalog
import AppGroup
import Foundation
import TestSupport
import Testing

/// Releases that their user has decided against.
extension UpdateTests {
    @Test("An older release that was installed on request stays, until its user asks for the newest")
    func olderOnRequest() throws {
        try testServer.open(["1.0", "2.0"])
        #expect(try testServer.store("install", "rooms").status == 0)
        #expect(try testServer.store("install", "rooms", "--to", "1.0").status == 0)
        let update = try testServer.store("update")
        let sentence = "You chose a release older than Rooms 2.0."
        #expect(update.status == 0 && update.errors.contains(sentence), "\(update.errors)")
        #expect(try testServer.rooms?.version == "1.0")
        #expect(try testServer.store("update", "rooms").status == 0)
        #expect(try testServer.rooms?.version == "2.0")
    }

    @Test("An app whose chosen release can't be recorded is installed all the same, and its user is told")
    func unrecordedChoice() throws {
        try testServer.open(["1.0", "2.0"])
        let state = "\(testServer.sandbox.folder)/home/.local/state/app-groups"
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: "\(state)/declined"))
        for words in ["Installed Rooms 1.0", "already installed"] {
            let answer = try testServer.store("install", "rooms", "--to", "1.0")
            #expect(answer.status == 0 && answer.errors.contains(words), "\(answer.errors)")
            #expect(answer.errors.contains("Your choice of 1.0 can't be recorded"), "\(answer.errors)")
            #expect(try testServer.rooms?.version == "1.0")
        }
    }

    @Test("rollback says so if the choice of the version can't be recorded")
    func unrecordedRollback() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms", "--to", "1.0").status == 0)
        #expect(try testServer.store("install", "rooms").status == 0)
        let declined = "\(testServer.sandbox.folder)/home/.local/state/app-groups/declined"
        try? FileManager.default.removeItem(atPath: declined)
        try Data().write(to: URL(filePath: declined))
        let back = try testServer.store("rollback", "rooms")
        #expect(back.status == 0 && back.errors.contains("Your choice of 1.0 can't be recorded"), "\(back.errors)")
        #expect(try testServer.rooms?.version == "1.0")
    }

    @Test("A release that the user went back from does not come back after they choose another older one")
    func anotherOlder() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "1.1", "2.0", "2.1"])
        try testServer.server.script(try testServer.answers([testServer.package([releases[0]])], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms").status == 0)
        let three = testServer.package(Array(releases[..<3]))
        try testServer.server.script(try testServer.answers([three], files: files))
        #expect(try testServer.store("update").status == 0)
        #expect(try testServer.store("rollback", "rooms").status == 0)
        #expect(try testServer.store("install", "rooms", "--to", "1.1").status == 0)
        for _ in 0..<2 {
            let update = try testServer.store("update")
            #expect(
                update.status == 0 && update.errors.contains("You chose a release older than Rooms 2.0."), "\(update)")
            #expect(try testServer.rooms?.version == "1.1" && testServer.rooms?.availableVersion == "2.0")
        }
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        #expect(try testServer.store("update").status == 0)
        #expect(try testServer.rooms?.version == "2.1")
    }

    @Test("If the newest release is withdrawn, updates still skip the other releases that were not chosen")
    func withdrawnAfterChoice() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "1.5", "2.0"])
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms", "--to", "1.0").status == 0)
        try testServer.server.script(try testServer.answers([testServer.package(Array(releases[..<2]))], files: files))
        let update = try testServer.store("update")
        #expect(update.status == 0 && update.errors.contains("You chose a release older than Rooms 1.5."), "\(update)")
        #expect(try testServer.rooms?.version == "1.0")
    }

    @Test("A release that was withdrawn and is offered again is installed by update, even if its files are here")
    func offeredAgain() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        func offer(_ releases: [CatalogRelease]) throws {
            try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        }
        try offer(releases)
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms").status == 0)
        try offer([releases[0]])
        #expect(try testServer.store("install", "rooms").status == 0)
        #expect(try testServer.rooms?.version == "1.0" && testServer.rooms?.packages.count == 2)
        try offer(releases)
        let update = try testServer.store("update")
        #expect(update.status == 0 && !update.errors.contains("You went back"), "\(update.errors)")
        #expect(try testServer.rooms?.version == "2.0")
    }

    @Test("If the release that followed a declined one is withdrawn, updates still skip the declined one")
    func withdrawnAfterRollback() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0", "2.1"])
        try testServer.server.script(try testServer.answers([testServer.package([releases[0]])], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms").status == 0)
        for count in [2, 3] {
            let package = testServer.package(Array(releases[..<count]))
            try testServer.server.script(try testServer.answers([package], files: files))
            #expect(try testServer.store("update").status == 0)
            #expect(try testServer.rooms?.version?.description == "2.\(count - 2)")
            #expect(try testServer.store("rollback", "rooms").status == 0)
            #expect(try testServer.rooms?.version == "1.0")
        }
        try testServer.server.script(try testServer.answers([testServer.package(Array(releases[..<2]))], files: files))
        let update = try testServer.store("update")
        #expect(update.status == 0 && update.errors.contains("You chose a release older than Rooms 2.0."), "\(update)")
        #expect(try testServer.rooms?.version == "1.0")
        #expect(try testServer.store("update", "rooms").status == 0)
        #expect(try testServer.rooms?.version == "2.0")
    }

    @Test("A first installation of an older release stays, until its user takes the newest one or removes the app")
    func firstOlder() throws {
        try testServer.open(["1.0", "2.0"])
        #expect(try testServer.store("install", "rooms", "--to", "1.0").status == 0)
        let update = try testServer.store("update")
        #expect(update.errors.contains("You chose a release older than Rooms 2.0."), "\(update)")
        #expect(try !update.errors.contains("up to date") && testServer.rooms?.version == "1.0")
        #expect(try testServer.files(below: ".local/state/app-groups/declined") == ["org.example.rooms"])
        #expect(try testServer.store("update", "rooms").status == 0)
        #expect(try testServer.rooms?.version == "2.0")
        #expect(try testServer.files(below: ".local/state/app-groups/declined").isEmpty)
        #expect(try testServer.store("install", "rooms", "--to", "1.0").status == 0)
        #expect(try testServer.store("remove", "rooms").status == 0)
        #expect(try testServer.files(below: ".local/state/app-groups/declined").isEmpty)
    }

    @Test("Records of origins and declined releases count even if others may read them")
    func readableRecords() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "1.1", "2.0"])
        try testServer.server.script(try testServer.answers([testServer.package(Array(releases[..<2]))], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms", "--to", "1.0").status == 0)
        for folder in ["origins", "declined"] {
            let records = "\(testServer.sandbox.folder)/home/.local/state/app-groups/\(folder)"
            #expect(try Finished.run(["/bin/chmod", "-R", "go+r", records], environment: [:]).status == 0)
        }
        #expect(try testServer.store("update").errors.contains("You chose a release older than Rooms 1.1."))
        #expect(try testServer.rooms?.version == "1.0")
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        #expect(try testServer.store("update").status == 0)
        #expect(try testServer.rooms?.version == "2.0")
    }
}
