import AppGroupPlatform

/// Checks that a group's files belong to the user and are closed to other users.
struct PermissionDiagnosis {
    private(set) var findings: [RegistryFinding] = []

    init(container: Container) {
        examine(container.path, isFolder: true)
        for file in container.registryFiles { examine(file, isFolder: false) }
        examine(container.images, isFolder: true)
        examine(container.packages, isFolder: true)
        examine(container.lock, isFolder: false)
        findings += FolderDiagnosis(container: container).findings
        if findings.isEmpty {
            findings = [
                RegistryFinding(
                    .permissions, .ok, container.path,
                    "The files of the group \(container.group) are closed to other users.")
            ]
        }
    }

    private mutating func examine(_ path: String, isFolder: Bool) {
        guard let status = try? Files.status(path, followingLinks: false) else { return }
        let word = ShellWords.line([path])
        let closing = "Run: chmod \(isFolder ? "700" : "600") \(word)"
        func add(_ severity: RegistryFinding.Severity, _ sentence: String, _ remedy: String) {
            findings.append(RegistryFinding(.permissions, severity, path, sentence, remedy: remedy))
        }
        // Something of another kind is another finding.
        guard status.kind == (isFolder ? .folder : .file) else { return }
        guard status.owner == ThisProcess.effectiveUser else {
            return add(
                .problem, "\(path) belongs to the user with number \(status.owner), not to you.",
                "Have that user or root run: chown \(ThisProcess.effectiveUser) \(word)")
        }
        if status.permissions & 0o400 == 0 {
            add(.problem, "You cannot read \(path).", closing)
        } else if status.permissions & 0o200 == 0 {
            add(.note, "You can read \(path), but cannot write to it.", closing)
        } else if status.isWritableByOthers {
            add(.problem, "Other users can write to \(path).", closing)
        } else if status.permissions & 0o077 != 0 {
            add(.note, "Other users can read \(path).", closing)
        }
    }
}

/// Checks that the folders of a container in which files are made and deleted are the user's own, and not links.
private struct FolderDiagnosis {
    private(set) var findings: [RegistryFinding] = []

    init(container: Container) {
        examine(container.images)
        examine(container.packages)
        guard let packages = try? ContainerFolder(path: container.packages).open() else { return }
        for name in ((try? packages.names()) ?? []).sorted() where (try? AppID(name)) != nil {
            examine("\(container.packages)/\(name)")
            guard let versions = try? packages.folder(name) else { continue }
            for digest in ((try? versions.names()) ?? []).sorted() where Hexadecimal.isDigest(digest) {
                examine("\(container.packages)/\(name)/\(digest)")
            }
        }
    }

    private mutating func examine(_ path: String) {
        do { try ContainerFolder(path: path).check() } catch {
            findings.append(RegistryFinding(.permissions, .problem, path, error.description))
        }
    }
}
