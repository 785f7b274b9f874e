package import AppGroup

/// Finds the app that a user means in several groups: by its id, its name, its scheme, or a part of its name. Warns of each group
/// that cannot be read, but only once.
package final class AppFinder {
    package let groups: GroupSet
    private var skipped: Set<GroupID> = []
    private let say: (GroupID, AppGroupError) -> Void

    /// - Parameter warn: Called once with each group that is skipped.
    package init(_ groups: GroupSet, warn: @escaping (GroupID, AppGroupError) -> Void = GroupOptions.warnSkipped) {
        self.groups = groups
        say = warn
    }

    /// Reads something from each group. A group that cannot be read is skipped with a warning; the error of the only one is thrown.
    package func read<Value>(
        _ body: (Registry) throws(AppGroupError) -> Value
    ) throws(AppGroupError) -> [GroupSet.Part<Value>] {
        try groups.read(onFailure: warn, body)
    }

    /// Warns that a group is skipped, unless that was said before.
    package func warn(_ group: GroupID, _ error: AppGroupError) {
        if skipped.insert(group).inserted { say(group, error) }
    }

    // MARK: - By what the user typed

    /// Finds an app to show or to open.
    ///
    /// - Throws: `AppGroupError` if no app or more than one app matches.
    package func app(_ what: String) throws -> MemberApp {
        if let exact = try app(withID: what) { return exact }
        // An app that is not installed cannot be opened, so its whole name may be meant as a part of another app's name.
        return try only(what) { AppQuery.matches(what, in: $0) { $0.availability.isInstalled } }
    }

    /// Finds an app to change. A text in the form of an id is the complete id of an app or a part of its name, never a part of
    /// another id: a script that names an app which is gone changes no other.
    ///
    /// - Parameter isLikely: Whether the user probably means an app. Other apps count only if none of these matches.
    /// - Throws: `AppGroupError` if no app or more than one app matches.
    package func appToChange(
        _ what: String, preferring isLikely: (AppEntry) -> Bool = { _ in true }
    ) throws -> MemberApp {
        try app(withID: what, preferring: isLikely) ?? appToChange(named: what, preferring: isLikely)
    }

    /// Changes the app that the user named. In the only group, a complete id is not looked up before, because the change does that
    /// itself.
    ///
    /// - Parameter change: Throws `AppGroupError` with the code `noSuchApp` and changes nothing if there is no app with this id.
    /// - Returns: The app that was changed; `nil` if the user typed its complete id.
    package func change(_ what: String, _ change: (Registry, AppID) throws -> Void) throws -> AppEntry? {
        if let id = try? AppID(what),
            let holder = groups.registries.count == 1 ? groups.registries[0] : try app(withID: what)?.registry
        {
            do {
                try change(holder, id)
                return nil
            } catch let error as AppGroupError where error.code == .noSuchApp {}
        }
        let found = try appToChange(named: what)
        try change(found.registry, found.app.id)
        return found.app
    }

    private func appToChange(
        named what: String, preferring isLikely: (AppEntry) -> Bool = { _ in true }
    ) throws -> MemberApp {
        let isID = (try? AppID(what)) != nil
        return try only(what) { apps in
            let likely = apps.filter(isLikely)
            let candidates = (likely.count == apps.count ? [apps] : [likely, apps]).lazy.map { apps in
                AppQuery.matches(what, in: apps) { _ in true }.filter {
                    !isID || $0.name.description.lowercased().contains(what.lowercased())
                }
            }
            return candidates.first { !$0.isEmpty } ?? []
        }
    }

    /// The only app of all groups that matches. They are searched at once, so that a complete name in one group wins over a part of
    /// a name in another. A group that cannot be read may have the app of that name, so parts of names don't count then.
    private func only(_ what: String, _ matches: ([AppEntry]) -> [AppEntry]) throws -> MemberApp {
        var failures: [(group: GroupID, error: AppGroupError)] = []
        let apps = try groups.read(onFailure: { failures.append(($0, $1)) }) { (registry) throws(AppGroupError) in
            try registry.apps(order: .frecency, including: .all)
        }.flatMap(\.value)
        let found = matches(apps)
        if let first = failures.first, !found.isEmpty, !found.contains(where: { $0.isFullyNamed(what) }) {
            throw AppGroupError(
                first.error.code,
                "“\(what)” could be an app of the group \(first.group), which cannot be read. Give the whole id of another "
                    + "app, or repair that group first: \(first.error)")
        }
        for (group, error) in failures { warn(group, error) }
        return try only(found.compactMap(member), what, among: apps)
    }

    /// Looks up an app by its complete id, which takes as long with ten thousand apps as with ten.
    ///
    /// - Parameter isLikely: Which of the app's records the user probably means. Others count only if there are none of these.
    /// - Returns: `nil` if the text is not the id of an app in any of the groups.
    /// - Throws: `AppGroupError` if several of the groups have the app, or if the only one cannot be read.
    package func app(
        withID text: String, preferring isLikely: (AppEntry) -> Bool = { _ in true }
    ) throws -> MemberApp? {
        guard let id = try? AppID(text) else { return nil }
        var failures: [(group: GroupID, error: AppGroupError)] = []
        let found = try groups.read(onFailure: { failures.append(($0, $1)) }) { (registry) throws(AppGroupError) in
            try registry.app(id)
        }.compactMap { part in part.value.map { MemberApp($0, in: part.registry) } }
        // If nothing was found, the caller reads the groups again, and decides whether to warn.
        guard !found.isEmpty else { return nil }
        for (group, error) in failures { warn(group, error) }
        let likely = found.filter { isLikely($0.app) }
        return try only(likely.isEmpty ? found : likely, text)
    }

    // MARK: - One of several

    /// An app with its registry, which is one of the groups.
    package func member(_ app: AppEntry) -> MemberApp? { groups.registry(of: app).map { MemberApp(app, in: $0) } }

    /// The only candidate. If there are several, throws an error that lists them. An app that left one group and is a member of
    /// another is the one there.
    ///
    /// - Parameter apps: The apps from which the error for no candidate suggests the most similar.
    package func only(
        _ candidates: [MemberApp], _ what: String, among apps: [AppEntry] = []
    ) throws -> MemberApp {
        guard let first = candidates.first else { throw noSuchApp(what, among: apps) }
        guard candidates.count > 1 else { return first }
        let members = Set(candidates.lazy.filter { $0.app.unregistered == nil }.map(\.app.id))
        let candidates = candidates.filter { $0.app.unregistered == nil || !members.contains($0.app.id) }
        guard candidates.count > 1 else { return candidates[0] }
        let groups = Set(candidates.map(\.app.group))
        let list = candidates.prefix(Self.mostCandidates).map { candidate in
            "\(candidate.app.id)" + (groups.count == 1 ? "" : " in \(candidate.app.group)")
        }
        let more = candidates.count > list.count ? " and \(candidates.count - list.count) more" : ""
        throw AppGroupError(
            .ambiguous,
            "“\(what)” could be \(list.joined(separator: ", "))\(more). "
                + (groups.count == candidates.count
                    ? "Choose one with --group." : "Be more specific, or give the whole id."))
    }

    /// A message names at most this many apps that a text could mean.
    private static let mostCandidates = 10

    /// The error for an app that is in none of the groups. It says what to do next.
    ///
    /// - Parameter apps: The apps from which it suggests the most similar.
    private func noSuchApp(_ what: String, among apps: [AppEntry]) -> AppGroupError {
        let registries = groups.registries
        let similar = SimilarWords.question(what, in: apps.reduce(into: [:]) { $0.addNames(of: $1) })
        let only = registries.onlyGroup
        let next = "\(similar)To list all apps: \(only.command("list --all"))"
        switch registries.count {
        case 0:
            return AppGroupError(.noSuchApp, "There is no app “\(what)”. No tool has registered on this machine yet.")
        case 1:
            let group = registries[0].group
            if apps.isEmpty, let similar = try? GroupOptions.question(ifMissing: group) {
                return AppGroupError(
                    .noSuchApp,
                    "There is no app “\(what)”, because there is no group \(group) on this machine. "
                        + "\(similar)To list the groups: launcher groups")
            }
            if let other = app(fullyNamed: what, besides: registries[0]) {
                return AppGroupError(
                    .noSuchApp,
                    "There is no app “\(what)” in the group \(group), but \(other.name) (\(other.id)) is in the group "
                        + "\(other.group). Choose that group with --group \(other.group).")
            }
            return AppGroupError(.noSuchApp, "There is no app “\(what)” in the group \(group). \(next)")
        default: return AppGroupError(.noSuchApp, "There is no app “\(what)” in any group. \(next)")
        }
    }

    /// The app of another group that has this complete id, name or scheme: `APP_GROUP` may leave out its group unnoticed.
    private func app(fullyNamed what: String, besides registry: Registry) -> AppEntry? {
        let others = GroupSet(besides: registry.group, environment: registry.environment)
        let parts = try? others.read(onFailure: { _, _ in }) { (registry) throws(AppGroupError) in
            try registry.apps(order: .name, including: .all)
        }
        return parts?.flatMap(\.value).first { $0.unregistered == nil && $0.isFullyNamed(what) }
    }
}

extension [String: String] {
    /// Adds the words that find an app, each with the word to suggest for it: the app's name, or what it is known by.
    fileprivate mutating func addNames(of app: AppEntry) {
        let (name, id) = (app.name.description, app.id.description)
        for word in [id, id.split(separator: ".").last.map(String.init) ?? id] { self[word.lowercased()] = id }
        for scheme in app.schemes { self[scheme.description] = scheme.description }
        // A name that two apps share would be ambiguous.
        let known = self[name.lowercased()]
        self[name.lowercased()] = known == nil || known == id || known?.lowercased() == name.lowercased() ? name : id
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        for word in words.map(String.init) where self[word] == nil { self[word] = name }
    }
}

extension AppEntry {
    /// Whether a text that a user typed is the app's complete id, name or scheme, whatever the case of its letters.
    package func isFullyNamed(_ text: String) -> Bool {
        let typed = text.lowercased()
        let names = ["\(self.id)", "\(self.name)"].map { $0.lowercased() } + self.schemes.map(\.description)
        return names.contains(typed)
    }
}
