public import ArgumentParser

/// How a list is written: for a person, as a versioned contract, or for `cut` and `awk` (no header line).
public enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// Columns under a header.
    case table
    /// One document, RFC 8259.
    case json
    /// A line for each record, its fields separated by tabs.
    case tsv
}
