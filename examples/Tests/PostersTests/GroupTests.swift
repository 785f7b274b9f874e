import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("posters in its group")
struct GroupTests {
    @Test(
        "An inspector's badge counts unsent drafts and changes that they haven't seen; looking at the list clears those"
    )
    func inspector() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        let app = try anna.app
        #expect(app.name == "Posters" && app.schemes == ["posters"] && app.badge == 0)
        #expect(app.icon?.fileName?.hasSuffix(".svg") == true)
        try await anna.file("A")
        try await anna.file("B", "--later")
        #expect(try anna.app.badge == 1 && anna.app.fields["drafts"] == 1)
        let sofia = try await Inspector.loggedIn("sofia", at: city)
        try await sofia.succeed("show", "1")
        try await sofia.succeed("status", "1", "confirmed")
        try await anna.succeed("sync")
        #expect(try anna.app.badge == 1)
        #expect(try await anna.records("list")[1][1] == "confirmed")
        try await anna.succeed("show", "1", "--format", "json")
        #expect(try anna.app.badge == 1)
        #expect(try await anna.succeed("list").output.contains("● 1"))
        #expect(try anna.app.badge == 0)
    }

    @Test("A supervisor's badge counts new reports, and goes down with each decision")
    func supervisor() async throws {
        let city = try await ScriptedCity()
        let sofia = try await Inspector.loggedIn("sofia", at: city)
        let anna = try await Inspector.loggedIn(at: city)
        for name in ["A", "B", "C"] { try await anna.file(name) }
        #expect(try await sofia.records("queue").map { $0[0] } == ["1", "2", "3"])
        #expect(try sofia.app.badge == 3)
        try await sofia.succeed("status", "2", "rejected", "--note", "No poster")
        #expect(try sofia.app.badge == 2 && sofia.app.fields["newest"] == "Report 2: rejected: No poster")
        let reasonless = try await sofia.posters("status", "1", "rejected")
        #expect(reasonless.ending == .exit(64) && reasonless.errors.contains("--note"))
        try await anna.succeed("cancel", "3", "--yes")
        #expect(try await sofia.posters("delete", "1", "--yes").ending == .exit(75))
        try await sofia.succeed("queue")
        try await sofia.succeed("delete", "3", "--yes")
        try await anna.succeed("sync")
        #expect(try await anna.records("list").map { $0[0] } == ["2", "1"])
    }

    @Test("A command that only supervisors may use is refused with status 77, and prints no incomplete list")
    func roles() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        try await anna.file("A")
        let commands = [
            ["status", "1", "confirmed"], ["block", "044 123 45 67"], ["delete", "1", "--yes"], ["queue"],
            ["offenders"],
            ["offenders", "--format", "json"],
        ]
        for words in commands {
            let result = try await anna.start(words).result()
            #expect(result.ending == .exit(77) && result.errors.contains("supervisors"), "\(result.errors)")
            #expect(result.output == "", "\(words)")
        }
    }

    @Test("A blocked number is marked in lists, on pages and among the offenders, until the mark is removed")
    func block() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        try await anna.file("A")
        let sofia = try await Inspector.loggedIn("sofia", at: city)
        try await sofia.succeed("block", "044", "123-45-67")
        #expect(try await city.state.blocked == ["+380441234567"])
        #expect(try await sofia.succeed("list").output.contains("blocked number"))
        #expect(try await sofia.succeed("show", "1").output.contains("blocked"))
        #expect(try await sofia.succeed("show", "1", "--format", "json").output.contains(#""blocked":true"#))
        #expect(
            try await sofia.records("offenders")[0] == [
                "phone", "+380441234567", "1", sofia.records("list")[0][2], "blocked",
            ])
        let wrong = try await sofia.posters("block", "044 l23 45 67")
        #expect(wrong.ending == .exit(65))
    }

    @Test("On a terminal, a number is a link that dials it; in a pipe, it is plain")
    func telephoneLinks() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        try await anna.file("A")
        #expect(try await !anna.succeed("show", "1").output.contains("\u{1B}"))
        let terminal = try await anna.shell("script -q -e -c '\"$posters\" show 1' /dev/null", ["TERM": "xterm"])
        #expect(
            terminal.output.contains("\u{1B}]8;;tel:+380441234567\u{1B}\\044 123 45 67\u{1B}]8;;\u{1B}\\"),
            "\(terminal.output)")
    }

    @Test("Links list, show a report, and make a draft that sends nothing")
    func links() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        try await anna.file("Company")
        #expect(try await anna.succeed("open-url", "posters://").output.contains("Company"))
        #expect(try await anna.succeed("open-url", "posters://show?id=1").output.contains("REPORT 1"))
        try await city.fail()
        let draft = try await anna.succeed("open-url", "posters://new?lat=50.4501&lon=30.5234").output
        #expect(draft.contains("d2 is a draft at 50.450100,30.523400") && draft.contains("a photo, a phone number"))
        #expect(try await city.state.requests.isEmpty)
        #expect(try anna.app.badge == 1)
    }

    @Test(
        "A link to posters that makes no sense is refused with status 65",
        arguments: [
            "posters://show", "posters://show?id=x", "posters://show?id=--help", "posters://new",
            "posters://new?lat=91&lon=0",
            "posters://new?lat=1", "posters://new?lat=1&lon=2&photo=/etc/passwd", "posters://new?lat=1&lat=1&lon=2",
            "posters://show?id=%1B", "posters://status?id=1", "inbox://",
            "posters://show?id=\(String(repeating: "1", count: 2048))",
        ])
    func badLinks(link: String) async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        #expect(try await anna.posters("open-url", link).ending == .exit(65))
        #expect(try await anna.posters("list").ending == .exit(66))
    }

    @Test("A window of its own lists and shows until its user closes it")
    func window() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        try await anna.file("Company")
        let result = try await anna.shell(
            "printf '1\\nnothing\\nq\\n' | script -q -e -c '\"$posters\" open-url' /dev/null",
            ["APP_GROUP_WINDOW": "com.example.posters", "TERM": "xterm"])
        #expect(result.ending == .exit(0), "\(result.output)")
        #expect(result.output.contains("REPORT 1") && result.output.contains("“nothing” is neither"))
        #expect(try anna.app.fields["hold"] == "never")
    }
}
