import AppGroup
import Foundation
import TestSupport
import Testing
import ToolDatabase

@testable import fund

@Suite("What two devices changed at the same time")
struct SyncConflictTests {
    private func twoDevices() async throws -> (server: SyncServer, desk: Investor, laptop: Investor) {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        try await devices[0].make("Equity", note: "Fees", "0.2 %\n")
        try await syncAll(devices)
        return (server, devices[0], devices[1])
    }

    @Test("If two devices changed a note, both texts stay, and the person is told")
    func bothTexts() async throws {
        let (server, desk, laptop) = try await twoDevices()
        try await desk.succeed("note", "edit", "Equity", "Fees", input: "0.3 %\n")
        try await laptop.succeed("note", "edit", "Equity", "Fees", input: "0.4 %\n")
        try await desk.succeed("sync")
        let result = try await laptop.succeed("sync")
        #expect(result.errors.contains("Both texts stay"))
        #expect(result.lines.contains("conflict\tnote\tEquity/Fees"))
        try await syncAll([desk, laptop])
        let notes = try #require(try await desk.notes["Equity"])
        #expect(notes["Fees"] == "0.3 %\n" && notes.count == 2)
        let copy = try #require(notes.first { $0.key != "Fees" })
        #expect(copy.key.hasPrefix("Fees (from laptop, ") && copy.value == "0.4 %\n")
        #expect(try await laptop.notes["Equity"] == notes)
        withExtendedLifetime(server) {}
    }

