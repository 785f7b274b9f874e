import AppGroup
import AppGroupCommands

/// The app, action or URL to open.
struct OpenTarget {
    private let place: Place
    /// The app that the user named; `nil` for a URL, which is opened by the app that has its scheme.
    let named: MemberApp?

    private enum Place {
        /// An app of a group, or one of its actions. If the app has just been read, it is not read again.
        case member(AppTarget, of: Registry, read: AppEntry?)
        /// A URL of no app's scheme, for the desktop's default handler, and the group that was asked; `nil` if several were.
        case desktop(AppURL, in: GroupID?)
    }

    /// Decides how to open it.
    func opening() throws(AppGroupError) -> PlannedOpening {
        switch place {
        case .member(let target, let registry, let app): try registry.opening(of: target, knowing: app)
        case .desktop(let url, let group): try DefaultHandler(.current).opening(of: url, in: group)
        }
    }

    /// The same target after its app has been installed.
    func installed() -> OpenTarget {
        guard case .member(let target, let registry, _) = place else { return self }
        return OpenTarget(target, in: registry)
    }
}

extension OpenTarget {
    /// A target whose app is read when it is opened, because it may have changed by then.
    init(_ target: AppTarget, in registry: Registry) {
        self.init(place: .member(target, of: registry, read: nil), named: nil)
    }

    /// An app that has just been read, with an optional URL.
    private static func app(_ found: MemberApp, _ url: AppURL? = nil, isNamed: Bool = true) -> OpenTarget {
        let place = Place.member(.app(found.app.id, url: url), of: found.registry, read: found.app)
        return OpenTarget(place: place, named: isNamed ? found : nil)
    }

    /// An action of an app that has just been read.
    private static func action(_ action: ActionID, of found: MemberApp) -> OpenTarget {
        let place = Place.member(.action(action, of: found.app.id), of: found.registry, read: found.app)
        return OpenTarget(place: place, named: found)
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
            self = try Self.url(try AppURL(what), with: finder)
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

    private static func url(_ url: AppURL, with finder: AppFinder) throws -> OpenTarget {
        let owners = try finder.groups.owners(of: url.scheme, onFailure: finder.warn)
        guard !owners.isEmpty else {
            return try app(named: url, with: finder)
                ?? OpenTarget(place: .desktop(url, in: finder.groups.registries.onlyGroup), named: nil)
        }
        let owner = try finder.only(owners.map { MemberApp($0.app, in: $0.registry) }, "\(url.scheme):")
        return .app(owner, url, isNamed: false)
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
