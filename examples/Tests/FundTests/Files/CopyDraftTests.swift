import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("What killed copies leave in a folder")
struct CopyDraftTests {
    /// The hidden files of a fund's folder.
    private func hidden(_ anna: Investor) throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: anna.root.appending(path: "Equity").path)
        return Set(names.filter { $0.hasPrefix(".") })
    }

    /// Kills `add` until it leaves a draft.
    private func leaveDraft(_ anna: Investor, _ killer: Killer) async throws {
        let path = try anna.write("report", to: "report.txt")
        for moment in 1... {
            let result = try await anna.start(["add", "Equity", path], with: killer.variables(at: moment)).result()
            try #require(result.ending == .signal(SIGKILL), "\(result.errors)")
            if try !hidden(anna).isEmpty { return }
        }
    }

    @Test("The next get and the next add delete the draft of an add that was killed")
    func killed() async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        let killer = try await Killer()
        try cloud.put([1, 2, 3], as: "0.bin")
        try await leaveDraft(anna, killer)
        try await anna.succeed("get", "cloud:/0.bin", "--to", "Equity")
        #expect(try hidden(anna).isEmpty)
        try await leaveDraft(anna, killer)
        try await anna.succeed("add", "Equity", anna.write("other", to: "other.txt"))
        #expect(try hidden(anna).isEmpty)
    }

    @Test("A draft of a process that runs, a draft that is locked, and everything that only looks like a draft stays")
    func others() async throws {
        let anna = try Investor()
        try await anna.succeed("new", "Equity")
        // No process has such a number.
        let nobody = Int32.max
        let own = ProcessInfo.processInfo.processIdentifier
        let names = [
            ".\(own).1.part", ".\(nobody).01.part", ".0\(nobody).1.part", ".+\(nobody).1.part", ".\(nobody).part",
            ".\(nobody).4294967296.part", ".\(nobody).1.part.txt", "\(nobody).1.part", ".0.1.part", ".-1.1.part",
        ]
        for name in names + [".\(nobody).2.part", ".\(nobody).3.part"] {
            try anna.write("kept", to: "data/fund/Equity/\(name)")
        }
        let folder = anna.root.appending(path: "Equity")
        try FileManager.default.createDirectory(
            at: folder.appending(path: ".\(nobody).4.part"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: ".\(nobody).5.part").path,
            withDestinationPath: folder.appending(path: names[0]).path)
        let lock = try RunningProcess(
            "/usr/bin/flock",
            ["--no-fork", folder.appending(path: ".\(nobody).3.part").path, "sh", "-c", "echo; exec sleep 3600"],
            environment: .current)
        try #require(await comesTrue { !lock.output.isEmpty || !lock.isRunning }, "\(lock.errors)")
        try await anna.succeed("add", "Equity", anna.write("other", to: "other.txt"))
        let left = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        #expect(left == Set(names + (3...5).map { ".\(nobody).\($0).part" } + ["other.txt"]))
        lock.send(SIGKILL)
    }
}
