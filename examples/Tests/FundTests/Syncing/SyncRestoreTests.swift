import Foundation
import TestSupport
import Testing

@Suite("Servers that went back to a backup")
struct SyncRestoreTests {
    private func files(_ device: Investor) throws -> [String: String] {
        let folder = device.root.appending(path: "Equity").path
        return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) { files, name in
            files[name] = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        }
    }

    @Test("A file that changed after the backup is kept once, however many devices have it")
    func changedFile() async throws {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop", "phone")
        try await devices[0].succeed("new", "Equity")
        for (name, text) in [("report.txt", "one\n"), ("same.txt", "same\n")] {
            try devices[0].write(text, to: "data/fund/Equity/\(name)")
        }
        for device in devices { try await device.succeed("sync", "--files", "all") }
        let copy = try await server.backUp()
        try devices[0].write("one\ntwo\n", to: "data/fund/Equity/report.txt")
        for device in devices { try await device.succeed("sync", "--files", "all") }
        try await server.restore(copy)
        for device in devices + devices { try await device.succeed("sync", "--files", "all") }
        for device in devices {
            let files = try files(device)
            #expect(files["report.txt"] == "one\n" && files["same.txt"] == "same\n", "\(files)")
            #expect(files.count == 3 && files.values.contains("one\ntwo\n"), "\(files)")
            #expect(try await device.succeed("sync", "--files", "all").output.isEmpty)
        }
    }

    @Test(
        "A fund that was renamed after the backup keeps its newer name, even if a device has not yet seen it",
        arguments: [true, false])
    func renamedFund(isSeen: Bool) async throws {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        for name in ["Equity", "Bonds"] { try await devices[0].succeed("new", name) }
        try await syncAll(devices)
        let copy = try await server.backUp()
        try await devices[0].succeed("rename", "Bonds", "Loans")
        try await devices[0].succeed("sync")
        if isSeen { try await devices[1].succeed("sync") }
        try await server.restore(copy)
        try await syncAll(isSeen ? devices.reversed() : devices)
        for device in devices {
            #expect(try await device.records("list").map { $0[0] } == ["Equity", "Loans"])
            #expect(try await device.succeed("sync").output.isEmpty)
        }
        // Then, a name of another device counts again.
        try await devices[1].succeed("rename", "Loans", "Bonds")
        try await syncAll(devices)
        #expect(try await devices[0].records("list").map { $0[0] } == ["Bonds", "Equity"])
    }

    @Test("A name that a fund gets after the restore counts, even if it had a newer version before")
    func renamedAfterwards() async throws {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        for name in ["Equity", "Bonds"] { try await devices[0].succeed("new", name) }
        try await syncAll(devices)
        let copy = try await server.backUp()
        for name in ["One", "Two", "Three", "Four", "Loans"] {
            let bonds = try #require(try await devices[0].records("list").map { $0[0] }.first { $0 != "Equity" })
            try await devices[0].succeed("rename", bonds, name)
            try await devices[0].succeed("sync")
        }
        try await devices[1].succeed("sync")
        try await server.restore(copy)
        try await devices[0].succeed("sync")
        try await devices[0].succeed("rename", "Loans", "Credit")
        try await syncAll(devices)
        for device in devices { #expect(try await device.records("list").map { $0[0] } == ["Credit", "Equity"]) }
    }
}
