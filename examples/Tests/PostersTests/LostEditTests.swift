import AppGroup
import Foundation
import Testing

@testable import posters

@Suite("Changes of reports that a restored server has lost")
struct LostEditTests {
    private let city: RealCity
    private let anna: Inspector

    init() async throws {
        city = try await RealCity()
        anna = try await city.loggedIn("anna")
        for name in ["A", "B"] { try await anna.file(name) }
    }

    @Test("A change that the server has lost is named and kept, and is sent again only if the person says so")
    func named() async throws {
        try await anna.succeed("edit", "1", "--comment", "Early")
        let backup = try await city.backUp()
        try await anna.succeed("edit", "2", "--company", "Wrong")
        try await anna.succeed("edit", "2", "--company", "Right", "--comment", "Late")
        try await city.restore(backup)
        let sync = try await anna.succeed("sync")
        let drafts = try await draftLines(of: anna)
        #expect(drafts.map { [$0[1], $0[5]] } == [["refused", "Right"]])
        let draft = try #require(drafts.first?[0])
        for words in [
            "lost your change of report 2 (company, comment)", "posters show 2", "posters edit \(draft)",
            "posters cancel \(draft)",
        ] {
            #expect(sync.errors.contains(words), "\(sync.errors)")
            #expect(drafts[0][7].contains(words), "\(drafts)")
        }
        #expect(!sync.errors.contains("change of report 1"), "\(sync.errors)")
        #expect(try await !anna.succeed("sync").errors.contains("your change"))
        #expect(try await anna.records("list", "--status", "new").map { $0[5] } == ["B", "A"])
        try await anna.succeed("edit", draft)
        let page = try await anna.succeed("show", "2").output
        #expect(page.contains("Right") && page.contains("Late"), "\(page)")
        #expect(try await draftLines(of: anna).isEmpty)
        #expect(try await anna.succeed("show", "1").output.contains("Early"))
    }

    @Test(
        "What another device has changed after a restore stays, whether or not this device has lost a change",
        arguments: [false, true])
    func newerChange(isLost: Bool) async throws {
        let tablet = try await city.loggedIn("anna")
        if !isLost { try await anna.succeed("edit", "1", "--company", "Phone") }
        let backup = try await city.backUp()
        if isLost { try await anna.succeed("edit", "1", "--company", "Phone") }
        try await city.restore(backup)
        // Otherwise, the server would ask first: the tablet doesn't know “Phone”.
        try await tablet.succeed("sync")
        try await tablet.succeed("edit", "1", "--company", "Tablet")
        for _ in 1...2 {
            try await anna.succeed("sync")
            try await tablet.succeed("sync")
        }
        #expect(try await draftLines(of: anna).map { $0[5] } == (isLost ? ["Phone"] : []))
        #expect(try await draftLines(of: tablet).isEmpty)
        for device in [anna, tablet] {
            #expect(try await device.records("list", "--status", "new").map { $0[5] } == ["B", "Tablet"])
        }
        for draft in try await draftLines(of: anna) { try await anna.succeed("cancel", draft[0], "--yes") }
        #expect(try await draftLines(of: anna).isEmpty)
    }

