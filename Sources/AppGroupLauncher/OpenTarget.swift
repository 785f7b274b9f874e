import AppGroup
import AppGroupTerminal

/// What is opened, and through which family.
enum OpenTarget {
    case app(AppID, AppURL?, Registry)
    case action(AppID, ActionID, Registry)
    case url(AppURL, Registry)

    /// The app that is named, and its family; `nil` for a URL, which its scheme's holder opens.
    var app: (family: Registry, id: AppID)? {
        switch self {
        case .app(let id, _, let family), .action(let id, _, let family): (family, id)
        case .url: nil
        }
    }

    func commandLine() throws -> String {
        switch self {
        case .app(let id, let url, let family): try family.commandLine(opening: id, url: url)
        case .action(let id, let action, let family): try family.commandLine(opening: id, action: action)
        case .url(let url, let family): try family.commandLine(opening: url)
        }
    }

    func open(terminal: TerminalPolicy) throws -> StartOutcome {
        switch self {
        case .app(let id, let url, let family): try family.open(id, url: url, terminal: terminal)
        case .action(let id, let action, let family): try family.open(id, action: action, terminal: terminal)
        case .url(let url, let family): try family.open(url, terminal: terminal)
        }
    }
}

extension OpenTarget {
    /// What a person means by words on a command line: a URL, an app, or an app with `#` and an action.
    ///
    /// - Parameter url: What to open that app with.
    init(_ what: String, url: String?, in group: GroupOptions) throws {
        if let url {
            let (family, app) = try group.app(what)
            self = .app(app.id, try AppURL(url), family)
        } else if AppURL.looksLikeURL(what) {
            self = try Self.opening(try AppURL(what), in: group)
        } else {
            self = try Self.named(what, in: group)
        }
    }

    /// An app whose name has a `#` in it wins over an action.
    private static func named(_ what: String, in group: GroupOptions) throws -> OpenTarget {
        guard let sign = what.lastIndex(of: "#"), let action = try? ActionID(String(what[what.index(after: sign)...]))
        else {
            let (family, app) = try group.app(what)
            return .app(app.id, nil, family)
        }
        do {
            let (family, app) = try group.app(what)
            return .app(app.id, nil, family)
        } catch let error as AppGroupError where error.code == .noSuchApp {
            let (family, app) = try group.app(String(what[..<sign]))
            return .action(app.id, action, family)
        }
    }

    private static func opening(_ url: AppURL, in group: GroupOptions) throws -> OpenTarget {
        let families = try group.families()
        let readable = try group.reading(families) { try $0.app(holding: url.scheme) }
        let holders = readable.compactMap { family, app in app.map { (family: family, app: $0) } }
        guard !holders.isEmpty else {
            let anyFamily = readable.first?.0 ?? Registry(group: "local.desktop", storage: InMemoryStorage())
            return try app(named: url, in: readable.map(\.0), group) ?? .url(url, anyFamily)
        }
        let installed = holders.filter(\.app.availability.isInstalled)
        return .url(
            url, try group.only(installed.isEmpty ? holders : installed, "\(url.scheme):", in: families).family)
    }

    /// A name may have a colon in it, and so look like a URL.
    private static func app(named url: AppURL, in families: [Registry], _ group: GroupOptions) throws -> OpenTarget? {
        let name = url.description.lowercased()
        let named = try families.flatMap { try $0.apps(order: .frecency, including: .all) }.filter {
            $0.name.description.lowercased() == name
        }
        guard !named.isEmpty else { return nil }
        let (family, app) = try group.only(
            named.compactMap { group.candidate($0, in: families) }, url.description, in: families)
        return .app(app.id, nil, family)
    }
}
