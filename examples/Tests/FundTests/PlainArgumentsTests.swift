import ArgumentParser
import Testing

@testable import fund

/// The commands that read simple arguments without ArgumentParser.
@Suite("Simple arguments of fund")
struct PlainArgumentsTests {
    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    @Test(
        "Simple arguments of a search mean the same as to ArgumentParser",
        arguments: [
            "search yield", "search yield curve", "search yield --in notes", "search --limit 3 yield --format tsv",
            "search --in files --in news 基金", "search 50% --limit 1000000",
        ])
    func searches(_ text: String) throws {
        let plain = try #require(SearchCommand.plainly(Self.words(text)) as? SearchCommand)
        let parsed = try #require(try FundProgram.parseAsRoot(Self.words(text)) as? SearchCommand)
        #expect(plain.text == parsed.text)
        #expect(plain.area == parsed.area)
        #expect(plain.limit == parsed.limit)
        #expect(plain.format == parsed.format)
    }

    @Test(
        "Simple arguments of an update mean the same as to ArgumentParser",
        arguments: [
            "news update", "news update --now", "news update --quiet --now --jobs 64",
            "news update --timeout 1 --format tsv",
        ])
    func updates(_ text: String) throws {
        let plain = try #require(NewsUpdateCommand.plainly(Self.words(text)) as? NewsUpdateCommand)
        let parsed = try #require(try FundProgram.parseAsRoot(Self.words(text)) as? NewsUpdateCommand)
        #expect(plain.now == parsed.now)
        #expect(plain.quiet == parsed.quiet)
        #expect(plain.format == parsed.format)
        #expect(plain.options.jobs == parsed.options.jobs)
        #expect(plain.options.timeout == parsed.options.timeout)
    }

    @Test(
        "All other arguments of fund are left to ArgumentParser",
        arguments: [
            "", "search", "list yield", "search yield --limit 0", "search yield --limit x", "search yield --in letters",
            "search yield --in=notes", "search yield --format nonsense", "search yield --limit --now",
            "search yield --limit",
            "search -- -5%", "search --help", "search yield --limits 3", "--format tsv search yield", "news",
            "news list", "news update yield", "news update --jobs 0", "news update --timeout 3601",
            "news update --jobs x",
            "news update --now --help", "news --now update", "update news",
        ])
    func others(_ text: String) {
        #expect(SearchCommand.plainly(Self.words(text)) == nil)
        #expect(NewsUpdateCommand.plainly(Self.words(text)) == nil)
    }
}
