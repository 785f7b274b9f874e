import AppGroupPlatform

/// Checks that the folders of a container in which files are made and deleted are the user's own, and not links.
struct FolderDiagnosis {
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
