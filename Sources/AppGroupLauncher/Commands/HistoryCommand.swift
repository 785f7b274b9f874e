import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import ArgumentParser

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show, export or delete the record of what you opened.",
        subcommands: [Show.self, Reset.self, Export.self, Import.self, On.self, Off.self])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "show", of: "launcher history", "List the openings of one app or of all apps, the most recent first.")

        @OptionGroup var group: GroupOptions
        @Argument(help: .appOfAll, completion: .apps) var what: String?
        @Option(name: [.long, .customShort("n")], parsing: .unconditional, help: "Show at most this many openings.")
        var limit: Int?
        @Option(name: .shortAndLong, help: "The format of the output.") var format = OutputFormat.table

        func validate() throws {
            if let limit, limit < 0 { throw ValidationError("--limit is \(limit); it must be 0 or more.") }
        }

        func run() throws {
            let named = try what.map { try group.app($0) }
            try group.checkExists()
            let registries = try named.map { [$0.registry] } ?? group.registries()
            let id = named?.app.id
            let openings = try group.reading(registries) { try $0.openings() }.flatMap { registry, openings in
                openings.filter { id == nil || $0.app == id }.map { (registry.group, $0) }
            }
            // Within one group, the order does not depend on the clock, as in `list --order recent`.
            let sorted =
                registries.count == 1
                ? openings.reversed()
                : openings.sorted { ($0.1.moment, $0.1.number) > ($1.1.moment, $1.1.number) }
            StandardOutput.print(
                HistoryListing(openings: Array(sorted.prefix(limit ?? .max)), clock: .current), as: format)
            if sorted.isEmpty, format == .table { try explainEmptiness(named?.app, registries: registries) }
        }

        private func explainEmptiness(_ app: AppEntry?, registries: [Registry]) throws {
            if let app {
                let next =
                    app.preferences.recordsUse
                    ? " yet. To open it: \(app.group.command("open \(app.id)"))"
                    : ", because recording is off for it. To turn it on: \(app.group.command("history on \(app.id)"))"
                Talk.say("No opening of \(app.name) is recorded\(next)")
            } else if registries.count == 1 {
                Talk.say(try registries[0].absenceOfOpenings)
            } else {
                Talk.say("No opening is recorded yet. To list the apps: launcher list")
            }
        }
    }

    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "reset", of: "launcher history", "Delete the record of when and how often an app was opened.",
            discussion: "If you give only a part of a name, launcher says which app it found.")

        @OptionGroup var group: GroupOptions
        @Argument(help: .app, completion: .apps) var what: String?
        @Flag(help: "Delete the record of every app.") var all = false

        func run() throws {
            // Not in validate(), which would hide a complaint about a mistyped option.
            if (what != nil) == all { throw Misuse("Name an app, or give --all.") }
            guard let what else {
                try group.checkExists()
                return try group.registry().resetHistory()
            }
            let understood = try group.finder().change(what) { try $0.resetHistory(of: $1) }
            if let understood, !understood.isFullyNamed(what) {
                Talk.say("Deleted the record of \(understood.name) (\(understood.id)).")
            }
        }
    }

    struct On: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "on", of: "launcher history", "Record the openings of one app or of all apps. This is the default.")

        @OptionGroup var group: GroupOptions
        @Argument(help: .appOfAll, completion: .apps) var what: String?

        func run() throws {
            try group.setRecordsUse(true, of: what)
            guard what == nil else { return }
            for app in try group.registry().apps(order: .name, including: .all) where !app.record.preferences.recordsUse
            {
                Talk.say("\(app.name) stays off. To turn it on: \(app.group.command("history on \(app.id)"))")
            }
        }
    }

    struct Off: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "off", of: "launcher history", "Stop recording the openings of one app or of all apps.",
            discussion: "The existing record stays; “launcher history reset” deletes it.")

        @OptionGroup var group: GroupOptions
        @Argument(help: .appOfAll, completion: .apps) var what: String?

        func run() throws { try group.setRecordsUse(false, of: what) }
    }
}

extension GroupOptions {
    fileprivate func setRecordsUse(_ records: Bool, of what: String?) throws {
        guard let what else {
            try checkExists()
            return try registry().setRecordsUse(records)
        }
        try change(what) { try $0.setRecordsUse(records, of: $1) }
    }
}

