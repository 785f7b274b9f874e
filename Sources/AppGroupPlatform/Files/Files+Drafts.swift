/// Drafts that processes have left because they were killed while they replaced a file. They hold the same secrets as the file.
extension Files {
    /// Deletes the drafts of a file that were left more than a day before it was replaced, as far as that is possible. Another
    /// process may still write a newer one.
    public static func removeOldDrafts(of path: String) {
        for draft in oldDrafts(of: path) { try? remove(draft) }
    }

    /// Deletes a file and, if its folder can be read, its drafts. These may also belong to processes that are running: their
    /// replacement of the file then fails with `ENOENT`. It is no error if the file doesn't exist.
    ///
    /// - Throws: The first failure. Everything else is deleted nevertheless.
    public static func removeWithDrafts(_ path: String) throws(RemovalFailure) {
        // The file itself comes last: as long as it is there, a caller that was interrupted tries again.
        try removeAll(drafts(of: path) + [path])
    }

    /// Deletes the drafts of a file as ``removeWithDrafts(_:)`` does, but not the file. The caller keeps its writers away.
    ///
    /// - Throws: The first failure. All other drafts are deleted nevertheless.
    public static func removeDrafts(of path: String) throws(RemovalFailure) { try removeAll(drafts(of: path)) }

    private static func removeAll(_ files: [String]) throws(RemovalFailure) {
        var failure: RemovalFailure?
        for file in files {
            do throws(SystemError) { try remove(file) } catch .notFound {} catch {
                failure = failure ?? RemovalFailure(path: file, reason: error)
            }
        }
        if let failure { throw failure }
    }

    /// The paths of the drafts that ``removeOldDrafts(of:)`` deletes.
    package static func oldDrafts(of path: String) -> [String] {
        guard let replaced = try? status(path).modification.seconds else { return [] }
        return drafts(of: path, before: replaced - 86_400)
    }

    /// - Parameter moment: In seconds since 1970; drafts that were changed later are left out.
    private static func drafts(of path: String, before moment: Int = .max) -> [String] {
        let (folder, name) = (Paths.parent(of: path), Paths.lastComponent(of: path))
        let names = (try? entries(of: folder)) ?? []
        return names.filter { RandomName.isWholeDraft($0, of: name) }.map { "\(folder)/\($0)" }.filter {
            guard let status = try? status($0, followingLinks: false), status.kind == .file else { return false }
            return status.modification.seconds < moment
        }
    }
}
