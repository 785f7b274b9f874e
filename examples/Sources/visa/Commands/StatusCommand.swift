import AppGroupTerminal
import ArgumentParser

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows what is known, without the network. (default)",
        discussion: """
            A dot stands at what has changed since you looked last; the table is such a look, JSON and TSV are none. \
            Ends with 0 where something is known of every number that is shown, else with 66.
            """
    )

    @Argument(help: "A number that is tracked; else all.")
    var number: [String] = []

    @Flag(help: "Show what was seen over time, the newest first.")
    var history = false

    @Option(help: "table, json or tsv.")
    var format = OutputFormat.table

    func run() throws {
        let wanted = try number.isEmpty ? nil : checkedNumber()
        Family.noteOpening()
        let store = try Store()
        let list = try store.read()
        guard !list.applications.isEmpty else { throw VisaError.nothingTracked }
        let shown = try wanted.map { [list.applications[try list.index(of: $0)]] } ?? list.applications

        var output = Output()
        try output.print(StatusListing(shown, isNew: \.isUnseen, showsHistory: history), as: format)
        try output.flush()
        if format == .table {
            TrackingList(applications: shown).sayFailures()
            // What was shown was shown, even where it can't be noted.
            do { try store.noteLook(at: shown) } catch { Output.say("\(error)") }
        }
        if shown.contains(where: \.decisions.isEmpty) { throw ExitCode(66) }
    }

    /// What is no number may be a slip in the name of a command, since this command needs no name.
    private func checkedNumber() throws(VisaError) -> ApplicationNumber {
        do { return try ApplicationNumber(typed: number) } catch {
            let commands = Visa.configuration.subcommands.compactMap { $0.configuration.commandName }
            throw .usage("\(error) The commands are: \(commands.joined(separator: ", "))")
        }
    }
}

extension Store {
    /// Notes that a person has seen what is known of these, unless something else is known by now.
    fileprivate func noteLook(at applications: [Application]) throws {
        guard applications.contains(where: \.isUnseen) else { return }
        let seen = Dictionary(applications.map { ($0.number, $0.decisions) }) { first, _ in first }
        let list = try change { list in
            for index in list.applications.indices
            where seen[list.applications[index].number] == list.applications[index].decisions {
                list.applications[index].isUnseen = false
                list.applications[index].untold = nil
            }
        }
        Family.announce(list)
    }
}
