import ArgumentParser
import ToolProgram
import ToolSupport

struct OpenURLCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-url",
        abstract: "Open a link: rooms://, rooms://free?city=CITY or rooms://book?room=ROOM.",
        discussion: "Links take at=TIME and for=MINUTES, too. A link never books anything without asking."
    )

    @Argument(help: "The link, percent-encoded. Without a link, list your bookings.")
    var url = "rooms://"

    func run() async throws {
        let link = try RoomsLink(parsing: url)
        guard Membership.rooms.takesOwnWindow else { return try await Self.open(link) }
        await RoomsWindow(link: link).run()
    }

    /// Does what a link asks for.
    static func open(_ link: RoomsLink) async throws {
        switch link {
        case .bookings:
            try MineCommand.parse([]).run()
        case .free(let city, let at, let length):
            let command = try FreeCommand.parse(words(("city", city), ("at", at), ("for", length)))
            try await command.run()
        case .book(let room, let at, let length):
            try await BookCommand.parse(words(("at", at), ("for", length)) + ["--", room]).run(asks: true)
        }
    }

    private static func words(_ options: (name: String, value: String?)...) -> [String] {
        options.compactMap { option in option.value.map { "--\(option.name)=\($0)" } }
    }
}

/// Shows what a link asks for in a window that was opened for rooms, until its user closes it.
struct RoomsWindow {
    let link: RoomsLink

    func run() async {
        let window = OwnWindow()
        await show(link)
        while let answer = window.ask("A room's name books it, Enter shows this again, q closes:") {
            guard !answer.isEmpty else {
                await show(link)
                continue
            }
            if case .free(_, let at, let length) = link {
                await show(.book(room: answer, at: at, length: length))
            } else {
                await show(.book(room: answer, at: nil, length: nil))
            }
        }
    }

    /// Does what a link asks for, or says why that can't be done.
    private func show(_ link: RoomsLink) async {
        do { try await OpenURLCommand.open(link) } catch { console.explain(error) }
    }
}
