import AppGroup
import AppGroupPlatform

/// The folder of a server's data.
public enum StorageFolder {
    /// Makes a folder, and those above it, unless it exists. Only this user may look into a new one.
    ///
    /// - Throws: `permission`, `noSpace` or `inputOutput` if that is not possible.
    public static func make(_ path: String) throws(ServiceError) {
        do throws(SystemError) {
            try Files.makeFolders(path, permissions: 0o700)
            guard try Files.status(path).kind == .folder else { throw .notFolder }
        } catch {
            throw ServiceError(code(of: error), "The folder \(path) can't be made: \(error.message)")
        }
    }

    /// Refuses a file that exists in place of a new one.
    ///
    /// - Throws: `taken` if it exists, `permission` if this user can't find that out, or `inputOutput`.
    public static func refuseExisting(_ file: String) throws(ServiceError) {
        if try has(file) { throw ServiceError(.taken, "\(file) already exists; name a new file.") }
    }

    /// The lock of those who write to a database.
    static func lock(beside database: String) -> String {
        "\(Paths.parent(of: database))/.\(Paths.lastComponent(of: database)).lock"
    }

    /// Refuses to let root make a database, or the lock beside it, where it would belong to somebody else. Once both exist, root
    /// may change the database: SQLite gives what it makes beside one to its owner.
    ///
    /// - Throws: `permission`.
    public static func refuseRoot(changing database: String, by program: String) throws(ServiceError) {
        if Files.exists(database), Files.exists(lock(beside: database)) { return }
        try refuseRoot(storingBeside: database, by: program)
    }

    /// Refuses to let root store files beside what belongs to somebody else: the server of that user could not open them.
    ///
    /// - Parameters:
    ///   - database: The database. If there is none, the owner of its folder counts.
    ///   - program: The program of the command.
    /// - Throws: `permission`.
    public static func refuseRoot(storingBeside database: String, by program: String) throws(ServiceError) {
        let folder = Paths.parent(of: database)
        guard ThisProcess.effectiveUser == 0,
            let owner = ((try? Files.status(database)) ?? (try? Files.status(folder)))?.owner, owner != 0
        else { return }
        throw ServiceError(
            .permission,
            "\(folder) belongs to the user with the number \(owner), who could not open what root makes there; run the "
                + "command as that user: sudo -u '#\(owner)' \(program) …")
    }

    /// A warning if the modes of a database and its folder let every user of this machine read it, as after a careless restore;
    /// `nil` if not. Nobody changes the modes: rights of the group may be meant, and the secrets could be read until now.
    public static func warning(ofReadable database: String) -> String? {
        let folder = Paths.parent(of: database)
        guard let file = try? Files.status(database), file.permissions & 0o004 != 0,
            let parent = try? Files.status(folder), parent.permissions & 0o001 != 0
        else { return nil }
        let name = Paths.lastComponent(of: database)
        return "The modes of \(folder) and \(name) let every user of this machine read the database, and with it the "
            + "hashes of passwords; run: \(ShellWords.line(["chmod", "o=", folder]))"
    }

    /// Whether there is a file.
    ///
    /// - Throws: `permission` if this user can't find that out, or `inputOutput`.
    public static func has(_ file: String) throws(ServiceError) -> Bool {
        do throws(SystemError) {
            _ = try Files.status(file)
            return true
        } catch {
            if error == .notFound || error == .notFolder { return false }
            let code = code(of: error)
            let advice =
                code == .permission ? "; run the command as the user that owns it, or give it to this user." : ""
            throw ServiceError(code, "\(file) can't be read: \(error.message)\(advice)")
        }
    }

    private static func code(of error: SystemError) -> ServiceError.Code {
        switch error {
        case .accessDenied, .notPermitted, .readOnly: .permission
        case _ where error.isDiskFull: .noSpace
        default: .inputOutput
        }
    }
}
