import AppGroupTerminal
import ArgumentParser
import Testing

@testable import LauncherStore

/// The parser itself is the judge of what is read without it.
@Suite("Words that inspect is called with")
struct PlainInspectTests {
    @Test(
        "are what the parser makes of them, where they are plain",
        arguments: ["x.ipa", "x.ipa --format json", "--format tsv x.ipa", "x --format table"])
    func equal(words: String) throws {
        let words = words.split(separator: " ").map(String.init)
        let plain = try #require(InspectCommand.plain(words))
        let parsed = try #require(try InspectCommand.parseAsRoot(words) as? InspectCommand)
        #expect(plain.file == parsed.file && plain.format == parsed.format && !parsed.verify)
    }

    @Test(
        "are for the parser otherwise",
        arguments: [
            "", "x y", "x --verify", "--help", "x --format", "x --format odd", "-f json x", "--format=json x", "-- x",
        ])
    func left(words: String) {
        #expect(InspectCommand.plain(words.split(separator: " ").map(String.init)) == nil)
    }
}
