public import AppGroup
public import ArgumentParser

/// Which family a command is about.
public struct GroupOptions: ParsableArguments, Sendable {
    /// The identifier that was given with `--group`, unchecked.
    @Option(
        name: [.long, .short],
        help:
            "The group, such as com.example.tools; else $APP_GROUP; else all there are, or the only one where one is needed.",
        completion: .groups)
    public var group: String?

    /// Options that are not there yet: parsing fills them in, and until then they can be set but not read.
    public init() {}

    /// The group that was named, on the command line or in the environment; `nil` where none was.
    ///
    /// - Throws: `AppGroupError` where that is no group's identifier, ``Misuse`` where `APP_GROUP` is not text in UTF-8.
    public func named(_ environment: ProcessEnvironment = .current) throws -> GroupID? {
        if group == nil, environment.isUndecodable("APP_GROUP") { throw Misuse("APP_GROUP is not text in UTF-8.") }
        return try (group ?? environment["APP_GROUP"]).map { try GroupID($0) }
    }

    /// The one family that a command writes to, or reads from when it makes sense for one alone.
    ///
    /// - Throws: ``Misuse`` where none is named and the machine does not have exactly one.
    public func family() throws -> Registry {
        let environment = ProcessEnvironment.current
        if let named = try named(environment) { return Registry(group: named, environment: environment) }
        let groups = try Registry.groups(environment: environment)
        guard let only = groups.first else {
            throw Misuse("There is no group on this machine yet. Name one: --group com.example.tools")
        }
        guard groups.count == 1 else {
            let list = groups.map(\.description).joined(separator: ", ")
            throw Misuse("There are several groups (\(list)). Say which one: --group \(only)")
        }
        return Registry(group: only, environment: environment)
    }

    /// The families that a command looks in: the named one, or all on this machine.
    public func families() throws -> [Registry] {
        let environment = ProcessEnvironment.current
        if let named = try named(environment) { return [Registry(group: named, environment: environment)] }
        return try Registry.groups(environment: environment).map { Registry(group: $0, environment: environment) }
    }

    /// Reads something from each of the families. One of several that cannot be read is left out with a warning; the only
    /// one, or the one that was named, fails.
    public func reading<Result>(
        _ families: [Registry], _ read: (Registry) throws -> Result
    ) throws -> [(Registry, Result)] {
        var found: [(Registry, Result)] = []
        for family in families {
            do {
                found.append((family, try read(family)))
            } catch {
                guard families.count > 1 else { throw error }
                Talk.say("The group \(family.group) is left out: \(error)")
            }
        }
        return found
    }

    /// The app that a person means by an id, a name or a unique part of it, in the families that a command looks in.
    ///
    /// - Throws: `AppGroupError` with a sentence for the person where no app answers to that, or more than one.
    public func app(_ what: String) throws -> (family: Registry, app: FamilyApp) {
        let families = try families()
        let members = try reading(families) { try $0.apps(order: .frecency, including: .all) }
        // Over all groups at once: a whole name in one of them wins over a part of a name in another.
        let found = AppQuery.matches(what, in: members.flatMap(\.1))
        return try only(found.compactMap { candidate($0, in: families) }, what, in: families)
    }

    /// The app that a person means by an id, a name or a unique part of it, in the one family that a command writes to.
    ///
    /// - Throws: `AppGroupError` with a sentence for the person where no app answers to that, or more than one.
    public func appToChange(_ what: String) throws -> (family: Registry, app: FamilyApp) {
        let family = try family()
        let found = AppQuery.matches(what, in: try family.apps(order: .frecency, including: .all))
        return try only(found.map { (family, $0) }, what, in: [family])
    }

    /// An app beside its family, which is one of those.
    package func candidate(_ app: FamilyApp, in families: [Registry]) -> (family: Registry, app: FamilyApp)? {
        families.first { $0.group == app.group }.map { ($0, app) }
    }

    /// The one candidate; with several of them, an error that lists them.
    package func only(
        _ candidates: [(family: Registry, app: FamilyApp)], _ what: String, in families: [Registry]
    ) throws -> (family: Registry, app: FamilyApp) {
        guard let first = candidates.first else { throw noSuchApp(what, in: families) }
        guard candidates.count > 1 else { return first }
        let areOfOneGroup = candidates.allSatisfy { $0.app.group == first.app.group }
        let list = candidates.map { candidate in
            "\(candidate.app.id)" + (areOfOneGroup ? "" : " in \(candidate.app.group)")
        }
        throw AppGroupError(
            .ambiguous,
            "“\(what)” could be \(list.joined(separator: ", ")). Say "
                + (areOfOneGroup ? "more of it, or the whole id." : "which one with --group."))
    }

    /// The error for an app that is in none of the families, with what to do next.
    public func noSuchApp(_ what: String, in families: [Registry]) -> AppGroupError {
        switch families.count {
        case 0: AppGroupError(.noSuchApp, "There is no app “\(what)”: no tool has registered on this machine yet.")
        case 1:
            AppGroupError(
                .noSuchApp,
                "There is no app “\(what)” in the group \(families[0].group). What there is: launcher list --all")
        default: AppGroupError(.noSuchApp, "There is no app “\(what)” in any group. What there is: launcher list --all")
        }
    }
}
