import ExamplesTestSupport
import Foundation
import Testing

@Suite("Simultaneous updates")
struct SharingTests {
    private let person: Person
    private let server: BadServer

    init() throws {
        person = try Person()
        server = try BadServer()
        try server.put(TablePDF.list(rows: 600))
        try person.track("21000000001", "--source", server.address("held=0.5"))
    }

    @Test("Simultaneous updates wait for each other and share one result")
    func share() throws {
        let first = try person.start("update")
        try first.waitToHear("21000000001: Approved")
        let others = try (0..<3).map { _ in try person.start("update", "--format", "tsv") }
        for other in others { try other.waitToHear("waiting for its result") }
        for other in others { #expect(other.isRunning) }
        try server.go()
        #expect(try first.result().ending == .exit(0))
        for other in others {
            let result = try other.result()
            #expect(result.ending == .exit(0))
            #expect(result.output.contains("21000000001\t\tnew\tApproved\t14-Jun-12\tfound"))
        }
        #expect(try server.requests.count == 1)
    }

    @Test("An update does the work itself if the one it waited for was killed")
    func takeOver() throws {
        let first = try person.start("update")
        try first.waitToHear("21000000001: Approved")
        let second = try person.start("update")
        try second.waitToHear("waiting for its result")
        try server.go()
        first.kill()
        #expect(try second.result().ending == .exit(0))
        #expect(try person.status().applications[0].status == "Approved")
    }

    @Test("A result from before a number was added is not shared")
    func entered() throws {
        let first = try person.start("update")
        try first.waitToHear("21000000001: Approved")
        try person.track("21000000002")
        let second = try person.start("update")
        try second.waitToHear("waiting for its result")
        try server.go()
        #expect(try first.result().ending == .exit(0))
        #expect(try second.result().ending == .exit(0))
        #expect(try person.status().applications.map(\.status) == ["Approved", "Refused"])
    }

    @Test("An update leaves numbers alone that are removed or changed meanwhile")
    func givenUp() throws {
        try person.track("21000000002")
        let first = try person.start("update")
        try first.waitToHear("21000000001: Approved")
        #expect(try person.visa("untrack", "21000000001").status == 0)
        try person.track("21000000002", "--columns", "1,2")
        try server.go()
        #expect(try first.result().ending == .exit(0))
        let applications = try person.status().applications
        #expect(applications.map(\.number) == ["21000000002"])
        #expect(applications[0].lastCheck == nil)
    }

    @Test("A result from before a number got another source is not shared")
    func otherSource() throws {
        try person.track("21000000002", "--source", server.address())
        // The held file is read last.
        try person.track("21000000001")
        let first = try person.start("update")
        try first.waitToHear("21000000001: Approved")
        try person.track("21000000002", "--source", server.address("status=404"))
        let second = try person.start("update")
        try second.waitToHear("waiting for its result")
        try server.go()
        #expect(try first.result().ending == .exit(0))
        #expect(try second.result().ending == .exit(69))
        #expect(try person.status("21000000002").applications[0].lastCheck?.outcome == "unreachable")
    }
}
