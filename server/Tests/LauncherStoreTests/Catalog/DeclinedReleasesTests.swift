import AppGroup
import Foundation
import Testing

@testable import LauncherStore

@Suite("Releases that their user declined")
struct DeclinedReleasesTests {
    @Test("The record of an app stays if another one goes whose identifier is the beginning of its own")
    func similarIdentifiers() throws {
        let sandbox = try Sandbox()
        let declined = DeclinedReleases(try ClientFolders(ProcessEnvironment(sandbox.environment)))
        let (chosen, other) = (Self.digest("a"), Self.digest("b"))
        let (rooms, similar): (AppID, AppID) = ("org.example.rooms", "org.example.rooms.add.new")
        for app in [rooms, similar] { try declined.note(chosen, insteadOf: [other], of: app) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date.now.addingTimeInterval(-2 * 86_400)],
            ofItemAtPath: "\(declined.folder)/\(similar)")
        try declined.note(other, insteadOf: [chosen], of: rooms)
        #expect(declined.releases(of: similar) == [other])
        try declined.forget(rooms)
        #expect(declined.releases(of: similar) == [other] && declined.releases(of: rooms).isEmpty)
    }

    @Test("The record of an app counts in any spelling of its identifier")
    func spellings() throws {
        let sandbox = try Sandbox()
        let declined = DeclinedReleases(try ClientFolders(ProcessEnvironment(sandbox.environment)))
        let (chosen, other) = (Self.digest("a"), Self.digest("b"))
        try declined.note(chosen, insteadOf: [other], of: "org.example.Rooms")
        #expect(declined.releases(of: "org.example.rooms") == [other])
        try declined.forget("org.example.rooms")
        #expect(declined.releases(of: "org.example.Rooms").isEmpty)
    }

    @Test("A choice is on record once it is going to be carried out, and is taken back if that fails")
    func beforeTheSwitch() throws {
        let sandbox = try Sandbox()
        let declined = DeclinedReleases(try ClientFolders(ProcessEnvironment(sandbox.environment)))
        let (chosen, newer, newest) = (Self.digest("a"), Self.digest("b"), Self.digest("c"))
        let rooms: AppID = "org.example.rooms"
        try declined.note(chosen, insteadOf: [newer], of: rooms)
        #expect(throws: AppGroupError.self) {
            try declined.choosing(newer, named: "2.0", insteadOf: [newest], of: rooms) { note in
                #expect(declined.releases(of: rooms) == [newer])
                note()
                #expect(declined.releases(of: rooms) == [newest])
                throw AppGroupError(.busy, "Wait.")
            }
        }
        #expect(declined.releases(of: rooms) == [newer])
        let sentences = try declined.choosing(newer, named: "2.0", insteadOf: [newest], of: rooms) { note in
            note()
            return ["Done."]
        }
        #expect(sentences == ["Done."] && declined.releases(of: rooms) == [newest])
    }

    @Test("A choice that fails takes back nothing that another command has recorded meanwhile")
    func recordedMeanwhile() throws {
        let sandbox = try Sandbox()
        let folders = try ClientFolders(ProcessEnvironment(sandbox.environment))
        let (declined, other) = (DeclinedReleases(folders), DeclinedReleases(folders))
        let (older, newer, newest) = (Self.digest("a"), Self.digest("b"), Self.digest("c"))
        let rooms: AppID = "org.example.rooms"
        #expect(throws: AppGroupError.self) {
            try declined.choosing(older, named: "1.0", insteadOf: [newer], of: rooms) { note in
                note()
                try other.note(newer, insteadOf: [newest], of: rooms)
                throw AppGroupError(.busy, "Wait.")
            }
        }
        #expect(declined.releases(of: rooms) == [newest])
        // This choice is on record already, so it records nothing to be taken back.
        #expect(throws: AppGroupError.self) {
            try declined.choosing(newer, named: "2.0", insteadOf: [newest], of: rooms) { note in
                note()
                try other.forget(rooms)
                throw AppGroupError(.busy, "Wait.")
            }
        }
        #expect(declined.releases(of: rooms).isEmpty)
    }

    private static func digest(_ digit: String) -> PackageDigest {
        PackageDigest(stringLiteral: String(repeating: digit, count: 64))
    }
}