extension HistoryCommand {
    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "export", of: "launcher history", "Write the openings to a file, the oldest first.",
            discussion: """
                The first line names the columns, which are separated by tabs: unix_time in whole seconds, app, and \
                utc_offset, the number of seconds that local time was ahead of UTC. One line for each opening follows, \
                at most 20,000. If badges rose, a fourth column, event, says what a line is: open, badge or clear.
                """)

        @OptionGroup var group: GroupOptions
        @Option(name: .shortAndLong, help: "A new file (default: standard output).", completion: .file())
        var output: String?
        @Flag(help: "Replace the file of --output if it exists.") var replace = false

        func validate() throws {
            if replace, output == nil { throw ValidationError("--replace works only with --output.") }
            if output == "" { throw ValidationError("The name of the file of --output is empty; name one.") }
        }

        func run() throws {
            try group.checkExists()
            let registry = try group.registry()
            let text = try registry.exportHistory()
            if let output {
                // It may be the only copy of openings that were deleted since.
                if !replace, (try? Files.status(output))?.kind == .file {
                    throw AppGroupError(
                        .cannotCreate,
                        "\(output) exists already and is not overwritten; name another file, or add --replace.")
                }
                // Only the user may read it.
                try Files.put(Array(text.utf8), into: output, permissions: 0o600)
            } else {
                StandardOutput.printLine(String(text.dropLast()))
            }
            guard try registry.openings().isEmpty else { return }
            Talk.say(try registry.absenceOfOpenings)
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "import", of: "launcher history", "Add openings from a file that “launcher history export” wrote.",
            discussion: """
                The lines must be sorted by time, and each app must be registered. Openings that are already recorded \
                are not added again, and the most recent 20,000 openings are kept. Without the column utc_offset, this \
                machine's local time is used. Without the column event, each line is an opening; with it, a line can \
                also say that the app's badge rose (badge) or was cleared before the app was opened (clear).
                """)

        @OptionGroup var group: GroupOptions
        @Argument(help: "The file.", completion: .file()) var file: String

        func run() throws {
            try group.checkExists()
            let result = try group.registry().importHistory(from: file)
            var sentences = [
                "Imported \(Quantity(result.added, "opening"))"
                    + (result.badgeRises > 0 ? ", and \(Quantity(result.badgeRises, "change")) of badges." : ".")
            ]
            func add(_ count: Int, _ singular: String, _ plural: String, _ rest: String) {
                guard count > 0 else { return }
                sentences.append("\(Quantity(count, "opening")) \(count == 1 ? singular : plural) \(rest).")
            }
            add(result.known, "was", "were", "already recorded")
            add(result.tooOld, "is", "are", "older than the last \(AppOpening.kept)")
            add(result.unrecorded, "belongs to an app", "belong to apps", "with recording turned off")
            Talk.say(sentences.joined(separator: " "))
        }
    }
}

extension Registry {
    /// A sentence that says that no opening is recorded, and what to do next.
    fileprivate var absenceOfOpenings: String {
        get throws {
            "The group \(group) has no recorded opening"
                + (try recordsUse()
                    ? " yet. To list its apps: \(group.command("list"))"
                    : ", and recording is off. To turn it on: \(group.command("history on"))")
        }
    }
}

/// Openings, as `launcher history show` writes them.
struct HistoryListing: Listing {
    let openings: [(group: GroupID, opening: AppOpening)]
    let clock: LocalClock

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "OPENED", shrinkOrder: 2, minimumWidth: 10),
            TextTable.Column(header: "ID", shrinkOrder: 2, keepsEnd: true),
            TextTable.Column(header: "TIME", shrinkOrder: 1, minimumWidth: 10),
        ]
    }

    var rows: [[TextTable.Cell]] {
        openings.map {
            [
                TextTable.Cell(clock.ago($0.opening.moment)), TextTable.Cell("\($0.opening.app)"),
                TextTable.Cell(LocalTime.text($0.opening.moment), style: .dim),
            ]
        }
    }

    var records: [[String]] {
        openings.map {
            ["\($0.opening.moment.seconds)", "\($0.opening.app)", "\($0.opening.utcOffset)", "\($0.group)"]
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "openings": .array(
                openings.map { group, opening in
                    [
                        "group": JSONValue(text: group), "id": JSONValue(text: opening.app),
                        "time": JSONValue(text: opening.moment),
                        "utcOffset": .integer(Int(opening.utcOffset)),
                    ]
                }),
        ]
    }
}
