import Foundation
import TestSupport
import Testing

/// Terminal apps that are opened from the home screen.
extension HomeCommandTests {
    @Test("Typing finds an app, and Enter opens it in place of the home screen if the group's settings say so")
    func open() async throws {
        try await register("Tea")
        try await printed("settings", "set", "home-return", "no")
        try await home { screen in
            try await screen.type("say")
            try await screen.shows("the one app") { $0.contains("Search: say") && !$0.contains("Coffee") }
            try await screen.press("Enter")
            try await screen.shows("\nsaid\n")
            try await isGivenBack(screen, status: "0")
            #expect(try await openCount(of: "say") == 1)
        }
    }

    @Test("A terminal app that ends soon leaves its output on the screen until a key brings the home screen back")
    func comesBack() async throws {
        try await home { screen in
            // On a busy machine, even this app can run so long that the home screen comes back by itself.
            var (openings, isLeft) = (0, false)
            while !isLeft, openings < 20 {
                openings += 1
                try await screen.type("say")
                try await screen.shows("Search: say")
                try await screen.press("Enter")
                try await screen.shows("the end of the app") { text in
                    isLeft = text.contains("Press any key")
                    return isLeft || text.contains("Type to search")
                }
            }
            try await screen.shows("\nsaid\n")
            try await screen.shows("Say it has ended. Press any key")
            #expect(try await screen.value("#{alternate_on} #{cursor_flag} #{mouse_any_flag}") == "0 1 0")
            try await screen.press("Space")
            // The search is over, and the space is no part of the next one.
            try await screen.shows("all apps") { $0.contains("Type to search") && $0.contains("Coffee") }
            #expect(try await screen.value("#{alternate_on} #{cursor_flag} #{mouse_any_flag}") == "1 0 1")
            #expect(try await openCount(of: "say") == openings)
            try await screen.shows("Say it · opened ")
            try await screen.press("Escape")
            try await isGivenBack(screen, status: "0")
            #expect(try await screen.value("#{mouse_any_flag}") == "0")
        }
    }

    @Test("The status of a terminal app that fails is shown, and Ctrl-C ends the app but not the home screen")
    func failingApp() async throws {
        let program = "\(TestGroup.current.folder)/bin/waits"
        try ProgramFile.write("#!/bin/sh\necho waiting\nexec cat\n", to: program)
        try await launcher("register", "org.example.waits", "--name", "Waits", "--terminal", "--", program)
        try await home { screen in
            try await screen.type("waits")
            try await screen.shows("Search: waits")
            try await screen.press("Enter")
            try await screen.shows("waiting")
            try await screen.press("C-c")
            try await screen.shows("Waits ended with status 130")
            try await screen.press("Enter")
            try await screen.shows("Type to search")
            try await screen.press("Escape")
            try await isGivenBack(screen, status: "0")
        }
    }

    @Test("Ctrl-Z in an app that the home screen opened stops both, and fg continues the app")
    func suspendedApp() async throws {
        let program = "\(TestGroup.current.folder)/bin/echoes"
        try ProgramFile.write("#!/bin/sh\necho waiting\nread line; echo \"read $line\"; exit 3\n", to: program)
        try await launcher("register", "org.example.echoes", "--name", "Echoes", "--terminal", "--", program)
        let screen = try await TmuxScreen(shell: "PS1='$ ' exec bash --norc --noprofile")
        try await screen.type("\"$launcher\" home\n")
        try await screen.shows("Enter opens")
        try await screen.press("Enter")
        try await screen.shows("waiting")
        for _ in 0..<2 {
            try await screen.press("C-z", until: "Stopped")
            try await screen.shows("the shell") { $0.contains("Stopped") && $0.contains("\n$") }
            try await screen.type("clear; fg\n")
            try await screen.shows("home") { !$0.contains("Stopped") && $0.contains("launcher") }
        }
        try await screen.type("tea\n")
        try await screen.shows("read tea")
        try await screen.shows("ended with status 3")
        try await screen.press("Enter")
        try await screen.shows("Echoes · opened ")
        try await screen.press("Escape")
        try await screen.shows("the shell") { !$0.contains("Echoes ·") && $0.contains("\n$") }
        try await screen.type("echo $?\n")
        try await screen.shows("\n0\n")
        await screen.end()
    }

    @Test(
        "An app that stops itself stops the home screen too, and fg continues it, even in a process group of its own",
        arguments: ["printf 'sub> '; while read -r line; do eval \"$line\"; done", "PS1='sub> ' exec dash -i"])
    func selfStoppedApp(script: String) async throws {
        let program = try TestGroup.current.makeProgram("reads", script)
        try await launcher("register", "org.example.reads", "--name", "Reads", "--terminal", "--", program)
        let screen = try await TmuxScreen(shell: "PS1='$ ' exec bash --norc --noprofile")
        try await screen.type("\"$launcher\" home\n")
        try await screen.shows("Enter opens")
        try await screen.press("Enter")
        try await screen.shows("sub>")
        for _ in 0..<2 {
            try await screen.type("kill -STOP $$\n")
            try await screen.shows("the shell") { $0.contains("Stopped") && $0.contains("\n$") }
            try await screen.type("clear; fg\n")
            try await screen.shows("home") { !$0.contains("Stopped") && $0.contains("launcher") }
        }
        try await screen.type("echo tea; exit 3\n")
        try await screen.shows("\ntea\n")
        try await screen.shows("ended with status 3")
        try await screen.press("Enter")
        try await screen.shows("Reads · opened ")
        try await screen.press("Escape")
        try await screen.shows("the shell") { !$0.contains("Reads ·") && $0.contains("\n$") }
        await screen.end()
    }

    @Test("Every key works after an app was opened while a text was being pasted")
    func opensWhilePasting() async throws {
        try await home { screen in
            try await screen.type("say")
            try await screen.shows("Search: say")
            // The app gets the end of the paste.
            try await screen.send("\r\u{1B}[200~a")
            try await screen.shows("Press any key")
            try await screen.press("x")
            try await screen.shows("Search: a")
            try await screen.press("Escape")
            try await screen.shows("no search") { !$0.contains("Search:") }
        }
    }
}
