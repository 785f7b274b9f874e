import Foundation
import TestSupport
import Testing
import ToolDatabase

@testable import fund

@Suite("Files that are rewritten with as many bytes within a second")
struct SyncRewrittenTests {
    private static let file = "Equity/nav.csv"
    private static let second = 1_000_000_000

    /// Writes a file of a device, and gives it a date.
    private func write(_ text: String, on device: Investor, to path: String = file, nanoseconds: Int) throws {
        let place = try device.write(text, to: "data/fund/\(path)")
        let times = [timespec](repeating: timespec(tv_sec: Self.second, tv_nsec: nanoseconds), count: 2)
        try #require(utimensat(AT_FDCWD, place, times, 0) == 0)
    }

    private func text(_ device: Investor, _ path: String = file) throws -> String {
        try String(contentsOf: device.root.appending(path: path), encoding: .utf8)
    }

    /// Two devices that have one file.
    private func devices(_ server: SyncServer) async throws -> (desk: Investor, laptop: Investor) {
        let devices = try await server.devices("desk", "laptop")
        try await devices[0].succeed("new", "Equity")
        try write("1.10", on: devices[0], nanoseconds: 100_000_000)
        for device in devices { try await device.succeed("sync", "--files", "all") }
        return (devices[0], devices[1])
    }

    /// The text of the copy that a conflict has left on a device.
    private func copy(_ device: Investor) throws -> String? {
        let names = try FileManager.default.contentsOfDirectory(atPath: device.root.appending(path: "Equity").path)
        return try names.first { $0.hasPrefix("nav (from desk, ") }.map { try text(device, "Equity/\($0)") }
    }

