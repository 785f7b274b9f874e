import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import posters

@Suite("posters at a real posters-server")
struct ServerTests {
    private let city: RealCity

    init() async throws { city = try await RealCity() }

    @Test("Drafts with more photos than a server keeps without a report all arrive in one sync")
    func manyPhotos() async throws {
        let anna = try await city.loggedIn("anna")
        for draft in 1...6 {
            let photos = try (1...10).flatMap { number in
                let mark = "\(draft) \(number)"
                return [
                    "--photo", try anna.write(TestPhoto.jpeg(place: (50.45, 30.52), mark: mark), to: "\(mark).jpg"),
                ]
            }
            try await anna.succeed(
                ["new", "--later", "--phone", "044 123 45 67", "--district", "podil", "--company", "Ten"] + photos)
        }
        let lines = try await anna.succeed("sync", "--quiet").output.split(separator: "\n")
        #expect(lines.count { $0.contains(" is report ") } == 6)
        #expect(try await anna.records("list").count == 6)
    }

    @Test("Reports near a place are described as in the list, and a page knows at once which numbers are blocked")
    func sameReport() async throws {
        let anna = try await city.loggedIn("anna")
        try await anna.file("A")
        let sofia = try await city.loggedIn("sofia")
        for (lift, isBlocked) in [([], true), (["--lift"], false)] {
            try await sofia.succeed(["block", "+380441234567"] + lift)
            let page = try await sofia.succeed("show", "1", "--format", "json").output
            #expect(page.contains(#""blocked":\#(isBlocked)"#), "\(page)")
        }
        try await sofia.succeed("status", "1", "confirmed")
        try await anna.succeed("sync")
        let near = try await anna.succeed("near", "50.4501,30.5234", "--format", "json").output
        #expect(near.contains(#""unseen":true"#), "\(near)")
        #expect(try await near.replacing(/,"meters":\d+/, with: "") == anna.succeed("list", "--format", "json").output)
    }

    @Test("Two inspectors and a supervisor do their job: reports, decisions, a change that comes too late, exports")
    func job() async throws {
        let name = #""ТОВ «Ромашка»", O'Brien <b>"#
        let anna = try await city.loggedIn("anna")
        let boris = try await city.loggedIn("boris")
        let sofia = try await city.loggedIn("sofia")
        let photo = try anna.write(TestPhoto.jpeg(place: (50.4501, 30.5234), mark: "a"), to: "a.jpg")
        let filed = try await anna.succeed(
            "new", "--photo", photo, "--phone", "8(044)123-45-67", "--district", "podil", "--company", name, "--type",
            "lamp", "--comment", "Дріт")
        #expect(filed.output == "d1 is report 1.\n")
        let nowhere = try await anna.posters("photo", "1", "--to", "\(city.folder.path)/none")
        #expect(nowhere.ending == .exit(66) && nowhere.errors.contains("There is no folder"), "\(nowhere.errors)")
        #expect(try await boris.file("Second").ending == .exit(0))
        #expect(try await boris.posters("show", "1").ending == .exit(66))
        #expect(try await boris.succeed("list").output.contains("Second"))
        // 39 km to the north.
        #expect(try await boris.posters("near", "50.8,30.5234", "--radius", "38000").ending == .exit(66))
        #expect(try await boris.records("near", "50.8,30.5234", "--radius", "50000").map { $0[0] } == ["1", "2"])
        try await boris.succeed("edit", "2", "--comment", "Here")
        #expect(try await boris.succeed("show", "2").output.contains("Here"))
        try await boris.succeed("edit", "2", "--comment", "")
        #expect(try await !boris.succeed("show", "2").output.contains("Here"))

        #expect(try await sofia.records("queue").map { $0[5] } == [name, "Second"])
        #expect(try sofia.app.badge == 2)
        try await sofia.succeed("status", "1", "removed", "--note", "Taken down")
        try await sofia.succeed("block", "+380441234567")
        #expect(try await sofia.records("offenders")[0].last == "blocked")
        #expect(try await boris.posters("status", "2", "confirmed").ending == .exit(77))
        #expect(try await boris.succeed("info").output.contains("photos"))
        #expect(try await sofia.succeed("export", "--csv").output.contains("Second"))
        let export = try await GeoJSONOracle.read(sofia.succeed("export", "--geojson").output)
        #expect(export.faults == [] && Set(export.features.map { $0["company"] }) == [name, "Second"], "\(export)")
        #expect(export.points.count == 2 && export.points.allSatisfy { $0 == [30.5234, 50.4501] }, "\(export)")
        #expect(export.features.allSatisfy { $0["phones"] == "(1:+380441234567)" }, "\(export)")

        #expect(try await anna.succeed("sync", "--quiet").output == "Report 1: removed: Taken down\n")
        #expect(try anna.app.badge == 1)
        let edit = try await anna.succeed("edit", "1", "--comment", "Too late")
        #expect(edit.output.hasPrefix("Report 1 is removed."))
        let tablet = try await city.loggedIn("anna")
        let page = try await tablet.succeed("show", "1").output
        for part in [name, "044 123 45 67", "blocked", "Lamp post", "Kyivsvitlo", "Podil", "Too late", "Taken down"] {
            #expect(page.contains(part), "\(page)")
        }
        let map = ["map", "--bbox", "30.3,50.3,30.8,50.6", "--zoom", "10", "--server", city.address]
        let visitor = try Inspector()
        let guest = try await visitor.start(map + ["--format", "geojson"]).result()
        #expect(guest.ending == .exit(0) && guest.output.contains("\"point_count\":2"), "\(guest.output)")
        #expect(!guest.output.contains("Ромашка") && !guest.output.contains("123"))
        let drawn = try await GeoJSONOracle.read(guest.output)
        #expect(drawn.faults == [] && drawn.features.map { $0["point_count"] } == ["2"], "\(drawn)")
    }

