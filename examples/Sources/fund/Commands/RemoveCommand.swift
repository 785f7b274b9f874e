import AppGroup
import AppGroupCommands
import ArgumentParser
import ToolProgram
import ToolSupport

struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Move a file, or a fund with all its files and notes, to the trash of the desktop.",
        discussion: """
            A fund must be given by its whole name. Its notes are written into its folder first, so that the trash has \
            them too. Its feeds stay.
            """
    )

    @Argument(help: "The file, as FUND/FILE, or the fund.")
    var what: String

    @Flag(help: "Delete for good instead.")
    var forever = false

    @Flag(help: "Remove a fund without asking.")
    var yes = false

    func run() throws {
        let store = try Store()
        let removal = Removal(store: store, isForever: forever)
        if let fund = try store.funds().first(where: { $0.name == what }) { return try remove(fund, by: removal) }
        let file: FundFile
        do { file = try store.file(what) } catch let error as ToolError {
            guard !what.contains("/"), let fund = try? store.fund(what) else { throw error }
            throw ToolError.notFound(
                "No file is named “\(what)”. To remove the fund: fund rm \(fund.name.quotedForShell)")
        }
        try removal.remove(file)
        console.say("\(file.selector) is \(forever ? "deleted" : "in the trash").")
    }

    private func remove(_ fund: Fund, by removal: Removal) throws {
        if !yes {
            let question = "Remove “\(fund.name)” with all its files and notes?"
            guard console.canAsk else {
                throw ToolError.refused(
                    "“\(fund.name)” is not removed, because nobody can be asked. To remove it: add --yes")
            }
            guard console.confirm(question) else { throw ToolError.refused("“\(fund.name)” is not removed.") }
        }
        try removal.remove(fund)
        try Membership.announce(removal.store)
        console.say("“\(fund.name)” is \(forever ? "deleted" : "in the trash").")
    }
}
