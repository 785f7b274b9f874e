import AppGroup
import Foundation
import Testing
import ToolDatabase
import ToolProgram

@testable import fund

@Suite("Scans of a fund's folder")
struct ScanTests {
    private let anna: Investor
    private let store: Store
    private let fund: Fund

    init() throws {
        anna = try Investor()
        store = try Store(root: anna.root.path)
        fund = try store.addFund(FundName("Equity"), at: Timestamp(seconds: 0))
    }

    private func write(_ count: Int) throws {
        for number in 0..<count { try anna.write("text \(number)", to: "data/fund/Equity/\(number).txt") }
    }

    private func scan(acceptsLoss: Bool = false) throws -> (added: Int, removed: Int) {
        let result = try Scanner(store: store, acceptsLoss: acceptsLoss).scan(fund) { _ in }
        return (result.added.count, result.removed.count)
    }

    @Test(
        "Files that are gone are forgotten, unless all are gone or most of many files are",
        arguments: [(1, 0, true), (9, 1, false), (10, 4, true), (10, 5, false), (3, 2, false)])
    func loss(before: Int, left: Int, isRefused: Bool) throws {
        try write(before)
        _ = try scan()
        for number in left..<before {
            try FileManager.default.removeItem(at: anna.root.appending(path: "Equity/\(number).txt"))
        }
        if isRefused {
            let error = #expect(throws: ToolError.self) { try scan() }
            #expect(error?.kind == .inputOutput)
            #expect(error?.description.contains("\(before - left) of \(before) file") == true)
            #expect(try store.files(of: fund).count == before)
        }
        #expect(try scan(acceptsLoss: isRefused).removed == before - left)
        #expect(try store.files(of: fund).count == left)
    }

    @Test(
        "If none of a fund's files is left, as many others as half of them are no loss, and fewer are one",
        arguments: [(5, 1, true), (5, 2, true), (5, 5, false), (2, 1, false), (1, 1, false)])
    func replaced(before: Int, new: Int, isRefused: Bool) throws {
        try write(before)
        _ = try scan()
        for number in 0..<before {
            try FileManager.default.removeItem(at: anna.root.appending(path: "Equity/\(number).txt"))
        }
        for number in 0..<new { try anna.write("new", to: "data/fund/Equity/new \(number).txt") }
        if isRefused { #expect(throws: ToolError.self) { try scan() } }
        let result = try scan(acceptsLoss: isRefused)
        #expect(result.removed == before && result.added == new)
    }

    @Test("A file that a sync gives another path during a scan stays known")
    func renamedMeanwhile() throws {
        try write(3)
        _ = try scan()
        let file = try #require(try store.file(at: "1.txt", in: fund))
        let folder = anna.root.appending(path: "Equity")
        let archive = folder.appending(path: "Archive")
        try FileManager.default.createDirectory(at: archive, withIntermediateDirectories: false)
        try FileManager.default.moveItem(
            at: folder.appending(path: "1.txt"), to: archive.appending(path: "1.txt"))
        // The scan says so before it records anything.
        try anna.write("<html>not a PDF</html>", to: "data/fund/Equity/report.pdf")
        var moves: [Result<Void, any Error>] = []
        _ = try Scanner(store: store).scan(fund) { _ in
            moves.append(
                Result { try store.database.transaction { try store.move(file, to: "Archive/1.txt", in: fund) } })
        }
        #expect(moves.count == 1)
        for move in moves { try move.get() }
        #expect(try store.file(at: "Archive/1.txt", in: fund)?.id == file.id)
        #expect(try store.files(of: fund).count == 4)
        #expect(try store.database.rows("SELECT id FROM sync_objects WHERE owner IS NULL") { $0.text(0) }.isEmpty)
    }

    @Test("Files that moved to another folder of their fund are not lost")
    func moved() throws {
        try write(20)
        _ = try scan()
        let folder = anna.root.appending(path: "Equity")
        try FileManager.default.moveItem(at: folder, to: anna.home.appending(path: "2025"))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try FileManager.default.moveItem(at: anna.home.appending(path: "2025"), to: folder.appending(path: "2025"))
        let result = try scan()
        #expect(result.removed == 20 && result.added == 20)
    }

    /// How many transactions are in the write-ahead log of the store (sqlite.org/fileformat2.html, 4.1).
    private func transactions() throws -> Int {
        let log = try [UInt8](Data(contentsOf: URL(filePath: "\(Store.folder(in: store.root))/store.sqlite-wal")))
        func word(at place: Int) -> Int { log[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        let frame = 24 + word(at: 8)
        // The last frame of each one has the size of the database.
        return stride(from: 32, through: log.count - frame, by: frame).count { word(at: $0 + 4) != 0 }
    }

    @Test("A thousand files are recorded in a few transactions that do not wait for the disk")
    func batches() throws {
        try write(1000)
        try anna.write("<html>not a PDF</html>", to: "data/fund/Equity/report.pdf")
        // The log keeps everything.
        try store.database.run(script: "PRAGMA wal_autocheckpoint = 0")
        // SQLite reads the value when it prepares the statement, so each one needs a text of its own.
        func safety(_ moment: String) throws -> Int64? {
            try store.database.row("PRAGMA synchronous -- \(moment)") { $0.integer(0) }
        }
        let before = try transactions()
        var during: [Int64?] = []
        let result = try Scanner(store: store).scan(fund) { _ in during.append(try? safety("during")) }
        #expect(result.added.count == 1001)
        #expect(try transactions() - before <= 20)
        // 1 is NORMAL, and 2 is FULL.
        #expect(try during == [1] && safety("afterward") == 2)
        #expect(try store.search("text 999", in: .file, limit: 10).count == 1)
    }
}
