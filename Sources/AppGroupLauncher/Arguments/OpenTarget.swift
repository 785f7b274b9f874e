import AppGroup
import AppGroupCommands

/// The app, action or URL to open, and the registry to open it through.
struct OpenTarget {
    let registry: Registry
    private let what: What
    /// The app that the user named; `nil` for a URL, which is opened by the app that has its scheme.
    let named: AppEntry?

    private enum What {
        /// An app as it was read, so that it is not read again.
        case app(AppEntry, AppURL?)
        case other(AppTarget)
    }

    /// A named app that has just been read, with an optional URL.
    static func app(_ found: MemberApp, _ url: AppURL? = nil) -> OpenTarget {
        OpenTarget(registry: found.registry, what: .app(found.app, url), named: found.app)
    }

    /// An app that is read when it is opened, because it may have changed by then.
    static func app(_ id: AppID, _ url: AppURL?, _ registry: Registry) -> OpenTarget {
        OpenTarget(registry: registry, what: .other(.app(id, url: url)), named: nil)
    }

    /// The same target after its app has been installed.
    func installed() -> OpenTarget {
        guard case .app(let app, let url) = what else { return self }
        return .app(app.id, url, registry)
    }

    /// An action of a named app.
    static func action(_ action: ActionID, of found: MemberApp) -> OpenTarget {
        OpenTarget(registry: found.registry, what: .other(.action(action, of: found.app.id)), named: found.app)
    }

    /// Whether opening it needs a terminal.
    func usesTerminal() throws -> Bool {
        if case .process(let process) = try plan() { process.interface == .terminal } else { false }
    }

    func plan() throws -> LaunchPlan {
        switch what {
        case .app(let app, let url): try registry.plan(for: app, with: url)
        case .other(let target): try registry.plan(for: target)
        }
    }

    func open(terminal: TerminalPolicy) throws -> StartOutcome {
        switch what {
        case .app(let app, let url): try registry.open(app, with: url, terminal: terminal)
        case .other(let target): try registry.open(target, terminal: terminal)
        }
    }
}

extension OpenTarget {
    /// The words after `launcher open` that name the same target.
    var words: [String] {
        let group = ["--group", "\(registry.group)"]
        return switch what {
        case .app(let app, let url): group + ["\(app.id)"] + (url.map { ["\($0)"] } ?? [])
        case .other(.app(let id, let url)): group + ["\(id)"] + (url.map { ["\($0)"] } ?? [])
        case .other(.action(let action, let id)): group + ["\(id)#\(action)"]
        case .other(.url(let url)): ["\(url)"]
        }
    }

    /// The app of the group that is opened, read now if it was not before; `nil` for the default handler of a URL.
    func app() -> AppEntry? {
        switch what {
        case .app(let app, _): app
        case .other(.app(let id, _)), .other(.action(_, let id)): named ?? (try? registry.app(id)) ?? nil
        case .other(.url(let url)): (try? registry.app(holding: url.scheme)) ?? nil
        }
    }

    /// The same target. If it is an app of the group, its program learns that it has its own window.
    func inOwnWindow() -> OpenTarget {
        guard registry.containerPath != nil, let app = app() else { return self }
        let environment = registry.environment.setting([Registry.windowVariable: "\(app.id)"])
        return OpenTarget(registry: Registry(group: registry.group, environment: environment), what: what, named: named)
    }
}

extension OpenTarget {
    /// Reads a target from the command line: a URL, an app, or an app with `#` and an action.
    ///
    /// - Parameter url: The URL to open that app with.
    init(_ what: String, url: String? = nil, with finder: AppFinder) throws {
        if let url {
            self = .app(try finder.app(what), try AppURL(url))
        } else if AppURL.looksLikeURL(what) {
            self = try Self.opening(try AppURL(what), with: finder)
        } else {
            self = try Self.named(what, with: finder)
        }
    }

    /// A complete id with a `#` and an action is looked up. Otherwise, an app with a `#` in its name wins over an action.
    private static func named(_ what: String, with finder: AppFinder) throws -> OpenTarget {
        guard let sign = what.lastIndex(of: "#"), let action = try? ActionID(String(what[what.index(after: sign)...]))
        else { return .app(try finder.app(what)) }
        let beforeSign = String(what[..<sign])
        if let found = try finder.app(withID: beforeSign) { return .action(action, of: found) }
        do {
            return .app(try finder.app(what))
        } catch let error as AppGroupError where error.code == .noSuchApp {
            return .action(action, of: try finder.app(beforeSign))
        }
    }

    private static func opening(_ url: AppURL, with finder: AppFinder) throws -> OpenTarget {
        let owners = try finder.groups.owners(of: url.scheme, onFailure: finder.warn)
        guard !owners.isEmpty else {
            if let named = try app(named: url, with: finder) { return named }
            let any = finder.readable.first ?? Registry(group: "local.desktop", storage: InMemoryStorage())
            return OpenTarget(registry: any, what: .other(.url(url)), named: nil)
        }
        let owner = try finder.only(owners.map { MemberApp($0.app, in: $0.registry) }, "\(url.scheme):")
        return OpenTarget(registry: owner.registry, what: .app(owner.app, url), named: nil)
    }

    /// An app's name may contain a colon and so look like a URL.
    private static func app(named url: AppURL, with finder: AppFinder) throws -> OpenTarget? {
        let name = url.description.lowercased()
        let named = try finder.read { (registry) throws(AppGroupError) in
            try registry.apps(order: .frecency, including: .all)
        }.flatMap(\.value).filter { $0.name.description.lowercased() == name }
        return named.isEmpty ? nil : .app(try finder.only(named.compactMap(finder.member), url.description))
    }
}
