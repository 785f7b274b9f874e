public import AppGroup
import AppGroupPlatform
public import ArgumentParser

/// Finds the app that a user means: by its id, its name, its scheme, or a part of its name.
extension GroupOptions {
    /// Finds an app to show or to open.
    ///
    /// - Throws: `AppGroupError` if no app or more than one app matches.
    public func app(_ what: String) throws -> (registry: Registry, app: AppEntry) {
        let registries = try registries()
        if let exact = try app(withID: what, in: registries) { return exact }
        return try only(what, in: registries) { matches(what, in: $0, toChange: false) }
    }

    /// Finds an app to change. A text in the form of an id is the complete id of an app or a part of its name, never a part of
    /// another id: a script that names an app which is gone changes no other.
    ///
    /// - Parameter isLikely: Whether the user probably means an app. Other apps count only if none of these matches.
    /// - Throws: `AppGroupError` if no app or more than one app matches.
    public func appToChange(
        _ what: String, preferring isLikely: (AppEntry) -> Bool = { _ in true }
    ) throws -> (registry: Registry, app: AppEntry) {
        let registries = try registries()
        if let exact = try app(withID: what, in: registries, preferring: isLikely) { return exact }
        return try app(what, toChangeIn: registries, preferring: isLikely)
    }

    /// Changes the app that the user named. On a terminal, says which app that was if only a part of its name was typed.
    ///
    /// - Parameter change: Throws `AppGroupError` with the code `noSuchApp` and changes nothing if there is no app with
    ///   this id.
    /// - Throws: `AppGroupError` if no app or more than one app matches, or what `change` throws.
    package func change(_ what: String, _ change: (Registry, AppID) throws -> Void) throws {
        guard let app = try changed(what, change), StandardStream.error.isTerminal, !app.isFullyNamed(what) else {
            return
        }
        Talk.say("“\(what)” is \(app.name) (\(app.id)).")
    }

    /// Changes the app that the user named, and leaves it to the caller to say which one it was. In the only group, a complete id
    /// is not looked up before, because the change does that itself.
    ///
    /// - Returns: The app that was changed; `nil` if the user typed its complete id.
    package func changed(_ what: String, _ change: (Registry, AppID) throws -> Void) throws -> AppEntry? {
        let registries = try registries()
        if let id = try? AppID(what),
            let holder = registries.count == 1 ? registries[0] : try app(withID: what, in: registries)?.registry
        {
            do {
                try change(holder, id)
                return nil
            } catch let error as AppGroupError where error.code == .noSuchApp {}
        }
        let (registry, app) = try app(what, toChangeIn: registries)
        try change(registry, app.id)
        return app
    }

    private func app(
        _ what: String, toChangeIn registries: [Registry], preferring isLikely: (AppEntry) -> Bool = { _ in true }
    ) throws -> (registry: Registry, app: AppEntry) {
        let isID = (try? AppID(what)) != nil
        return try only(what, in: registries) { apps in
            let likely = apps.filter(isLikely)
            let candidates = (likely.count == apps.count ? [apps] : [likely, apps]).lazy.map { apps in
                matches(what, in: apps, toChange: true).filter {
                    !isID || $0.name.description.lowercased().contains(what.lowercased())
                }
            }
            return candidates.first { !$0.isEmpty } ?? []
        }
    }

    /// The only app of all groups that matches. They are searched at once, so that a complete name in one group wins over a part of
    /// a name in another. A group that cannot be read may have the app of that name, so parts of names don't count then.
    private func only(
        _ what: String, in registries: [Registry], _ matches: ([AppEntry]) -> [AppEntry]
    ) throws -> (registry: Registry, app: AppEntry) {
        var skipped: [(group: GroupID, error: AppGroupError)] = []
        let apps = try GroupSet(registries).read(onFailure: { skipped.append(($0, $1)) }) {
            (registry) throws(AppGroupError) in try registry.apps(order: .frecency, including: .all)
        }.flatMap(\.value)
        let found = matches(apps)
        if let first = skipped.first, !found.isEmpty, !found.contains(where: { $0.isFullyNamed(what) }) {
            throw AppGroupError(
                first.error.code,
                "“\(what)” could be an app of the group \(first.group), which cannot be read. Give the whole id of another "
                    + "app, or mend that group first: \(first.error)")
        }
        for (group, error) in skipped { Self.warnSkipped(group, error) }
        return try only(found.compactMap { candidate($0, in: registries) }, what, in: registries, among: apps)
    }