    @Test(
        "A note that got a number has one title on every device, even one that an earlier version of fund made too long",
        arguments: [false, true])
    func numberedTitle(isTooLong: Bool) async throws {
        let (server, desk, laptop) = try await twoDevices()
        let longest = String(repeating: "Q", count: 120)
        for text in ["first\n", "second\n"] { try await desk.make("Equity", note: longest, text) }
        let numbered = (isTooLong ? longest : String(longest.dropLast(4))) + " (2)"
        if isTooLong {
            try Store(root: desk.root.path).database.run(
                "UPDATE notes SET title = ? WHERE text = ?", .text(numbered), .text("second\n"))
        }
        for device in [desk, laptop, desk] {
            #expect(try await !device.succeed("sync").output.contains("conflict"))
        }
        for device in [laptop, desk] {
            #expect(
                try await device.notes["Equity"] == ["Fees": "0.2 %\n", longest: "first\n", numbered: "second\n"])
            #expect(try await device.succeed("sync").output.isEmpty)
        }
        withExtendedLifetime(server) {}
    }

    // Fourteen hours ahead of UTC or twelve behind: at each moment, one of them has another date.
    @Test(
        "The title of a text that two devices changed has the date of the person's zone",
        arguments: [("EAS-14", 14), ("WES12", -12)])
    func localDate(zone: String, hours: Int) async throws {
        let (server, desk, _) = try await twoDevices()
        let laptop = try Investor(["TZ": zone])
        try await server.logIn(laptop, device: "abroad")
        try await laptop.succeed("sync")
        try await desk.succeed("note", "edit", "Equity", "Fees", input: "0.3 %\n")
        try await laptop.succeed("note", "edit", "Equity", "Fees", input: "0.4 %\n")
        try await desk.succeed("sync")
        func today() -> String {
            String(Timestamp(seconds: Timestamp.now.seconds + Int64(hours * 3600)).description.prefix(10))
        }
        let before = today()
        try await laptop.succeed("sync")
        let titles = try #require(try await laptop.notes["Equity"]).keys.sorted()
        #expect([before, today()].contains { titles == ["Fees", "Fees (from abroad, \($0))"] }, "\(titles)")
        withExtendedLifetime(server) {}
    }

    @Test(
        "An object that is deleted and made again under its name is there once on every device, and nothing else comes back"
    )
    func madeAgain() async throws {
        let (server, desk, laptop) = try await twoDevices()
        // Chance decides whose ID is greater, so there are several.
        let names = (0..<4).map { "N\($0)" }
        for name in names {
            try await desk.make("Equity", note: name, "old \(name)\n")
            try await desk.make("Fund \(name)", note: "Old", "gone \(name)\n")
            try desk.write("same \(name)", to: "data/fund/Equity/\(name).txt")
        }
        for device in [desk, laptop] { try await device.succeed("sync", "--files", "all") }
        for (number, name) in names.enumerated() {
            try await laptop.succeed("note", "rm", "--forever", "Equity", name)
            try await laptop.make("Equity", note: name, number % 2 == 0 ? "old \(name)\n" : "new \(name)\n")
            try await laptop.succeed("rm", "--forever", "Equity/\(name).txt")
            try laptop.write("same \(name)", to: "data/fund/Equity/\(name).txt")
            try await laptop.succeed("rm", "--yes", "Fund \(name)")
            try await laptop.succeed("new", "Fund \(name)")
            try laptop.write("fresh", to: "data/fund/Fund \(name)/g.txt")
        }
        for device in [laptop, desk, laptop, desk] { try await device.succeed("sync", "--files", "all") }
        for device in [desk, laptop] {
            let notes = try await device.notes
            #expect(notes["Equity"]?.count == names.count + 1)
            for (number, name) in names.enumerated() {
                #expect(notes["Equity"]?[name] == (number % 2 == 0 ? "old \(name)\n" : "new \(name)\n"))
                #expect(notes["Fund \(name)"] == [:])
                for path in ["Equity/\(name).txt", "Fund \(name)/g.txt"] {
                    #expect(FileManager.default.fileExists(atPath: device.root.appending(path: path).path), "\(path)")
                }
            }
        }
        withExtendedLifetime(server) {}
    }

    @Test("Two devices that wrote the same text are not in conflict")
    func equalTexts() async throws {
        let (server, desk, laptop) = try await twoDevices()
        for device in [desk, laptop] {
            try await device.succeed("note", "edit", "Equity", "Fees", input: "0.3 %\n")
            try await device.make("Equity", note: "Plan", "Hold\n")
        }
        try await syncAll([desk, laptop])
        for device in [desk, laptop] {
            #expect(try await device.notes == ["Equity": ["Fees": "0.3 %\n", "Plan": "Hold\n"]])
        }
        withExtendedLifetime(server) {}
    }

    @Test("Two notes that were written under one title both stay")
    func equalTitles() async throws {
        let (server, desk, laptop) = try await twoDevices()
        try await desk.make("Equity", note: "Plan", "Hold\n")
        try await laptop.make("Equity", note: "Plan", "Sell\n")
        try await syncAll([desk, laptop])
        let notes = try #require(try await desk.notes["Equity"])
        #expect(notes.count == 3 && notes["Plan"] == "Hold\n" && notes.values.contains("Sell\n"))
        #expect(try await laptop.notes["Equity"] == notes)
        withExtendedLifetime(server) {}
    }

    @Test("A deletion never wins over an edit, whichever device syncs first", arguments: [true, false])
    func deletions(editComesFirst: Bool) async throws {
        let (server, desk, laptop) = try await twoDevices()
        try await desk.succeed("note", "rm", "--forever", "Equity", "Fees")
        try await laptop.succeed("note", "edit", "Equity", "Fees", input: "0.4 %\n")
        try await syncAll(editComesFirst ? [laptop, desk] : [desk, laptop])
        for device in [desk, laptop] { #expect(try await device.notes == ["Equity": ["Fees": "0.4 %\n"]]) }
        withExtendedLifetime(server) {}
    }

    @Test("A note that is deleted on one device is deleted on the others")
    func deletion() async throws {
        let (server, desk, laptop) = try await twoDevices()
        try await desk.succeed("note", "rm", "--forever", "Equity", "Fees")
        try await syncAll([desk, laptop])
        for device in [desk, laptop] { #expect(try await device.notes == ["Equity": [:]]) }
        withExtendedLifetime(server) {}
    }

    @Test("Two funds of one name that were made on two devices become one")
    func equalNames() async throws {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop", "phone")
        for (number, device) in devices.enumerated() {
            try await device.make("Bonds", note: "Note \(number)", "Text \(number)\n")
            try await device.make("Bonds", note: "Same", "Same\n")
        }
        try await syncAll(devices)
        let all = ["Note 0": "Text 0\n", "Note 1": "Text 1\n", "Note 2": "Text 2\n", "Same": "Same\n"]
        for device in devices { #expect(try await device.notes == ["Bonds": all]) }
    }

    @Test(
        "A feed that two devices moved to two funds has the one that the server had first, and the person is told",
        arguments: [true, false])
    func movedFeed(isShared: Bool) async throws {
        let (server, desk, laptop) = try await twoDevices()
        let feeds = try await FeedServer()
        try feeds.put([FeedServer.Item(guid: "1", title: "Rates rise")])
        for name in ["Bonds", "Cash"] { try await desk.succeed("new", name) }
        if isShared { try await desk.succeed("feed", "add", feeds.address()) }
        try await syncAll([desk, laptop])
        try await desk.succeed("feed", "add", feeds.address(), "--fund", "Bonds")
        try await laptop.succeed("feed", "add", feeds.address(), "--fund", "Cash")
        try await desk.succeed("sync")
        let result = try await laptop.succeed("sync")
        let undoing = ["feed", "add", feeds.address(), "--fund", "Cash"]
        #expect(
            result.errors.contains(
                "“Markets” belongs to “Bonds” on another device, and so it does here now. To move it to “Cash”: fund "
                    + undoing.joined(separator: " ")), "\(result.errors)")
        #expect(result.lines.contains("conflict\tfeed\tMarkets"), "\(result.output)")
        for device in [desk, laptop] {
            #expect(try await device.records("feed", "list").map { $0[3] } == ["Bonds"])
        }
        #expect(try await laptop.start(undoing).result().ending == .exit(0))
        try await laptop.succeed("sync")
        let followed = try await desk.succeed("sync")
        #expect(!followed.errors.contains("on another device"), "\(followed.errors)")
        #expect(try await desk.records("feed", "list").map { $0[3] } == ["Cash"])
        withExtendedLifetime(server) {}
    }

    @Test("A fund that two devices renamed gets the name that the server had first, and the person is told")
    func renaming() async throws {
        let (server, desk, laptop) = try await twoDevices()
        try await desk.succeed("rename", "Equity", "Shares")
        try await laptop.succeed("rename", "Equity", "Stocks")
        try await desk.succeed("sync")
        let result = try await laptop.succeed("sync")
        #expect(result.errors.contains("fund rename Shares Stocks"))
        try await syncAll([desk, laptop])
        for device in [desk, laptop] {
            #expect(try await device.notes == ["Shares": ["Fees": "0.2 %\n"]])
            #expect(FileManager.default.fileExists(atPath: device.root.appending(path: "Shares").path))
            #expect(!FileManager.default.fileExists(atPath: device.root.appending(path: "Stocks").path))
        }
        withExtendedLifetime(server) {}
    }

    @Test("Two funds that change their names with each other do so on every device")
    func swappedNames() async throws {
        let (server, desk, laptop) = try await twoDevices()
        try await desk.make("Bonds", note: "Yield", "4 %\n")
        try desk.write("a report", to: "data/fund/Bonds/report.txt")
        try laptop.write("other", to: "data/fund/Equity/other.txt")
        try await syncAll([desk, laptop])
        for (name, other) in [("Bonds", "X"), ("Equity", "Bonds"), ("X", "Equity")] {
            try await desk.succeed("rename", name, other)
        }
        try await desk.succeed("sync")
        let result = try await laptop.succeed("sync")
        #expect(!result.output.contains("conflict"), "\(result)")
        try await syncAll([desk, laptop])
        for device in [desk, laptop] {
            #expect(try await device.notes == ["Equity": ["Yield": "4 %\n"], "Bonds": ["Fees": "0.2 %\n"]])
        }
        #expect(try String(contentsOf: laptop.root.appending(path: "Bonds/other.txt"), encoding: .utf8) == "other")
        withExtendedLifetime(server) {}
    }

    @Test("A fund that is deleted on one device goes to the trash of the others, unless something in it changed there")
    func deletedFund() async throws {
        let (server, desk, laptop) = try await twoDevices()
        try await desk.make("Bonds", note: "Yield", "4 %\n")
        try laptop.write("a report", to: "data/fund/Equity/report.txt")
        try await syncAll([desk, laptop])
        try await desk.succeed("rm", "--yes", "Equity")
        try await desk.succeed("rm", "--yes", "Bonds")
        try await laptop.succeed("note", "edit", "Bonds", "Yield", input: "5 %\n")
        try await syncAll([desk, laptop])
        for device in [desk, laptop] { #expect(try await device.notes == ["Bonds": ["Yield": "5 %\n"]]) }
        #expect(!FileManager.default.fileExists(atPath: laptop.root.appending(path: "Equity").path))
        let trash = laptop.home.appending(path: "data/Trash/files")
        #expect(FileManager.default.fileExists(atPath: trash.appending(path: "Equity/report.txt").path))
        withExtendedLifetime(server) {}
    }

    @Test("If a fund that another device deleted stays, the files of it that went to the trash are named")
    func survivingFund() async throws {
        let (server, desk, laptop) = try await twoDevices()
        try desk.write("a report", to: "data/fund/Equity/report.txt")
        for device in [desk, laptop] { try await device.succeed("sync", "--files", "all") }
        try await desk.succeed("rm", "--yes", "Equity")
        try await laptop.succeed("note", "edit", "Equity", "Fees", input: "0.3 %\n")
        try await desk.succeed("sync")
        let said = try await laptop.succeed("sync").errors
        #expect(
            said.contains(
                "“Equity” was deleted on another device, but stays: something in it changed here. "
                    + "Its other files are in the trash: report.txt"), "\(said)")
        let trash = laptop.home.appending(path: "data/Trash/files").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: trash) == ["report.txt"])
        try await syncAll([desk, laptop])
        for device in [desk, laptop] { #expect(try await device.notes == ["Equity": ["Fees": "0.3 %\n"]]) }
        withExtendedLifetime(server) {}
    }

    @Test("A note that is too long for the server stays on its device, and the rest is synced")
    func longNote() async throws {
        let (server, desk, laptop) = try await twoDevices()
        try await desk.make("Equity", note: "Long", String(repeating: "long ", count: 300_000))
        try await desk.make("Equity", note: "Short", "short\n")
        let result = try await desk.fund("sync")
        #expect(result.ending == .exit(65) && result.errors.contains("Equity/Long"))
        try await laptop.succeed("sync")
        #expect(try await laptop.notes["Equity"]?.keys.sorted() == ["Fees", "Short"])
        withExtendedLifetime(server) {}
    }
}
