import AppGroupPlatform

/// Where a ``LaunchResolver`` looks for what apps start. While nothing changes there, their availability stays the same.
struct LaunchLookups {
    /// The names of programs, by folder.
    private(set) var programs: [ExactPath: Set<ExactPath>] = [:]
    /// The names of desktop entries, and of folders that may hold them, by folder.
    private(set) var entries: [ExactPath: Set<ExactPath>] = [:]

    private let container: String
    private let searchPath: [String]
    private let locator: DesktopEntryLocator

    init(of apps: some Sequence<AppRecord>, by resolver: LaunchResolver) {
        container = resolver.container
        searchPath = resolver.environment.searchPath
        locator = DesktopEntryLocator(resolver.environment)
        for app in apps where app.unregistered == nil {
            switch app.launch {
            case .command(let command): note(program: command.executable)
            case .package(let package):
                note(program: "\(container)/packages/\(app.id)/\(package.digest)/\(package.command.executable)")
            case .desktopFile(let id): note(entry: id)
            }
        }
    }

    private mutating func note(program: String) {
        if Paths.isAbsolute(program) {
            programs[ExactPath(Paths.parent(of: program)), default: []]
                .insert(ExactPath(Paths.lastComponent(of: program)))
        } else if !program.utf8.contains(UInt8(ascii: "/")) {
            for folder in searchPath { programs[ExactPath(folder), default: []].insert(ExactPath(program)) }
        }
    }

    private mutating func note(entry id: String) {
        for folder in locator.folders { note(entry: id[...], below: folder) }
        guard let entry = try? locator.entry(id) else { return }
        if let program = entry.tryExec { note(program: program) }
        if let line = try? ExecLine(entry.exec ?? "") { note(program: line.program) }
    }

    /// Each `-` of an id may stand for the `/` of a sub-folder; see ``DesktopEntryLocator``.
    private mutating func note(entry name: Substring, below folder: String) {
        entries[ExactPath(folder), default: []].insert(ExactPath(name))
        for dash in name.utf8.indices where name.utf8[dash] == UInt8(ascii: "-") {
            let part = name[..<dash]
            guard !part.isEmpty, part != ".", part != ".." else { continue }
            entries[ExactPath(folder), default: []].insert(ExactPath(part))
            if let kind = try? Files.status("\(folder)/\(part)").kind, kind == .folder {
                note(entry: name[name.utf8.index(after: dash)...], below: "\(folder)/\(part)")
            }
        }
    }
}
