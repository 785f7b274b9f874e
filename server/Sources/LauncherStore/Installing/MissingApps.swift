import AppGroup

/// The apps of groups whose files are not on this machine, as after a backup was restored there.
struct MissingApps {
    /// Those that a server has for this machine.
    let offered: [AppRecord]
    /// Those that no server of the user has, as far as that is known.
    let lost: [AppRecord]

    /// - Parameter isAll: Whether these are the current catalogs of all servers.
    init(_ sources: [InstallPlan.Source], isAll: Bool) {
        let offers = Set(sources.flatMap(\.view.entries).filter { $0.newest != nil }.map(\.package.id))
        var seen: Set<AppID> = []
        let missing = sources.flatMap(\.view.missing).filter { seen.insert($0.id).inserted }
        offered = missing.filter { offers.contains($0.id) }
        lost = isAll ? missing.filter { !offers.contains($0.id) } : []
    }

    var isEmpty: Bool { offered.isEmpty && lost.isEmpty }

    /// What the user can do about them.
    var sentences: [String] {
        let command = "launcher install \(offered.map(\.id.description).joined(separator: " "))"
        let install =
            offered.count > 1
            ? "The files of \(offered.count) apps are not on this machine. To install them: \(command)"
            : offered.first.map { "The files of \($0.name) are not on this machine. To install it: \(command)" }
        return (install.map { [$0] } ?? [])
            + lost.map {
                "The files of \($0.name) (\($0.id)) are not on this machine, and no server has it for you. To remove it: "
                    + "launcher remove \($0.id)"
            }
    }
}
