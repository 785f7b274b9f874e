import AppGroup
import AppGroupCommands
import AppGroupHome
import AppGroupText
import ArgumentParser

struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("info", "Show everything known about an app.")

    @OptionGroup var group: GroupOptions
    @Argument(help: .app, completion: .apps) var what: String
    @Option(name: .shortAndLong, help: "The format of the output.") var format = OutputFormat.table

    func run() throws {
        let found = try group.app(what)
        let imagePath = found.registry.imagePath(of: found.app.record)
        StandardOutput.print(InfoListing(app: found.app, imagePath: imagePath), as: format)
    }
}

/// One app, as `launcher info` writes it: a line for each fact.
struct InfoListing: FactsListing {
    let app: AppEntry
    let imagePath: String?

    var facts: [Fact] { AppFacts.of(app, imagePath: imagePath) }

    var wordedFacts: [Fact] { AppFacts.worded(of: app, imagePath: imagePath, time: LocalTime.text) }

    var json: JSONValue {
        guard case .object(let members) = app.json(imagePath: imagePath) else { return .null }
        return .object([("version", 1), ("app", .object(members + [("launch", app.launch.json)]))])
    }
}

extension AppLaunch {
    fileprivate var json: JSONValue {
        switch self {
        case .command(let command): command.json("command")
        case .desktopFile(let id): ["kind": "desktop", "id": .string(id)]
        case .package(let package): package.command.json("package")
        }
    }
}

extension AppLaunch.Command {
    fileprivate func json(_ kind: JSONValue) -> JSONValue {
        [
            "kind": kind, "executable": .string(executable), "arguments": .array(arguments.map { .string($0) }),
            "terminal": .bool(interface == .terminal),
        ]
    }
}
