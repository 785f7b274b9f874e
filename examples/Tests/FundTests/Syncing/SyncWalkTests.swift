import Foundation
import TestSupport
import Testing

@testable import fund

/// What must be true after any edits on three devices: a model of its own, which knows nothing of how a sync works.
///
/// Each edit adds a word that is nowhere else. A word may be gone only if a device that saw it deleted its note.
private struct Words {
    private(set) var written: Set<String> = []
    private var deleted: Set<String> = []

    mutating func new() -> String {
        let word = "word\(written.count)"
        written.insert(word)
        return word
    }

    mutating func delete(_ text: String) { deleted.formUnion(Self.of(text)) }

    var needed: Set<String> { written.subtracting(deleted) }

    static func of(_ text: String) -> Set<String> { Set(text.split(separator: "\n").map(String.init)) }
}

@Suite("Random edits on three devices")
struct SyncWalkTests {
    private static let names = ["Alpha", "Beta", "Gamma", "Delta"]

    /// Edits at random on random devices.
    ///
    /// - Parameters:
    ///   - withFiles: Whether files are written, too. Then no fund is deleted, because the model does not know what is in files
    ///     that are only on other devices.
    ///   - syncsOften: Whether half of the steps are syncs, instead of a quarter.
    private func walk(
        _ devices: [Investor], steps: Int, _ words: inout Words, _ random: inout RandomSource, withFiles: Bool = false,
        syncsOften: Bool = false,
        sync: (Investor, inout RandomSource) async throws -> Void
    ) async throws {
        for _ in 0..<steps {
            let device = random.pick(devices)
            if syncsOften, random.isOnce(in: 3) {
                try await sync(device, &random)
                continue
            }
            let funds = try await device.records("list").map { $0[0] }
            guard !funds.isEmpty, !random.isOnce(in: 10) else {
                // There may be one of that name.
                _ = try await device.fund("new", random.pick(Self.names))
                continue
            }
            let fund = random.pick(funds)
            let titles = try await device.succeed("note", "show", fund).output.split(separator: "\n").map(String.init)
            switch random.below(20) {
            case 0..<6: try await device.succeed("note", "add", fund, "T\(random.below(3))", input: words.new() + "\n")
            case 6..<12 where !titles.isEmpty:
                let title = random.pick(titles)
                let text = try await device.succeed("note", "show", fund, title).output
                try await device.succeed("note", "edit", fund, title, input: text + words.new() + "\n")
            case 12 where !titles.isEmpty:
                let title = random.pick(titles)
                words.delete(try await device.succeed("note", "show", fund, title).output)
                try await device.succeed("note", "rm", "--forever", fund, title)
            case 13 where !withFiles:
                for title in titles { words.delete(try await device.succeed("note", "show", fund, title).output) }
                try await device.succeed("rm", "--yes", fund)
            case 14: _ = try await device.fund("rename", fund, random.pick(Self.names))
            case 15 where withFiles, 13: try write(words.new(), to: "\(fund)/F\(random.below(2)).txt", of: device)
            default: try await sync(device, &random)
            }
        }
    }

    /// Adds a word to a file that is large enough for a transfer to be killed in the middle.
    private func write(_ word: String, to path: String, of device: Investor) throws {
        let file = device.root.appending(path: path)
        let old = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let lines = old.split(separator: "\n").filter { $0.hasPrefix("word") } + [Substring(word)]
        let text = lines.joined(separator: "\n") + "\n" + String(repeating: "filler ", count: 40_000)
        try Data(text.utf8).write(to: file)
    }

    /// The texts of all files of a device, by their paths.
    private func files(of device: Investor) throws -> [String: String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: device.root.path)
        return try paths.filter { $0.hasSuffix(".txt") }.reduce(into: [:]) { files, path in
            files[path] = try String(contentsOf: device.root.appending(path: path), encoding: .utf8)
        }
    }

    /// The texts of all notes of a device, by their funds and titles. They come from its store: a start of `fund` for each would take
    /// most of the time of these tests.
    private func notes(of device: Investor) throws -> [String: [String: String]] {
        let store = try Store(root: device.root.path)
        return try store.funds().reduce(into: [:]) { funds, fund in
            funds[fund.name] = try store.notes(of: fund).reduce(into: [:]) { notes, note in
                notes[note.title] = try store.note(id: note.id)?.text
            }
        }
    }

    private func check(_ devices: [Investor], _ words: Words) async throws {
        for _ in 0..<6 { for device in devices { _ = try await device.fund("sync", "--files", "all") } }
        for device in devices { try await device.succeed("sync", "--files", "all") }
        let notes = try notes(of: devices[0])
        for device in devices.dropFirst() { #expect(try self.notes(of: device) == notes) }
        let files = try files(of: devices[0])
        for device in devices.dropFirst() { #expect(try self.files(of: device) == files) }
        let texts = notes.values.flatMap(\.values) + files.values
        #expect(words.needed.isSubset(of: texts.reduce(into: Set()) { $0.formUnion(Words.of($1)) }))
        #expect(Set(texts).count == texts.count, "A text is there twice.")
        for device in devices { #expect(try await device.succeed("sync").output.isEmpty) }
    }

    @Test("Devices that sync in any order come to the same contents, and no text is lost", arguments: 1...2)
    func walk(seed: UInt64) async throws {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop", "phone")
        var (words, random) = (Words(), RandomSource(seed: seed))
        try await walk(devices, steps: 60, &words, &random) { device, _ in try await device.succeed("sync") }
        try await check(devices, words)
    }

    @Test("A sync that is killed at any moment, or whose server is, loses nothing and duplicates nothing")
    func kill() async throws {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop", "phone")
        var (words, random) = (Words(), RandomSource(seed: 99))
        var kills = 0
        while kills < 40 {
            try await walk(devices, steps: 20, &words, &random, withFiles: true, syncsOften: true) { device, random in
                let process = try device.start(["sync", "--files", "all"])
                try await Task.sleep(for: .milliseconds(random.below(200)))
                kills += 1
                if random.isOnce(in: 4) {
                    try await server.stop()
                    // What the others have not sent yet is missing: 66.
                    let ending = try await process.result().ending
                    #expect([.exit(0), .exit(66), .exit(69)].contains(ending), "\(process.errors)")
                    try await server.start()
                } else {
                    process.send(SIGKILL)
                    _ = try await process.result()
                }
            }
            // Now and then, a device gets through.
            _ = try await random.pick(devices).fund("sync", "--files", "all")
        }
        try await check(devices, words)
    }

    @Test("Two syncs at once send everything once")
    func twoAtOnce() async throws {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        for number in 0..<20 { try await devices[0].make("Equity", note: "Note \(number)", "text \(number)\n") }
        let syncs = try (0..<3).map { _ in try devices[0].start(["sync"]) }
        for sync in syncs { #expect(try await sync.result().ending == .exit(0)) }
        try await devices[1].succeed("sync")
        #expect(try await devices[1].notes == devices[0].notes)
        #expect(try await devices[1].notes["Equity"]?.count == 20)
    }
}
