import AppGroup
import AppGroupCommands
import AppGroupText
import ArgumentParser

struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("info", "Show everything known about an app.")

    @OptionGroup var group: GroupOptions
    @Argument(help: "The app.", completion: .apps) var what: String
    @Option(name: .shortAndLong, help: "The format of the output.") var format = OutputFormat.table

    func run() throws {
        let (registry, app) = try group.app(what)
        let session = Session.current
        session.print(
            InfoListing(app: app, imagePath: registry.imagePath(of: app.record), session: session), as: format)
    }
}

/// One app, as `launcher info` writes it: a line for each fact.
struct InfoListing: Listing {
    let app: AppEntry
    let imagePath: String?
    let session: Session

    private var facts: [(String, String)] {
        var facts: [(String, String)] = [
            ("id", "\(app.id)"), ("name", "\(app.name)"), ("group", "\(app.group)"), ("state", app.state),
            ("launch", app.launch.summary), ("badge", "\(app.badge)"),
        ]
        facts += app.claims.map { ("scheme", "\($0.scheme)" + ($0.isYielded ? " (yielded to another app)" : "")) }
        facts += app.actions.map { ("action \($0.id)", "\($0.name): \($0.url)") }
        if let icon = imagePath ?? app.icon?.rawValue { facts.append(("icon", icon)) }
        if let version = app.version { facts.append(("version", "\(version)")) }
        if let version = app.availableVersion { facts.append(("availableVersion", "\(version)")) }
        facts += app.fields.sorted { $0.key < $1.key }.map { ("field \($0.key)", "\($0.value)") }
        facts.append(("openCount", "\(app.usage.count)"))
        if let moment = app.usage.lastOpened { facts.append(("lastOpened", "\(moment)")) }
        facts.append(("registered", "\(app.registered)"))
        if let moment = app.missingSince { facts.append(("missingSince", "\(moment)")) }
        if let moment = app.unregistered { facts.append(("unregistered", "\(moment)")) }
        if app.preferences.isPinned { facts.append(("pinned", "yes")) }
        if !app.preferences.recordsUse { facts.append(("history", "off")) }
        return facts
    }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "WHAT", shrinkOrder: 2, minimumWidth: 6),
            TextTable.Column(header: "VALUE", shrinkOrder: 1, minimumWidth: 12, wraps: true),
        ]
    }

    var rows: [[TextTable.Cell]] { facts.map { [TextTable.Cell($0.0, style: .dim), TextTable.Cell($0.1)] } }

    var records: [[String]] { facts.map { [$0.0, $0.1] } }

    var json: JSONValue {
        guard case .object(let members) = app.json(imagePath: imagePath) else { return .null }
        return .object([("version", 1), ("app", .object(members + [("launch", app.launch.json)]))])
    }
}

extension AppLaunch {
    fileprivate var summary: String {
        switch self {
        case .command(let command): command.summary
        case .desktopFile(let id): "desktop entry \(id)"
        case .package(let package): "package \(package.digest.short)…: \(package.command.summary)"
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .command(let command): command.json("command")
        case .desktopFile(let id): ["kind": "desktop", "id": .string(id)]
        case .package(let package): package.command.json("package")
        }
    }
}

extension AppLaunch.Command {
    fileprivate var summary: String {
        ([executable] + arguments).joined(separator: " ") + (interface == .terminal ? "  (terminal)" : "")
    }

    fileprivate func json(_ kind: JSONValue) -> JSONValue {
        [
            "kind": kind, "executable": .string(executable), "arguments": .array(arguments.map { .string($0) }),
            "terminal": .bool(interface == .terminal),
        ]
    }
}
