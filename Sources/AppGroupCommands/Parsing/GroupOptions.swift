public import AppGroup
public import AppGroupPlatform
public import ArgumentParser

/// The option that selects a group, and the registries and apps that it leads to.
public struct GroupOptions: ParsableArguments, Sendable {
    /// The identifier that was given with `--group`, unchecked.
    @Option(
        name: [.long, .short],
        help: """
            The group, such as com.example.tools (default: $APP_GROUP; otherwise all groups, or, if the command works \
            on a single group, the only one on this machine).
            """,
        completion: .groups)
    public var group: String?

    /// Options before parsing: they can be set, but not read.
    public init() {}

    /// The group named on the command line or in the environment; `nil` if there is none.
    ///
    /// - Throws: `AppGroupError` if the name is not a valid group identifier, ``Misuse`` if `APP_GROUP` is not UTF-8.
    public func named(_ environment: ProcessEnvironment = .current) throws -> GroupID? {
        try Self.named(group, environment)
    }

    /// The same for a command that reads its arguments without ArgumentParser.
    package static func named(
        _ group: String?, _ environment: ProcessEnvironment = .current
    ) throws -> GroupID? {
        if group == nil, environment.isUndecodable("APP_GROUP") { throw Misuse("APP_GROUP is not text in UTF-8.") }
        return try (group ?? environment["APP_GROUP"]).map { try GroupID($0) }
    }

    /// The registry for a command that works with a single group, and with no app that would determine which one.
    ///
    /// - Throws: ``Misuse`` if no group is named and the machine does not have exactly one.
    public func registry() throws -> Registry { try registry(adviceIfNone: Self.firstTool()) }

    /// The same for a command that makes the group if it does not exist.
    package func registryToFill() throws -> Registry {
        try registry(adviceIfNone: "Choose an identifier for one: --group GROUP")
    }

    /// What to do on a machine without a group, or in a group without an app.
    package static func firstTool(in group: String = "com.example.tools") -> String {
        "Register a first tool: launcher register com.example.hello --group \(group) --name Hello "
            + "--terminal -- echo hello"
    }

    private func registry(adviceIfNone advice: String) throws -> Registry {
        let environment = ProcessEnvironment.current
        if let named = try named(environment) { return Registry(group: named, environment: environment) }
        let groups = try Registry.groups(environment: environment)
        guard let only = groups.first else {
            throw Misuse("There is no group on this machine yet. \(advice)")
        }
        guard groups.count == 1 else {
            let list = groups.map(\.description).joined(separator: ", ")
            throw Misuse("There are several groups (\(list)). Choose one with --group.")
        }
        return Registry(group: only, environment: environment)
    }

    /// The registries for a command that reads several groups: the named one, or all on this machine.
    public func registries() throws -> [Registry] { try Self.registries(named: group) }

    /// The same for a command that reads its arguments without ArgumentParser.
    package static func registries(named group: String?) throws -> [Registry] {
        let environment = ProcessEnvironment.current
        return try GroupSet(try named(group, environment), environment: environment).registries
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
        Talk.say(GroupSet.sentence(leavingOut: group, because: error))
    }

    /// Makes sure that the group named with `--group` exists. A group that the environment names may still be created.
    ///
    /// - Throws: `AppGroupError` with the code `notFound` if it does not, or why its container cannot be read.
    package func checkExists() throws { try Self.checkExists(group) }

    /// The same for a command that reads its arguments without ArgumentParser.
    package static func checkExists(_ group: String?) throws {
        guard group != nil, let (group, question) = try missing(group) else { return }
        // Its container may be out of reach, or hold only the log of a registry that is gone.
        _ = try Registry(group: group).recordsUse()
        throw AppGroupError(
            .notFound, "There is no group \(group) on this machine. \(question)To list the groups: launcher groups")
    }

    /// Tells a user at a terminal that a command waits for its group, because that does not exist yet.
    package func sayIfAwaited() throws { try Self.sayIfAwaited(group) }

    /// The same for a command that reads its arguments without ArgumentParser.
    package static func sayIfAwaited(_ group: String?) throws {
        guard StandardStream.error.isTerminal, let (group, question) = try missing(group) else { return }
        Talk.say("There is no group \(group) on this machine yet. \(question)Waiting for it.")
    }

    /// The group that is named but does not exist, and a question about groups that look like it.
    private static func missing(_ group: String?) throws -> (group: GroupID, question: String)? {
        guard let named = try named(group), let question = try question(ifMissing: named) else { return nil }
        return (named, question)
    }

    /// A question about groups that look like a group that does not exist; `nil` if it exists.
    static func question(ifMissing group: GroupID) throws -> String? {
        let groups = try Registry.groups()
        return groups.contains(group) ? nil : SimilarWords.question("\(group)", in: groups.map(\.description))
    }
}

extension CompletionKind {
    /// Completes the groups of this user.
    public static let groups = CompletionKind.shellCommand("launcher groups --format tsv 2>/dev/null | cut -f 1")
}