    @Test("An export that can't be written ends with status 74")
    func noticesLostOutput() async throws {
        let sofia = try await city.loggedIn("sofia")
        let export = try await sofia.shell("exec \"$posters\" export --csv > /dev/full")
        #expect(export.ending == .exit(74) && export.errors.contains("No space left on device"), "\(export.errors)")
    }

    @Test("A sync that is killed again and again files three drafts as three reports")
    func killed() async throws {
        let anna = try await city.loggedIn("anna")
        for name in ["A", "B", "C"] { try await anna.file(name, "--later") }
        for round in 0..<12 {
            let sync = try anna.start(["sync"])
            try await Task.sleep(for: .milliseconds(10 + 15 * round))
            sync.send(SIGKILL)
            _ = try await sync.result()
        }
        try await anna.succeed("sync")
        let sofia = try await city.loggedIn("sofia")
        #expect(try await sofia.records("queue").map { $0[5] } == ["A", "B", "C"])
        #expect(anna.keptPhotos.isEmpty)
    }

    @Test("A withdrawn report leaves the map, a supervisor deletes it, and an account ends with its password")
    func withdrawal() async throws {
        let anna = try await city.loggedIn("anna")
        let sofia = try await city.loggedIn("sofia")
        try await anna.file("A")
        try await anna.succeed("cancel", "1", "--yes")
        #expect(try await sofia.records("queue").map { $0[1] } == ["withdrawn"])
        #expect(try await sofia.succeed("export", "--csv").lines.count == 1)
        #expect(try await sofia.succeed("export", "--csv", "--withdrawn").output.hasSuffix(",true\r\n"))
        try await sofia.succeed("delete", "1", "--yes")
        try await anna.succeed("sync")
        #expect(try await anna.posters("list").ending == .exit(66))
        try await anna.succeed("account", "delete", "--yes", "--password-command", "echo \(RealCity.password)")
        #expect(try await anna.posters("sync").ending == .exit(77))
    }

    @Test("A new password at posters-server logs an account's other devices out, and a wrong old one changes nothing")
    func newPassword() async throws {
        let desk = try await city.loggedIn("anna")
        let phone = try await city.loggedIn("anna")
        func change(from old: String, to new: String) async throws -> RunningProcess.Result {
            try await desk.posters(
                "account", "password", "--password-command", "echo \(old)", "--new-password-command", "echo \(new)")
        }
        let wrong = try await change(from: "not the password", to: "another long one")
        #expect(wrong.ending == .exit(77) && wrong.errors.contains("The current password is wrong."), "\(wrong.errors)")
        let short = try await change(from: RealCity.password, to: "no")
        #expect(short.ending != .exit(0) && short.errors.contains("password"), "\(short.errors)")
        try await phone.succeed("sync")
        #expect(try await change(from: RealCity.password, to: "another long one").ending == .exit(0))
        try await desk.succeed("sync")
        #expect(try await comesTrue { try await phone.posters("sync").ending == .exit(77) })
    }

    @Test("A new supervisor gets all reports, and a former one keeps only their own")
    func otherRole() async throws {
        let anna = try await city.loggedIn("anna")
        let boris = try await city.loggedIn("boris")
        try await boris.file("Old")
        try await anna.file("Own")
        func reportsAfterSync() async throws -> [String] {
            let sync = try await anna.posters("sync")
            // The server may learn of the new role in its middle, and then refuses what the old one could ask for.
            #expect([.exit(0), .exit(77)].contains(sync.ending), "\(sync.errors)")
            return try await anna.records("list").map { $0[5] }
        }
        try await city.setRole("supervisor", of: "anna")
        #expect(try await comesTrue { try await reportsAfterSync() == ["Own", "Old"] })
        try await anna.succeed("sync")
        #expect(try await anna.records("queue").map { $0[5] } == ["Old", "Own"])
        try await city.setRole("inspector", of: "anna")
        #expect(try await comesTrue { try await reportsAfterSync() == ["Own"] })
        try await anna.succeed("sync")
    }

