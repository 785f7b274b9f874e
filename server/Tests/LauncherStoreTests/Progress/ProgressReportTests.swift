import AppGroup
import Foundation
import TestSupport
import Testing

/// What `--progress json` writes while a real server sends an app.
@Suite("Progress for other programs")
struct ProgressReportTests {
    /// A line of the report: see docs/json.md.
    private struct Line: Decodable {
        let version: Int
        let app: String?
        let phase: String
        let done: UInt64?
        let total: UInt64?
        let sentence: String?
        let status: Int?
        let login: String?

        static func all(_ output: String) throws -> [Line] {
            try output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        }
    }

    private let server: RealServer
    /// Slows the server down.
    private let proxy: MeddlingProxy
    private let machine: TestServer
    private var address: String { server.address(atPort: proxy.port) }

    init() throws {
        server = try RealServer()
        proxy = try MeddlingProxy(to: server.port)
        machine = try TestServer()
        let publisher = try TestServer()
        try logIn(publisher, at: server.address)
        let file = try publisher.sandbox.makePackage(version: "1.0", payload: 4 << 20)
        #expect(try publisher.store("publish", file).status == 0)
        try server.administer("grant", "add", "org.example.rooms", "everyone")
        try logIn(machine, at: address)
    }

    private func logIn(_ machine: TestServer, at address: String) throws {
        let login = try machine.run(
            ["login", address, "--user", "root", "--password-stdin"], input: "\(RealServer.password)\n")
        try #require(login.status == 0, "\(login.errors)")
    }

    private func install() throws -> (process: Process, output: FileHandle, errors: FileHandle) {
        try Finished.start(
            [Sandbox.program, "install", "rooms", "--progress", "json"], environment: machine.sandbox.environment,
            in: machine.sandbox.folder)
    }

    /// What a process has written so far. The file is opened again, as the process writes where the handle stands.
    private func text(of file: FileHandle) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "/proc/self/fd/\(file.fileDescriptor)")), as: UTF8.self)
    }

    /// The lines that a process has finished.
    private func completeLines(of output: FileHandle) throws -> [Line] {
        try Line.all(text(of: output).split(separator: "\n").dropLast().map { "\($0)\n" }.joined())
    }

    @Test("The lines tell how far the app is, then that it is being installed, and last that the command succeeded")
    func success() throws {
        try proxy.meddle(["hold": 2 << 20])
        let (process, output, errors) = try install()
        // The rest comes when there are some lines.
        #expect(try blockUntil { try completeLines(of: output).count > 2 })
        try proxy.meddle([:])
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let lines = try Line.all(text(of: output))
        #expect(lines.allSatisfy { $0.version == 1 })
        #expect(lines.dropLast().allSatisfy { $0.app == "org.example.rooms" })
        let downloading = lines.prefix { $0.phase == "download" }
        #expect(downloading.count > 2 && downloading.first?.done == 0)
        let done = downloading.compactMap(\.done)
        #expect(done == done.sorted() && done.last == downloading.last?.total)
        #expect(lines.dropFirst(downloading.count).map(\.phase) == ["install", "installed", "end"])
        #expect(lines.dropLast().last?.sentence == "Installed Rooms 1.0 (org.example.rooms).")
        #expect(lines.last?.status == 0 && lines.last?.sentence == nil && lines.last?.app == nil)
        // What people read is as always.
        #expect(try text(of: errors) == "launcher: Installed Rooms 1.0 (org.example.rooms).\n")
        let again = try Line.all(try machine.store("update", "rooms", "--progress", "json").output)
        #expect(again.map(\.phase) == ["end"] && again.last?.status == 0)
    }

    @Test("A command that was killed has no last line, and the next one begins where it was")
    func killed() throws {
        try proxy.meddle(["delay": 0.05, "hold": 2 << 20])
        let (process, output, _) = try install()
        let half: UInt64 = 1 << 20
        #expect(try blockUntil { try (completeLines(of: output).last?.done ?? 0) >= half })
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(try completeLines(of: output).allSatisfy { $0.phase == "download" })
        #expect(try machine.rooms == nil)
        try proxy.meddle([:])
        let lines = try Line.all(try machine.store("install", "rooms", "--progress", "json").output)
        #expect((lines.first?.done ?? 0) >= half && lines.last?.status == 0)
        #expect(try machine.rooms?.isShown == true)
    }

    @Test("The last line has the sentence and the status of a failure, and the server if its login has ended")
    func failures() throws {
        let unknown = try machine.store("install", "nothing", "--progress", "json")
        let line = try #require(try Line.all(unknown.output).last)
        #expect(unknown.status == 66 && line.status == 66 && line.phase == "end" && line.login == nil)
        #expect(unknown.errors == "launcher: \(try #require(line.sentence))\n")
        // A new password ends every login.
        try server.administer("user", "password", "root", "--password-stdin", input: RealServer.password)
        var ended: [Line] = []
        #expect(
            try blockUntil {
                ended = try Line.all(try machine.store("install", "rooms", "--progress", "json").output)
                return ended.last?.status == 77
            })
        #expect(ended.last?.login == address)
        #expect(ended.last?.sentence?.contains("launcher login \(address)") == true)
    }

    @Test(
        "If several apps are asked for, the last line has the sentence of the first failure without a line of its own")
    func severalFailures() throws {
        let tea = try machine.sandbox.makePackage("Tea", version: "2", id: "org.example.tea")
        let answer = try machine.store("install", tea, "./none.ipa", "nothing", "--progress", "json")
        let lines = try Line.all(answer.output)
        #expect(answer.status == 66 && lines.map(\.phase) == ["install", "installed", "end"], "\(answer.errors)")
        #expect(lines.last?.status == 66 && lines.last?.sentence?.contains("none.ipa") == true)
        // Another app has this one's scheme.
        let other = try machine.sandbox.makePackage("Tea", version: "3", id: "org.example.other")
        let refused = try Line.all(try machine.store("install", other, tea, "--progress", "json").output)
        #expect(refused.map(\.phase) == ["install", "failed", "install", "installed", "end"])
        #expect(refused.last?.status == 65 && refused.last?.sentence == nil)
    }

    @Test("The installation continues if nothing reads the lines, and files are reported, too")
    func unread() throws {
        let file = try machine.sandbox.makePackage("Tea", version: "2", id: "org.example.tea")
        let answer = try Finished.run(
            ["/bin/sh", "-c", "{ \"$0\" install \"$1\" rooms --progress json; echo $? >status; } | true"]
                + [Sandbox.program, file], environment: machine.sandbox.environment, in: machine.sandbox.folder)
        #expect(try String(contentsOfFile: "\(machine.sandbox.folder)/status", encoding: .utf8) == "0\n", "\(answer)")
        #expect(try machine.rooms?.isShown == true)
        let lines = try Line.all(try machine.store("install", file, "--progress", "json").output)
        #expect(lines.map(\.phase) == ["install", "installed", "end"] && lines.first?.app == "org.example.tea")
    }

    @Test("Progress is refused where nothing is installed, and in other formats")
    func misuse() throws {
        for words in [["update", "--check"], ["update", "--schedule", "daily"]] {
            let answer = try Finished.run(
                [Sandbox.program] + words + ["--progress", "json"], environment: machine.sandbox.environment)
            #expect(answer.status == 64 && answer.output.isEmpty, "\(answer.errors)")
        }
        #expect(try machine.store("install", "rooms", "--progress", "xml").status == 64)
    }
}
