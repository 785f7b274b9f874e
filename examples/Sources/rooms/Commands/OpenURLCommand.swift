import AppGroupText
import ArgumentParser
import ToolProgram
import ToolSupport

struct OpenURLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-url",
        abstract: "Open a link: rooms://, rooms://free?city=CITY or rooms://book?room=ROOM.",
        discussion: "Links take at=TIME and for=MINUTES, too. A link books nothing without a question."
    )

    @Argument(help: "The link, percent-encoded. Without a link, list your bookings.")
    var url = "rooms://"

    func run() throws {
        let link = try RoomsLink(parsing: url)
        guard Membership.hasOwnWindow else { return try Self.open(link) }
        RoomsWindow(link: link).run()
    }

    /// Does what a link asks for.
    static func open(_ link: RoomsLink) throws {
        switch link {
        case .bookings:
            try MineCommand.parse([]).run()
        case .free(let city, let at, let length):
            try FreeCommand.parse(words(("city", city), ("at", at), ("for", length))).run()
        case .book(let room, let at, let length):
            try BookCommand.parse(words(("at", at), ("for", length)) + ["--", room]).run(asks: true)
        }
    }

    private static func words(_ options: (name: String, value: String?)...) -> [String] {
        options.compactMap { option in option.value.map { "--\(option.name)=\($0)" } }
    }
}

/// Shows what a link asks for in a window that was opened for rooms, until its user closes it.
struct RoomsWindow {
    let link: RoomsLink

    func run() {
        let window = OwnWindow(columns: { DisplayWidth.of($0) })
        show(link)
        while let answer = window.ask("A room's name books it, Enter shows this again, q closes:") {
            guard !answer.isEmpty else {
                show(link)
                continue
            }
            if case .free(_, let at, let length) = link {
                show(.book(room: answer, at: at, length: length))
            } else {
                show(.book(room: answer, at: nil, length: nil))
            }
        }
    }

    /// Does what a link asks for, or says why that can't be done.
    private func show(_ link: RoomsLink) {
        do { try OpenURLCommand.open(link) } catch let error as ToolError { console.say(error) } catch {}
    }
}
