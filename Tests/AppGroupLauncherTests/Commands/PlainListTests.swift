import AppGroup
import AppGroupText
import ArgumentParser
import Testing

@testable import AppGroupLauncher

/// The commands that read simple arguments without ArgumentParser, compared with what that makes of them.
@Suite struct PlainListTests {
    @Test(
        "Simple arguments of launcher list ask for the same as when ArgumentParser reads them",
        arguments: [
            "", "--all", "--format tsv", "--format json --all", "--order name", "--order smart",
            "--group org.example.family",
            "--order recent --format table --group org.example.family --all", "--format tsv --format json",
        ])
    func equal(words: String) throws {
        let words = words.split(separator: " ").map(String.init)
        let parsed = try #require(try ListCommand.parseAsRoot(words) as? ListCommand)
        #expect(ListRequest(plainly: words) == parsed.request)
    }

    @Test(
        "Simple arguments give the same widget as ArgumentParser",
        arguments: [
            "", "--format prompt", "--format waybar --size small", "--size large --order name",
            "--group org.example.family", "--order recent --format tmux --group org.example.family --size medium",
        ])
    func equalWidgets(words: String) throws {
        let words = words.split(separator: " ").map(String.init)
        let parsed = try #require(try WidgetCommand.parseAsRoot(words) as? WidgetCommand)
        #expect(try WidgetRequest(plainly: words) == parsed.request)
    }

    @Test(
        "All other arguments of launcher list are left to ArgumentParser",
        arguments: [
            "x", "--format", "--format nonsense", "--order --all", "--limit 3", "-a", "--format=tsv", "--all=1",
            "--help",
            "--group -x", "--", "--exclude-current", "--al", "--explain",
        ])
    func left(words: String) {
        #expect(ListRequest(plainly: words.split(separator: " ").map(String.init)) == nil)
    }

    @Test(
        "All other arguments of a widget are left to ArgumentParser",
        arguments: [
            "x", "--format", "--format png", "--size --order", "--limit 3", "-s small", "--format=tmux", "--compact",
            "--follow", "--output a.html", "--help", "--", "--icons never", "--columns 2", "--badge-field a",
        ])
    func leftWidgets(words: String) {
        #expect(WidgetRequest(plainly: words.split(separator: " ").map(String.init)) == nil)
    }
}