    @Test("A supervisor who decides about an old state is told to look again, even if the new one is stored")
    func oldState() async throws {
        let anna = try await city.loggedIn("anna")
        try await anna.file("Bad Company")
        let sofia = try await city.loggedIn("sofia")
        try await sofia.succeed("show", "1")
        try await anna.succeed("edit", "1", "--company", "Innocent")
        // The first attempt is before the new state is stored, the second one after it.
        for _ in 1...2 {
            let refused = try await sofia.posters("status", "1", "confirmed", "--publish-photos")
            #expect(refused.ending == .exit(75) && refused.errors.contains("posters show 1"), "\(refused.errors)")
            try await sofia.succeed("offenders")
        }
        let list = try await sofia.succeed("list").output
        #expect(list.contains("● 1") && list.contains("new") && list.contains("Innocent"), "\(list)")
        #expect(try await sofia.succeed("status", "1", "confirmed").output == "Report 1 is confirmed.\n")
        // A change that comes too late is a comment, and that has to be seen, too.
        try await anna.succeed("edit", "1", "--company", "Innocent, too")
        for _ in 1...2 {
            #expect(try await sofia.posters("status", "1", "confirmed").ending == .exit(75))
            try await sofia.succeed("offenders")
        }
        #expect(try await sofia.succeed("list").output.contains("● 1"))
        try await sofia.succeed("status", "1", "confirmed")
    }

    @Test("Photos that a supervisor published are hidden again by --no-publish-photos")
    func hiddenPhotos() async throws {
        let anna = try await city.loggedIn("anna")
        try await anna.file("A")
        let sofia = try await city.loggedIn("sofia")
        try await sofia.succeed("show", "1")
        for (option, isPublic) in [
            (nil, false), ("--publish-photos", true), (nil, true), ("--no-publish-photos", false),
        ] as [(String?, Bool)] {
            try await sofia.succeed(["status", "1", "confirmed"] + (option.map { [$0] } ?? []))
            #expect(try await sofia.succeed("show", "1").output.contains("not public") != isPublic)
        }
    }

    @Test("Deleting an account is no news about its reports, but a report that was not told yet is")
    func deletedAccount() async throws {
        let anna = try await city.loggedIn("anna")
        try await anna.file("Seen")
        let sofia = try await city.loggedIn("sofia")
        try await sofia.succeed("show", "1")
        try await anna.file("Not told")
        try await anna.succeed("account", "delete", "--yes", "--password-command", "echo \(RealCity.password)")
        #expect(try await sofia.succeed("sync", "--quiet").output == "Report 2: new, changed\n")
        // Nobody has to look again at what they have seen.
        try await sofia.succeed("status", "1", "confirmed")
        #expect(try await !sofia.succeed("show", "1").output.contains("Anna"))
    }

    @Test("The photos of a rejected report are shown without giving the reason again, and its reporter gets no news")
    func keptReason() async throws {
        let anna = try await city.loggedIn("anna")
        try await anna.file("A")
        let sofia = try await city.loggedIn("sofia")
        try await sofia.succeed("show", "1")
        #expect(try await sofia.posters("status", "1", "rejected").ending == .exit(64))
        try await sofia.succeed("status", "1", "rejected", "--note", "A shop's own sign")
        #expect(try await anna.succeed("sync", "--quiet").output == "Report 1: rejected: A shop's own sign\n")
        try await sofia.succeed("status", "1", "rejected", "--publish-photos")
        #expect(try await anna.succeed("sync", "--quiet").output.isEmpty)
        #expect(try await anna.succeed("show", "1").output.contains("A shop's own sign"))
        #expect(try await sofia.posters("status", "1", "rejected", "--note", " ").ending == .exit(64))
    }

