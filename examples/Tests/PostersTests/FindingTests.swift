import AppGroup
import AppGroupText
import ArgumentParser
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing
import ToolProgram

@testable import posters

@Suite("The command posters search")
struct FindingTests {
    /// What is stored: the number, the phone number and the company of each report.
    private static let reports: [(Int64, String, String)] = [
        (4123, "+380671002003", "50% off"), (17, "+380441234567", "a_b & Co"), (9, "+380800500500", "ТОВ «Ромашка»"),
    ]

    @Test(
        "A search finds reports that contain the text, and every character stands for itself",
        arguments: [
            (["41"], ["4123", "17"]), (["4123"], ["4123", "17"]), (["00"], ["4123", "9"]), (["412"], ["4123", "17"]),
            (["8(044)123-45-67"], ["17"]), (["044", "123"], ["17"]), (["%"], ["4123"]), (["_"], ["17"]),
            (["ромашка"], ["9"]), (["a_b", "&"], ["17"]),
        ] as [([String], [String])])
    func found(words: [String], numbers: [String]) async throws {
        let anna = try Self.inspector()
        #expect(try await anna.find(words).map { $0[0] } == numbers)
        // ArgumentParser reads this one.
        #expect(try await anna.find(words + ["--limit=50"]).map { $0[0] } == numbers)
    }

    @Test(
        "If nothing contains the text, the command says so with status 66",
        arguments: ["99", "%%", "__", "*", "0000", "Horns", "99999999999"])
    func nothingFound(text: String) async throws {
        let anna = try Self.inspector()
        for format in ["table", "tsv"] {
            let result = try await anna.posters("search", text, "--format", format)
            #expect(result.ending == .exit(66) && result.output.isEmpty, "\(result.output)")
            #expect(result.errors == "posters: Nothing found: no report contains “\(text)”.\n")
        }
    }

    @Test("A blocked number is marked in a table of what was found, and a limit tells that there is more")
    func table() async throws {
        let anna = try Self.inspector()
        try Self.store(of: anna).noteBlocked("+380441234567", true)
        let table = try await anna.succeed("search", "4123").output
        #expect(table.contains("blocked number") && table.contains("044 123 45 67"), "\(table)")
        let first = try await anna.succeed("search", "4123", "--limit", "1", "--format", "tsv")
        #expect(first.output.hasPrefix("4123\t") && first.errors == "posters: There are more: --limit 10\n")
    }

    @Test(
        "Simple arguments of posters search give the same command as ArgumentParser",
        arguments: [
            "search 41", "search 044 123 45 67", "search a --format tsv", "search --format json --limit 3 a b",
            "search a --limit 1000000 b", "search % --format tsv --format table",
        ])
    func plainly(words: String) throws {
        let words = words.split(separator: " ").map(String.init)
        let plain = try #require(SearchCommand.plainly(words) as? SearchCommand)
        let parsed = try #require(try PostersProgram.parseAsRoot(words) as? SearchCommand)
        #expect(plain.text == parsed.text)
        #expect(plain.options.limit == parsed.options.limit)
        #expect(plain.options.format == parsed.options.format)
    }

    @Test(
        "All other arguments of posters are left to ArgumentParser",
        arguments: [
            "", "list", "find 41", "search", "search --format tsv", "search a --limit", "search a --limit 0",
            "search a --limit 1000001", "search a --limit x", "search a --limit -1", "search a --format nonsense",
            "search a --format --limit 3", "search a --format=tsv", "search --help", "search a -h", "search -- -a",
            "search a --limits 3", "--format tsv search a",
        ])
    func left(words: String) {
        #expect(SearchCommand.plainly(words.split(separator: " ").map(String.init)) == nil)
    }

    /// Somebody with reports in their store.
    private static func inspector() throws -> Inspector {
        let inspector = try Inspector()
        let store = try store(of: inspector)
        let moment = Moment(Timestamp(seconds: 1_790_000_000))
        try store.database.transaction {
            for (number, phone, company) in reports {
                try store.put(
                    Report(
                        number: number, version: number, status: .new, filed: moment, updated: moment,
                        place: Place(lat: 50.4501, long: 30.5234), type: .init(code: "other", name: "Other"),
                        photos: [],
                        phones: [.init(number: phone, written: phone, blocked: false)], company: company))
            }
        }
        return inspector
    }

    private static func store(of inspector: Inspector) throws -> Store {
        let data = inspector.home.appending(path: "data")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        return try Store(folder: data.appending(path: "posters").path)
    }
}

extension Inspector {
    /// The fields of each report that a search prints.
    fileprivate func find(_ words: [String]) async throws -> [[String]] {
        let result = try await start(["search"] + words + ["--format", "tsv"]).result()
        try #require(result.ending == .exit(0), "\(result.errors)")
        return result.output.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }
}
