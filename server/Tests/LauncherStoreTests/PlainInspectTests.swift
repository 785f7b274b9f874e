import AppGroupText
import ArgumentParser
import Testing

@testable import LauncherStore

/// Compares the arguments that are read without the parser with the parser itself.
@Suite("Arguments of inspect")
struct PlainInspectTests {
    @Test(
        "Simple arguments of inspect mean what the parser makes of them",
        arguments: ["x.ipa", "x.ipa --format json", "--format tsv x.ipa", "x --format table"])
    func equal(words: String) throws {
        let words = words.split(separator: " ").map(String.init)
        let plain = try #require(InspectCommand.plain(words))
        let parsed = try #require(try InspectCommand.parseAsRoot(words) as? InspectCommand)
        #expect(plain.file == parsed.file && plain.format == parsed.format && !parsed.verify)
    }

    @Test(
        "All other arguments of launcher-store inspect are left to the parser",
        arguments: [
            "", "x y", "x --verify", "--help", "x --format", "x --format odd", "-f json x", "--format=json x", "-- x",
        ])
    func left(words: String) {
        #expect(InspectCommand.plain(words.split(separator: " ").map(String.init)) == nil)
    }
}
