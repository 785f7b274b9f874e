import ExamplesTestSupport
import Foundation
import TestSupport
import Testing
import ToolDatabase

@testable import fund

/// What `kill -9` and Control-C leave of files that are fetched from clouds or sent there.
@Suite("Killed transfers of files", .serialized)
struct GetKillTests {
    @Test("Killed at 50 moments, get fetches each file whole and once, and leaves nothing behind")
    func often() async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        let killer = try await Killer()
        let contents = bytes(300_000, 3)
        func get(_ number: Int, with variables: [String: String]) async throws -> RunningProcess.Result {
            try cloud.put(contents.dropLast(number), as: "\(number).bin")
            return try await anna.start(["get", "cloud:/\(number).bin", "--to", "Equity"], with: variables).result()
        }
        #expect(try await get(0, with: killer.counting).ending == .exit(0))
        let moments = try 1...killer.count
        #expect(moments.count > 15)
        var source = RandomSource(seed: 19)
        var (kills, number) = (0, 0)
        while kills < 50 {
            number += 1
            var isPending = true
            while isPending {
                let moment = Int.random(in: moments, using: &source)
                let result = try await get(number, with: killer.variables(at: moment))
                let isKilled = result.ending == .signal(SIGKILL)
                try #require(isKilled || result.ending == .exit(0), "\(result.errors)")
                kills += isKilled ? 1 : 0
                let seen = try? anna.bytes("Equity/\(number).bin")
                #expect(seen.map { $0 == contents.dropLast(number) } != false, "killed before call \(moment)")
                // A process may also die after its work, before it can say so.
                isPending = try isKilled && (seen == nil || anna.fetchCount > 0)
            }
        }
        #expect(try await get(number + 1, with: [:]).ending == .exit(0))
        #expect(try Set(anna.names(in: "Equity")) == Set((0...number + 1).map { "\($0).bin" }))
        #expect(try anna.leftovers.isEmpty)
        #expect(try await anna.records("list").first?[1] == "\(number + 2)")
    }

    @Test("A get that died just after naming its file is completed without a second copy, and never writes into it")
    func named() async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        let killer = try await Killer()
        try cloud.put(bytes(1000, 1), as: "0.bin")
        #expect(
            try await anna.start(["get", "cloud:/0.bin", "--to", "Equity"], with: killer.counting).result().ending
                == .exit(0))
        /// Fetches a file with a new name, and dies while it has both the name of the part and its own.
        func die() async throws -> String {
            for moment in try (1...killer.count).reversed() {
                let name = "\(UUID().uuidString).bin"
                try cloud.put(bytes(1000, 1), as: name)
                let words = ["get", "cloud:/\(name)", "--to", "Equity"]
                _ = try await anna.start(words, with: killer.variables(at: moment)).result()
                if try anna.names(in: "Equity").contains(name), try anna.fetchCount > 0 { return name }
            }
            throw CocoaError(.fileNoSuchFile)
        }
        let same = try await die()
        let before = try cloud.requests.count
        try await anna.succeed("get", "cloud:/\(same)", "--to", "Equity")
        #expect(try cloud.requests.dropFirst(before).allSatisfy { $0["method"] == "PROPFIND" })
        #expect(try anna.names(in: "Equity").filter { $0.hasPrefix(same.dropLast(4)) } == [same])
        #expect(try anna.leftovers.isEmpty)
        let changed = try await die()
        try cloud.put(bytes(900, 2), as: changed)
        try await anna.succeed("get", "cloud:/\(changed)", "--to", "Equity")
        #expect(try anna.bytes("Equity/\(changed)") == bytes(1000, 1))
        #expect(try anna.bytes("Equity/\(changed.dropLast(4))(1).bin") == bytes(900, 2))
        #expect(try anna.leftovers.isEmpty)
    }

    @Test("rclone ends, and its folder is deleted, if fund is killed")
    func rclone() async throws {
        let cloud = try await FailingCloud()
        try cloud.put(bytes(3_000_000, 5), as: "report.pdf")
        try cloud.hold("report.pdf", after: 2_000_000)
        let bin = CloudServer.rclone.deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let settings = try TemporaryFolder("rclone")
        let configuration = try settings.write(
            "rclone.conf", "[cloud]\ntype = webdav\nurl = \(cloud.address)\nvendor = other\n".utf8)
        defer { withExtendedLifetime(settings) {} }
        let anna = try Investor(["RCLONE_CONFIG": configuration, "PATH": "\(bin):\(path)"])
        try await anna.succeed("new", "Equity")
        try await anna.succeed("remote", "add", "box", "rclone", "cloud:")
        let process = try anna.start(["get", "box:/report.pdf", "--to", "Equity"])
        try #require(await comesTrue { anna.partSize >= 1_000_000 || !process.isRunning }, "\(process.errors)")
        let servers = Self.rcloneServers(with: configuration)
        try #require(servers.count == 1, "\(servers)")
        process.send(SIGKILL)
        _ = try await process.result()
        #expect(await comesTrue { Self.rcloneServers(with: configuration).isEmpty })
        let folder = try #require(servers.first)
        #expect(await comesTrue { !FileManager.default.fileExists(atPath: folder) })
        try cloud.letGo("report.pdf")
        try await anna.succeed("get", "box:/report.pdf", "--to", "Equity")
        #expect(try anna.bytes("Equity/report.pdf") == bytes(3_000_000, 5))
    }

    /// The folders of all rclone servers on this machine that read a configuration.
    private static func rcloneServers(with configuration: String) -> [String] {
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return numbers.filter { Int($0) != nil }.compactMap { number in
            guard let line = try? Data(contentsOf: URL(filePath: "/proc/\(number)/cmdline")),
                let variables = try? Data(contentsOf: URL(filePath: "/proc/\(number)/environ")),
                variables.range(of: Data(configuration.utf8)) != nil
            else { return nil }
            let words = String(decoding: line, as: UTF8.self).split(separator: "\0")
            guard words.first?.hasSuffix("rclone") == true, words.contains("rcd") else { return nil }
            return words.first { $0.hasPrefix("unix://") }.map { String($0.dropFirst(7).dropLast("/socket".count)) }
        }
    }

    @Test("A put that is killed leaves nothing under the name, and the next one sends the file whole")
    func killedPut() async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        let file = try anna.write(String(repeating: "report ", count: 1_000_000), to: "report.txt")
        try cloud.hold("put", after: 300_000)
        // On a busy machine, the server may get no processor for longer than fund waits by default.
        let process = try anna.start(["put", file, "cloud:/", "--timeout", "3600"])
        try #require(await comesTrue { try cloud.files.values.contains { $0 >= 200_000 } })
        process.send(SIGKILL)
        _ = try await process.result()
        #expect(try cloud.files["report.txt"] == nil)
        try cloud.letGo("put")
        try await anna.succeed("put", file, "cloud:/")
        #expect(try cloud.files["report.txt"] == 7_000_000)
        #expect(try await anna.fund("put", file, "cloud:/").ending == .exit(77))
    }

    @Test("Control-C ends a put, and deletes what the server has got", arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        let file = try anna.write(String(repeating: "report ", count: 3_000_000), to: "report.txt")
        try cloud.hold("put", after: 300_000)
        // A shell without job control has what it starts in the background ignore SIGINT, and everything inherits that. On a busy
        // machine, the server may get no processor for longer than fund waits by default.
        let process = try RunningProcess(
            "/usr/bin/env",
            ["--default-signal=INT", Program.built("fund").path, "put", file, "cloud:/", "--timeout", "3600"],
            environment: anna.environment)
        try #require(await comesTrue { try cloud.files.values.contains { $0 >= 200_000 } })
        process.send(signal)
        #expect(try await process.result().ending == .signal(signal), "\(process.errors)")
        try cloud.letGo("put")
        #expect(try cloud.files.isEmpty)
    }
}

extension Investor {
    /// How many fetches the store waits for.
    fileprivate var fetchCount: Int64 {
        get throws {
            try Database(path: "\(Store.folder(in: root.path))/store.sqlite")
                .row("SELECT count(*) FROM fetches") { $0.integer(0) } ?? 0
        }
    }
}
