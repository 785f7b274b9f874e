import Foundation
import TestSupport
import Testing

@Suite(.ownGroup) struct HostileInputTests {
    /// Text that a terminal would interpret, or that is invisible.
    static let texts = [
        "\u{1B}[31mred", "\u{1B}]0;title\u{7}", "a\u{9B}2Jb", "line\nline", "a\rb", "tab\tb", "\u{8}\u{8}x", "\u{7F}",
        "a\u{202E}b", "\u{2066}a", "\u{200F}x", "a\u{2028}b", "a\u{85}b", "in\u{200B}box", "in\u{2060}box",
        "in\u{200D}box", "inbox\u{FE0F}", "\u{3164}x", "in\u{34F}box",
    ]

    /// Whether a text contains nothing that a terminal would interpret, reorder or not show.
    private func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar == "\n"
                || !(scalar.properties.generalCategory == .control || (0x202A...0x202E).contains(scalar.value)
                    || (0x2066...0x2069).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value)
                    || [0x200E, 0x200F, 0x61C].contains(scalar.value)
                    || scalar.properties.isDefaultIgnorableCodePoint)
        }
    }

    @Test("Messages contain no control and no invisible characters, no matter what is typed", arguments: texts)
    func harmless(text: String) async throws {
        try await register("Tea", "--scheme", "tea")
        let id = "org.example.tea"
        let calls = [
            ["register", text, "--", "/bin/true"], ["register", id, "--name", text, "--", "/bin/true"],
            ["register", id, "--icon", text, "--", "/bin/true"], ["register", id, "--scheme", text, "--", "/bin/true"],
            ["register", id, "--app-version", text, "--", "/bin/true"], ["register", id, "--", text],
            ["register", id, "--", "/bin/\(text)", text], ["register", id, "--field", text, "--", "/bin/true"],
            ["register", id, "--field", "\(text)=1", "--", "/bin/true"],
            ["register", id, "--badge", text, "--", "/bin/true"],
            ["register", id, "--desktop-file", text], ["list", text], ["list", "--order", text],
            ["list", "--group", text],
            ["list", "--\(text)"], ["open", text], ["open", "tea:\(text)"], ["open", "\(text):x"], ["info", text],
            ["badge", "get", text], ["badge", "set", id, text], ["badge", "add", id, text], ["badge", text],
            ["field", "set", id, text, "1"], ["field", "get", id, text], ["field", "add", id, "k", text],
            ["settings", "get", text], ["settings", "set", text, "x"], ["history", "show", text], ["hide", text],
            ["unregister", text], ["prune", "--grace", text], ["help", text], [text],
        ]
        for call in calls {
            let result = try await launcher(call)
            #expect(isHarmless(result.errors), "\(call)")
            if call.first != "open" { #expect(isHarmless(result.output), "\(call)") }
            guard case .exit(let status) = result.ending else {
                Issue.record("\(call) ended with \(result.ending)")
                continue
            }
            #expect([0, 64, 65, 66, 69].contains(status), "\(call)")
        }
        for list in [
            ["list", "--all"], ["list", "--all", "--format", "tsv"], ["info", id], ["groups"], ["settings", "list"],
        ] {
            let result = try await launcher(list)
            #expect(result.ending == .exit(0), "\(list)")
            #expect(isHarmless(result.output.replacingOccurrences(of: "\t", with: " ") + result.errors), "\(list)")
        }
        let dryRun = try await launcher("open", id, "--dry-run")
        #expect(isHarmless(dryRun.output + dryRun.errors))
    }

    @Test("A field's value is stored unchanged and printed without control and invisible characters", arguments: texts)
    func fields(text: String) async throws {
        try await register("Tea")
        let result = try await launcher("field", "set", "org.example.tea", "key", text)
        guard result.ending == .exit(0) else {
            #expect(result.ending == .exit(65))
            return
        }
        for format in ["table", "tsv", "json"] {
            let output = try await printed("info", "tea", "--format", format).replacingOccurrences(of: "\t", with: " ")
            #expect(isHarmless(output), "\(format)")
        }
        #expect(isHarmless(try await printed("field", "get", "org.example.tea", "key")))
    }

    @Test("A value that is too long is refused with a short message")
    func long() async throws {
        try await register("Tea", "--scheme", "tea")
        // Linux limits a single argument to 128 KiB.
        let text = String(repeating: "x", count: 130_000)
        for call in [
            ["register", "org.example.\(text)", "--", "/bin/true"],
            ["register", "org.example.tea", "--name", text, "--", "/bin/true"],
            ["register", "org.example.tea", "--scheme", text, "--", "/bin/true"],
            ["field", "set", "org.example.tea", text, "1"], ["field", "set", "org.example.tea", "key", text],
            ["settings", "set", "key", text], ["open", "tea:\(text)"], ["list", "--group", text],
        ] {
            let result = try await launcher(call)
            #expect(result.ending == .exit(65), "\(call.prefix(3).map { $0.prefix(40) })")
            #expect(result.errors.utf8.count < 1000, "\(call.prefix(3).map { $0.prefix(40) })")
        }
        #expect(try await listedApps().first?["name"] as? String == "Tea")
    }

    @Test("Arguments that are not UTF-8 are refused instead of being changed")
    func invalidUTF8() async throws {
        try await register("Tea", "--scheme", "tea")
        for words in [
            "open tea:", "register org.example.coffee -- /bin/", "register org.example.coffee --name ", "list --group ",
            "field set org.example.tea key ", "",
        ] {
            let result = try await shell(#""$launcher" \#(words)"$(printf '\377\033')" -- /bin/true"#)
            #expect(result.ending == .exit(64), "\(words)")
            #expect(result.errors.contains(#"\xFF␛” is not valid UTF-8"#), "\(result.errors)")
            #expect(isHarmless(result.errors), "\(words)")
        }
        #expect(try await listedIDs("--all") == ["tea"])
    }

    @Test("A variable that is not UTF-8 reaches an opened program unchanged, but is refused as a group")
    func undecodableVariables() async throws {
        try await launcher(
            "register", "org.example.dump", "--terminal", "--", "/bin/sh", "-c", #"printf %s "$BYTES" | od -An -tx1"#)
        let bytes = #"BYTES="$(printf 'a\377\200b')" "#
        #expect(try await shell(bytes + #""$launcher" open dump"#).output == " 61 ff 80 62\n")
        for variable in ["APP_GROUP", "APP_GROUP_HOME"] {
            let result = try await shell(#"\#(variable)="/$(printf '\377')" "$launcher" list"#)
            #expect(result.output == "" && result.errors.contains("\(variable) is not text in UTF-8"))
            #expect([.exit(64), .exit(78)].contains(result.ending))
        }
    }
}
