import AppGroup
import AppGroupCommands

/// The app, action or URL to open.
struct OpenTarget {
    private let what: What
    /// The app that the user named; `nil` for a URL, which is opened by the app that has its scheme.
    let named: MemberApp?

    private enum What {
        /// An app as it was read, so that it is not read again.
        case app(MemberApp, AppURL?)
        /// An app that is read when it is opened, because it may have changed by then.
        case unread(AppID, AppURL?, Registry)
        /// An action, which is read then, too.
        case action(ActionID, of: MemberApp)
        /// A URL of no app's scheme, for the desktop's default handler.
        case url(AppURL)
    }

    /// A named app that has just been read, with an optional URL.
    static func app(_ found: MemberApp, _ url: AppURL? = nil) -> OpenTarget {
        OpenTarget(what: .app(found, url), named: found)
    }

    /// An app that is read when it is opened.
    static func app(_ id: AppID, _ url: AppURL?, _ registry: Registry) -> OpenTarget {
        OpenTarget(what: .unread(id, url, registry), named: nil)
    }

    /// The same target after its app has been installed.
    func installed() -> OpenTarget {
        guard case .app(let found, let url) = what else { return self }
        return .app(found.app.id, url, found.registry)
    }

    /// An action of a named app.
    static func action(_ action: ActionID, of found: MemberApp) -> OpenTarget {
        OpenTarget(what: .action(action, of: found), named: found)
    }

    /// Whether opening it needs a terminal.
    func usesTerminal() throws -> Bool {
        if case .process(let process) = try plan() { process.interface == .terminal } else { false }
    }

    func plan() throws -> LaunchPlan {
        switch what {
        case .app(let found, let url): try found.registry.plan(for: found.app, with: url)
        case .unread(let id, let url, let registry): try registry.plan(for: .app(id, url: url))
        case .action(let action, let found): try found.registry.plan(for: .action(action, of: found.app.id))
        case .url(let url): try DefaultHandler(.current).plan(for: url)
        }
    }

    /// Opens it.
    ///
    /// - Parameters:
    ///   - terminal: What a terminal app does with this program's terminal.
    ///   - inOwnWindow: Whether the terminal was opened for the target alone. An app of a group learns that.
    func open(terminal: TerminalPolicy, inOwnWindow: Bool = false) throws -> StartOutcome {
        let windowed = inOwnWindow ? app()?.app.id : nil
        let variables = windowed.map { [Registry.windowVariable: "\($0)"] } ?? [:]
        return switch what {
        case .app(let found, let url):
            try found.registry.starting(with: variables).open(found.app, with: url, terminal: terminal)
        case .unread(let id, let url, let registry):
            try registry.starting(with: variables).open(.app(id, url: url), terminal: terminal)
        case .action(let action, let found):
            try found.registry.starting(with: variables).open(.action(action, of: found.app.id), terminal: terminal)
        case .url(let url): try DefaultHandler(.current).open(url, terminal: terminal)
        }
    }
}

extension OpenTarget {
    /// The words of a `launcher` in a new window that open the same target.
    func words(_ hold: HoldPolicy) -> [String] {
        let (target, group): (AppTarget, GroupID?) =
            switch what {
            case .app(let found, let url): (.app(found.app.id, url: url), found.registry.group)
            case .unread(let id, let url, let registry): (.app(id, url: url), registry.group)
            case .action(let action, let found): (.action(action, of: found.app.id), found.registry.group)
            case .url(let url): (.url(url), nil)
            }
        return LauncherCommand.opening(target, of: group, hold: hold, inNewWindow: true)
    }

    /// The app of the group that is opened, read now if it was not before; `nil` for the default handler of a URL.
    func app() -> MemberApp? {
        switch what {
        case .app(let found, _), .action(_, let found): found
        case .unread(let id, _, let registry): (try? registry.app(id)).map { MemberApp($0, in: registry) }
        case .url: nil
        }
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
            return try app(named: url, with: finder) ?? OpenTarget(what: .url(url), named: nil)
        }
        let owner = try finder.only(owners.map { MemberApp($0.app, in: $0.registry) }, "\(url.scheme):")
        return OpenTarget(what: .app(owner, url), named: nil)
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
