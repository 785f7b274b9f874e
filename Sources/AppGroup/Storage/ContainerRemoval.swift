import AppGroupPlatform

/// Ends a group: takes its own files out of its container, and the container away if nothing else lies in it.
///
/// Copies of replaced registries are the user's, and so is everything else in the container that has no name of ours. To be
/// called under the writer's lock.
struct ContainerRemoval {
    let container: Container

    /// What became of the group.
    enum Outcome {
        /// A reader was in the way, so that the group is as it was.
        case none
        /// The container has this name until ``finish(_:)`` deletes it.
        case renamed(String)
        /// The container stays, because something else lies in it.
        case emptied
    }

    private static let mark = ".removed-"

    /// Ends the group in one step: if the process is killed, the group is whole or gone.
    ///
    /// - Parameter emptyLog: Empties the log of the registry, which has to be deleted after it. False if that is not possible.
    func run(emptyLog: () throws -> Bool) throws -> Outcome {
        let folder = try OpenFolder(container.path)
        if Self.holdsOnlyOwnFiles(folder) {
            let name = ".\(container.group)\(Self.mark)\(RandomName.make())"
            try OpenFolder(container.parent, followsLink: true).rename("\(container.group)", to: name)
            return .renamed(name)
        }
        guard try emptyLog() else { return .none }
        try folder.remove(Container.databaseName)
        Self.removeOwnFiles(in: folder, at: container.path)
        return .emptied
    }

    /// Deletes a renamed container, best effort: ``clearAway(in:)`` finds what is left. Needs no lock.
    func finish(_ outcome: Outcome) {
        guard case .renamed(let name) = outcome else { return }
        Self.delete(name, in: container.parent)
    }

    /// Deletes containers that killed processes have renamed.
    static func clearAway(in parent: String) {
        guard let folder = try? OpenFolder(parent, followsLink: true) else { return }
        for name in (try? folder.names()) ?? [] where isRemoved(name) && folder.isFolder(name) {
            delete(name, in: parent)
        }
    }

    // MARK: - Files

    private static func isRemoved(_ name: String) -> Bool {
        guard let dash = name.lastIndex(of: "-"), RandomName.isOne(name[name.index(after: dash)...]) else {
            return false
        }
        let beginning = name[...dash]
        return beginning.hasPrefix(".") && beginning.hasSuffix(mark)
            && (try? GroupID(String(beginning.dropFirst().dropLast(mark.count)))) != nil
    }

    private static func delete(_ name: String, in parent: String) {
        guard let parentFolder = try? OpenFolder(parent, followsLink: true), let folder = try? parentFolder.folder(name)
        else { return }
        removeOwnFiles(in: folder, at: "\(parent)/\(name)")
        try? parentFolder.removeEmptyFolder(name)
    }

    private static var files: [String] { [""] + Container.companions }

    /// Removes everything that has a name of ours and holds nothing else.
    private static func removeOwnFiles(in folder: OpenFolder, at path: String) {
        for ending in files { try? folder.remove(Container.databaseName + ending) }
        Container.removeDrafts(in: folder)
        ImageFolder(path: "\(path)/\(Container.imagesName)").keepOnly([])
        for name in [Container.imagesName, Container.packagesName] { try? folder.removeEmptyFolder(name) }
    }

    private static func holdsOnlyOwnFiles(_ folder: OpenFolder) -> Bool {
        guard let names = try? folder.names() else { return false }
        return names.allSatisfy { name in
            switch name {
            case Container.imagesName:
                (try? folder.folder(name).names().allSatisfy(ImageFolder.isImageOrDraft)) ?? false
            case Container.packagesName: (try? folder.folder(name).names().isEmpty) ?? false
            default: files.contains { name == Container.databaseName + $0 } || Container.isDraft(name)
            }
        }
    }
}

extension Container {
    /// Whether a name is that of a registry that is being made, or of a file that SQLite makes beside it.
    static func isDraft(_ name: String) -> Bool {
        let ending = companions.first(where: name.hasSuffix) ?? ""
        return RandomName.isDraft(String(name.dropLast(ending.count)), of: databaseName)
    }

    /// Removes the drafts that killed processes left in a container. To be called under the writer's lock.
    static func removeDrafts(in container: OpenFolder) {
        for name in (try? container.names()) ?? [] where isDraft(name) { try? container.remove(name) }
    }
}
