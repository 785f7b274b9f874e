import ArgumentParser

/// How a list is written: for a person, as a versioned contract, or for `cut` and `awk` (no header line).
enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case table, json, tsv
}