    @Test("After the server goes back to a backup, the next sync has its reports and no others")
    func restoredBackup() async throws {
        let anna = try await city.loggedIn("anna")
        try await anna.file("Kept")
        let sofia = try await city.loggedIn("sofia")
        let backup = try await city.backUp()
        for name in ["Lost 1", "Lost 2"] { try await anna.file(name) }
        #expect(try await sofia.records("queue").map { $0[5] } == ["Kept", "Lost 1", "Lost 2"])
        try await city.restore(backup)
        let boris = try await city.loggedIn("boris")
        try await boris.file("New")
        // The number of a lost report belongs to no new one, even for those who have not synced yet.
        let decision = try await sofia.posters("status", "2", "confirmed")
        #expect(decision.ending == .exit(66), "\(decision.errors)")
        let queue = try await sofia.succeed("queue", "--format", "tsv")
        #expect(queue.errors.contains("was restored from a backup"), "\(queue.errors)")
        #expect(try await sofia.records("list").map { $0[5] } == ["New", "Kept"])
        #expect(try sofia.app.badge == 2)
        #expect(try await !sofia.succeed("sync").errors.contains("backup"))
        try await anna.succeed("sync")
        #expect(try await anna.records("list", "--status", "new").map { $0[5] } == ["Kept"])
    }

    @Test("After the server goes back to a backup, the reports that it has lost are drafts without photos")
    func lostReports() async throws {
        let anna = try await city.loggedIn("anna")
        try await anna.file("Kept")
        let backup = try await city.backUp()
        try await anna.file("Lost", phone: "067 123 45 67", "--comment", "By the bridge", "--type", "pole")
        try await anna.file("Withdrawn")
        try await anna.succeed("cancel", "3", "--yes")
        try await anna.file("Of another program")
        try Store(folder: anna.home.appending(path: "data/posters").path).database.run(
            script: "UPDATE reports SET document = json_remove(document, '$.key') WHERE number = 4")
        try await city.restore(backup)
        let sync = try await anna.succeed("sync")
        #expect(sync.errors.contains("posters list --status draft"), "\(sync.errors)")
        #expect(sync.errors.contains("Check whether the server still has them: 4\n"), "\(sync.errors)")
        let drafts = try await anna.records("list", "--status", "draft")
        let expected = ["draft", "Pechersk", "067 123 45 67", "Lost", "lacks a photo"]
        #expect(drafts.map { line in [1, 3, 4, 5, 7].map { line[$0] } } == [expected])
        let id = try #require(drafts.first?.first)
        let photo = try anna.write(TestPhoto.jpeg(mark: "again"), to: "again.jpg")
        try await anna.succeed("edit", id, "--photo", photo)
        let reports = try await anna.records("list")
        #expect(reports.map { $0[5] } == ["Lost", "Kept"])
        let page = try await anna.succeed("show", reports[0][0]).output
        #expect(page.contains("By the bridge") && page.contains("Lamp post"), "\(page)")
    }

    @Test("After the server goes back to a backup, a report that was withdrawn since then is withdrawn again")
    func lostWithdrawal() async throws {
        let anna = try await city.loggedIn("anna")
        for name in ["Early", "Late"] { try await anna.file(name) }
        try await anna.succeed("cancel", "1", "--yes")
        let backup = try await city.backUp()
        try await anna.succeed("cancel", "2", "--yes")
        try await city.restore(backup)
        #expect(try await anna.succeed("sync").output.contains("Report 2 is withdrawn."))
        // The backup has this withdrawal.
        #expect(try await !anna.succeed("sync").output.contains("withdrawn"))
        #expect(try await anna.records("list", "--status", "draft").isEmpty)
        let sofia = try await city.loggedIn("sofia")
        for number in ["1", "2"] { try await sofia.succeed("delete", number, "--yes") }
    }

    @Test("A draft whose answer got lost is done if its report was withdrawn and deleted meanwhile")
    func deletedMeanwhile() async throws {
        let anna = try await city.loggedIn("anna")
        try await anna.file("A", "--later")
        let folder = anna.home.appending(path: "data/posters")
        let kept = anna.home.appending(path: "kept")
        try FileManager.default.copyItem(at: folder, to: kept)
        try await anna.succeed("sync")
        try await anna.succeed("cancel", "1", "--yes")
        try await city.loggedIn("sofia").succeed("delete", "1", "--yes")
        // The device as it was before the answer came.
        try FileManager.default.removeItem(at: folder)
        try FileManager.default.moveItem(at: kept, to: folder)
        #expect(try await anna.succeed("sync").output == "d1 was filed before, and its report is deleted.\n")
        #expect(try await anna.records("list").isEmpty)
    }

    @Test("A device notices that the same backup is restored once more")
    func restoredTwice() async throws {
        let anna = try await city.loggedIn("anna")
        let backup = try await city.backUp()
        for name in ["First", "Second"] {
            try await city.restore(backup)
            #expect(try await anna.succeed("sync").errors.contains("was restored from a backup"))
            #expect(try await anna.records("list", "--status", "new").isEmpty)
            try await anna.file(name)
            #expect(try await anna.records("list", "--status", "new").map { $0[5] } == [name])
        }
    }
}