    /// The apps that match best. If a text is the complete name or scheme only of apps that are not shown, it is not taken for a
    /// part of the name of an app that is.
    ///
    /// - Parameter toChange: Whether an app that is not installed can be meant, which can be changed but not opened.
    private func matches(_ what: String, in apps: [AppEntry], toChange: Bool) -> [AppEntry] {
        AppQuery.matches(what, in: apps) { toChange || $0.availability.isInstalled }
    }

    /// Looks up an app by its complete id, which takes as long with ten thousand apps as with ten.
    ///
    /// - Parameter isLikely: Which of the app's records the user probably means. Others count only if there are none of these.
    /// - Returns: `nil` if the text is not the id of an app in any of the registries.
    /// - Throws: `AppGroupError` if several of the registries have the app, or if the only one cannot be read.
    package func app(
        withID text: String, in registries: [Registry], preferring isLikely: (AppEntry) -> Bool = { _ in true }
    ) throws -> (registry: Registry, app: AppEntry)? {
        guard let id = try? AppID(text) else { return nil }
        var skipped: [(group: GroupID, error: AppGroupError)] = []
        let found = try GroupSet(registries).read(onFailure: { skipped.append(($0, $1)) }) {
            (registry) throws(AppGroupError) in try registry.app(id)
        }.compactMap { part in part.value.map { (part.registry, $0) } }
        // If nothing was found, the caller reads the groups again and warns then.
        guard !found.isEmpty else { return nil }
        for (group, error) in skipped { Self.warnSkipped(group, error) }
        let likely = found.filter { isLikely($0.1) }
        return try only(likely.isEmpty ? found : likely, text, in: registries)
    }

    /// The app with its registry, which is one of `registries`.
    package func candidate(_ app: AppEntry, in registries: [Registry]) -> (registry: Registry, app: AppEntry)? {
        registries.first { $0.group == app.group }.map { ($0, app) }
    }

    /// The only candidate. If there are several, throws an error that lists them. An app that left one group and is a member of
    /// another is the one there.
    ///
    /// - Parameter apps: The apps from which the error for no candidate suggests the most similar.
    package func only(
        _ candidates: [(registry: Registry, app: AppEntry)], _ what: String, in registries: [Registry],
        among apps: [AppEntry] = []
    ) throws -> (registry: Registry, app: AppEntry) {
        guard let first = candidates.first else { throw noSuchApp(what, in: registries, among: apps) }
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

    /// The error for an app that is in none of the registries. It says what to do next.
    ///
    /// - Parameter apps: The apps from which it suggests the most similar.
    public func noSuchApp(
        _ what: String, in registries: [Registry], among apps: [AppEntry] = []
    ) -> AppGroupError {
        let similar = SimilarWords.question(what, in: apps.reduce(into: [:]) { $0.addNames(of: $1) })
        let only = registries.count == 1 ? registries[0].group : nil
        let next = "\(similar)To list all apps: \(only.command("list --all"))"
        switch registries.count {
        case 0:
            return AppGroupError(.noSuchApp, "There is no app “\(what)”. No tool has registered on this machine yet.")
        case 1:
            let group = registries[0].group
            if apps.isEmpty, let similar = try? Self.question(ifMissing: group) {
                return AppGroupError(
                    .noSuchApp,
                    "There is no app “\(what)”, because there is no group \(group) on this machine. "
                        + "\(similar)To list the groups: launcher groups")
            }
            return AppGroupError(.noSuchApp, "There is no app “\(what)” in the group \(group). \(next)")
        default: return AppGroupError(.noSuchApp, "There is no app “\(what)” in any group. \(next)")
        }
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

extension ArgumentHelp {
    /// The help of an argument that names an app.
    public static var app: ArgumentHelp {
        ArgumentHelp("The app: its id, its name or a part of it, or its scheme.", valueName: "app")
    }
}
