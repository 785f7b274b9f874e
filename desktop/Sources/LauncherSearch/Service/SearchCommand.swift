import AppGroupCommands
import ArgumentParser

struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launcher-search",
        abstract: "Answer the searches of GNOME and KRunner.",
        discussion: """
            The session bus starts this program when a desktop searches, and the program ends after a minute without a \
            search. “launcher integrate” tells the bus and KRunner about it. GNOME finds it through a file that \
            “make install” installs.

            It finds apps that the desktop does not list itself, apps with a badge, the actions of all apps, and apps \
            that your servers offer. The order of the results is that of “launcher menu”.
            """,
        version: Program.version)

    @Option(help: ArgumentHelp("End after this many seconds without a search, 1 to 86400.", valueName: "seconds"))
    var idle = usualIdle

    /// In seconds.
    static let usualIdle = 60

    func validate() throws {
        guard (1...86_400).contains(idle) else { throw ValidationError("--idle takes 1 to 86400 seconds.") }
    }

    func run() throws { try Self.run(idleSeconds: idle) }

    /// Answers searches until there were none for this many seconds.
    static func run(idleSeconds: Int) throws {
        var service = try SearchService(environment: .current, idle: .seconds(idleSeconds))
        try service.run()
    }
}
