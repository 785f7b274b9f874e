import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import posters

@Suite("Changes of one report on two devices")
struct OvertakenChangeTests {
    private let city: RealCity
    private let phone: Inspector
    private let tablet: Inspector

    init() async throws {
        city = try await RealCity()
        phone = try await city.loggedIn("anna")
        try await phone.file("A")
        tablet = try await city.loggedIn("anna")
    }

    @Test("A change of what another device has changed since is refused, and sent again only if the person says so")
    func refused() async throws {
        try await tablet.succeed("edit", "1", "--comment", "Tuesday")
        let edit = try await phone.posters("edit", "1", "--comment", "Monday", "--type", "pole")
        #expect(edit.ending == .exit(65), "\(edit.errors)")
        let drafts = try await draftLines
        #expect(drafts.map { $0[1] } == ["refused"])
        let draft = try #require(drafts.first?[0])
        for words in [
            "Report 1 was edited since you got it (comment). Nothing was changed. To look at the report: posters show 1.",
            "posters edit \(draft)", "posters cancel \(draft)",
        ] {
            #expect(edit.output.contains(words), "\(edit.output)")
            #expect(drafts[0][7].contains(words), "\(drafts)")
        }
        for device in [phone, tablet] {
            try await device.succeed("sync")
            let page = try await device.succeed("show", "1").output
            #expect(page.contains("Tuesday") && !page.contains("Monday"), "\(page)")
        }
        try await phone.succeed("edit", draft)
        let page = try await phone.succeed("show", "1").output
        #expect(page.contains("Monday") && page.contains("Lamp post") && !page.contains("Tuesday"), "\(page)")
        #expect(try await draftLines.isEmpty)
    }

    @Test("A change that is sent again is refused again if another device has changed the report meanwhile")
    func refusedAgain() async throws {
        try await tablet.succeed("edit", "1", "--comment", "Tuesday")
        #expect(try await phone.posters("edit", "1", "--comment", "Monday").ending == .exit(65))
        try await tablet.succeed("edit", "1", "--comment", "Wednesday")
        let draft = try #require(try await draftLines.first?[0])
        #expect(try await phone.posters("edit", draft).ending == .exit(65))
        #expect(try await phone.succeed("show", "1").output.contains("Wednesday"))
        try await phone.succeed("edit", draft)
        #expect(try await phone.succeed("show", "1").output.contains("Monday"))
    }

    @Test("Two devices that change different things of a report are not asked")
    func different() async throws {
        try await tablet.succeed("edit", "1", "--comment", "Tuesday")
        try await phone.succeed("edit", "1", "--company", "Monday")
        let page = try await phone.succeed("show", "1").output
        #expect(page.contains("Tuesday") && page.contains("Monday"), "\(page)")
    }

    @Test(
        "Changes that wait on one device follow each other, unless another device has changed the report as well",
        arguments: [false, true])
    func waiting(isOvertaken: Bool) async throws {
        let store = try Store(folder: phone.home.appending(path: "data/posters").path)
        let version = try #require(try store.report(1)).version
        if isOvertaken { try await tablet.succeed("edit", "1", "--comment", "Tablet") }
        for change in [
            ReportChange(company: "First", version: version),
            ReportChange(company: "Second", comment: "Phone", version: version),
        ] {
            _ = try store.add(.edit(report: 1, change), at: Timestamp(seconds: 0))
        }
        let sync = try await phone.posters("sync")
        #expect(sync.ending == .exit(isOvertaken ? 65 : 0), "\(sync.errors)")
        let page = try await phone.succeed("show", "1").output
        #expect(page.contains(isOvertaken ? "First" : "Second") && page.contains(isOvertaken ? "Tablet" : "Phone"))
        #expect(try await draftLines.map { $0[5] } == (isOvertaken ? ["Second"] : []))
    }

    @Test("A change that may have reached the server follows the one before it, too")
    func lostAnswer() async throws {
        let store = try Store(folder: phone.home.appending(path: "data/posters").path)
        let version = try #require(try store.report(1)).version
        let drafts = try ["First", "Second"].map { company in
            let change = ReportChange(company: company, version: version)
            return try store.add(.edit(report: 1, change), at: Timestamp(seconds: 0))
        }
        #expect(try store.noteAttempt(drafts[1]))
        try await phone.succeed("sync")
        #expect(try await phone.records("list").map { $0[5] } == ["Second"])
    }

    @Test("An answer that comes after newer changes of the report does not set a waiting change back")
    func lateAnswer() async throws {
        try await phone.succeed("edit", "1", "--comment", "Monday")
        let store = try Store(folder: phone.home.appending(path: "data/posters").path)
        let answer = try #require(try store.report(1))
        try await tablet.succeed("sync")
        try await tablet.succeed("edit", "1", "--comment", "Tuesday")
        try await phone.succeed("sync")
        let known = try #require(try store.report(1)).version
        let early = try store.add(.edit(report: 1, ReportChange(comment: "Monday")), at: Timestamp(seconds: 0))
        let late = ReportChange(comment: "Wednesday", version: known)
        _ = try store.add(.edit(report: 1, late), at: Timestamp(seconds: 0))
        // As the answer to a repeated request, which the server has kept.
        try store.finish(early, with: answer)
        try await phone.succeed("sync")
        #expect(try await phone.succeed("show", "1").output.contains("Wednesday"))
    }

    @Test(
        "A change of a report that is not stored here is refused only if the same was changed before",
        arguments: [("--comment", 65), ("--company", 0)] as [(String, Int32)])
    func notStored(option: String, status: Int32) async throws {
        try await tablet.succeed("edit", "1", "--comment", "Tablet")
        try forgetReports()
        let edit = try await phone.posters("edit", "1", option, "Handset")
        #expect(edit.ending == .exit(status), "\(edit)")
        let page = try await phone.succeed("show", "1").output
        #expect(page.contains("Tablet") && page.contains("Handset") == (status == 0), "\(page)")
    }

    @Test("A refused change is refused again if the report is not stored here, and sent once it is")
    func refusedAndNotStored() async throws {
        try await tablet.succeed("edit", "1", "--comment", "Tablet")
        #expect(try await phone.posters("edit", "1", "--comment", "Handset").ending == .exit(65))
        let draft = try #require(try await draftLines.first?[0])
        try forgetReports()
        #expect(try await phone.posters("edit", draft).ending == .exit(65))
        try await phone.succeed("edit", draft)
        #expect(try await phone.succeed("show", "1").output.contains("Handset"))
    }

    @Test("A waiting change of an earlier release, which names no version, is sent as before")
    func withoutVersion() async throws {
        let stored = String(decoding: try JSONEncoder().encode(ReportChange(company: "Old")), as: UTF8.self)
        #expect(stored == #"{"company":"Old"}"#)
        try await tablet.succeed("edit", "1", "--company", "Tablet")
        let store = try Store(folder: phone.home.appending(path: "data/posters").path)
        _ = try store.add(.edit(report: 1, ReportChange(company: "Old")), at: Timestamp(seconds: 0))
        try await phone.succeed("sync")
        #expect(try await phone.records("list").map { $0[5] } == ["Old"])
    }

    /// Leaves the store of the phone as a sync does that was killed after a restore, before the server's changes came.
    private func forgetReports() throws {
        let store = try Store(folder: phone.home.appending(path: "data/posters").path)
        let history = try #require(try store.text(.history))
        try store.set(.history, to: "before the restore")
        #expect(try store.beginAgain(in: history) == [])
    }

    private var draftLines: [[String]] {
        get async throws { try await phone.records("list", "--status", "draft") }
    }
}
