import Foundation
import TestSupport
import Testing
import ToolClient

@testable import fund

@Suite("Files that change while they are synced")
struct SyncLiveFileTests {
    private static let file = "Equity/report.txt"

    private func report(_ device: Investor) -> URL { device.root.appending(path: Self.file) }

    /// Two devices that have one file, which the desk has then changed and sent again.
    ///
    /// - Parameter address: The address of the server for both.
    private func devices(_ server: SyncServer, at address: String) async throws -> (desk: Investor, laptop: Investor) {
        let (desk, laptop) = (try Investor(), try Investor())
        for (device, name) in [(desk, "desk"), (laptop, "laptop")] {
            try await server.logIn(device, device: name, at: address)
        }
        try await desk.succeed("new", "Equity")
        try desk.write("a report", to: "data/fund/\(Self.file)")
        for device in [desk, laptop] { try await device.succeed("sync", "--files", "all") }
        try desk.write(String(repeating: "a newer report\n", count: 100_000), to: "data/fund/\(Self.file)")
        try await desk.succeed("sync", "--files", "all")
        return (desk, laptop)
    }

    @Test("An edit that another process scans while a newer version of the file comes is kept beside that version")
    func scannedEdit() async throws {
        let server = try await SyncServer()
        let gate = try await SyncGate(to: server)
        let (desk, laptop) = try await devices(server, at: gate.address)
        try gate.hold(.down, after: 500_000)
        let sync = try laptop.start(["sync", "--files", "all"])
        try #require(await comesTrue { gate.isHolding || !sync.isRunning }, "\(sync.errors)")
        try #require(gate.isHolding, "\(sync.errors)")
        try laptop.write("an edited report", to: "data/fund/\(Self.file)")
        try await laptop.succeed("scan")
        try gate.letGo(.down)
        let result = try await sync.result()
        #expect(result.ending == .exit(75) && result.output.isEmpty, "\(result)")
        #expect(result.errors.contains("\(Self.file) changed here just now. Sync again."), "\(result.errors)")
        #expect(try String(contentsOf: report(laptop), encoding: .utf8) == "an edited report")

        #expect(try await laptop.succeed("sync", "--files", "all").errors.contains("Both stay"))
        try await desk.succeed("sync", "--files", "all")
        for device in [desk, laptop] {
            let folder = device.root.appending(path: "Equity")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            let copy = try #require(names.first { $0.hasPrefix("report (from laptop, ") }, "\(names)")
            #expect(names.count == 2)
            #expect(try String(contentsOf: folder.appending(path: copy), encoding: .utf8) == "an edited report")
            #expect(try Data(contentsOf: report(device)).count == 1_500_000)
        }
        withExtendedLifetime((server, gate)) {}
    }

    @Test("A file that changes between its signature and its sending is named, and the files behind it are sent")
    func writtenInPlace() async throws {
        let server = try await SyncServer()
        let desk = try await server.devices("desk")[0]
        try await desk.succeed("new", "Equity")
        let log = URL(filePath: try desk.write("a log", to: "data/fund/Equity/log.txt"))
        try desk.write("a report", to: "data/fund/\(Self.file)")
        try await desk.succeed("sync")
        let (sent, failures) = try await onThread {
            let store = try Store(root: desk.root.path)
            var peer = try FundClient(LoginSession.needed(in: store))
            let proof = try #require(peer.proof)
            peer.proof = { call, url in
                // The bytes to send are read after this.
                if call.method == .put { try Data("A LOG".utf8).write(to: log) }
                return try proof(call, url)
            }
            let outcome = SyncOutcome()
            try FileTransfer(store: store, server: peer, outcome: outcome).run(.all)
            return (outcome.events.map(\.name), outcome.failures)
        }
        #expect(sent == [Self.file])
        #expect(failures.map(\.kind) == [.busy])
        #expect("\(failures)".contains("Equity/log.txt changes while it is sent. Sync again"), "\(failures)")
        withExtendedLifetime(server) {}
    }

    #if os(Linux)
    @Test("A file that changed and can't be read is not replaced by a newer version")
    func unreadableEdit() async throws {
        let server = try await SyncServer()
        let (_, laptop) = try await devices(server, at: server.address)
        try FileManager.default.removeItem(at: report(laptop))
        // Even root can't read from there.
        try FileManager.default.createSymbolicLink(
            atPath: report(laptop).path, withDestinationPath: "/proc/self/mem")
        let result = try await laptop.fund("sync", "--files", "all")
        #expect(result.ending == .exit(74) && result.output.isEmpty, "\(result)")
        #expect(result.errors.contains("“\(Self.file)” can't be read"), "\(result.errors)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: report(laptop).path) == "/proc/self/mem")
        withExtendedLifetime(server) {}
    }
    #endif
}
