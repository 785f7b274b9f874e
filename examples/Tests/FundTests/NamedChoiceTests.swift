import ExamplesTestSupport
import Testing
import ToolDatabase
import ToolProgram

@testable import fund

@Suite("What a name on the command line means")
struct NamedChoiceTests {
    private func pick(_ what: String, from names: [String]) throws(ToolError) -> String {
        try NamedChoice.pick(
            what, from: names, id: { $0 }, names: { [$0] }, shown: { "“\($0)”" }, none: .notFound("Nothing."))
    }

    @Test(
        "A name comes before one that differs in case, and that before one that contains it",
        arguments: [("bonds", "bonds"), ("SHARES", "Shares"), ("corporate", "Corporate bonds")])
    func order(what: String, meant: String) throws {
        let names = ["Bonds", "bonds", "Corporate bonds", "Shares", "Shares abroad"]
        #expect(try pick(what, from: names) == meant)
    }

    @Test("An empty text, and one that is part of no name, mean nothing", arguments: ["", "shares"])
    func nothing(what: String) {
        let error = #expect(throws: ToolError.self) { try pick(what, from: ["Bonds"]) }
        #expect(error?.description == "Nothing.")
    }

    @Test("If a text could mean more than five things, five are shown, and the sentence says that there are more")
    func more() {
        let error = #expect(throws: ToolError.self) { try pick("b", from: (1...6).map { "b\($0)" }) }
        #expect(error?.kind == .notFound)
        #expect(error?.description == "“b” could be “b1”, “b2”, “b3”, “b4”, “b5” and more. Be more specific.")
    }

    @Test("If six files have one name, five are shown, and the sentence says that there are more")
    func files() async throws {
        let anna = try Investor()
        try await anna.succeed("new", "Equity")
        for number in 1...6 { try anna.write("text", to: "data/fund/Equity/\(number)/report.txt") }
        try await anna.succeed("scan")
        let result = try await anna.fund("preview", "report.txt")
        #expect(
            result.ending == .exit(66) && result.errors.contains("“Equity/5/report.txt” and more. Be more specific."),
            "\(result.errors)")
    }

    @Test("If six shared files have one path, five are shown, and the sentence says that there are more")
    func sharedFiles() throws {
        let sha256 = try #require(SHA256Digest(String(repeating: "a", count: 64)))
        let content = FileContent(fund: SyncID(), path: "report.txt", sha256: sha256, size: 1, modified: 0)
        let files = (1...6).map { number in
            SharedFile(
                fund: Fund(id: Int64(number), name: "Fund \(number)", created: .init(seconds: 0)), id: SyncID(),
                content: content, version: 1, owner: nil, needsFetching: true, isUploaded: true)
        }
        let error = #expect(throws: ToolError.self) { try SharedFile.named("report.txt", among: files) }
        #expect(error?.description.contains("“Fund 5/report.txt” and more. Be more specific.") == true)
    }
}
