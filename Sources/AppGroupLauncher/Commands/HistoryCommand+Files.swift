import AppGroup
import AppGroupTerminal
import ArgumentParser

extension HistoryCommand {
    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "export", of: "launcher history", "Write the openings, the oldest first, for another machine or for study.",
            discussion: """
                A line for each of at most 20,000 openings, under one that names the columns, separated by tabs: \
                unix_time in whole seconds, app, and utc_offset, the seconds that local time was ahead of UTC.
                """)

        @OptionGroup var group: GroupOptions
        @Option(name: .shortAndLong, help: "The file; standard output where none is named.", completion: .file())
        var output: String?

        func run() throws {
            let family = try group.family()
            let text = try family.exportHistory()
            if let output {
                // Only the user may read it.
                try Files.put(Array(text.utf8), into: output, permissions: 0o600)
            } else {
                Session.current.printLine(String(text.dropLast()))
            }
            guard try family.openings().isEmpty else { return }
            Talk.say(
                "No opening of the group \(family.group) is kept"
                    + (try family.recordsUse() ? "." : ", and none is recorded; to record them: launcher history on"))
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration.leaf(
            "import", of: "launcher history", "Merge openings that “launcher history export” wrote.",
            discussion: """
                The lines must be in order of time, and each app must be registered. What is there already is not added \
                again, and the last 20,000 openings are kept. Without the column utc_offset local time is this machine's.
                """)

        @OptionGroup var group: GroupOptions
        @Argument(help: "The file.", completion: .file()) var file: String

        func run() throws {
            let result = try group.family().importHistory(from: file)
            var others: [String] = []
            if result.known > 0 { others.append("\(result.known) were there already") }
            if result.tooOld > 0 { others.append("\(result.tooOld) are older than the last \(Opening.kept)") }
            if result.unrecorded > 0 {
                others.append("\(result.unrecorded) are of apps whose openings are not recorded")
            }
            Talk.say(
                "Imported \(result.added) openings."
                    + (others.isEmpty ? "" : " Of the others " + others.joined(separator: ", ") + "."))
        }
    }
}
