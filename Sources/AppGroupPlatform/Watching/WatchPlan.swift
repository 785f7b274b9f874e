#if os(Linux)
import Glibc

/// Which folders to watch so that no change of some names goes unnoticed: their own, those on the way, and those that hold a
/// symbolic link on the way.
struct WatchPlan: Equatable {
    /// By path, without symbolic links.
    private(set) var folders: [ExactPath: WatchedFolder] = [:]

    /// As many as the system follows (path_resolution(7)).
    private static let linkLimit = 40

    init(_ targets: Set<NameWatch.Target>) {
        var known: [ExactPath: String?] = [:]
        for target in targets {
            let key = ExactPath("\(target.subjects.rawValue)\(target.folder)")
            let folder = known[key] ?? follow(target.folder.description, target)
            known[key] = .some(folder)
            guard let folder else { continue }
            guard let names = target.names else {
                folders[ExactPath(folder), default: WatchedFolder()].any.formUnion(target.subjects)
                folders[ExactPath(folder)]?.details.insert(target.detail)
                continue
            }
            for name in names {
                note(name.description, in: folder, target)
                let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
                if (try? Files.status(path, followingLinks: false).kind) == .link { _ = follow(path, target) }
            }
        }
    }

    private mutating func note(_ name: String, in folder: String, _ target: NameWatch.Target) {
        let folder = ExactPath(folder)
        folders[folder, default: WatchedFolder()].names[ExactPath(name), default: []].formUnion(target.subjects)
        folders[folder]?.details.insert(target.detail)
    }

    /// Notes what is on the way to a path.
    ///
    /// - Returns: The folder that it leads to; `nil` if there is none.
    private mutating func follow(_ path: String, _ target: NameWatch.Target) -> String? {
        var rest = Array(Self.names(of: path).reversed())
        var current = ""
        var links = 0
        while let name = rest.popLast() {
            if name == "." { continue }
            if name == ".." {
                current = current.isEmpty ? "" : Paths.parent(of: current)
                if current == "/" { current = "" }
                continue
            }
            let next = "\(current)/\(name)"
            switch try? Files.status(next, followingLinks: false).kind {
            case .folder:
                current = next
                folders[ExactPath(current), default: WatchedFolder()].own.formUnion(target.subjects)
            case .link:
                note(name, in: current.isEmpty ? "/" : current, target)
                links += 1
                guard links <= Self.linkLimit, let destination = try? Files.target(ofLink: next) else { return nil }
                if Paths.isAbsolute(destination) { current = "" }
                rest += Self.names(of: destination).reversed()
            case .file, .other, nil:
                note(name, in: current.isEmpty ? "/" : current, target)
                return nil
            }
        }
        return current.isEmpty ? "/" : current
    }

    private static func names(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).compactMap { String($0) }
    }
}

/// What matters in a folder.
struct WatchedFolder: Equatable {
    /// What every name is about.
    var any: NameWatch.Subjects = []
    /// What some names are about.
    var names: [ExactPath: NameWatch.Subjects] = [:]
    /// What is lost if the folder itself moves or goes.
    var own: NameWatch.Subjects = []
    /// What matters about the files in it beside their names.
    var details: Set<NameWatch.Detail> = []

    /// Whether no name in it matters.
    var isOnTheWay: Bool { any.isEmpty && names.isEmpty }

    var everything: NameWatch.Subjects { names.values.reduce(any.union(own)) { $0.union($1) } }

    /// The events to watch for.
    var mask: UInt32 {
        var mask = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
        if !isOnTheWay { mask |= UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO) }
        if details.contains(.contents) { mask |= UInt32(IN_MODIFY) }
        if details.contains(.permissions) { mask |= UInt32(IN_ATTRIB) }
        return mask
    }

    func union(_ other: WatchedFolder) -> WatchedFolder {
        WatchedFolder(
            any: any.union(other.any), names: names.merging(other.names) { $0.union($1) }, own: own.union(other.own),
            details: details.union(other.details))
    }
}
#endif
