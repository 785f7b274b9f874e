import Foundation
import TestSupport
import Testing

/// Runs the snippets of docs/widget.md, read from that file.
@Suite(.ownGroup) struct SnippetTests {
    init() async throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(TestGroup.current.folder)/bin/launcher", withDestinationPath: BuiltProgram.launcher.path)
        try await register("Tea", "--badge", "3")
    }

    /// The first block of code below a heading.
    static func snippet(_ heading: String) throws -> String {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../docs/widget.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let section = try #require(page.range(of: "\n\(heading)\n"), "\(heading)").upperBound
        let lines = page[section...].split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { !$0.hasPrefix("```") }.dropFirst().prefix { !$0.hasPrefix("```") }
            .map { $0 + "\n" }.joined()
    }

    @Test(
        "The total before the prompt follows the badges and preserves the last status",
        arguments: [
            ("### bash", "bash --norc --noprofile -i", "PS1='$?>'; PROMPT_COMMAND='hooked=yes;'", "echo $hooked"),
            (
                "### bash", "bash --norc --noprofile -i", "PS1='$?>'; PROMPT_COMMAND=('hooked=yes' true)",
                "echo $hooked"
            ),
            // Builds the prompt again before each command, as `__git_ps1` does.
            ("### bash", "bash --norc --noprofile -i", "PROMPT_COMMAND='PS1=\"\\$?>\"'; hooked=yes", "echo $hooked"),
            ("### zsh", "zsh -f -i", "PROMPT='%?>'; precmd() { hooked=yes; }", "echo $hooked"),
            ("### zsh", "zsh -f -i", "precmd() { PROMPT='%?>'; hooked=yes; }", "echo $hooked"),
            // Shows the branch as the manual of `vcs_info` does without `prompt_subst`: in a repository, and outside of one.
            ("### zsh", "zsh -f -i", "precmd() { psvar=(); psvar[1]=yes; }; PROMPT='%?>%(1v. %1v.)'", "echo $psvar[1]"),
            ("### zsh", "zsh -f -i", "precmd() { psvar=(); }; PROMPT='%(1v.%1v .)%?>'; hooked=yes", "echo $hooked"),
            (
                "### fish", "fish --no-config -i", "function fish_prompt; echo -n \"$status>\"; end; set hooked yes",
                "echo $hooked"
            ),
        ])
    func prompt(heading: String, shell: String, setUp: String, check: String) async throws {
        let screen = try await TmuxScreen(columns: 120, shell: shell)
        try await screen.type("\(setUp)\n")
        try await screen.shows("0>")
        let snippet = try Self.snippet(heading)
        // Twice, as if the shell's file was read again.
        try await screen.type("\(snippet)\(snippet)clear\n")
        try await screen.shows("the total alone") { $0.hasPrefix("● 3 0>") }
        try await screen.type("false\n")
        try await screen.shows("● 3 1>")
        try await screen.type("\(check)\n")
        try await screen.shows("\nyes\n● 3 0>")
        try await screen.type("clear; launcher badge set org.example.tea 41\n")
        try await screen.shows("● 41 0>")
        try await screen.type("launcher badge clear org.example.tea; clear\n")
        try await screen.shows("a bare prompt") { $0.hasPrefix("0>") }
        await screen.end()
    }

    @Test(
        "The total stands before prompts of Debian's packages that are built again for each command",
        arguments: [
            ("### bash", "bash --norc --noprofile -i", "/usr/share/liquidprompt/liquidprompt"),
            ("### bash", "bash --norc --noprofile -i", "/usr/share/powerline/bindings/bash/powerline.sh"),
            ("### zsh", "zsh -f -i", "/usr/share/liquidprompt/liquidprompt"),
            ("### zsh", "zsh -f -i", "/usr/share/powerline/bindings/zsh/powerline.zsh"),
            ("### zsh", "zsh -f -i", "/usr/share/powerlevel9k/powerlevel9k.zsh-theme"),
        ])
    func packagedPrompt(heading: String, shell: String, file: String) async throws {
        #expect(FileManager.default.fileExists(atPath: file))
        let screen = try await TmuxScreen(columns: 200, shell: shell)
        let lines = try ". \(file)\n\(Self.snippet(heading))"
        // Twice, as if the shell's file was read again.
        try await screen.type("\(lines)\(lines)clear\n")
        try await screen.shows("the total before the prompt") { $0.hasPrefix("● 3 ") }
        try await screen.type("launcher badge set org.example.tea 41; clear\n")
        try await screen.shows("the new total") { $0.hasPrefix("● 41 ") && !$0.contains("● 3") }
        try await screen.type("launcher badge clear org.example.tea; clear\n")
        try await screen.shows("the prompt alone") { !$0.isEmpty && !$0.contains("●") && !$0.contains("badge") }
        await screen.end()
    }

    @Test("Debian's powerlevel9k shows the total in the documented custom segment, and nothing if it is 0")
    func powerlevel9k() async throws {
        let screen = try await TmuxScreen(columns: 200, shell: "zsh -f -i")
        let theme = "/usr/share/powerlevel9k/powerlevel9k.zsh-theme"
        try await screen.type(". \(theme)\n\(Self.snippet("### powerlevel9k and powerlevel10k"))clear\n")
        try await screen.shows("the segment first") { $0.hasPrefix(" ● 3 ") }
        try await screen.type("launcher badge set org.example.tea 41; clear\n")
        try await screen.shows("the new total") { $0.hasPrefix(" ● 41 ") && !$0.contains("● 3") }
        try await screen.type("launcher badge clear org.example.tea; clear\n")
        try await screen.shows("the prompt alone") { !$0.isEmpty && !$0.contains("●") && !$0.contains("badge") }
        await screen.end()
    }

    @Test("The symbol before the total can be chosen, but not a character that a shell or a prompt expands")
    func symbol() async throws {
        let script = try await printed("init", "bash", "--symbol", "To do:")
        #expect(script.contains(#"\]To do: ${__launcher_total}"#))
        #expect(try await printed("init", "bash", "--symbol", "").contains(#"31m\]${__launcher_total}"#))
        for symbol in [
            "$(id)", "`id`", "'\u{301}", "$\u{301}", "%n", "\\u", "'", "\u{1B}[m", "\u{202E}", "much too long", "}",
        ] {
            let result = try await launcher("init", "bash", "--symbol", symbol)
            #expect(result.ending == .exit(64) && result.output.isEmpty, "\(symbol)")
            #expect(result.errors.contains("8 columns"), "\(symbol)")
        }
    }

    @Test("In fish, the previous prompt keeps its lines and the statuses of the pipeline")
    func fishPrompt() async throws {
        let screen = try await TmuxScreen(columns: 120, shell: "fish --no-config -i")
        try await screen.type("function fish_prompt; echo \"<$pipestatus|$status>\"; echo -n 'b> '; end; clear\n")
        try await screen.shows("the prompt") { $0.hasPrefix("<0|0>\nb>") }
        try await screen.type("\(Self.snippet("### fish"))clear\n")
        try await screen.shows("the total and the prompt") { $0.hasPrefix("● 3 <0|0>\nb>") }
        try await screen.type("clear; false | true\n")
        try await screen.shows("● 3 <1 0|0>\nb>")
        try await screen.type("clear; true | false\n")
        try await screen.shows("● 3 <0 1|1>\nb>")
        await screen.end()
    }

    @Test("The documented Swift snippet is the code built here")
    func swift() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../AppGroupWidgetTests/DocumentedUse.swift")
        let source = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        let snippet = try Self.snippet("## In a tool of your own").split(separator: "\n").map { line in
            // Without the comment at the end.
            line.prefix { $0 != "/" }.trimmingCharacters(in: .whitespaces)
        }
        #expect(snippet.count == 8 && source.filter(Set(snippet).contains).starts(with: snippet))
    }

    @Test("tmux shows the widget's line, updates it, and shows names as text")
    func tmux() async throws {
        try await launcher(
            "register", "org.example.x", "--name", "#[fg=red]#(id) %H#{pid}", "--badge", "5", "--terminal", "--",
            "/bin/true")
        let screen = try await TmuxScreen(columns: 160, configuration: "\(Self.snippet("## tmux"))set -g status on")
        // A status line is visible only in the surrounding terminal, which is another tmux.
        let outer = try await TmuxScreen(
            columns: 160, configuration: "set -g status off", shell: "env -u TMUX tmux -S \(screen.socket) attach",
            name: "outer")
        try await outer.shows("#[fg=red]#(id) %H#{pid}  5  · Tea  3")
        try await printed("badge", "set", "org.example.tea", "77")
        try await outer.shows("Tea  77")
        await outer.end()
        await screen.end()
    }

    @Test("waybar's module uses documented keys, and its command prints the expected JSON")
    func waybar() async throws {
        let modules = try json(Self.snippet("## waybar"))
        let module = try #require(modules["custom/launcher"] as? [String: Any])
        let documented: Set<String> = [
            "exec", "exec-if", "exec-on-event", "hide-empty-text", "return-type", "interval", "restart-interval",
            "signal",
            "format", "format-icons", "rotate", "max-length", "min-length", "align", "justify", "on-click",
            "on-click-middle", "on-click-right", "on-update", "on-scroll-up", "on-scroll-down",
            "smooth-scrolling-threshold",
            "tooltip", "tooltip-format", "escape", "menu", "menu-file", "menu-actions", "expand",
        ]
        #expect(documented.isSuperset(of: module.keys))
        #expect(module["return-type"] as? String == "json" && module["escape"] == nil && module["interval"] == nil)
        let lines = try await following(try #require(module["exec"] as? String), badges: [8])
        let documents = try lines.map { try json($0) }
        for document in documents {
            #expect(Set(document.keys).isSubset(of: ["text", "alt", "tooltip", "class", "percentage"]))
            #expect(document["class"] as? String == "badges" && document["alt"] as? String == "badges")
        }
        #expect(documents.map { $0["text"] as? String } == ["Tea 3", "Tea 8"])
        #expect(documents.last?["tooltip"] as? String == "Matters now: Tea (8)\nTo do: 8")
    }

    @Test("i3blocks runs its block, passes on its output, and opens the menu after a click")
    func i3blocks() async throws {
        let file = try TestGroup.current.makeFile("i3blocks", Array(Self.snippet("## i3blocks").utf8))
        let folder = TestGroup.current.folder
        let menu = "\(folder)/bin/choose"
        try ProgramFile.write(
            "#!/bin/sh\ncat >'\(folder)/chosen'$$; mv '\(folder)/chosen'$$ '\(folder)/offered'\n", to: menu)
        var environment = TestGroup.current.environment
        environment.variables["LAUNCHER_MENU"] = menu
        // i3bar writes clicks to the standard input of i3blocks, and ends it with all of its programs. A signal tells i3blocks of
        // a click, and one of the many signals it gets may be lost, so the user clicks again.
        let script = """
            echo $$ >'\(folder)/bar'
            {
                until [ -e '\(folder)/mayClick' ]; do sleep 0.1; done
                before='['
                until [ -e '\(folder)/offered' ]; do
                    echo "$before"'{"name":"launcher","button":1,"x":1,"y":1}'
                    before=,
                    sleep 5
                done
                exec sleep 1200
            } | i3blocks -c '\(file)'
            """
        let blocks = try RunningProcess("/usr/bin/setsid", ["sh", "-c", script], environment: environment)
        defer {
            let group = (try? String(contentsOfFile: "\(folder)/bar", encoding: .utf8)).flatMap { Int32($0.dropLast()) }
            if let group { kill(-group, SIGKILL) }
        }
        #expect(await comesTrue { blocks.output.contains("Tea 3") }, "\(blocks.output) \(blocks.errors)")
        try await printed("badge", "set", "org.example.tea", "9")
        // Its last line may not be complete.
        func line() -> Substring? {
            blocks.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last {
                $0.contains("Tea 9")
            }
        }
        #expect(await comesTrue { line() != nil }, "\(blocks.output)")
        let last = try #require(line())
        let bar = try JSONSerialization.jsonObject(with: Data(last.drop { $0 == "," }.utf8)) as? [[String: Any]]
        let block = try #require(bar?.last)
        #expect(block["short_text"] as? String == "9" && block["color"] as? String == "#e52222")
        try TestGroup.current.makeFile("mayClick", [])
        #expect(await comesTrue { FileManager.default.fileExists(atPath: "\(folder)/offered") }, "\(blocks.errors)")
        #expect(try String(contentsOfFile: "\(folder)/offered", encoding: .utf8) == "Tea (9)\n")
    }

    @Test("polybar's module reads lines of text and tags that polybar knows")
    func polybar() async throws {
        let lines = try Self.snippet("## polybar").split(separator: "\n")
        #expect(lines.first == "[module/launcher]")
        let settings = Dictionary(
            uniqueKeysWithValues: lines.dropFirst().map { line in
                let parts = line.components(separatedBy: " = ")
                return (parts[0], parts[1])
            })
        #expect(settings["type"] == "custom/script" && settings["tail"] == "true")
        let output = try await following(try #require(settings["exec"]), badges: [8])
        #expect(
            output.last
                == "%{A1:launcher open --hold auto org.example.tea --group org.example.family:}Tea %{F#e52222}8%{F-}%{A}"
        )
        let command = try #require(output.last?.firstMatch(of: /A1:([^:]*):/)?.1)
        let terminal = try NotingTerminal()
        _ = try await shell(String(command), setting: terminal.setting)
        #expect(try await comesTrue { try await openCount(of: "tea") == 1 })
        #expect(terminal.commands.contains("org.example.tea"))
    }

    @Test("The documented snippets write the page and the image to their files")
    func files() async throws {
        let page = try RunningProcess(
            "/bin/sh", ["-c", "exec " + Self.snippet("## A page in the browser")],
            environment: TestGroup.current.environment)
        let home = "\(TestGroup.current.folder)/home"
        #expect(await comesTrue { FileManager.default.fileExists(atPath: "\(home)/tools.html") }, "\(page.errors)")
        page.send(SIGTERM)
        let result = try await shell(Self.snippet("## An image"))
        #expect(result.ending == .exit(0) && result.errors == "")
        let size = try await RunningProcess.run(
            "/usr/bin/rsvg-convert", ["-o", "\(home)/tools.png", "\(home)/tools.svg"],
            environment: TestGroup.current.environment)
        #expect(size.ending == .exit(0), "\(size.errors)")
    }

    /// The lines that a command prints while the badge takes these values.
    private func following(_ command: String, badges: [Int]) async throws -> [String] {
        let process = try RunningProcess(
            "/bin/sh", ["-c", "exec \(command)"], environment: TestGroup.current.environment)
        #expect(await comesTrue { !process.output.isEmpty }, "\(process.errors)")
        for badge in badges {
            try await printed("badge", "set", "org.example.tea", "\(badge)")
            #expect(await comesTrue { process.output.contains("\(badge)") })
        }
        process.send(SIGTERM)
        return try await process.result().lines.map(String.init)
    }

    @Test("In zsh, the total follows the badges and the symbol in a prompt that is put together from the one before")
    func zshPrompt() async throws {
        let script = """
            PROMPT='%B%F{red}7%f%b > '
            \(try await printed("init", "zsh", "--symbol", "v1.)"))
            show() { __launcher_prompt; print -r -- $PROMPT; }
            show
            PROMPT="(tests) $PROMPT"
            launcher badge set org.example.tea 12 && show
            \(try await printed("init", "zsh", "--symbol", ""))
            show
            launcher badge clear org.example.tea && show
            """
        let result = try await RunningProcess.run(
            "/usr/bin/zsh", ["-fc", script], environment: TestGroup.current.environment)
        let begin = "%{%}%B%F{red}"
        let own = "%B%F{red}7%f%b > "
        #expect(
            result.lines == [
                "\(begin)v1.) 3%f%b \(own)", "\(begin)v1.) 12%f%b (tests) \(own)", "\(begin)12%f%b (tests) \(own)",
                "(tests) \(own)",
            ], "\(result)")
    }
}
