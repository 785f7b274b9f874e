import AppGroup
import AppGroupCommands
import AppGroupText
import ArgumentParser
import Testing

@testable import AppGroupLauncher

/// Compares the result with that of ArgumentParser.
@Suite struct PlainListTests {
    @Test(
        "Simple arguments give the same command as ArgumentParser",
        arguments: [
            "", "--all", "--format tsv", "--format json --all", "--order name", "--order smart",
            "--group org.example.family",
            "--order recent --format table --group org.example.family --all", "--format tsv --format json",
        ])
    func equal(words: String) throws {
        let words = words.split(separator: " ").map(String.init)
        let plain = try #require(ListCommand.plainly(words))
        let parsed = try #require(try ListCommand.parseAsRoot(words) as? ListCommand)
        #expect(plain.group.group == parsed.group.group)
        #expect(plain.order == parsed.order)
        #expect(plain.explain == parsed.explain)
        #expect(plain.all == parsed.all)
        #expect(plain.limit == parsed.limit)
        #expect(plain.excludeCurrent == parsed.excludeCurrent)
        #expect(plain.format == parsed.format)
    }

    @Test(
        "All other arguments are left to ArgumentParser",
        arguments: [
            "x", "--format", "--format nonsense", "--order --all", "--limit 3", "-a", "--format=tsv", "--all=1",
            "--help",
            "--group -x", "--", "--exclude-current", "--al", "--explain",
        ])
    func left(words: String) {
        #expect(ListCommand.plainly(words.split(separator: " ").map(String.init)) == nil)
    }
}
