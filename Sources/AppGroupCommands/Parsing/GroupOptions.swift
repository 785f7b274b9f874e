public import AppGroup
public import AppGroupPlatform
public import ArgumentParser

/// The option that selects a group, and the registries and apps that it leads to.
public struct GroupOptions: ParsableArguments, Sendable {
    /// The identifier that was given with `--group`, unchecked.
    @Option(
        name: [.long, .short],
        help: """
            The group, such as com.example.tools (default: $APP_GROUP; else all groups, or the only group if the \
            command uses just one).
            """,
        completion: .groups)
    public var group: String?

    /// Options before parsing: they can be set, but not read.
    public init() {}

    /// The group named on the command line or in the environment; `nil` if there is none.
    ///
    /// - Throws: `AppGroupError` if the name is not a valid group identifier, ``Misuse`` if `APP_GROUP` is not UTF-8.
    public func named(_ environment: ProcessEnvironment = .current) throws -> GroupID? {
        if group == nil, environment.isUndecodable("APP_GROUP") { throw Misuse("APP_GROUP is not text in UTF-8.") }
        return try (group ?? environment["APP_GROUP"]).map { try GroupID($0) }
    }

    /// The registry for a command that works with a single group.
    ///
    /// - Throws: ``Misuse`` if no group is named and the machine does not have exactly one.
    public func registry() throws -> Registry {
        let environment = ProcessEnvironment.current
        if let named = try named(environment) { return Registry(group: named, environment: environment) }
        let groups = try Registry.groups(environment: environment)
        guard let only = groups.first else {
            throw Misuse("There is no group on this machine yet. Name one: --group com.example.tools")
        }
        guard groups.count == 1 else {
            let list = groups.map(\.description).joined(separator: ", ")
            throw Misuse("There are several groups (\(list)). Choose one: --group \(only)")
        }
        return Registry(group: only, environment: environment)
    }

    /// The registries for a command that reads several groups: the named one, or all on this machine.
    public func registries() throws -> [Registry] {
        let environment = ProcessEnvironment.current
        if let named = try named(environment) { return [Registry(group: named, environment: environment)] }
        return try Registry.groups(environment: environment).map { Registry(group: $0, environment: environment) }
    }

    /// Reads something from each of the registries.
    ///
    /// If one of several registries cannot be read, a warning is printed and the others are returned. If there is only
    /// one registry, its error is thrown.
    public func reading<Result>(
        _ registries: [Registry], _ read: (Registry) throws -> Result
    ) throws -> [(Registry, Result)] {
        try GroupSet(registries).read(onFailure: Self.warnSkipped) { (registry) throws(AppGroupError) in
            try AppGroupError.converting { try read(registry) }
        }.map { ($0.registry, $0.value) }
    }

    /// Warns that one of several groups is skipped, because it cannot be read.
    package static func warnSkipped(_ group: GroupID, _ error: AppGroupError) {
        Talk.say("The group \(group) is skipped: \(error)")
    }

    /// Finds an app by its id, its name or a unique part of its name, in the registries that a command reads.
    ///
    /// - Throws: `AppGroupError` if no app or more than one app matches.
    public func app(_ what: String) throws -> (registry: Registry, app: AppEntry) {
        let registries = try registries()
        if let exact = try app(withID: what, in: registries) { return exact }
        let members = try reading(registries) { try $0.apps(order: .frecency, including: .all) }
        // All groups are searched at once, so that a complete name in one group wins over a part of a name in another.
        let found = AppQuery.matches(what, in: members.flatMap(\.1))
        return try only(found.compactMap { candidate($0, in: registries) }, what, in: registries)
    }

    /// Finds an app by its id, its name or a unique part of its name, in the one registry that a command writes to.
    ///
    /// - Throws: `AppGroupError` if no app or more than one app matches.
    public func appToChange(_ what: String) throws -> (registry: Registry, app: AppEntry) {
        let registry = try registry()
        if let exact = try app(withID: what, in: [registry]) { return exact }
        let found = AppQuery.matches(what, in: try registry.apps(order: .frecency, including: .all))
        return try only(found.map { (registry, $0) }, what, in: [registry])
    }

    /// Looks up an app by its whole id, which takes as long with ten thousand apps as with ten.
    ///
    /// - Returns: `nil` if the text is not the id of an app in any of the registries.
    /// - Throws: `AppGroupError` if several of the registries have the app, or if the only one cannot be read.
    package func app(
        withID text: String, in registries: [Registry]
    ) throws -> (registry: Registry, app: AppEntry)? {
        guard let id = try? AppID(text) else { return nil }
        var skipped: [(group: GroupID, error: AppGroupError)] = []
        let found = try GroupSet(registries).read(onFailure: { skipped.append(($0, $1)) }) {
            (registry) throws(AppGroupError) in try registry.app(id)
        }.compactMap { part in part.value.map { (part.registry, $0) } }
        // If nothing was found, the caller reads the groups again and warns then.
        guard !found.isEmpty else { return nil }
        for (group, error) in skipped { Self.warnSkipped(group, error) }
        return try only(found, text, in: registries)
    }

    /// The app with its registry, which is one of `registries`.
    package func candidate(_ app: AppEntry, in registries: [Registry]) -> (registry: Registry, app: AppEntry)? {
        registries.first { $0.group == app.group }.map { ($0, app) }
    }

    /// The only candidate. If there are several, throws an error that lists them.
    package func only(
        _ candidates: [(registry: Registry, app: AppEntry)], _ what: String, in registries: [Registry]
    ) throws -> (registry: Registry, app: AppEntry) {
        guard let first = candidates.first else { throw noSuchApp(what, in: registries) }
        guard candidates.count > 1 else { return first }
        let areOfOneGroup = candidates.allSatisfy { $0.app.group == first.app.group }
        let list = candidates.map { candidate in
            "\(candidate.app.id)" + (areOfOneGroup ? "" : " in \(candidate.app.group)")
        }
        throw AppGroupError(
            .ambiguous,
            "“\(what)” could be \(list.joined(separator: ", ")). "
                + (areOfOneGroup ? "Be more specific, or give the whole id." : "Choose one with --group."))
    }

    /// The error for an app that is in none of the registries. It tells the user what to do next.
    public func noSuchApp(_ what: String, in registries: [Registry]) -> AppGroupError {
        switch registries.count {
        case 0: AppGroupError(.noSuchApp, "There is no app “\(what)”. No tool has registered on this machine yet.")
        case 1:
            AppGroupError(
                .noSuchApp,
                "There is no app “\(what)” in the group \(registries[0].group). To list all apps: launcher list --all")
        default:
            AppGroupError(.noSuchApp, "There is no app “\(what)” in any group. To list all apps: launcher list --all")
        }
    }
}

extension CompletionKind {
    /// Completes the groups of this user.
    public static let groups = CompletionKind.shellCommand("launcher groups --format tsv 2>/dev/null | cut -f 1")
}
