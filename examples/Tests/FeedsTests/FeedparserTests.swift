import ExamplesTestSupport
import Feeds
import Foundation
import TestSupport
import Testing

/// feedparser and its own tests: 2,233 feeds. The file `differences.tsv` lists each feed that is not read the same, with the
/// fields that differ and why.
@Suite("Comparison with feedparser")
struct FeedparserTests {
    private struct Answer: Decodable {
        var file: String
        var contentType: String?
        var address: String
        var feed: Account
        var items: [Account]
    }

    private struct Account: Decodable, Equatable {
        var title: String
        var link: String
        var id: String
        var date: Int64?
        var author: String
        var enclosures: [String]

        /// The names of the fields that differ.
        func differences(from other: Account) -> [String] {
            let fields = [
                ("title", title == other.title), ("link", link == other.link), ("id", id == other.id),
                ("date", date == other.date), ("author", author == other.author),
                ("enclosures", enclosures == other.enclosures),
            ]
            return fields.filter { !$0.1 }.map(\.0)
        }
    }

    @Test("Feeds are read as by feedparser, except for the listed differences")
    func same() throws {
        let tools = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../.build/tools")
            .standardizedFileURL
        let corpus = tools.appending(path: "feedparser-6.0.14")
        let output = try Python.run(
            "feeds.py", corpus.path, tools.appending(path: "feedparser-sgmllib-2.1.0").path, "wellformed", "encoding",
            "entities", "illformed")
        let answers = try JSONDecoder().decode([Answer].self, from: Data(output.utf8))
        let listed = try listedDifferences()
        var found: [String: String] = [:]
        for answer in answers {
            let bytes = try Data(contentsOf: corpus.appending(path: "tests/\(answer.file)"))
            let differences = differences(of: answer, bytes: Array(bytes))
            if !differences.isEmpty { found[answer.file] = differences.joined(separator: " ") }
        }
        for (file, fields) in found.sorted(by: { $0.key < $1.key }) where listed[file]?.fields != fields {
            Issue.record("\(file)\t\(fields)\tis not listed so")
        }
        for file in listed.keys.sorted() where found[file] == nil {
            Issue.record("\(file) is listed but read the same")
        }
        for (folder, count, least) in [("wellformed", 1739, 0.97), ("encoding", 219, 0.85)] {
            let all = answers.count { $0.file.hasPrefix(folder + "/") }
            let same = all - found.keys.count { $0.hasPrefix(folder + "/") }
            #expect(all == count)
            #expect(Double(same) >= least * Double(all), "\(folder): \(same) of \(all)")
        }
    }

    private func differences(of answer: Answer, bytes: [UInt8]) -> [String] {
        guard let feed = try? FeedDocument.read(bytes, contentType: answer.contentType, address: answer.address) else {
            return ["refused"]
        }
        let own = account(
            title: feed.title, link: feed.link, id: feed.id, date: feed.updated?.seconds, author: feed.author)
        var result = own.differences(from: answer.feed).filter { $0 != "enclosures" }.map { "feed.\($0)" }
        if feed.items.count != answer.items.count { result.append("items") }
        for (item, expected) in zip(feed.items, answer.items) {
            let own = account(
                title: item.title, link: item.link, id: item.id, date: item.date?.seconds, author: item.author,
                enclosures: item.enclosures.map(\.address))
            for field in own.differences(from: expected) where !result.contains(field) { result.append(field) }
        }
        return result
    }

    private func account(
        title: String, link: String?, id: String?, date: Int64?, author: String?, enclosures: [String] = []
    ) -> Account {
        func squeezed(_ text: String?) -> String {
            (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        return Account(
            title: squeezed(title), link: link ?? "", id: squeezed(id), date: date, author: squeezed(author),
            enclosures: enclosures)
    }

    /// The lines of `differences.tsv`: file, fields, reason.
    private func listedDifferences() throws -> [String: (fields: String, reason: String)] {
        let list = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "differences.tsv")
        var result: [String: (fields: String, reason: String)] = [:]
        for line in try String(contentsOf: list, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: "\t").map(String.init)
            try #require(parts.count == 3 && !parts[2].isEmpty, "\(line)")
            result[parts[0]] = (parts[1], parts[2])
        }
        return result
    }
}
