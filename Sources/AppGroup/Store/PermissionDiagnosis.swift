/// Whether a group's files are the user's own, and closed to everybody else.
struct PermissionDiagnosis {
    private(set) var findings: [Finding] = []

    init(container: Container) {
        examine(container.path, isFolder: true)
        for ending in [""] + Container.companions { examine(container.database + ending, isFolder: false) }
        examine(container.images, isFolder: true)
        examine(container.lock, isFolder: false)
        if findings.isEmpty {
            findings = [
                Finding(
                    .permissions, .ok, container.path,
                    "The files of the group \(container.group) are closed to other users.")
            ]
        }
    }

    private mutating func examine(_ path: String, isFolder: Bool) {
        guard let status = try? Files.status(path, followingLinks: false) else { return }
        let right = isFolder ? "700" : "600"
        func add(_ severity: Finding.Severity, _ sentence: String, _ remedy: String) {
            findings.append(Finding(.permissions, severity, path, sentence, remedy: remedy))
        }
        // What is no such thing at all is found where it is used.
        guard status.kind == (isFolder ? .directory : .file) else { return }
        guard status.owner == User.effective else {
            return add(
                .problem, "\(path) belongs to the user with number \(status.owner), not to you.",
                "Have that user or root run: chown \(User.effective) \(path)")
        }
        if status.permissions & 0o600 != 0o600 {
            add(.problem, "You may not read and write \(path).", "Run: chmod \(right) \(path)")
        } else if status.isWritableByOthers {
            add(.problem, "Other users may write \(path).", "Run: chmod \(right) \(path)")
        } else if status.permissions & 0o077 != 0 {
            add(.note, "Other users may read \(path).", "Run: chmod \(right) \(path)")
        }
    }
}
