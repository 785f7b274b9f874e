import ArgumentParser

/// How the rows of a PDF are written.
enum InspectFormat: String, CaseIterable, ExpressibleByArgument {
    case table, json
}
