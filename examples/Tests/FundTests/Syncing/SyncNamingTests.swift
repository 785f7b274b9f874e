import AppGroup
import Foundation
import TestSupport
import Testing
import ToolClient
import ToolProgram

@testable import fund

@Suite("Names that two devices gave at the same time")
struct SyncNamingTests {
    // Chance decides whose ID is greater, so there are several.
    private static let count = 4

    private func twoDevices() async throws -> (server: SyncServer, desk: Investor, laptop: Investor) {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        return (server, devices[0], devices[1])
    }

    /// The texts of all files of a device.
    private func texts(_ device: Investor) throws -> Set<String> {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: device.root.path)
        return Set(
            try paths.filter { $0.hasSuffix(".txt") }.map {
                try String(contentsOf: device.root.appending(path: $0), encoding: .utf8)
            })
    }

    private func sync(_ devices: [Investor], withBytes: Bool) async throws {
        for device in devices {
            if withBytes {
                try await device.succeed("sync", "--files", "all")
            } else {
                try await device.succeed("sync")
            }
        }
    }

    @Test("A fund that two devices renamed waits if its folder can't be renamed, and the rest is synced")
    func folderInTheWay() async throws {
        let (server, desk, laptop) = try await twoDevices()
        for name in ["Alpha", "Other"] { try await desk.succeed("new", name) }
        try desk.write("a report", to: "data/fund/Other/report.txt")
        try await desk.succeed("sync", "--files", "all")
        try await laptop.succeed("sync")
        try await desk.succeed("rename", "Alpha", "Beta")
        try await desk.succeed("sync")
        try await laptop.succeed("rename", "Alpha", "Gamma")
        let folder = laptop.root.appending(path: "Beta")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for isFirst in [true, false] {
            let result = try await laptop.fund("sync", "--files", "all")
            #expect(result.ending == .exit(65) && result.errors.contains("exists already: move it away"), "\(result)")
            #expect(!result.errors.contains("so it is here now"), "\(result)")
            #expect(result.output == (isFirst ? "fetched\tfile\tOther/report.txt\n" : ""), "\(result)")
        }
        try FileManager.default.removeItem(at: folder)
        let result = try await laptop.succeed("sync")
        #expect(result.errors.contains("“Gamma” is called “Beta” on another device, and so"), "\(result)")
        for device in [desk, laptop] {
            #expect(try await device.records("list").map { $0[0] } == ["Beta", "Other"])
            #expect(try await device.succeed("sync").output.isEmpty)
        }
        withExtendedLifetime(server) {}
    }

    @Test("A fund that gets the name of a new one of another device keeps its files", arguments: [true, false])
    func renamedToNew(withBytes: Bool) async throws {
        let (server, desk, laptop) = try await twoDevices()
        for number in 0..<Self.count {
            try await laptop.succeed("new", "Old \(number)")
            try laptop.write("old \(number)", to: "data/fund/Old \(number)/old.txt")
        }
        try await sync([laptop, desk], withBytes: withBytes)
        for number in 0..<Self.count {
            try await laptop.succeed("new", "New \(number)")
            try laptop.write("new \(number)", to: "data/fund/New \(number)/new.txt")
        }
        try await sync([laptop], withBytes: withBytes)
        for number in 0..<Self.count { try await desk.succeed("rename", "Old \(number)", "New \(number)") }
        for _ in 0..<3 { try await sync([desk, laptop], withBytes: withBytes) }
        let needed = Set((0..<Self.count).flatMap { ["old \($0)", "new \($0)"] })
        for device in withBytes ? [desk, laptop] : [laptop] { #expect(try texts(device) == needed) }
        let names = Set((0..<Self.count).flatMap { ["New \($0)", "New \($0) (2)"] })
        for device in [desk, laptop] { #expect(Set(try await device.records("list").map { $0[0] }) == names) }
        withExtendedLifetime(server) {}
    }

    @Test("A file that changed outlives its fund, even if another fund got the name of the deleted one")
    func deletedAndMadeAgain() async throws {
        let (server, desk, laptop) = try await twoDevices()
        for number in 0..<Self.count {
            try await laptop.succeed("new", "Fund \(number)")
            try laptop.write("first", to: "data/fund/Fund \(number)/a.txt")
        }
        try await sync([laptop, desk], withBytes: true)
        for number in 0..<Self.count {
            try await desk.succeed("rm", "--yes", "--forever", "Fund \(number)")
            try await desk.succeed("new", "Fund \(number)")
            try laptop.write("first and second \(number)", to: "data/fund/Fund \(number)/a.txt")
        }
        try await sync([laptop], withBytes: true)
        for _ in 0..<3 { try await sync([desk, laptop], withBytes: true) }
        let needed = Set((0..<Self.count).map { "first and second \($0)" })
        for device in [desk, laptop] { #expect(try texts(device) == needed) }
        withExtendedLifetime(server) {}
    }

    // MARK: What came from a server that is not there

    /// A device whose store has a fund, as the server knows it.
    private func device() async throws -> (Investor, Store) {
        let device = try Investor()
        try await device.succeed("new", "Equity")
        let store = try Store(root: device.root.path)
        return (device, store)
    }

    /// Tells the store that the server has an object as it is here now.
    private func agree(_ kind: SyncKind, owner: Int64, id: SyncID, _ base: String, in store: Store) throws {
        let own = try #require(try store.object(kind, owner: owner))
        try store.forget(own)
        try store.put(SyncObject(kind: kind, id: id, owner: owner, version: 1, changes: 0, base: base))
    }

    private func apply(_ incoming: IncomingObject..., to store: Store) throws -> SyncOutcome {
        let outcome = SyncOutcome()
        try store.database.transaction { for object in incoming { try store.stage(object) } }
        try Reconciler(store: store, device: "desk", now: Timestamp(seconds: 1_800_000_000), outcome: outcome).run()
        return outcome
    }

    private static let fund = SyncID(String(repeating: "f", count: 32))!
    private static let greater = SyncID(String(repeating: "b", count: 32))!
    private static let smaller = SyncID(String(repeating: "a", count: 32))!

    @Test("A file gets the path that another device gave it, and stays the favorite")
    func followedPath() async throws {
        let (device, store) = try await device()
        try device.write("text", to: "data/fund/Equity/a.txt")
        try await device.succeed("scan")
        let fund = try store.fund("Equity")
        try agree(.fund, owner: fund.id, id: Self.fund, StableJSON.text(FundContent(name: "Equity")), in: store)
        let file = try #require(try store.file(at: "a.txt", in: fund))
        let sha256 = try FileDigest(of: device.root.appending(path: "Equity/a.txt").path).sha256
        var content = FileContent(fund: Self.fund, path: "a.txt", sha256: sha256, size: 4, modified: 0)
        try agree(.file, owner: file.id, id: Self.greater, StableJSON.text(content), in: store)
        try store.setFavorite(store.file("Equity/a.txt"))
        content.path = "kept/a (from phone, 2026-11-26).txt"
        _ = try apply(
            IncomingObject(kind: .file, id: Self.greater, version: 2, content: StableJSON.text(content)), to: store)
        #expect(try store.file(id: file.id)?.path == content.path)
        #expect(try store.changedObjects().isEmpty)
        #expect(try store.favorite()?.path == content.path)
        let place = device.root.appending(path: "Equity/\(content.path)")
        #expect(try String(contentsOf: place, encoding: .utf8) == "text")
    }

    @Test(
        "A fund waits if a file has its name, or if its name is that of another fund to the file system",
        arguments: [true, false])
    func takenPlace(byFile: Bool) async throws {
        let (device, store) = try await device()
        let place = device.root.appending(path: "Shares").path
        if byFile {
            try device.write("a list", to: "data/fund/Shares")
        } else {
            // As if both names were the same to the file system.
            try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "Equity")
        }
        let fund = StableJSON.text(FundContent(name: "Shares"))
        let note = StableJSON.text(NoteContent(fund: Self.fund, title: "Fees", text: "0.2 %\n"))
        var outcome = try apply(
            IncomingObject(kind: .fund, id: Self.fund, version: 1, content: fund),
            IncomingObject(kind: .note, id: Self.greater, version: 2, content: note), to: store)
        #expect(try store.funds().map(\.name) == ["Equity"])
        #expect(outcome.failures.map(\.kind) == [.unreadable])
        #expect("\(outcome.failures)".contains(byFile ? "\(place) is a file" : "fund rename Equity NAME"))
        // Nothing is lost once there is room.
        try FileManager.default.removeItem(atPath: place)
        outcome = try apply(to: store)
        #expect(outcome.failures.isEmpty)
        #expect(try store.notes(of: store.fund("Shares")).map(\.title) == ["Fees"])
    }

    @Test("A fund that another device renamed waits if its name is that of another fund to the file system")
    func renamedToTakenPlace() async throws {
        let (device, store) = try await device()
        try await device.succeed("new", "Bonds")
        let base = StableJSON.text(FundContent(name: "Bonds"))
        try agree(.fund, owner: store.fund("Bonds").id, id: Self.fund, base, in: store)
        // As if both names were the same to the file system.
        let place = device.root.appending(path: "Shares").path
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "Equity")
        let renamed = StableJSON.text(FundContent(name: "Shares"))
        let outcome = try apply(IncomingObject(kind: .fund, id: Self.fund, version: 2, content: renamed), to: store)
        #expect(outcome.failures.map(\.kind) == [.unreadable])
        #expect("\(outcome.failures)".contains("that of “Equity”. To rename that one: fund rename Equity NAME"))
        #expect(try store.funds().map(\.name) == ["Bonds", "Equity"])
        try FileManager.default.removeItem(atPath: place)
        #expect(try apply(to: store).failures.isEmpty)
        #expect(try store.funds().map(\.name) == ["Equity", "Shares"])
    }

    @Test(
        "A fund with one of the longest names gets a number in the place of the end, but never after a joiner",
        arguments: ["\u{6F22}\u{6F22}\u{6F22}", "\u{628}\u{200C}\u{628}\u{64E}"])
    func longName(end: String) async throws {
        let device = try Investor()
        let name = String(repeating: "\u{6F22}", count: 63) + end
        try await device.succeed("new", name)
        let store = try Store(root: device.root.path)
        let content = StableJSON.text(FundContent(name: name))
        try agree(.fund, owner: store.fund(name).id, id: Self.smaller, content, in: store)
        _ = try apply(IncomingObject(kind: .fund, id: Self.greater, version: 2, content: content), to: store)
        let numbered = try #require(try store.funds().map(\.name).first { $0 != name })
        #expect(numbered.hasSuffix(" (2)") && name.hasPrefix(numbered.dropLast(4)) && numbered.utf8.count > 190)
    }

    @Test("A feed waits for its fund if that can't be here yet")
    func feedOfWaitingFund() async throws {
        let (_, store) = try await device()
        let content = FeedContent(address: "https://example.org/a", title: "News", folders: [], fund: Self.fund)
        let feed = IncomingObject(kind: .feed, id: Self.greater, version: 2, content: StableJSON.text(content))
        func fund(_ name: String, _ version: Int64) -> IncomingObject {
            IncomingObject(
                kind: .fund, id: Self.fund, version: version, content: StableJSON.text(FundContent(name: name)))
        }
        _ = try apply(fund("not/possible", 1), feed, to: store)
        #expect(try store.feeds().isEmpty)
        _ = try apply(fund("Bonds", 3), to: store)
        #expect(try store.feeds().map(\.fund) == [store.fund("Bonds").id])
    }

    @Test("A note that is edited here, and that becomes equal to another one elsewhere, keeps the text from here")
    func equalNotesAndAnEdit() async throws {
        let (device, store) = try await device()
        try await device.make("Equity", note: "Fees", "0.2 %\n")
        let fund = try store.fund("Equity")
        try agree(.fund, owner: fund.id, id: Self.fund, StableJSON.text(FundContent(name: "Equity")), in: store)
        let note = try #require(try store.notes(of: fund).first)
        let base = try Reconciler.base(of: NoteContent(fund: Self.fund, title: "Fees", text: "0.2 %\n"))
        try agree(.note, owner: note.id, id: Self.greater, base, in: store)
        try await device.succeed("note", "edit", "Equity", "Fees", input: "0.3 %\n")
        let same = StableJSON.text(NoteContent(fund: Self.fund, title: "Costs", text: "none\n"))
        let outcome = try apply(
            IncomingObject(kind: .note, id: Self.smaller, version: 2, content: same),
            IncomingObject(kind: .note, id: Self.greater, version: 3, content: same), to: store)
        let notes = try store.notes(of: fund).compactMap { try store.note(id: $0.id) }
        #expect(Set(notes.map(\.text)) == ["none\n", "0.3 %\n"], "\(notes)")
        #expect(outcome.notices.contains { $0.contains("Both texts stay") })
    }
}
