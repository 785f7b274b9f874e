import Foundation
import TestSupport
import Testing

@Suite("Transfers of files that break off")
struct SyncInterruptionTests {
    /// What dies in the middle.
    enum Victim: CaseIterable, Sendable {
        case client, server
    }

    private static let size = 4 << 20

    /// A file in which no two places are alike.
    private static func film() -> Data {
        var random = RandomSource(seed: 12)
        let block = Data(random.bytes(1 << 12))
        return (0..<size >> 12).reduce(into: Data()) { data, number in
            var block = block
            block[0] = UInt8(truncatingIfNeeded: number)
            block[1] = UInt8(truncatingIfNeeded: number >> 8)
            data += block
        }
    }

    /// A server behind a gate, and two devices that know of one film. The desk has it.
    private func devices() async throws -> (server: SyncServer, gate: SyncGate, desk: Investor, laptop: Investor) {
        let server = try await SyncServer()
        let gate = try await SyncGate(to: server)
        let (desk, laptop) = (try Investor(), try Investor())
        for (device, name) in [(desk, "desk"), (laptop, "laptop")] {
            try await server.logIn(device, device: name, at: gate.address)
        }
        try await desk.succeed("new", "Equity")
        try Self.film().write(to: desk.root.appending(path: "Equity/film.mp4"))
        try await syncAll([desk, laptop])
        return (server, gate, desk, laptop)
    }

    /// Where the server keeps what ada has sent of files.
    private static func uploads(_ server: SyncServer) -> URL { server.data.appending(path: "uploads/1") }

