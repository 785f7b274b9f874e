import AppGroupText
import ArgumentParser

/// How much of the news or the mail to list, and how.
struct ListOptions: ParsableArguments {
    @Flag(help: "List only what is unread.")
    var unread = false

    @Option(help: "Show at most this many.")
    var limit = 50

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    func validate() throws {
        guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit takes 1 to 1,000,000.") }
    }
}

/// How long to wait for a server: for commands that only read from it.
struct TimeoutOptions: ParsableArguments {
    @Option(help: "Give up on a server that sends nothing for this many seconds.")
    var timeout = 30

    func validate() throws {
        guard 1...3600 ~= timeout else { throw ValidationError("--timeout takes 1 to 3600 seconds.") }
    }
}
