import AppGroupCommands
import AppGroupText
import ArgumentParser
import ToolProgram

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what is known, without using the network.",
        discussion: """
            A dot marks what has changed since you last looked. Looking at the table clears the dots; printing JSON or \
            TSV does not.

            The exit status is 0 if something is known about every number shown, and 66 if not.
            """
    )

    @Argument(help: "A tracked number. Without one, show all.")
    var number: [String] = []

    @Flag(help: "Show all changes over time, the newest first.")
    var history = false

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    func run() throws {
        let wanted = try number.isEmpty ? nil : checkedNumber()
        Membership.visa.noteOpening()
        let file = try TrackingFile()
        let list = try file.read()
        guard wanted == nil || !list.applications.isEmpty else { throw ToolError.nothingTracked }
        let shown = try wanted.map { [list.applications[try list.index(of: $0)]] } ?? list.applications

        try Output.write(StatusListing(shown, isNew: \.isUnseen, showsHistory: history), as: format)
        // A script gets a document without applications, too.
        guard !shown.isEmpty else { throw ToolError.nothingTracked }
        if format == .table {
            TrackingList(applications: shown).sayFailures()
            // The user has seen the table, even if that can't be recorded. An update may have announced what it had read
            // before the last look.
            console.attempt { try Membership.announce(file.noteLook(at: shown)) }
        }
        if shown.contains(where: \.decisions.isEmpty) { throw ExitCode(66) }
    }

    /// The number, or an error that lists the commands: the word may be a mistyped command.
    private func checkedNumber() throws(ToolError) -> ApplicationNumber {
        do { return try ApplicationNumber(typed: number) } catch {
            let commands = Self.siblings.compactMap { $0.configuration.commandName }
            throw .usage("\(error) The commands are: \(commands.joined(separator: ", "))")
        }
    }

    /// All commands of visa, in the order of its help.
    static let siblings: [any ParsableCommand.Type] = [
        StatusCommand.self, TrackCommand.self, UpdateCommand.self, WatchCommand.self, UntrackCommand.self,
        InspectCommand.self, OpenURLCommand.self,
    ]
}

extension TrackingList {
    /// Why numbers could not be searched for. A reason that several numbers share is given once.
    var failures: [String] {
        var known: Set<String> = []
        return applications.compactMap(\.lastCheck?.reason).filter { known.insert($0).inserted }
    }

    /// Prints why numbers could not be searched for.
    func sayFailures() { for failure in failures { console.say(failure) } }
}