    @Test(
        "A change that waits is sent after all that the server still has has come, and counts as newer than a lost one",
        arguments: [false, true])
    func waitingChange(isInterrupted: Bool) async throws {
        let backup = try await city.backUp()
        try await anna.succeed("edit", "1", "--company", "Lost company", "--comment", "Lost comment")
        try await city.restore(backup)
        let store = try Store(folder: anna.home.appending(path: "data/posters").path)
        _ = try store.add(.edit(report: 1, ReportChange(company: "Waiting")), at: Timestamp(seconds: 0))
        if isInterrupted {
            // As a sync leaves it that was killed before the changes came.
            let history = try #require(try store.server().changes(after: 0).history)
            #expect(try store.beginAgain(in: history) == [])
        }
        let sync = try await anna.succeed("sync")
        #expect(sync.output.contains("Report 1 is changed."), "\(sync.output)")
        #expect(sync.errors.contains("lost your change of report 1 (comment)"), "\(sync.errors)")
        let page = try await anna.succeed("show", "1").output
        #expect(page.contains("Waiting") && !page.contains("Lost"), "\(page)")
        try await anna.succeed("edit", try #require(try await draftLines(of: anna).first?[0]))
        let whole = try await anna.succeed("show", "1").output
        #expect(whole.contains("Waiting") && whole.contains("Lost comment"), "\(whole)")
    }

    @Test("Changes that wait during a restore follow each other, even if the report is older again than they know it")
    func waitingChanges() async throws {
        let backup = try await city.backUp()
        try await anna.succeed("edit", "1", "--company", "Lost")
        let store = try Store(folder: anna.home.appending(path: "data/posters").path)
        let version = try #require(try store.report(1)).version
        for company in ["First", "Second"] {
            let change = ReportChange(company: company, version: version)
            _ = try store.add(.edit(report: 1, change), at: Timestamp(seconds: 0))
        }
        try await city.restore(backup)
        try await anna.succeed("sync")
        #expect(try await draftLines(of: anna).isEmpty)
        #expect(try await anna.records("list", "--status", "new").map { $0[5] } == ["B", "Second"])
    }

    @Test("Drafts wait for the server's changes only from a restore on until all of these have come")
    func waiting() async throws {
        let store = try Store(folder: anna.home.appending(path: "data/posters").path)
        let receiver = ChangeReceiver(store: store, server: try store.server())
        let history = try #require(try store.text(.history))
        #expect(try receiver.isCurrent())
        // As a change of the role leaves it.
        try store.set(.cursor, to: nil)
        try store.set(.synced, to: nil)
        #expect(try receiver.isCurrent())
        // As before the first sync.
        try store.set(.history, to: nil)
        #expect(try receiver.isCurrent())
        try store.set(.history, to: "before the restore")
        #expect(try !receiver.isCurrent())
        #expect(try store.beginAgain(in: history) == [])
        #expect(try !receiver.isCurrent())
        try await anna.succeed("sync")
        #expect(try receiver.isCurrent())
    }

    @Test("A lost change of a report that is about to be withdrawn becomes no draft")
    func waitingWithdrawal() async throws {
        let backup = try await city.backUp()
        for number in ["1", "2"] { try await anna.succeed("edit", number, "--company", "Lost \(number)") }
        try await city.restore(backup)
        let store = try Store(folder: anna.home.appending(path: "data/posters").path)
        _ = try store.add(.cancel(report: 1), at: Timestamp(seconds: 0))
        let sync = try await anna.succeed("sync")
        #expect(sync.output.contains("Report 1 is withdrawn."), "\(sync.output)")
        #expect(!sync.errors.contains("change of report 1"), "\(sync.errors)")
        #expect(try await draftLines(of: anna).map { $0[5] } == ["Lost 2"])
    }

    @Test("A change that the first of two restores has lost is named, even if the device has missed that restore")
    func restoredTwice() async throws {
        let boris = try await city.loggedIn("boris")
        let first = try await city.backUp()
        try await anna.succeed("edit", "1", "--company", "Again")
        try await city.restore(first)
        try await boris.file("C")
        let second = try await city.backUp(to: "second.sqlite")
        for _ in 1...2 {
            try await city.restore(second)
            let sync = try await anna.succeed("sync")
            #expect(sync.errors.contains("lost your change of report 1 (company)"), "\(sync.errors)")
            let drafts = try await draftLines(of: anna)
            #expect(drafts.map { $0[5] } == ["Again"])
            // It is lost once more by the second turn.
            try await anna.succeed("edit", try #require(drafts.first?[0]))
            #expect(try await anna.records("list", "--status", "new").map { $0[5] } == ["B", "Again"])
        }
    }

    @Test("A change that was made after a restore is named if the server goes back to the database from before it")
    func undoneRestore() async throws {
        let backup = try await city.backUp()
        try await anna.succeed("edit", "1", "--company", "Early")
        let original = try await city.restore(backup)
        try await anna.succeed("sync")
        for draft in try await draftLines(of: anna) { try await anna.succeed("cancel", draft[0], "--yes") }
        try await anna.succeed("edit", "2", "--company", "Late")
        try await city.restore(original)
        let sync = try await anna.succeed("sync")
        #expect(sync.errors.contains("lost your change of report 2 (company)"), "\(sync.errors)")
        #expect(try await draftLines(of: anna).map { $0[5] } == ["Late"])
        #expect(try await anna.records("list", "--status", "new").map { $0[5] } == ["B", "Early"])
    }

    @Test("If the server has lost a report with its changes, only the report becomes a draft, as it was last")
    func lostReport() async throws {
        let backup = try await city.backUp()
        try await anna.file("New")
        try await anna.succeed("edit", "3", "--company", "Newer")
        try await city.restore(backup)
        try await anna.succeed("sync")
        #expect(try await draftLines(of: anna).map { [$0[1], $0[5]] } == [["draft", "Newer"]])
        #expect(try await !anna.succeed("sync").errors.contains("your change"))
    }

    @Test("A change that waits for a report that the server has lost is in the draft of the report, and is named")
    func waitingChangeOfLostReport() async throws {
        let backup = try await city.backUp()
        try await anna.file("New")
        let store = try Store(folder: anna.home.appending(path: "data/posters").path)
        for change in [ReportChange(company: "Early", comment: "Here"), ReportChange(company: "Late")] {
            _ = try store.add(.edit(report: 3, change), at: Timestamp(seconds: 0))
        }
        try await city.restore(backup)
        let sync = try await anna.succeed("sync")
        let drafts = try await draftLines(of: anna)
        #expect(drafts.map { [$0[1], $0[5]] } == [["draft", "Late"]])
        let draft = try #require(drafts.first?[0])
        let sentence = "The server has lost report 3. Your change of it (company, comment) is in \(draft), its draft."
        #expect(sync.errors.contains(sentence), "\(sync.errors)")
        #expect(try await anna.succeed("show", draft).output.contains("Here"))
        try await anna.succeed("edit", draft, "--photo", anna.home.appending(path: "New.jpg").path)
        #expect(try await anna.records("list", "--status", "new").map { $0[5] } == ["Late", "B", "A"])
    }

    @Test("An edit that finds out that the server has lost the report fails, and names the draft that has the change")
    func editOfLostReport() async throws {
        let backup = try await city.backUp()
        try await anna.file("New")
        try await city.restore(backup)
        let edit = try await anna.posters("edit", "3", "--company", "Newer")
        #expect(edit.ending == .exit(65), "\(edit)")
        let drafts = try await draftLines(of: anna)
        #expect(drafts.map { [$0[1], $0[5]] } == [["draft", "Newer"]])
        let draft = try #require(drafts.first?[0])
        let sentence = "the draft lacks a photo. To complete it: posters edit \(draft)\n"
        #expect(edit.errors.hasSuffix(sentence), "\(edit.errors)")
    }

    private func draftLines(of inspector: Inspector) async throws -> [[String]] {
        try await inspector.records("list", "--status", "draft")
    }
}
