/// Examines what a group's members registered, and finds conflicts.
struct GroupDiagnosis {
    let group: GroupID
    let contents: GroupContents

    private var apps: [AppRecord] { contents.apps }
    private var members: [AppRecord] { contents.members }

    /// The findings that concern this group alone.
    ///
    /// - Parameters:
    ///   - availability: Whether an app can be launched now.
    ///   - images: The folder of the icons; `nil` if they are not in files.
    func findings(
        now: Timestamp, availability: (AppRecord) -> Availability, images: ImageFolder?
    ) -> [RegistryFinding] {
        launches(availability) + schemes() + icons(images) + dates(now)
    }

    /// The conflicts with other groups of the same user. An app that is in several groups gives the same finding in each.
    func conflicts(among groups: GroupMembers) -> [RegistryFinding] {
        var findings = groups.omissions(besides: group)
        for app in members {
            let others = groups.holding(app.id, besides: group)
            guard !others.isEmpty else { continue }
            let all = (others + [group]).sorted()
            findings.append(
                RegistryFinding(
                    .membership, .problem, "\(app.id)",
                    "\(app.id) is a member of \(Self.listed(all)).",
                    remedy: Self.remedy(removing: app.id, from: all, readOnly: all.filter(groups.isReadOnly))))
        }
        for app in members {
            for scheme in app.schemes {
                let others = groups.holding(scheme, besides: group).filter { $0.app != app.id }
                guard let first = others.first else { continue }
                findings.append(
                    RegistryFinding(
                        .schemes, .note, "\(scheme)",
                        "The scheme “\(scheme)” of \(app.id) is also that of \(first.app) in the group "
                            + "\(first.group)"
                            + (others.count > 1 ? ", and of \(others.count - 1) more apps in other groups." : "."),
                        remedy: "Name the group when you open such a URL: launcher open --group \(group) \(scheme):"))
            }
        }
        return findings
    }

    /// - Parameter readOnly: Those of the groups that this release may only read.
    private static func remedy(removing app: AppID, from groups: [GroupID], readOnly: [GroupID]) -> String {
        guard readOnly.count < groups.count else {
            return "Install a newer launcher to remove it: this release can only read these groups."
        }
        let command = "group that should not have it: launcher unregister \(app) --group GROUP"
        guard !readOnly.isEmpty else { return "Remove it from each \(command)" }
        return "This release can only read \(listed(readOnly)). Remove it from each other \(command)"
    }

    private static func listed(_ groups: [GroupID]) -> String {
        let (first, last) = (groups.dropLast().map(\.description), groups[groups.count - 1])
        return first.isEmpty ? "\(last)" : "\(first.joined(separator: ", ")) and \(last)"
    }

    private func launches(_ availability: (AppRecord) -> Availability) -> [RegistryFinding] {
        let missing = members.compactMap { app -> RegistryFinding? in
            guard case .notInstalled(let reason) = availability(app) else { return nil }
            let command = app.currentPackage == nil ? "unregister" : "remove"
            return RegistryFinding(
                .launches, .note, "\(app.id)", "\(app.name) (\(app.id)) is not installed: \(reason).",
                remedy: contents.isWritable
                    ? "Install it again, or remove it from the group: \(group.command("\(command) \(app.id)"))"
                    : "Install it again.")
        }
        return missing.isEmpty
            ? [RegistryFinding(.launches, .ok, "\(group)", "Every app of the group can be launched.")] : missing
    }

    private func schemes() -> [RegistryFinding] {
        let owners = Dictionary(apps.flatMap { app in app.schemes.map { ($0, app.id) } }) { first, _ in first }
        let yielded = apps.flatMap { app in
            app.claims.filter(\.isYielded).map { claim in
                let owner = owners[claim.scheme]
                let remedy =
                    owner == nil
                    ? "Register \(app.id) again." : "Register one of them with another scheme, if both are wanted."
                return RegistryFinding(
                    .schemes, .note, "\(claim.scheme)",
                    "\(app.id) yielded the scheme “\(claim.scheme)”"
                        + (owner.map { " to \($0) while it was not installed." } ?? ", and no app has it now."),
                    remedy: contents.isWritable ? remedy : nil)
            }
        }
        return yielded.isEmpty
            ? [RegistryFinding(.schemes, .ok, "\(group)", "No two apps of the group want the same scheme.")] : yielded
    }

    private func icons(_ images: ImageFolder?) -> [RegistryFinding] {
        let icons = apps.filter { $0.icon?.fileName != nil }
        // Another finding. Each icon would seem to be missing.
        if let images, (try? images.check()) == nil { return [] }
        let broken = icons.filter { app in
            guard let images, let icon = app.icon else { return false }
            return (try? images.isBroken(icon)) ?? true
        }
        guard !broken.isEmpty else {
            return [RegistryFinding(.images, .ok, "\(group)", "Every icon is present and intact.")]
        }
        return broken.map { app in
            RegistryFinding(
                .images, .problem, "\(app.id)",
                "The icon of \(app.id) is missing, or is not the image that it registered.",
                remedy: contents.isWritable
                    ? "Run: \(group.command("doctor --repair")); \(app.id) adds it again when it next starts." : nil)
        }
    }

    /// In milliseconds: clocks are often set back by a little.
    private static let tolerance: Int64 = 60_000

    private func dates(_ now: Timestamp) -> [RegistryFinding] {
        let latest = Timestamp(milliseconds: now.milliseconds + Self.tolerance)
        var findings: [RegistryFinding] = []
        func examine(_ moment: Timestamp?, _ what: String, of app: AppID) {
            guard let moment, moment > latest else { return }
            findings.append(
                RegistryFinding(
                    .dates, .note, "\(app)", "\(app) \(what) in the future, on \(moment).",
                    remedy: "If the machine's clock is wrong, correct it; such a date counts as now."))
        }
        for app in apps {
            examine(app.registered, "was registered", of: app.id)
            examine(app.missingSince, "has been missing since a moment", of: app.id)
            examine(app.unregistered, "was unregistered", of: app.id)
            examine(app.usage.lastOpened, "was last opened", of: app.id)
        }
        if let opening = contents.openings.max(by: { $0.moment < $1.moment }), findings.isEmpty {
            examine(opening.moment, "was opened", of: opening.app)
        }
        return findings.isEmpty ? [RegistryFinding(.dates, .ok, "\(group)", "No date lies in the future.")] : findings
    }
}

/// The part of a group's data that is examined.
struct GroupContents {
    let apps: [AppRecord]
    let openings: [AppOpening]
    let hasOffers: Bool
    /// Whether this release may change it, and not only read it. If not, no advice is about changes.
    let isWritable: Bool

    /// The apps that have not left the group.
    var members: [AppRecord] { apps.filter { $0.unregistered == nil } }

    init(_ reader: any RegistryReader, isWritable: Bool) throws {
        self.isWritable = isWritable
        apps = try reader.apps().sorted { $0.id < $1.id }
        openings = try reader.openings()
        hasOffers = try !reader.offers().isEmpty
    }
}
