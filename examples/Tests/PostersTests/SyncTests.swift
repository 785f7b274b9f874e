import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing
import ToolDatabase

@testable import posters

@Suite("Drafts and syncs of posters")
struct SyncTests {
    @Test("Without a network, reports stay drafts; one sync sends them all, each with its photo once")
    func offline() async throws {
        let port = try FreePort.take()
        let city = try await ScriptedCity(port: port)
        let anna = try await Inspector.loggedIn(at: city)
        try await city.stop()
        for name in ["A", "B", "C"] {
            let result = try await anna.file(name)
            #expect(
                result.ending == .exit(69) && result.errors.contains("To send it: posters sync"), "\(result.errors)")
        }
        #expect(try await anna.records("list").map { $0[1] } == ["waiting", "waiting", "waiting"])
        #expect(try anna.app.badge == 3)
        // The new server knows no session.
        let again = try await ScriptedCity(port: port)
        let unknown = try await anna.posters("sync")
        #expect(unknown.ending == .exit(77) && unknown.errors.contains("posters login --mail anna@example.com"))
        try await anna.succeed("login", "--mail", "anna@example.com", Inspector.password)
        let state = try await again.state
        #expect(state.reports.map(\.company) == ["A", "B", "C"] && state.uploads.count == 3)
        #expect(try anna.app.badge == 0)
    }

    @Test(
        "However the network fails, three drafts become exactly three reports with each photo once",
        arguments: [
            ("POST", "/v1/reports", "lost"), ("POST", "/v1/reports", "cut"), ("PUT", "/media/.*", "lost"),
            ("PUT", "/media/.*", "cut"), ("GET", "/v1/changes", "lost"), ("GET", "/v1/account", "lost"),
            ("POST", "/v1/reports", "503"), ("PUT", "/media/.*", "507"),
        ])
    func faults(method: String, path: String, kind: String) async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        for name in ["A", "B", "C"] { try await anna.file(name, "--later") }
        // More failures than one run tries again.
        try await city.fail(.init(method: method, path: path, kind: kind, times: 3))
        let first = try await anna.posters("sync")
        #expect(first.ending == .exit(69), "\(first.errors)")
        var runs = 1
        while try await anna.posters("sync").ending != .exit(0), runs < 5 { runs += 1 }
        let state = try await city.state
        #expect(state.reports.compactMap(\.company).sorted() == ["A", "B", "C"])
        #expect(Set(state.uploads).count == 3)
        #expect(Set(state.reports.flatMap { $0.photos.map(\.sha256) }) == Set(state.uploads))
        #expect(try await anna.records("list").map { $0[1] } == ["new", "new", "new"])
        #expect(anna.keptPhotos.isEmpty)
    }

    @Test(
        "A photo that the server has already is announced again, so that the server keeps it until the report names it")
    func renewedPhoto() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        try await anna.file("A", "--later")
        try await city.fail(.init(method: "POST", path: "/v1/reports", kind: "503", times: 3))
        #expect(try await anna.posters("sync").ending == .exit(69))
        let before = try await city.state.requests.count { $0.hasPrefix("PUT /media/") }
        try await anna.succeed("sync")
        #expect(try await city.state.requests.count { $0.hasPrefix("PUT /media/") } == before + 1)
        #expect(before == 1)
    }

    @Test(
        "A sync that is killed at any step is finished by the next: three reports, each photo once",
        arguments: [
            ("PUT", "/media/.*", 1), ("PUT", "/media/.*", 2), ("POST", "/v1/reports", 1), ("POST", "/v1/reports", 3),
        ])
    func killed(method: String, path: String, step: Int) async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        for name in ["A", "B", "C"] { try await anna.file(name, "--later") }
        try await city.fail(
            .init(method: method, path: path, kind: "slow", times: step - 1),
            .init(method: method, path: path, kind: "stall", times: 1))
        let sync = try anna.start(["sync"])
        let name = method == "PUT" ? "PUT /media/" : "POST /v1/reports"
        let hasCome = try await comesTrue {
            try await city.state.requests.count { $0.hasPrefix(name) } == step
        }
        try #require(hasCome)
        // The server has done what it is asked, and holds its answer back.
        sync.send(SIGKILL)
        _ = try await sync.result()
        try await anna.succeed("sync")
        let state = try await city.state
        #expect(state.reports.compactMap(\.company).sorted() == ["A", "B", "C"])
        #expect(state.uploads.count == 3 && Set(state.uploads).count == 3)
        #expect(try await anna.records("list").map { $0[1] } == ["new", "new", "new"])
    }

    @Test("A dead server is asked twice in all, whatever waits, and reading goes on with an age")
    func deadServer() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        try await anna.file("Sent")
        for name in ["A", "B"] { try await anna.file(name, "--later") }
        try await city.fail(.init(method: "GET", path: ".*", kind: "cut", times: 100))
        let sync = try await anna.posters("sync")
        #expect(sync.ending == .exit(69))
        #expect(try await city.state.requests == ["GET /v1/account", "GET /v1/account"])
        try Store(folder: anna.home.appending(path: "data/posters").path).set(.synced, to: "1000")
        let list = try await anna.succeed("list")
        #expect(list.output.contains("Sent") && list.errors.contains("1970-01-01"), "\(list.errors)")
        let ahead = Int64(Date.now.timeIntervalSince1970 * 1000) + 86_400_000
        try Store(folder: anna.home.appending(path: "data/posters").path).set(.synced, to: String(ahead))
        let unknown = try await anna.succeed("list").errors
        #expect(unknown.contains("the age of this is unknown"), "\(unknown)")
    }

    @Test("Syncs that run at the same time wait for each other and send nothing twice")
    func parallel() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        for name in ["A", "B", "C"] { try await anna.file(name, "--later") }
        try await city.fail(.init(kind: "slow", times: 3))
        let runs = try (0..<4).map { _ in try anna.start(["sync"]) }
        for run in runs {
            let result = try await run.result()
            #expect(result.ending == .exit(0), "\(result.errors)")
        }
        let state = try await city.state
        #expect(state.reports.count == 3 && state.requests.filter { $0 == "POST /v1/reports" }.count == 3)
    }

    @Test("A sync keeps the photo that another posters has copied for a draft it has not stored yet")
    func photoBeforeDraft() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        let photo = try anna.write(TestPhoto.jpeg(place: (50, 30), mark: "a"), to: "a.jpg")
        let store = try Store(folder: anna.home.appending(path: "data/posters").path)
        // Nobody else can store anything until this ends.
        let other = try Database(path: "\(store.folder)/posters.sqlite")
        try other.run(script: "BEGIN IMMEDIATE")
        let new = try anna.start([
            "new", "--photo", photo, "--phone", "0441234567", "--district", "podil", "--company", "C", "--later",
        ])
        #expect(await comesTrue { anna.keptPhotos.contains { !$0.hasPrefix(".") } })
        try DraftSender(store: store, server: store.server(), report: { _ in }).sweep()
        try other.run(script: "COMMIT")
        let result = try await new.result()
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(try await anna.succeed("sync").output == "d1 is report 1.\n")
        #expect(try await city.state.uploads.count == 1)
        #expect(anna.keptPhotos.isEmpty)
    }

    @Test("A second device of the same user has everything after it logs in, and it is not news there")
    func secondDevice() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        try await anna.file("A")
        let tablet = try await Inspector.loggedIn(at: city)
        #expect(try await tablet.records("list").map { $0[5] } == ["A"])
        #expect(try tablet.app.badge == 0)
        try await tablet.file("B")
        try await anna.succeed("sync")
        #expect(try await anna.records("list").map { $0[5] } == ["B", "A"])
        #expect(try anna.app.badge == 0)
    }

    @Test("If a report was decided meanwhile, the change becomes a comment and the person is told")
    func conflict() async throws {
        let city = try await ScriptedCity()
        let told = "printf '%s\\n' \"$*\" >>\"$HOME/told\""
        let anna = try await Inspector.loggedIn(
            at: city, programs: ["notify-send": told], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
        try await anna.file("Old")
        let sofia = try await Inspector.loggedIn("sofia", at: city)
        try await sofia.succeed("show", "1")
        try await sofia.succeed("status", "1", "rejected", "--note", "A shop's own sign")
        let edit = try await anna.succeed("edit", "1", "--company", "New")
        #expect(edit.output.contains("Report 1 is rejected.") && edit.output.contains("added as a comment"))
        let state = try await city.state
        #expect(state.reports[0].company == "Old" && state.reports[0].comments[0].text.contains("New"))
        #expect(try await anna.records("list")[0][7] == "A shop's own sign")
        let notes = try String(contentsOf: anna.home.appending(path: "told"), encoding: .utf8)
        #expect(notes.contains("rejected"), "\(notes)")
    }

    @Test("A change is told once, in the server's order, on a device whose clock is a day ahead")
    func clock() async throws {
        let city = try await ScriptedCity()
        let told = "printf '%s\\n' \"$*\" >>\"$HOME/told\""
        let anna = try await Inspector.loggedIn(
            at: city, programs: ["notify-send": told], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
        for name in ["A", "B"] { try await anna.file(name) }
        // The program can read only the system's clock, so the test itself takes over what the server knows.
        let store = try Store(folder: anna.home.appending(path: "data/posters").path)
        let receiver = ChangeReceiver(store: store, server: try store.server()) { Timestamp.now.adding(days: 1) }
        var outcome = Synchronizer.Outcome()
        try receiver.receive(try #require(try store.account()), &outcome)
        let sofia = try await Inspector.loggedIn("sofia", at: city)
        try await sofia.succeed("list")
        try await sofia.succeed("status", "2", "confirmed")
        let missing = try await sofia.posters("status", "99", "confirmed")
        #expect(missing.ending == .exit(66), "\(missing.errors)")
        #expect(missing.errors.contains("Report 99 is not known here"), "\(missing.errors)")
        try await sofia.succeed("status", "1", "removed", "--note", "Gone")
        let sync = try await anna.succeed("sync", "--quiet")
        #expect(sync.output == "Report 2: confirmed\nReport 1: removed: Gone\n")
        #expect(try anna.app.badge == 2 && anna.app.fields["newest"] == "Report 1: removed: Gone")
        #expect(try await anna.succeed("sync", "--quiet").output.isEmpty)
        let notes = try String(contentsOf: anna.home.appending(path: "told"), encoding: .utf8)
        #expect(notes.split(separator: "\n").filter { $0.contains("2 reports") }.count == 1, "\(notes)")
    }

    @Test("posters watch prints what happens, and a failure that lasts once")
    func watch() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        try await anna.file("A")
        let watch = try anna.start(["watch", "--every", "1s"])
        let sofia = try await Inspector.loggedIn("sofia", at: city)
        try await sofia.succeed("show", "1")
        try await sofia.succeed("status", "1", "confirmed")
        #expect(await comesTrue { watch.output.contains("Report 1: confirmed") })
        try await city.fail(.init(method: "GET", path: ".*", kind: "cut", times: 1000))
        #expect(await comesTrue { watch.errors.contains("broke off the connection") })
        // A sync asks twice.
        let later = try await city.state.requests.count + 6
        #expect(try await comesTrue { try await city.state.requests.count >= later })
        let failures = watch.errors.split(separator: "\n").count { $0.contains("broke off the connection") }
        #expect(failures == 1, "\(watch.errors)")
        watch.send(SIGKILL)
    }

    @Test("After a restore, a report can't be filed again before a sync has found out that the server lacks it")
    func interruptedRestore() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        try await anna.file("A")
        // As a sync leaves it that was killed before the changes came.
        let store = try Store(folder: anna.home.appending(path: "data/posters").path)
        try store.set(.history, to: "old")
        #expect(try store.beginAgain(in: "new") == [])
        let id = try #require(try store.drafts().first?.name)
        let photo = try anna.write(TestPhoto.jpeg(place: (50, 30), mark: "again"), to: "again.jpg")
        for words in [["edit", id, "--photo", photo], ["cancel", id, "--yes"]] {
            let result = try await anna.start(words).result()
            #expect(result.ending == .exit(75) && result.errors.contains("posters sync"), "\(result)")
        }
        #expect(try await !anna.succeed("sync").errors.contains("has lost"))
        #expect(try await anna.records("list").map { [$0[0], $0[5]] } == [["1", "A"]])
        #expect(try await city.state.reports.count == 1)
    }

    @Test("An address that is no server's is refused with status 65, and one of another server with 66")
    func otherServer() async throws {
        let city = try await ScriptedCity()
        let anna = try Inspector()
        let result = try await anna.posters("info", "--server", "\(city.address)/?query")
        #expect(result.ending == .exit(65), "\(result.errors)")
        let wrong = try await anna.posters("lists", "--server", "\(city.address)/nothing")
        #expect(wrong.ending == .exit(66), "\(wrong.errors)")
    }

    @Test("A change that the report can no longer take is refused, holds nothing else up, and can be discarded")
    func refusedForGood() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        try await anna.file("A")
        try await anna.file("B", "--later")
        try await city.fail(.init(method: "PATCH", path: "/v1/reports/1", kind: "409", times: 9))
        #expect(try await anna.posters("edit", "1", "--comment", "more").ending == .exit(65))
        try await anna.succeed("sync")
        #expect(try await city.state.reports.compactMap(\.company) == ["A", "B"])
        try await anna.succeed("cancel", "d3", "--yes")
    }

    @Test(
        "A draft that another posters sent and that was refused ends with status 65 and the reason",
        arguments: [false, true])
    func refusedElsewhere(isSync: Bool) async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        let store = try Store(folder: anna.home.appending(path: "data/posters").path)
        let photo = try anna.write(TestPhoto.jpeg(place: (50, 30), mark: "a"), to: "a.jpg")
        let new = ["new", "--photo", photo, "--phone", "0441234567", "--district", "podil", "--company", "A"]
        if isSync { try await anna.succeed(new + ["--later"]) }
        // The other one is this test: it has the turn, and records what the server said.
        let turn = try store.takeTurn {}
        let waiting = try anna.start(isSync ? ["sync"] : new)
        #expect(await comesTrue { waiting.errors.contains("waiting for it") })
        try store.note(store.draft(1), problem: "There is no such district.")
        turn.end()
        let result = try await waiting.result()
        #expect(result.ending == .exit(65), "\(result.errors)")
        #expect(result.output.contains("d1 was refused: There is no such district."), "\(result.output)")
    }
}
