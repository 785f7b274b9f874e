import AppGroupTerminal
import ArgumentParser

/// How a list is written.
struct OutputOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "table, json (as the server's own API answers) or tsv.") var format =
        OutputFormat.table
}