    /// How many bytes the files in a folder have.
    private static func size(of folder: URL) -> Int {
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).reduce(0) { size, file in
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
            return size + (attributes?[.size] as? Int ?? 0)
        }
    }

    /// Kills one side of a sync that was stopped in the middle of a file.
    private func kill(
        _ victim: Victim, _ way: SyncGate.Way, of device: Investor, _ gate: SyncGate, _ server: SyncServer
    ) async throws {
        try gate.hold(way, after: Self.size / 2)
        let sync = try device.start(["sync", "--files", "all"])
        try #require(await comesTrue { gate.isHolding || !sync.isRunning }, "\(sync.errors)")
        try #require(gate.isHolding, "\(sync.errors)")
        // What still lies in a socket dies with its reader.
        let parts = way == .up ? Self.uploads(server) : device.root.appending(path: ".fund/arriving")
        try #require(await comesTrue { Self.size(of: parts) >= Self.size * 3 / 8 || !sync.isRunning }, "\(sync.errors)")
        switch victim {
        case .client:
            // The server may still be writing what came, and the client what it got.
            sync.send(SIGKILL)
            try gate.letGo(way)
            #expect(try await sync.result().ending == .signal(SIGKILL))
        case .server:
            try await server.stop()
            try gate.letGo(way)
            #expect(try await sync.result().ending == .exit(69))
            try await server.start()
        }
    }

    @Test("After a kill in the middle of an upload, the next sync sends only the rest", arguments: Victim.allCases)
    func upload(victim: Victim) async throws {
        let (server, gate, desk, laptop) = try await devices()
        try await kill(victim, .up, of: desk, gate, server)
        let before = try gate.passed(.up)
        #expect(try await desk.succeed("sync", "--files", "all").output == "uploaded\tfile\tEquity/film.mp4\n")
        let sent = try gate.passed(.up) - before
        #expect(sent > Self.size / 4 && sent < Self.size * 3 / 4, "\(sent) bytes were sent")
        try await laptop.succeed("sync", "--files", "all")
        #expect(try Data(contentsOf: laptop.root.appending(path: "Equity/film.mp4")) == Self.film())
    }

    @Test("After a kill in the middle of a download, the next sync gets only the rest", arguments: Victim.allCases)
    func download(victim: Victim) async throws {
        let (server, gate, desk, laptop) = try await devices()
        try await desk.succeed("sync", "--files", "all")
        try await kill(victim, .down, of: laptop, gate, server)
        let folder = try FileManager.default.contentsOfDirectory(atPath: laptop.root.appending(path: "Equity").path)
        #expect(folder.isEmpty, "A file that is not whole has its name.")
        let before = try gate.passed(.down)
        #expect(try await laptop.succeed("sync", "--files", "all").output == "fetched\tfile\tEquity/film.mp4\n")
        let got = try gate.passed(.down) - before
        #expect(got > Self.size / 4 && got < Self.size * 3 / 4, "\(got) bytes came")
        #expect(try Data(contentsOf: laptop.root.appending(path: "Equity/film.mp4")) == Self.film())
        let arriving = laptop.root.appending(path: ".fund/arriving").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: arriving).isEmpty)
    }

    @Test("An upload and a download that are cut go on at once, without another command", arguments: [true, false])
    func cut(isUpload: Bool) async throws {
        let (server, gate, desk, laptop) = try await devices()
        if !isUpload { try await desk.succeed("sync", "--files", "all") }
        let (device, way): (Investor, SyncGate.Way) = isUpload ? (desk, .up) : (laptop, .down)
        try gate.hold(way, after: Self.size / 2)
        let sync = try device.start(["sync", "--files", "all"])
        try #require(await comesTrue { gate.isHolding || !sync.isRunning }, "\(sync.errors)")
        try gate.letGo(way)
        let result = try await sync.result()
        #expect(result.ending == .exit(0), "\(result.errors)")
        if isUpload { try await laptop.succeed("sync", "--files", "all") }
        #expect(try Data(contentsOf: laptop.root.appending(path: "Equity/film.mp4")) == Self.film())
        withExtendedLifetime(server) {}
    }

    @Test(
        "A file that came to its place during its download is kept: as the downloaded one if they are equal, and unknown otherwise",
        arguments: [true, false])
    func alreadyThere(isEqual: Bool) async throws {
        let (server, gate, desk, laptop) = try await devices()
        try await desk.succeed("sync", "--files", "all")
        let film = laptop.root.appending(path: "Equity/film.mp4")
        let content = isEqual ? Self.film() : Data("another film".utf8)
        try gate.hold(.down, after: Self.size / 2)
        let sync = try laptop.start(["sync", "--files", "all"])
        try #require(await comesTrue { gate.isHolding || !sync.isRunning }, "\(sync.errors)")
        try content.write(to: film)
        try gate.letGo(.down)
        let result = try await sync.result()
        #expect(result.ending == .exit(isEqual ? 0 : 74), "\(result.errors)")
        #expect(result.output == (isEqual ? "fetched\tfile\tEquity/film.mp4\n" : ""))
        #expect(result.errors.contains("is there already") == !isEqual, "\(result.errors)")
        #expect(try Data(contentsOf: film) == content)
        if isEqual {
            for device in [laptop, desk] { #expect(try await device.succeed("sync", "--files", "all").output.isEmpty) }
        }
        withExtendedLifetime(server) {}
    }

    @Test("A sync asks the server only once for each file of all, and again for one that is named")
    func asking() async throws {
        let (server, gate, desk, laptop) = try await devices()
        for number in 0..<30 { try desk.write("report \(number)", to: "data/fund/Equity/r\(number).txt") }
        for device in [desk, laptop] { try await device.succeed("sync", "--files", "all") }
        for device in [desk, laptop] {
            var counts: [Int] = []
            for files in [[], ["--files", "all"], ["--files", "Equity"]] {
                let before = try gate.passed(.up)
                let result = try await device.start(["sync"] + files).result()
                #expect(result.ending == .exit(0) && result.output.isEmpty, "\(result)")
                counts.append(try gate.passed(.up) - before)
            }
            #expect(counts[1] < counts[0] * 2 && counts[2] > counts[0] * 5, "\(counts)")
        }
        withExtendedLifetime(server) {}
    }

    @Test("A file whose last byte arrived just before the server was killed is completed, and not sent again")
    func lastByte() async throws {
        let (server, gate, desk, laptop) = try await devices()
        let film = desk.root.appending(path: "Equity/film.mp4")
        let sum = try await Finished.run(["/usr/bin/sha256sum", film.path]).output.prefix(64)
        let uploads = Self.uploads(server)
        try FileManager.default.createDirectory(at: uploads, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: film, to: uploads.appending(path: "\(sum).part"))
        let before = try gate.passed(.up)
        #expect(try await desk.succeed("sync", "--files", "all").output == "uploaded\tfile\tEquity/film.mp4\n")
        let sent = try gate.passed(.up) - before
        #expect(sent < Self.size / 4, "\(sent) bytes were sent")
        try await laptop.succeed("sync", "--files", "all")
        #expect(try Data(contentsOf: laptop.root.appending(path: "Equity/film.mp4")) == Self.film())
    }
}
