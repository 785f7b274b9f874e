import AppCatalog

extension Publication {
    /// What is said to whoever published it.
    var sentence: String {
        let name = "\(name)\(release.version.map { " \($0)" } ?? "") (\(package))"
        guard existed else { return "Published \(name)." }
        let withdrawal = withdrawn.map { "; nobody gets it, it was withdrawn: \($0)" }
        return "\(name) was published before, from the same file\(withdrawal ?? ".")"
    }
}
