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
    static func app(_ app: AppEntry, _ url: AppURL?, _ registry: Registry) -> OpenTarget {
        OpenTarget(registry: registry, what: .app(app, url), named: app)
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
    static func action(_ app: AppEntry, _ action: ActionID, _ registry: Registry) -> OpenTarget {
        OpenTarget(registry: registry, what: .other(.action(action, of: app.id)), named: app)
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
    init(_ what: String, url: String?, in group: GroupOptions) throws {
        if let url {
            let (registry, app) = try group.app(what)
            self = .app(app, try AppURL(url), registry)
        } else if AppURL.looksLikeURL(what) {
            self = try Self.opening(try AppURL(what), in: group)
        } else {
            self = try Self.named(what, in: group)
        }
    }

    /// A complete id with a `#` and an action is looked up. Otherwise, an app with a `#` in its name wins over an action.
    private static func named(_ what: String, in group: GroupOptions) throws -> OpenTarget {
        guard let sign = what.lastIndex(of: "#"), let action = try? ActionID(String(what[what.index(after: sign)...]))
        else {
            let (registry, app) = try group.app(what)
            return .app(app, nil, registry)
        }
        if let (registry, app) = try group.app(withID: String(what[..<sign]), in: try group.registries()) {
            return .action(app, action, registry)
        }
        do {
            let (registry, app) = try group.app(what)
            return .app(app, nil, registry)
        } catch let error as AppGroupError where error.code == .noSuchApp {
            let (registry, app) = try group.app(String(what[..<sign]))
            return .action(app, action, registry)
        }
    }

    private static func opening(_ url: AppURL, in group: GroupOptions) throws -> OpenTarget {
        let groups = GroupSet(try group.registries())
        var unreadable: Set<GroupID> = []
        let owners = try groups.owners(of: url.scheme) { group, error in
            unreadable.insert(group)
            GroupOptions.warnSkipped(group, error)
        }
        guard !owners.isEmpty else {
            let readable = groups.registries.filter { !unreadable.contains($0.group) }
            if let named = try app(named: url, in: readable, group) { return named }
            let any = readable.first ?? Registry(group: "local.desktop", storage: InMemoryStorage())
            return OpenTarget(registry: any, what: .other(.url(url)), named: nil)
        }
        let owner = try group.only(
            owners.map { ($0.registry, $0.app) }, "\(url.scheme):", in: groups.registries)
        return OpenTarget(registry: owner.registry, what: .app(owner.app, url), named: nil)
    }

    /// An app's name may contain a colon and so look like a URL.
    private static func app(named url: AppURL, in registries: [Registry], _ group: GroupOptions) throws -> OpenTarget? {
        let name = url.description.lowercased()
        let named = try registries.flatMap { try $0.apps(order: .frecency, including: .all) }.filter {
            $0.name.description.lowercased() == name
        }
        guard !named.isEmpty else { return nil }
        let (registry, app) = try group.only(
            named.compactMap { group.candidate($0, in: registries) }, url.description, in: registries)
        return .app(app, nil, registry)
    }
}
