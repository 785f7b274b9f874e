import AppGroupPlatform

/// A failed call of SQLite.
struct SQLiteError: Error {
    let code: ResultCode
    let message: String
    /// The system call that failed, if SQLite could not open, read or write a file.
    var cause: SystemError?

    /// A pattern for `catch`: `catch ResultCode.busy` reads as intended.
    static func ~= (pattern: ResultCode, error: SQLiteError) -> Bool { pattern ~= error.code }
}

func ~= (pattern: ResultCode, error: any Error) -> Bool {
    (error as? SQLiteError).map { pattern ~= $0.code } ?? false
}

extension SQLiteError {
    /// The failure of a group's registry as a sentence for users: which file, what happened, what to do.
    func described(in container: Container) -> AppGroupError {
        let path = container.database
        if .full ~= code || cause?.isDiskFull == true {
            return AppGroupError(
                .inputOutput,
                "There is no room on the disk for the registry \(path), which stays as it was; free some space.",
                errno: cause?.number)
        }
        if let cause, cause.isLackOfDescriptors {
            return Container.described(cause, "The registry \(path) cannot be opened")
        }
        if let refusal = refusal(path) { return AppGroupError(.permission, refusal) }
        return switch code {
        case .notADatabase:
            AppGroupError(
                .damaged,
                "The file \(path) is not a registry (\(message)); run: "
                    + "\(container.group.command("doctor --repair")), or move it away.")
        case .corrupt:
            AppGroupError(
                .damaged,
                "The registry \(path) is damaged (\(message)); run: \(container.group.command("doctor --repair"))")
        case .busy, .locked:
            AppGroupError(.busy, "The registry \(path) is in use by another program; try again.")
        case .readOnlyWithLog:
            AppGroupError(
                .permission,
                "The registry \(path) cannot be read, because its log needs a folder that can be written; check the "
                    + "permissions of \(Paths.parent(of: path)), and whether it is mounted for writing.")
        case .readOnly, .permission:
            AppGroupError(.permission, "The registry \(path) cannot be written (\(message)); check its permissions.")
        case .cannotOpen where Self.isTooLong(Self.resolved(path)):
            AppGroupError(
                .configuration,
                "The path \(Self.resolved(path)) is longer than SQLite can open; set APP_GROUP_HOME to a shorter one.")
        case .cannotOpen:
            AppGroupError(.permission, "The registry \(path) cannot be opened (\(message)); check its permissions.")
        default:
            AppGroupError(
                .inputOutput,
                "The registry \(path) failed (\(message), SQLite \(code.rawValue)); check the disk, "
                    + "then run: \(container.group.command("doctor"))")
        }
    }
}

extension SQLiteError {
    /// The path through every link, which SQLite opens.
    private static func resolved(_ path: String) -> String {
        let parent = Paths.parent(of: path)
        guard parent != path else { return path }
        // The file and its folder may be gone: what a failed first write has made is removed.
        return "\((try? Files.resolved(parent)) ?? resolved(parent))/\(Paths.lastComponent(of: path))"
    }

    /// Whether a path is longer than what SQLite opens on Unix: 512 bytes, with “-journal” at the end.
    private static func isTooLong(_ path: String) -> Bool { path.utf8.count + "-journal".utf8.count > 512 }

    /// The sentence about a file of the registry that this process may not use; `nil` if that is not the cause.
    private func refusal(_ path: String) -> String? {
        func first(whichIsNot isPermitted: (String) -> Bool) -> String? {
            ([""] + Container.companions).map { path + $0 }.first { Files.exists($0) && !isPermitted($0) }
        }
        return switch code {
        case .readOnlyWithLog, .cannotOpen:
            first(whichIsNot: Files.isReadable).map {
                "The registry \(path) cannot be opened, because you cannot read \($0); check its permissions."
            }
        case .readOnly, .permission:
            first(whichIsNot: Files.isWritable).map {
                "The file \($0) cannot be written (\(message)); check its permissions."
            }
        default: nil
        }
    }
}

extension SQLiteError {
    /// Whether the system had no room or no descriptor left, which says nothing about the file.
    var isScarcity: Bool { cause.map { $0.isDiskFull || $0.isLackOfDescriptors } ?? false }

    /// Whether the file was read, and is no registry: no later try would find more in it.
    var isUnusableContent: Bool {
        switch code.primary {
        case .corrupt, .notADatabase, .error: true
        default: false
        }
    }

    /// Whether the file itself is at fault: it cannot be read as a database, or not as a registry.
    var isDamage: Bool {
        guard !isScarcity else { return false }
        return switch code.primary {
        case .corrupt, .notADatabase, .cannotOpen, .error: true
        case .inputOutput: code == .readFailed || code == .readTooShort
        default: false
        }
    }
}
