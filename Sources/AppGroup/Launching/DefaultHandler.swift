import AppGroupPlatform

/// Which applications the desktop opens URLs with (freedesktop.org, "Association between MIME types and applications" 1.0.1).
package struct DefaultHandler {
    private static let defaults = "Default Applications"
    private static let added = "Added Associations"
    private static let removed = "Removed Associations"
    private static let cached = "MIME Cache"

    let environment: ProcessEnvironment
    private let configFolders: [String]
    private let locator: DesktopEntryLocator
    private let desktops: [String]

    package init(_ environment: ProcessEnvironment) {
        self.environment = environment
        configFolders = environment.configFolders
        locator = DesktopEntryLocator(environment)
        desktops = environment.currentDesktops.filter { !$0.contains("/") }.map { $0.lowercased() }
    }

    /// What opens a URL. Entries that `launcher integrate` wrote are skipped, because they would lead back to a group.
    ///
    /// - Throws: ``AppGroupError/Code/noHandler``.
    func plan(for url: AppURL) throws(AppGroupError) -> LaunchPlan {
        #if os(macOS)
        return .process(
            LaunchPlan.Process(
                application: "open", executable: "/usr/bin/open", arguments: ["--", url.description],
                interface: .graphical))
        #else
        var search = ProgramSearch(environment)
        for id in candidates(for: url.scheme) {
            guard let entry = try? locator.entry(id), !entry.isOurs else { continue }
            if let plan = try? entry.plan(opening: url, environment, &search) { return plan }
        }
        let remedy =
            url.scheme.isWellKnown
            ? "choose one with “xdg-mime default NAME.desktop x-scheme-handler/\(url.scheme)”"
            : "register one with “launcher register ID --scheme \(url.scheme) -- COMMAND”"
        throw AppGroupError(
            .noHandler, "No program here opens “\(url.scheme):” URLs. Install one, or \(remedy).")
        #endif
    }

    /// The ids of the desktop entries for a scheme, the most preferred first: those that are set as the default, then all
    /// that are associated with it and not removed. They need not be installed.
    package func candidates(for scheme: URLScheme) -> [String] {
        let type = "x-scheme-handler/\(scheme)"
        var preferred: [String] = []
        var associated: [String] = []
        var removed: Set<String> = []
        for folder in configFolders + entryFolders {
            for desktop in desktops {
                preferred += lists(in: "\(folder)/\(desktop)-mimeapps.list", type)[Self.defaults] ?? []
            }
            let lists = lists(in: "\(folder)/mimeapps.list", type)
            preferred += lists[Self.defaults] ?? []
            removed.formUnion(lists[Self.removed] ?? [])
            var here = lists[Self.added] ?? []
            if let position = entryFolders.firstIndex(of: folder) {
                here += self.lists(in: "\(folder)/mimeinfo.cache", type)[Self.cached] ?? []
                here.removeAll { isMasked($0, position) }
            }
            associated += here.filter { !removed.contains($0) }
        }
        return preferred + associated
    }

    private var entryFolders: [String] { locator.folders }

    /// Whether a more important folder has an entry of that id: associations reach only their own folder and later ones.
    private func isMasked(_ id: String, _ position: Int) -> Bool {
        entryFolders[..<position].contains { DesktopEntryLocator.path(of: id, in: $0) != nil }
    }

    /// The desktop-file ids that each group of a file has for a type; none if the file is missing or damaged, since one
    /// damaged list must not hide the others.
    private func lists(in path: String, _ type: String) -> [String: [String]] {
        guard let bytes = try? Files.contents(of: path, limit: 16 << 20) else { return [:] }
        let groups: Set = [Self.defaults, Self.added, Self.removed, Self.cached]
        guard let file = try? KeyFile(bytes, keeping: groups) else { return [:] }
        return groups.reduce(into: [:]) { lists, group in
            lists[group] = file[group]?[type].map { KeyFile.list($0) }
        }
    }
}
