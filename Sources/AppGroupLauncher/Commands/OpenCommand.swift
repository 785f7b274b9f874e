import AppGroup
import AppGroupTerminal
import ArgumentParser

struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "open", "Open an app: by id, name, part of a name, scheme, or URL.",
        discussion: """
            A terminal app takes the launcher's place in this terminal, and its exit status is the app's. A graphical app \
            is started in a session of its own. A URL whose scheme nobody in the family holds goes to the desktop's \
            default handler. An app that is not installed, but offered by a store where you are logged in, is installed \
            first if you say yes.
            """)

    @OptionGroup var group: GroupOptions

    @Argument(
        help: "An id, a name or a unique part of it, a scheme, any of these with #ACTION, or a URL.",
        completion: .openable)
    var what: String

    @Argument(help: "Opens that app with this URL, whoever holds its scheme.")
    var url: String?

    @Flag(help: "Print what would be started, as a shell would take it, and start nothing.")
    var dryRun = false

    func run() throws {
        let target = try OpenTarget(what, url: url, in: group)
        if dryRun { return Session.current.print(try target.commandLine()) }
        switch try target.open(terminal: .replaceCaller) {
        case .detached, .activated: break
        case .ended(let status): ThisProcess.exit(status)
        }
    }

    private func target() throws -> Target {
        guard AppURL.looksLikeURL(what) else {
            let (family, id) = try app()
            return .app(id, family)
        }
        let url = try AppURL(what)
        let families = try group.families()
        let readable = try group.reading(families) { try $0.app(holding: url.scheme) }
        let holders = readable.compactMap { family, app in app.map { (family: family, app: $0) } }
        guard !holders.isEmpty else {
            let anyFamily = readable.first?.0 ?? Registry(group: "local.desktop", storage: InMemoryStorage())
            return try appOfThatName(in: readable.map(\.0)) ?? .url(url, anyFamily)
        }
        let installed = holders.filter(\.app.availability.isInstalled)
        return .url(
            url, try group.only(installed.isEmpty ? holders : installed, "\(url.scheme):", in: families).family)
    }

    /// A name may have a colon in it, and so look like a URL.
    private func appOfThatName(in families: [Registry]) throws -> Target? {
        let named = try families.flatMap { try $0.apps(order: .frecency, including: .all) }.filter {
            what.isName(of: $0)
        }
        guard !named.isEmpty else { return nil }
        let (family, app) = try group.only(named.compactMap { group.candidate($0, in: families) }, what, in: families)
        return .app(app.id, family)
    }

    /// What is opened, and through which family.
    private enum Target {
        case app(AppID, Registry)
        case url(AppURL, Registry)

        func commandLine() throws -> String {
            switch self {
            case .app(let id, let family): try family.commandLine(opening: id)
            case .url(let url, let family): try family.commandLine(opening: url)
            }
        }

        func open() throws -> StartOutcome {
            switch self {
            case .app(let id, let family): try family.open(id, terminal: .replaceCaller)
            case .url(let url, let family): try family.open(url, terminal: .replaceCaller)
            }
        }
    }
}

extension String {
    /// Whether it is the whole name of an app, whatever its case.
    fileprivate func isName(of app: FamilyApp) -> Bool { lowercased() == "\(app.name)".lowercased() }
}
