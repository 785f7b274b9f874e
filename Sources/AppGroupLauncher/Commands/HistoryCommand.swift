import AppGroup
import AppGroupTerminal
import ArgumentParser

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "What is remembered of your openings, and how to forget it.",
        subcommands: [Show.self, Reset.self, Export.self, Import.self, On.self, Off.self])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "show", of: "launcher history", "List the openings of an app, or of all, the last first.")

        @OptionGroup var group: GroupOptions
        @Argument(help: "The app; all of them where none is named.", completion: .apps) var what: String?
        @Option(name: [.long, .customShort("n")], parsing: .unconditional, help: "At most so many openings.") var limit:
            Int?
        @Option(name: .shortAndLong, help: "table, json or tsv.") var format = OutputFormat.table

        func validate() throws {
            if let limit, limit < 0 { throw ValidationError("--limit is \(limit); it must be 0 or more.") }
        }

        func run() throws {
            let families = try what.map { [try group.app($0).family] } ?? group.families()
            let id = try what.map { try group.app($0).app.id }
            let openings = try group.reading(families) { try $0.openings() }.flatMap { family, openings in
                openings.filter { id == nil || $0.app == id }.map { (family.group, $0) }
            }
            let sorted = openings.sorted { ($0.1.moment, $0.1.number) > ($1.1.moment, $1.1.number) }
            let session = Session.current
            session.print(HistoryListing(openings: Array(sorted.prefix(limit ?? .max)), session: session), as: format)
        }
    }

    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "reset", of: "launcher history", "Forget how often and how lately an app was opened.")

        @OptionGroup var group: GroupOptions
        @Argument(help: "The app.", completion: .apps) var what: String?
        @Flag(help: "Forget it of every app.") var all = false

        func validate() throws {
            if (what != nil) == all { throw ValidationError("Name an app, or say --all.") }
        }

        func run() throws {
            guard let what else { return try group.family().resetHistory() }
            let (family, app) = try group.appToChange(what)
            try family.resetHistory(of: app.id)
        }
    }

    struct On: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "on", of: "launcher history", "Record openings, of one app or of all; as it is from the start.")

        @OptionGroup var group: GroupOptions
        @Argument(help: "The app; all of them where none is named.", completion: .apps) var what: String?

        func run() throws { try group.setRecordsUse(true, of: what) }
    }

    struct Off: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "off", of: "launcher history", "Record no openings any more, of one app or of all.",
            discussion: "What is recorded already stays; “launcher history reset” forgets it.")

        @OptionGroup var group: GroupOptions
        @Argument(help: "The app; all of them where none is named.", completion: .apps) var what: String?

        func run() throws { try group.setRecordsUse(false, of: what) }
    }
}

extension GroupOptions {
    fileprivate func setRecordsUse(_ records: Bool, of what: String?) throws {
        guard let what else { return try family().setRecordsUse(records) }
        let (family, app) = try appToChange(what)
        try family.setRecordsUse(records, of: app.id)
    }
}
