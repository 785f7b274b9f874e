import AppGroup
import AppGroupCommands
import AppGroupText
import ArgumentParser
import Testing

@testable import AppGroupLauncher

/// The commands that read simple arguments without ArgumentParser, compared with what that makes of them.
@Suite struct PlainListTests {
    @Test(
        "Simple arguments of launcher list give the same command as ArgumentParser",
        arguments: [
            "", "--all", "--format tsv", "--format json --all", "--order name", "--order smart",
            "--group org.example.family",
            "--order recent --format table --group org.example.family --all", "--format tsv --format json",
        ])
    func equal(words: String) throws {
        let words = words.split(separator: " ").map(String.init)
        let plain = try #require(ListCommand.plainly(words))
        let parsed = try #require(try ListCommand.parseAsRoot(words) as? ListCommand)
        // The description has all properties, and tells which of them were never set.
        #expect("\(plain)" == "\(parsed)")
    }

    @Test(
        "Simple arguments give the same widget as ArgumentParser",
        arguments: [
            "", "--format prompt", "--format waybar --size small", "--size large --order name",
            "--group org.example.family", "--order recent --format tmux --group org.example.family --size medium",
        ])
    func equalWidgets(words: String) throws {
        let words = words.split(separator: " ").map(String.init)
        let plain = try #require(WidgetCommand.plainly(words))
        let parsed = try #require(try WidgetCommand.parseAsRoot(words) as? WidgetCommand)
        #expect("\(plain)" == "\(parsed)")
    }

    @Test(
        "All other arguments of launcher list are left to ArgumentParser",
        arguments: [
            "x", "--format", "--format nonsense", "--order --all", "--limit 3", "-a", "--format=tsv", "--all=1",
            "--help",
            "--group -x", "--", "--exclude-current", "--al", "--explain",
        ])
    func left(words: String) {
        #expect(ListCommand.plainly(words.split(separator: " ").map(String.init)) == nil)
    }
    @Test(
        "All other arguments of a widget are left to ArgumentParser",
        arguments: [
            "x", "--format", "--format png", "--size --order", "--limit 3", "-s small", "--format=tmux", "--compact",
            "--follow", "--output a.html", "--help", "--", "--icons never", "--columns 2", "--badge-field a",
        ])
    func leftWidgets(words: String) {
        #expect(WidgetCommand.plainly(words.split(separator: " ").map(String.init)) == nil)
    }
}
