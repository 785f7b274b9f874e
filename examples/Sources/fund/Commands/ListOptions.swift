import AppGroupText
import ArgumentParser

/// How much of the news or the mail to list, and how.
struct ListOptions: ParsableArguments {
    @Flag(help: "Only what is unread.")
    var unread = false

    @Option(help: "Show at most this many.")
    var limit = 50

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    func validate() throws {
        guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit takes 1 to 1,000,000.") }
    }
}