    @Test("A file that was rewritten in the same second is sent, and is found by its new text")
    func sent() async throws {
        let server = try await SyncServer()
        let (desk, laptop) = try await devices(server)
        try write("1.25", on: desk, nanoseconds: 900_000_000)
        #expect(try await desk.succeed("scan").output == "changed\t\(Self.file)\n")
        #expect(try await desk.records("search", "1.25").count == 1)
        try await desk.succeed("sync", "--files", "all")
        try await laptop.succeed("sync", "--files", "all")
        #expect(try text(laptop) == "1.25")
        for device in [desk, laptop] { #expect(try await device.succeed("sync", "--files", "all").output.isEmpty) }
        withExtendedLifetime(server) {}
    }

    @Test("If both devices rewrote a file in the same second, both files stay")
    func conflict() async throws {
        let server = try await SyncServer()
        let (desk, laptop) = try await devices(server)
        try write("1.25", on: desk, nanoseconds: 900_000_000)
        try write("9.99", on: laptop, nanoseconds: 500_000_000)
        try await laptop.succeed("sync", "--files", "all")
        #expect(try await desk.succeed("sync", "--files", "all").errors.contains("Both stay"))
        try await laptop.succeed("sync", "--files", "all")
        for device in [desk, laptop] {
            #expect(try text(device) == "9.99")
            #expect(try copy(device) == "1.25")
        }
        withExtendedLifetime(server) {}
    }

    @Test(
        "A file that kept its exact date when it was rewritten is not replaced by a newer version, and both files stay")
    func sameDate() async throws {
        let server = try await SyncServer()
        let (desk, laptop) = try await devices(server)
        try write("1.25", on: desk, nanoseconds: 100_000_000)
        try write("a longer text", on: laptop, nanoseconds: 0)
        try await laptop.succeed("sync", "--files", "all")
        let result = try await desk.fund("sync", "--files", "all")
        #expect(result.ending == .exit(75) && result.output.isEmpty, "\(result)")
        #expect(result.errors.contains("\(Self.file) changed here just now. Sync again."), "\(result.errors)")
        #expect(try text(desk) == "1.25")
        #expect(try await desk.records("search", "1.25").count == 1)
        #expect(try await desk.succeed("sync", "--files", "all").errors.contains("Both stay"))
        try await laptop.succeed("sync", "--files", "all")
        for device in [desk, laptop] {
            #expect(try text(device) == "a longer text")
            #expect(try copy(device) == "1.25")
        }
        withExtendedLifetime(server) {}
    }

    @Test("A file that kept its exact date when it was rewritten before its bytes were sent is sent by the next sync")
    func sameDateWhileSending() async throws {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        try await devices[0].succeed("new", "Equity")
        try write("1.10", on: devices[0], nanoseconds: 100_000_000)
        for device in devices { try await device.succeed("sync") }
        try write("1.25", on: devices[0], nanoseconds: 100_000_000)
        let result = try await devices[0].fund("sync", "--files", "all")
        #expect(result.ending == .exit(65) && result.output.isEmpty, "\(result)")
        #expect(result.errors.contains("\(Self.file) changed just now. Sync again to send it."), "\(result.errors)")
        for device in devices { try await device.succeed("sync", "--files", "all") }
        #expect(try text(devices[1]) == "1.25")
        withExtendedLifetime(server) {}
    }

    @Test("A newer version that a killed sync has put in its place without recording it is recorded by the next one")
    func placedAlready() async throws {
        let server = try await SyncServer()
        let (desk, laptop) = try await devices(server)
        try write("1.25", on: laptop, nanoseconds: 0)
        try await laptop.succeed("sync", "--files", "all")
        // The date that the scan knows.
        try write("1.25", on: desk, nanoseconds: 100_000_000)
        try await desk.succeed("sync", "--files", "all")
        for device in [desk, laptop] { #expect(try await device.succeed("sync", "--files", "all").output.isEmpty) }
        #expect(try text(desk) == "1.25")
        #expect(try copy(desk) == nil)
        withExtendedLifetime(server) {}
    }

    @Test("A file whose date only lost its nanoseconds is not sent again, and another device can delete it")
    func lostNanoseconds() async throws {
        let server = try await SyncServer()
        let (desk, laptop) = try await devices(server)
        try write("1.10", on: desk, nanoseconds: 0)
        #expect(try await desk.succeed("sync", "--files", "all").output.isEmpty)
        #expect(try await laptop.succeed("sync").output.isEmpty)
        try write("1.10", on: desk, nanoseconds: 200_000_000)
        try FileManager.default.removeItem(at: laptop.root.appending(path: Self.file))
        try await laptop.succeed("scan", "Equity")
        for device in [laptop, desk] {
            #expect(try await device.succeed("sync").output == "removed\tfile\t\(Self.file)\n")
        }
        #expect(!FileManager.default.fileExists(atPath: desk.root.appending(path: Self.file).path))
        withExtendedLifetime(server) {}
    }

    @Test("Two files of one size and second that swap their names do so on the other device, too")
    func swapped() async throws {
        let server = try await SyncServer()
        let (desk, laptop) = try await devices(server)
        try write("2.20", on: desk, to: "Equity/yield.csv", nanoseconds: 700_000_000)
        for device in [desk, laptop] { try await device.succeed("sync", "--files", "all") }
        let folder = desk.root.appending(path: "Equity").path
        for (name, newName) in [("nav.csv", "t"), ("yield.csv", "nav.csv"), ("t", "yield.csv")] {
            #expect(rename("\(folder)/\(name)", "\(folder)/\(newName)") == 0)
        }
        for device in [desk, laptop] { try await device.succeed("sync", "--files", "all") }
        #expect(try text(laptop) == "2.20")
        #expect(try text(laptop, "Equity/yield.csv") == "1.10")
        withExtendedLifetime(server) {}
    }

    @Test(
        "The first scan of a store of an earlier version reads no file again and sends none, and the next one sees all changes"
    )
    func upgrade() throws {
        let anna = try Investor()
        try write("1.10", on: anna, nanoseconds: 100_000_000)
        let sha256 = String(repeating: "a", count: 64)
        do {
            let path = "\(Store.folder(in: anna.root.path))/store.sqlite"
            try anna.write("", to: "data/fund/.fund/store.sqlite")
            let database = try Database(path: path)
            let version = 8
            for case .script(let statements) in Schema.steps.prefix(version) { try database.run(script: statements) }
            try database.run(
                script: """
                    INSERT INTO funds(id, name, created) VALUES(1, 'Equity', 1);
                    INSERT INTO files(id, fund, path, size, modified, text)
                        VALUES(1, 1, 'nav.csv', 4, \(Self.second), 'read long ago');
                    UPDATE sync_objects SET version = 3, changes = 0, base = '{"sha256":"\(sha256)"}' WHERE kind = 4;
                    PRAGMA user_version = \(version);
                    """)
        }
        let store = try Store(root: anna.root.path)
        let fund = try store.fund("Equity")
        func changes() throws -> Int64? { try store.object(.file, owner: 1)?.changes }

        let first = try Scanner(store: store).scan(fund) { _ in }
        #expect(first.added.isEmpty && first.changed.isEmpty && first.removed.isEmpty)
        #expect(try store.text(ofFile: 1) == "read long ago")
        let file = try #require(try store.file(id: 1))
        #expect(file.sha256 == SHA256Digest(sha256) && file.nanoseconds == 100_000_000)
        #expect(try changes() == 0)

        try write("1.25", on: anna, nanoseconds: 900_000_000)
        #expect(try Scanner(store: store).scan(fund) { _ in }.changed == ["nav.csv"])
        #expect(try store.text(ofFile: 1) == "1.25")
        #expect(try store.file(id: 1)?.sha256 == nil)
        #expect(try changes() == 1)
    }
}
