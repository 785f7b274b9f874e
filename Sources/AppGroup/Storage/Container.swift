package import AppGroupPlatform

/// The folder that a group's members share, and the rules that protect it.
package struct Container: Sendable, Hashable {
    let group: GroupID
    /// The folder that holds the containers of all groups.
    let parent: String

    /// The group's folder. The user owns it, and no other user may write to it.
    let path: String
    /// The file of the registry.
    let database: String
    /// The registry's name in the container.
    static let databaseName = "registry.sqlite"
    /// The names of the folders in the container.
    static let (imagesName, packagesName) = ("icons", "packages")
    /// Part of the name of a registry that a backup has replaced: `registry.sqlite.before-restore-<time>`.
    static let replacedLabel = "before-restore"
    /// The endings of the files that SQLite keeps beside a database.
    static let companions = ["-wal", "-shm", "-journal"]
    /// The endings of the files without which a database is not what was last written: its log, and the old pages of a change
    /// that was cut off.
    static let logs = ["-wal", "-journal"]
    /// Images that apps registered, named by their digest.
    let images: String
    /// Packages that launcher-store installed: `<app>/<digest>/`.
    let packages: String
    /// The file of the lock that a writer holds. It is next to the container, so that the container can be removed under it.
    let lock: String
    /// The file of the lock under which apps become members of any group. No group has this name: it has one segment.
    let membershipLock: String

    init(group: GroupID, parent: String) {
        self.group = group
        self.parent = parent
        path = "\(self.parent)/\(group)"
        database = "\(path)/\(Self.databaseName)"
        images = "\(path)/\(Self.imagesName)"
        packages = "\(path)/\(Self.packagesName)"
        lock = "\(self.parent)/.\(group).lock"
        membershipLock = "\(self.parent)/.members.lock"
    }

    /// The folder that holds the containers, without slashes at its end: `APP_GROUP_HOME`, or `app-groups` in the user's data
    /// folder.
    package static func parent(in environment: ProcessEnvironment) throws(AppGroupError) -> String {
        let deciding = ["APP_GROUP_HOME", "XDG_DATA_HOME", "HOME"].first {
            environment[$0] != nil || environment.isUndecodable($0)
        }
        if let deciding, environment.isUndecodable(deciding) {
            throw AppGroupError(
                .configuration, "\(deciding) is not text in UTF-8; set APP_GROUP_HOME to a path that is.")
        }
        if let home = environment["APP_GROUP_HOME"] {
            guard Paths.isAbsolute(home) else { throw relative("APP_GROUP_HOME", home) }
            return String(Paths.withoutTrailingSlashes(home))
        }
        #if os(macOS)
        // Not a Group Container: from macOS 15 on a bare command-line program that touches one raises a consent prompt.
        let dataHome = environment.home.map { "\($0)/Library/Application Support" }
        #else
        let dataHome = environment.dataHome
        #endif
        guard let dataHome else {
            if let home = environment["HOME"] { throw relative("HOME", home) }
            throw AppGroupError(
                .configuration, "HOME is not set, so there is no place for app groups; set HOME or APP_GROUP_HOME.")
        }
        return "\(dataHome)/app-groups"
    }

    package static func relative(_ variable: String, _ path: String) -> AppGroupError {
        AppGroupError(
            .configuration, "\(variable) is \(PlainText.quoted(path: path)), a relative path; give an absolute one.")
    }

    /// The groups that have a container below `parent`, by name.
    static func groups(in parent: String) throws(AppGroupError) -> [GroupID] {
        do {
            return try Files.entries(of: parent).compactMap { try? GroupID($0) }
                .filter { Files.exists("\(parent)/\($0)/\(databaseName)", followingLinks: false) }
                .sorted()
        } catch SystemError.notFound {
            return []
        } catch {
            throw described(error, "The folder of app groups \(parent) cannot be read")
        }
    }

    /// Refuses a container that is not the user's own folder, or that another user may write to.
    ///
    /// - Returns: Whether there is a container.
    func check() throws(AppGroupError) -> Bool {
        let status: FileStatus
        do {
            status = try Files.status(path, followingLinks: false)
        } catch SystemError.notFound {
            return false
        } catch {
            throw Self.described(error, "The container \(path) cannot be read")
        }
        switch status.kind {
        case .folder: break
        case .link:
            throw AppGroupError(
                .permission,
                "The container \(path) is a symbolic link, which could lead anywhere; put a folder in its place.")
        case .file, .other:
            throw AppGroupError(.permission, "The container \(path) is not a folder; move it away.")
        }
        guard status.owner == ThisProcess.effectiveUser else {
            throw AppGroupError(
                .permission,
                "The container \(path) belongs to the user with number \(status.owner), not to you; use your own, "
                    + "or set APP_GROUP_HOME.")
        }
        guard !status.isWritableByOthers else {
            throw AppGroupError(
                .permission,
                "Others can write to the container \(path), so it is not trusted; run: chmod 700 \(ShellWords.line([path]))"
            )
        }
        return true
    }

    /// Refuses a registry that is not a plain file, or that another user may write to. Its owner is checked when it is
    /// opened.
    ///
    /// - Returns: The status of the file; `nil` if there is none.
    func checkDatabase() throws(AppGroupError) -> FileStatus? {
        let status: FileStatus
        do {
            status = try Files.status(database, followingLinks: false)
        } catch SystemError.notFound {
            try checkLog()
            return nil
        } catch SystemError.accessDenied {
            // Looking at a file needs no permission for the file itself.
            throw Self.described(.accessDenied, "The container \(path) cannot be opened")
        } catch {
            throw Self.described(error, "The registry \(database) cannot be read")
        }
        guard status.kind == .file else {
            throw AppGroupError(
                .damaged,
                "The registry \(database) is not a plain file; move it away, or run: \(group.command("doctor --repair"))"
            )
        }
        guard !status.isWritableByOthers else { throw writable(database) }
        if status.size <= Self.emptySize { try checkLog() }
        return status
    }

    /// SQLite takes a file of a single byte for an empty one.
    static let emptySize = 1

    /// Refuses a registry that is empty or gone while its log is not: SQLite would throw the log away.
    private func checkLog() throws(AppGroupError) {
        guard let log = try? Files.status("\(database)-wal", followingLinks: false), log.size > 0 else { return }
        let registry = try? Files.status(database, followingLinks: false)
        // A registry that is being made has its first page before its log.
        guard registry?.size ?? 0 <= Self.emptySize else { return }
        throw AppGroupError(
            .damaged,
            "The registry \(database) is \(registry == nil ? "gone" : "empty"), and its log \(database)-wal is not; "
                + "run: \(group.command("doctor --repair"))")
    }

    /// The registry, and the files that SQLite keeps beside it.
    var registryFiles: [String] { ([""] + Self.companions).map { database + $0 } }

    /// The path of a companion that is not a plain file; `nil` if there is none. SQLite would take a pipe or a device for an
    /// empty log.
    var strangeCompanion: String? {
        Self.companions.lazy.map { database + $0 }.first { path in
            (try? Files.status(path, followingLinks: false)).map { $0.kind != .file } ?? false
        }
    }

    /// Refuses a registry of another user, and companions that are not the user's own plain files or that another user may
    /// write to: SQLite takes what is in a log for the contents of the registry. To be called before SQLite opens it.
    ///
    /// - Parameter file: What ``checkDatabase()`` returned.
    func checkBeforeOpening(_ file: FileStatus) throws(AppGroupError) {
        let user = ThisProcess.effectiveUser
        guard file.owner == user else { throw foreign(database, owner: file.owner) }
        for ending in Self.companions {
            let path = database + ending
            guard let status = try? Files.status(path, followingLinks: false) else { continue }
            guard status.kind == .file else {
                throw AppGroupError(
                    .damaged, "\(path) is not a plain file; run: \(group.command("doctor --repair"))")
            }
            guard status.owner == user else { throw foreign(path, owner: status.owner) }
            guard !status.isWritableByOthers else { throw writable(path) }
        }
    }

    private func foreign(_ path: String, owner: UInt32) -> AppGroupError {
        AppGroupError(
            .permission,
            "\(path) belongs to the user with number \(owner), not to you, so it is not trusted; run: "
                + group.command("doctor"))
    }

    private func writable(_ path: String) -> AppGroupError {
        AppGroupError(
            .permission,
            "Others can write to \(path), so it is not trusted; run: chmod 600 \(ShellWords.line([database]))*")
    }

    /// Makes the folder of containers.
    func makeParent() throws(AppGroupError) {
        try refuseForeignHome()
        guard !Files.exists(parent) else { return }
        do {
            try Files.makeFolders(parent, permissions: 0o700)
        } catch {
            throw Self.described(error, "The folder \(parent) cannot be made")
        }
    }

    /// Makes the container, private to the user. To be called under the writer's lock.
    func make() throws(AppGroupError) {
        try refuseForeignHome()
        do {
            try Files.makeFolder(path, permissions: 0o700)
        } catch .exists {
            return
        } catch {
            throw Self.described(error, "The container \(path) cannot be made")
        }
    }

    /// Makes the empty file of the registry, private to the user; SQLite gives the files beside it the same permissions.
    func makeDatabase() throws(AppGroupError) -> FileStatus {
        do {
            return try Descriptor.makingFile(at: database).status()
        } catch {
            throw Self.described(error, "The registry \(database) cannot be made")
        }
    }

    /// Whether any package lies in the container, or something that is not the group's own is in the place of the packages.
    var holdsPackages: Bool {
        do throws(AppGroupError) {
            guard let folder = try ContainerFolder(path: packages).open() else { return false }
            return (try? folder.names().isEmpty) != true
        } catch {
            return true
        }
    }

    private func refuseForeignHome() throws(AppGroupError) {
        try Self.refuseForeignHome(parent, remedy: "run this as that user, or set HOME or APP_GROUP_HOME")
    }

    /// Refuses to put files of root into another user's home, even a lock, because that user could then not take it.
    ///
    /// - Parameters:
    ///   - path: A folder that files would be put into, or that would be made.
    ///   - remedy: What to do instead.
    package static func refuseForeignHome(
        _ path: String, remedy: String = "run this as that user"
    ) throws(AppGroupError) {
        guard ThisProcess.effectiveUser == 0 else { return }
        var folder = path
        while !Files.exists(folder), folder != "/" { folder = Paths.parent(of: folder) }
        if let owner = try? Files.status(folder).owner, owner != 0 {
            throw AppGroupError(
                .permission, "You are root, and \(folder) belongs to another user; \(remedy).")
        }
    }

    package static func described(_ error: SystemError, _ what: String) -> AppGroupError {
        let (code, advice): (AppGroupError.Code, String) =
            switch error {
            case .accessDenied, .notPermitted: (.permission, "check its permissions")
            // With its type: SQLite has a code of that name, which matches errors of every kind.
            case SystemError.readOnly: (.permission, "mount it for writing")
            case _ where error.isDiskFull: (.inputOutput, "free some space on the disk")
            case _ where error.isLackOfDescriptors:
                (.inputOutput, "close some of the program's files, or raise its limit of open files")
            default: (.inputOutput, "check the disk and the path")
            }
        return AppGroupError(code, "\(what): \(error.message); \(advice).", errno: error.number)
    }
}
